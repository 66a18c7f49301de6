import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openArcgisServer } from '../follow/testing/servers/arcgis-server.ts';
import { ckanIds, openCkanPortal } from '../follow/testing/servers/ckan-portal.ts';
import { openSite } from '../follow/testing/servers/data-package-site.ts';
import { openHuggingFaceHub } from '../follow/testing/servers/hugging-face-hub.ts';
import { openOgcService } from '../follow/testing/servers/ogc-features-service.ts';
import { openSdmxService } from '../follow/testing/servers/sdmx-service.ts';
import { openSocrataPortal, socrataId } from '../follow/testing/servers/socrata-portal.ts';
import { commandHere } from './testing/run-command.ts';

const opened: { close(): Promise<unknown> }[] = [];
let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-follow-sources-'));
});
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await rm(home, { recursive: true, force: true });
});

function keep<Server extends { close(): Promise<unknown> }>(server: Server): Server {
  opened.push(server);
  return server;
}

let env: Readonly<Record<string, string>> = {};
const run = async (...words: readonly string[]) => {
  const ended = await commandHere([...words, '--data', path.join(home, 'data')], env);
  expect(ended, ended.error).toMatchObject({ code: 0 });
  return ended.out;
};

/** Follows an address, and reads back every cell of what was published. */
async function followed(slug: string, address: string, entry?: string): Promise<Record<string, unknown>[]> {
  const name = `web/${slug}`;
  await run('follow', address, '--to', name, '--allow-private', ...(entry === undefined ? [] : ['--entry', entry]));
  const file = path.join(home, `${slug}.ndjson`);
  await run('export', name, '--to', file, '--no-descriptor');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  expect(await run('follow', 'check', name)).toBe(`${name}: unchanged\n`);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('publishes CSV on the Web with its types and missing values', async () => {
  const site = keep(await openSite());
  site.put('tree.csv', 'GID|On Street|Height\n01|ADDISON AV|3,5\n02|EMERSON ST|-\n');
  site.put('tree.csv-metadata.json', {
    '@context': 'http://www.w3.org/ns/csvw',
    url: 'tree.csv',
    dialect: { delimiter: '|' },
    tableSchema: {
      columns: [
        { name: 'GID', titles: 'GID', datatype: 'string' },
        { name: 'on_street', titles: 'On Street', datatype: 'string' },
        { name: 'height', titles: 'Height', datatype: { base: 'number', format: { decimalChar: ',' } }, null: '-' },
      ],
    },
  });
  expect((await followed('trees', `${site.url}tree.csv-metadata.json`)).map(Object.values)).toEqual([
    ['01', 'ADDISON AV', 3.5],
    ['02', 'EMERSON ST', null],
  ]);
});

it('publishes a file of a DCAT catalogue', async () => {
  const site = keep(await openSite());
  site.put('budget.csv', 'department,amount\nRoads,12\nSchools,30\n');
  site.put('data.json', {
    '@context': 'https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld',
    conformsTo: 'https://project-open-data.cio.gov/v1.1/schema',
    dataset: [
      {
        '@type': 'dcat:Dataset',
        identifier: 'budget-1',
        title: 'Budget',
        distribution: [{ '@type': 'dcat:Distribution', downloadURL: `${site.url}budget.csv`, mediaType: 'text/csv' }],
      },
    ],
  });
  expect(await followed('budget', `${site.url}data.json`)).toEqual([
    { department: 'Roads', amount: 12 },
    { department: 'Schools', amount: 30 },
  ]);
});

it('publishes the DataStore of CKAN', async () => {
  const portal = keep(await openCkanPortal());
  const rows = await followed('accidents', `${portal.url}dataset/road-accidents`, ckanIds.store);
  expect(rows).toEqual(portal.records.map(({ code, cases, note }) => ({ code, cases, note })));
});

it('publishes a view of Socrata', async () => {
  const portal = keep(await openSocrataPortal());
  expect(await followed('permits', `${portal.url}d/${socrataId}`)).toEqual([
    { 'Permit Number': '007', Cost: 100.5 },
    { 'Permit Number': '008', Cost: 200 },
  ]);
});

it('publishes a split of Hugging Face from all its shards', async () => {
  const hub = keep(await openHuggingFaceHub());
  env = { HF_ENDPOINT: hub.url };
  const rows = await followed('hub-permits', `${hub.url}datasets/city/permits/viewer/default/train`);
  env = {};
  expect(rows).toEqual([0, 1, 2, 3, 4].map((id) => ({ id, text: `text ${id}` })));
});

it('publishes a dataflow of SDMX with the labels of its codes', async () => {
  const office = keep(await openSdmxService());
  const rows = await followed('population', `${office.url}rest/dataflow/OFF/POP`);
  expect(rows.map(({ GEO, GEO_label: label, OBS_VALUE: value }) => [GEO, label, value])).toEqual([
    ['CH', 'Switzerland & more', 8_900_000],
    ['CH', 'Switzerland & more', 9_000_000],
    ['IT', 'Italy', 59_000_000],
  ]);
});

it('publishes features of OGC API, with integers beyond 2^53', async () => {
  const service = keep(await openOgcService());
  const text = '{"number":9007199254740993}';
  service.before = ({ url }) => {
    if (!url.pathname.endsWith('/items')) return null;
    const feature = `{"type":"Feature","id":1,"properties":${text},"geometry":{"type":"Point","coordinates":[7,47]}}`;
    return {
      headers: { 'content-type': 'application/geo+json' },
      body: `{"type":"FeatureCollection","numberMatched":1,"numberReturned":1,"features":[${feature}],"links":[]}`,
    };
  };
  const file = path.join(home, 'lakes.ndjson');
  await followed('lakes', `${service.url}ogc/`, 'lakes & ponds');
  expect(await readFile(file, 'utf8')).toContain('9007199254740993');
  expect(await readFile(file, 'utf8')).toContain('"coordinates":[7,47]');
});

it('publishes a layer of ArcGIS with the labels of its codes', async () => {
  const server = keep(await openArcgisServer());
  const rows = await followed('layer', `${server.url}arcgis/rest/services/Nature/Trees/FeatureServer`, '0');
  const kinds = ['Oak', 'Lime', null];
  expect(rows.map(({ OBJECTID: id, KIND: kind, KIND_label: label, NAME: name }) => [id, kind, label, name])).toEqual(
    server.rows.map((row) => [row.OBJECTID, row.KIND, kinds[row.KIND - 1], row.NAME]),
  );
  expect(rows[0]?.SEEN).toBeNull();
  expect(new Date(String(rows[1]?.SEEN)).getTime()).toBe(1_700_000_000_001);
});
