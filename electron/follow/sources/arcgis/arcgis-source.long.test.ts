import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  choiceOf,
  describeEntry,
  failureOfFetch,
  fetchEntry,
  find,
  list,
  stateOf,
} from '../../testing/fetch-source.ts';
import { type ArcgisServer, arcgisItem, openArcgisServer } from '../../testing/servers/arcgis-server.ts';
import type { DataSource } from '../data-source.ts';
import { createArcgisSource } from './arcgis-source.ts';

let server: ArcgisServer;
let source: DataSource;
beforeAll(async () => {
  server = await openArcgisServer();
  source = createArcgisSource(new URL(server.url));
});
afterEach(() => {
  Object.assign(server, { claimed: null, paginates: true, loses: false, before: () => null });
});
afterAll(() => server.close());

const address = () => `${server.url}arcgis/rest/services/Nature/Trees/FeatureServer`;
const trees = () => choiceOf(source, address(), '0');
const inspections = () => choiceOf(source, `${address()}/1`, '1');

describe('an ArcGIS service', () => {
  it('is found by the service, a layer, a query and the page of an item', async () => {
    expect(await find(source, address())).toMatchObject({
      title: 'Trees',
      publisher: 'Parks department',
      entries: [
        { id: '0', format: 'GeoJSON' },
        { id: '1', title: 'Inspections', format: 'CSV' },
      ],
    });
    for (const path of ['/1', '/1/', '/1/query?where=1=1&f=html']) {
      expect(await find(source, `${address()}${path}`)).toMatchObject({ title: 'Inspections', entries: [{ id: '1' }] });
    }
    expect(await find(source, `${server.url}datasets/${arcgisItem}_1/explore?location=47,7`)).toMatchObject({
      entries: [{ id: '1' }],
    });
    expect(await find(source, `${server.url}datasets/${'f'.repeat(32)}`)).toBeNull();
    expect(await find(source, `${server.url}towns.csv`)).toBeNull();
  });

  it('is browsed from its directory', async () => {
    const root = await find(source, `${server.url}arcgis/rest/services`);
    expect(root?.entries).toMatchObject([{ title: 'Nature/', leadsTo: `${server.url}arcgis/rest/services/Nature` }]);
    const folder = await list(source, root?.entries[0]?.leadsTo ?? '');
    expect(folder.entries).toMatchObject([{ title: 'Nature/Trees', leadsTo: address() }]);
  });

  it('a layer is read in the order of its identifiers, with labels and dates', async () => {
    const fetched = await fetchEntry(source, trees());
    const { features } = JSON.parse(fetched.texts[0] ?? '') as { features: { properties: object; geometry: object }[] };
    expect(features).toHaveLength(23);
    expect(features[1]).toEqual({
      type: 'Feature',
      properties: { OBJECTID: 3, KIND: 2, KIND_label: 'Lime', NAME: '001', SEEN: '2023-11-14T22:13:20.001Z' },
      geometry: { type: 'Point', coordinates: [7, 47] },
    });
    expect(features[2]?.properties).toMatchObject({ KIND: 3, KIND_label: null });
    expect(fetched.columns.slice(1, 4)).toEqual([
      { name: 'KIND', title: 'Kind of tree', description: '1: Oak, 2: Lime', unit: null },
      { name: 'KIND_label', title: 'Kind of tree', description: null, unit: null },
      { name: 'NAME', title: null, description: 'Number on the plate', unit: null },
    ]);
    expect(await describeEntry(source, trees())).toMatchObject({ rows: 23, columns: fetched.columns });
  });

  it('a table is read as delimited text', async () => {
    const { texts, rows, options } = await fetchEntry(source, inspections());
    expect(texts[0]?.split('\n').slice(0, 3)).toEqual([
      'OBJECTID,KIND,KIND_label,NAME,SEEN',
      '1,1,Oak,000,',
      '3,2,Lime,001,2023-11-14T22:13:20.001Z',
    ]);
    expect(rows).toBe(23);
    expect(options.columns).toEqual([
      { source: 'KIND_label', type: 'text' },
      { source: 'NAME', type: 'text' },
    ]);
  });

  it('a service without pages is asked for what follows the last identifier', async () => {
    const whole = (await fetchEntry(source, trees())).texts;
    server.paginates = false;
    expect((await fetchEntry(source, trees())).texts).toEqual(whole);
  });

  it.each([true, false])('identifiers beyond 2^53 stay different and whole, with pages: %s', async (paginates) => {
    const before = server.rows;
    const first = 9_007_199_254_740_993n;
    server.paginates = paginates;
    server.rows = before.map((row, at) => ({ ...row, OBJECTID: first + BigInt(at) }));
    const { texts, rows } = await fetchEntry(source, inspections());
    server.rows = before;
    expect(rows).toBe(23);
    const ids = texts[0]?.split('\n').flatMap((line) => /^\d+/.exec(line)?.[0] ?? []);
    expect(ids).toEqual(before.map((_, at) => String(first + BigInt(at))));
  });

  it('has a state by its last edit', async () => {
    const before = await stateOf(source, trees());
    expect((await fetchEntry(source, trees())).state).toEqual(before);
    server.edited += 1000;
    expect(await stateOf(source, trees())).not.toEqual(before);
  });
});

describe('a faulty ArcGIS service', () => {
  it('that counts more than it sends', async () => {
    server.claimed = 25;
    expect(await failureOfFetch(source, trees())).toContain('states 25 rows, but sent 23');
  });

  it('that loses records at the end of pages, where it is asked by identifier', async () => {
    Object.assign(server, { paginates: false, loses: true });
    // What one page loses is the first of the next one: only the count tells what is whole.
    expect((await fetchEntry(source, trees())).rows).toBe(23);
  });

  it('that sends a page twice', async () => {
    server.before = ({ url }) => {
      if (url.searchParams.get('resultOffset') === '20') url.searchParams.set('resultOffset', '10');
      return null;
    };
    expect(await failureOfFetch(source, trees())).toContain('sent the same rows twice');
  });

  it('that reports an error with status 200', async () => {
    server.before = ({ url }) =>
      url.searchParams.get('resultOffset') === '10'
        ? { body: { error: { code: 499, message: 'Token Required', details: [] } } }
        : null;
    expect(await failureOfFetch(source, trees())).toContain('reports an error: Token Required (499)');
  });

  it('whose layer is gone', async () => {
    expect(await failureOfFetch(source, choiceOf(source, address(), '7'))).toContain('no longer offers “7”');
  });
});
