import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { writeStored } from '../state/persisted.ts';
import { openTowns, ownConnection, testDetails } from '../testing/records.ts';
import { firstRowsOf, restoreFirstRows, storeFirstRows, takeFirstRows, versionOf } from './first-rows.ts';

const storageKey = 'almanac-first-rows';

const details = testDetails();
const page: RowPage = { offset: 0, rows: [['Ulm']], count: 1, last: true, version: versionOf(everyRow, details) ?? '' };

/** Restores the first rows of the towns, as a start does. @returns the tab's dataset */
function restore() {
  const { reference } = openTowns();
  writeStored(storageKey, { reference, details, query: everyRow, limit: 100, page });
  restoreFirstRows();
  return reference;
}

it('restored rows are known until they are taken, once', () => {
  const reference = restore();
  expect(firstRowsOf(reference, everyRow, 100)?.rows).toEqual(page.rows);
  expect(takeFirstRows(reference, everyRow, 100)?.rows).toEqual(page.rows);
  expect(takeFirstRows(reference, everyRow, 100)).toBeNull();
  expect(firstRowsOf(reference, everyRow, 100)).toBeNull();
});

it.each([
  ['another search', { ...everyRow, search: 'Ulm' }, 'towns', 100],
  ['another dataset', everyRow, 'villages', 100],
  ['another number of rows', everyRow, 'towns', 50],
])('restored rows do not answer %s', (_, query, dataset, limit) => {
  const reference = restore();
  expect(takeFirstRows({ ...reference, dataset }, query, limit)).toBeNull();
  expect(firstRowsOf(reference, everyRow, 100)).not.toBeNull();
});

function detailsOf(...versions: readonly (readonly [slug: string, ready: boolean])[]): DatasetDetails {
  const texts = { dataset: '', label: '', datetime: '', checksum: '', metadata: '', url: '' };
  const dataset = {
    ...{ id: 1, label: '', slug: 'd', namespace: '', description: '', image: '', showcase_image: '' },
    ...{ thumbnail_image: '', url: '', data: '', columns: [], download: '' },
    versions: versions.map(([slug, ready], id) => ({ ...texts, id, slug, ready })),
  };
  return { dataset, namespaceLabel: '', rows: 1, notices: [] };
}

describe('first rows that are stored for the next start', () => {
  const query = everyRow;
  const page: RowPage = {
    offset: 0,
    rows: [[1, 'é', null, true, { type: 'Point', coordinates: [1, 2] }]],
    count: 1,
    last: true,
    version: 'newest',
  };
  const details = detailsOf(['being-made', false], ['newest', true], ['older', true]);
  const rows = { details, query, limit: 100, page };

  /** What the next start shows of stored rows. */
  function shownOf(stored: object) {
    const { reference } = openTowns();
    writeStored(storageKey, { reference, ...stored });
    restoreFirstRows();
    return takeFirstRows(reference, 'query' in stored ? (stored.query as typeof query) : query, 100);
  }

  it('are read as they were', () => {
    expect(shownOf(rows)).toEqual(page);
  });

  it('belong to the version that the query names', () => {
    const older = { ...page, version: 'older' };
    expect(shownOf({ ...rows, query: { ...query, version: 'older' }, page: older })).toEqual(older);
  });

  it.each([
    ['of another version than the newest of the record', { details: detailsOf(['newer', true], ['newest', true]) }],
    ['of a record without versions', { details: detailsOf() }],
    ['of a service that names no version', { page: { ...page, version: null }, details: detailsOf() }],
    ['without rows', { page: { rows: [] } }],
  ])('are not read: %s', (_, changed) => {
    expect(shownOf({ ...rows, ...changed })).toBeNull();
  });

  it.each([
    ['integers that JSON would not keep exactly', [9_007_199_254_740_993n]],
    ['too much text', ['x'.repeat(300_000)]],
  ])('are not stored: %s', async (_, row) => {
    const { reference } = openTowns();
    const local = ownConnection({ id: reference.connection });
    records.setQueryData(connectionsQuery.queryKey, [local]);
    records.setQueryData(datasetQuery(reference).queryKey, details);
    writeStored(storageKey, 'of the start before');
    storeFirstRows(reference, query, 100, { ...page, rows: [row] });
    await waitFor(() => expect(localStorage.getItem(storageKey)).toBeNull());
    storeFirstRows(reference, query, 100, page);
    await waitFor(() => expect(localStorage.getItem(storageKey)).toContain('é'));
  });
});
