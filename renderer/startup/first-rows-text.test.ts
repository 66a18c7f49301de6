import { describe, expect, it } from 'vitest';
import type { DatasetDetails, RowPage } from '#shared/rpc/records.ts';
import { formatFirstRows, parseFirstRows } from './first-rows-text.ts';

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
const query = { filters: [], ordering: [], search: '', fields: null, version: null };
const page: RowPage = {
  offset: 0,
  rows: [[1, 'é', null, true, { type: 'Point', coordinates: [1, 2] }]],
  count: 1,
  last: true,
  version: 'newest',
};

function detailsOf(...versions: readonly (readonly [slug: string, ready: boolean])[]): DatasetDetails {
  const texts = { dataset: '', label: '', datetime: '', checksum: '', metadata: '', url: '' };
  const dataset = {
    ...{ id: 1, label: '', slug: 'd', namespace: '', description: '', image: '', showcase_image: '' },
    ...{ thumbnail_image: '', url: '', data: '', columns: [], download: '' },
    versions: versions.map(([slug, ready], id) => ({ ...texts, id, slug, ready })),
  };
  return { dataset, namespaceLabel: '', rows: 1, notices: [] };
}

const details = detailsOf(['being-made', false], ['newest', true], ['older', true]);
const rows = { reference, details, query: JSON.stringify(query), limit: 100, page };

describe('first rows that are stored for the next start', () => {
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
