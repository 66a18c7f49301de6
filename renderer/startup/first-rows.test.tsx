import { describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { openTowns, testDetails } from '../testing/records.ts';
import {
  firstRowsOf,
  formatFirstRows,
  parseFirstRows,
  restoreFirstRows,
  takeFirstRows,
  versionOf,
} from './first-rows.ts';

const details = testDetails();
const page: RowPage = { offset: 0, rows: [['Ulm']], count: 1, last: true, version: versionOf(everyRow, details) ?? '' };

/** Restores the first rows of the towns, as a start does. @returns the tab's dataset */
function restore() {
  const { reference } = openTowns();
  const text = formatFirstRows({ reference, details, query: JSON.stringify(everyRow), limit: 100, page });
  localStorage.setItem('almanac-first-rows', text ?? '');
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
  const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
  const query = { filters: [], ordering: [], search: '', fields: null, version: null };
  const page: RowPage = {
    offset: 0,
    rows: [[1, 'é', null, true, { type: 'Point', coordinates: [1, 2] }]],
    count: 1,
    last: true,
    version: 'newest',
  };

  const details = detailsOf(['being-made', false], ['newest', true], ['older', true]);
  const rows = { reference, details, query: JSON.stringify(query), limit: 100, page };

  it('are read as they were', () => {
    expect(parseFirstRows(formatFirstRows(rows))).toEqual(rows);
  });

  it('belong to the version that the query names', () => {
    const older = {
      ...rows,
      query: JSON.stringify({ ...query, version: 'older' }),
      page: { ...page, version: 'older' },
    };
    expect(parseFirstRows(formatFirstRows(older))).toEqual(older);
  });

  it.each([
    ['of another version than the newest of the record', { details: detailsOf(['newer', true], ['newest', true]) }],
    ['of a record without versions', { details: detailsOf() }],
    ['of a service that names no version', { page: { ...page, version: null }, details: detailsOf() }],
  ])('are not read: %s', (_, changed) => {
    expect(parseFirstRows(formatFirstRows({ ...rows, ...changed }))).toBeNull();
  });

  it.each([
    ['integers that JSON would not keep exactly', [9_007_199_254_740_993n]],
    ['too much text', ['x'.repeat(300_000)]],
  ])('are not stored: %s', (_, row) => {
    expect(formatFirstRows({ ...rows, page: { ...page, rows: [row] } })).toBeNull();
  });

  it.each([[null], [''], ['{'], ['[]'], ['{"page":{"rows":[]}}'], [JSON.stringify({ ...rows, query: '{' })]])(
    'are not read of a text that is none of ours: %s',
    (text) => {
      expect(parseFirstRows(text)).toBeNull();
    },
  );
});
