import { beforeAll, describe, expect, it, vi } from 'vitest';
import { actingOn, namespaces, type Who } from './testing/acting.ts';
import { form, reviewed } from './testing/publishing.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const { as } = actingOn(under);

const regions = `code,label,parent,order,valid_from,valid_to
DE,Germany,,1,,
DE1,"Baden, Württemberg",DE,3,,
DE2,Bavaria,DE,2,,
DE21,Upper Bavaria,DE2,4,,
DD,East Germany,,5,1949,1990
`;
const people = `region,year,people
DE21,2020,4700000
DE2,2020,13000000
DE1,2020,11000000
,2020,1
XX,2020,2
DD,1980,16000000
DD,2020,3
`;

const publish = async (namespace: string, slug: string, content: string) => {
  const path = `${namespaces}${namespace}/datasets/`;
  const body = form(content, `${slug}.csv`, { slug, label: slug });
  const got = await under.ask(path, as('owner', { method: 'POST', body }));
  expect([got.status, got.text]).toEqual([202, expect.any(String)]);
  const dataset = `${path}${slug}/`;
  await vi.waitUntil(async () => (await under.ask(`${dataset}data/`, as('owner'))).json?.count > 0, {
    timeout: 30_000,
  });
  return dataset;
};

let dataset: string;
let list: string;
let secret: string;

const link = async (codes: string | null, column = 'region', who: Who = 'owner') =>
  await under.ask(`${dataset}columns/${column}/`, as(who, { method: 'PATCH', json: { codes } }));
const rows = async (query: string, who: Who = 'anonymous') => await under.ask(`${dataset}data/?${query}`, as(who));

beforeAll(async () => {
  list = await publish('city', 'regions', regions);
  dataset = await publish('city', 'people-by-region', people);
  secret = await publish('hidden', 'secret-regions', regions.replaceAll('Bavaria', 'Secret'));
});

describe('The code list of a column', () => {
  it('is changed by those who may write, and read beside the four fields of the column', async () => {
    const before = (await under.ask(dataset)).text;
    expect((await link(list, 'region', 'anonymous')).status).toBe(401);
    expect((await link(list, 'region', 'stranger')).status).toBe(403);
    const { status, json } = await link(`${under.base}${list}`);
    const codes = `${under.base}${list}`;
    const url = `${under.base}${dataset}columns/region/`;
    const column = { type: 'char', description: '', name: 'region', label: 'region' };
    expect([status, json]).toEqual([200, { ...column, codes, url }]);
    expect((await under.ask(`${dataset}columns/region/`)).json).toEqual(json);
    const all = (await under.ask(`${dataset}columns/`)).json;
    expect(all.results.map((one: { codes: string }) => one.codes)).toEqual([codes, null, null]);
    expect((await under.ask(dataset)).text).toBe(before);
    expect((await under.ask(`${dataset}columns/nothing/`)).status).toBe(404);
    expect((await link(null)).json.codes).toBeNull();
    expect((await link(list)).json.codes).toBe(codes);
  });

  it('is a dataset with codes and labels that the writer may read', async () => {
    const refused = async (codes: unknown, column?: string) => {
      const got = await link(codes as string, column);
      return [got.status, Object.keys(got.json)];
    };
    expect(await refused('nowhere')).toEqual([400, ['codes']]);
    expect(await refused(`${namespaces}city/datasets/nothing/`)).toEqual([400, ['codes']]);
    expect(await refused(`${namespaces}city/datasets/population/`)).toEqual([400, ['codes']]);
    expect(await refused(5)).toEqual([400, ['codes']]);
    expect((await under.ask(`${dataset}columns/region/`)).json.codes).toBe(`${under.base}${list}`);
  });

  it('follows its dataset when that is renamed, and ends with it', async () => {
    const patch = async (path: string, slug: string) =>
      await under.ask(path, as('owner', { method: 'PATCH', json: { slug } }));
    const renamed = list.replace('/regions/', '/regions-2/');
    expect((await patch(list, 'regions-2')).status).toBe(200);
    expect((await under.ask(`${dataset}columns/region/`)).json.codes).toBe(`${under.base}${renamed}`);
    await patch(renamed, 'regions');
    const other = await publish('city', 'removed-list', regions);
    await link(other, 'year');
    await under.ask(`${other}?permanent=true`, as('owner', { method: 'DELETE' }));
    expect((await under.ask(`${dataset}columns/year/`)).json.codes).toBeNull();
  });
});

describe('Labels', () => {
  it('follow their codes in rows, whatever their order', async () => {
    const got = await rows('_labels=true&limit=2');
    expect(got.json.results).toEqual([
      { region: 'DE21', region_label: 'Upper Bavaria', year: 2020, people: 4700000 },
      { region: 'DE2', region_label: 'Bavaria', year: 2020, people: 13000000 },
    ]);
    expect(Object.keys(got.json.results[0])).toEqual(['region', 'region_label', 'year', 'people']);
    expect(got.json.next).toContain('_labels=true');
    const ordered = await rows('_labels=true&ordering=-people&fields=region&limit=4');
    expect(ordered.json.results.map((one: { region_label: string }) => one.region_label)).toEqual([
      'East Germany',
      'Bavaria',
      'Baden, Württemberg',
      'Upper Bavaria',
    ]);
    const last = await rows('_labels=true&people__lte=2');
    expect(last.json.results.map((one: { region_label: string }) => one.region_label)).toEqual([null, null]);
    expect((await rows('_labels=yes')).json).toEqual({ _labels: [expect.any(String)] });
    expect((await rows('fields=people&_labels=true&limit=1')).json.results).toEqual([{ people: 4700000 }]);
  });

  it('follow their keys in groups', async () => {
    const got = await rows('_group_by=region,Level(region,1)&_aggregate__n=Count(*)&_labels=true&limit=2');
    expect(got.json.results).toEqual([
      {
        region: 'DD',
        region_label: 'East Germany',
        'Level(region,1)': 'DD',
        'Level(region,1)_label': 'East Germany',
        n: 2,
      },
      {
        region: 'DE1',
        region_label: 'Baden, Württemberg',
        'Level(region,1)': 'DE',
        'Level(region,1)_label': 'Germany',
        n: 1,
      },
    ]);
  });

  it('are in files of every format, in the order of the rows', async () => {
    const file = async (format: string, more = '') =>
      await under.ask(`${dataset}download/?_labels=true&_format=${format}${more}`);
    expect((await file('csv')).text.split('\r\n').slice(0, 5)).toEqual([
      'region,region_label,year,people',
      'DE21,Upper Bavaria,2020,4700000',
      'DE2,Bavaria,2020,13000000',
      'DE1,"Baden, Württemberg",2020,11000000',
      ',,2020,1',
    ]);
    expect((await file('ndjson', '&people__gte=16000000')).text).toBe(
      '{"region":"DD","region_label":"East Germany","year":1980,"people":16000000}\n',
    );
    expect((await file('json')).json.at(-1)).toEqual({
      region: 'DD',
      region_label: 'East Germany',
      year: 2020,
      people: 3,
    });
    for (const format of ['tsv', 'geojson', 'parquet', 'xlsx']) expect((await file(format)).status).toBe(200);
    const groups = await file('csv', '&_group_by=Level(region,2)&_aggregate__n=Sum(people)');
    expect(groups.text.split('\r\n')).toEqual([
      '"Level(region,2)","Level(region,2)_label",n',
      'DE1,"Baden, Württemberg",11000000',
      'DE2,Bavaria,17700000',
      ',,16000006',
      '',
    ]);
  });

  it('change the entity tag with the list', async () => {
    const tag = async (query: string) => (await rows(query)).headers.etag;
    const [plain, labelled, below] = [await tag('limit=1'), await tag('_labels=true'), await tag('region__under=DE2')];
    const body = form(regions.replace('Germany', 'Deutschland'), 'regions.csv');
    await under.ask(`${list}versions/`, as('owner', { method: 'POST', body }));
    await expect.poll(async () => await tag('_labels=true')).not.toBe(labelled);
    expect(await tag('region__under=DE2')).not.toBe(below);
    expect(await tag('limit=1')).toBe(plain);
  });
});

it('An order is that of the list, which other values follow, and missing ones last', async () => {
  const order = async (query: string) =>
    (await rows(`_collation=codes&${query}`)).json.results.map((one: { region: string }) => one.region);
  expect(await order('ordering=region')).toEqual(['DE2', 'DE1', 'DE21', 'DD', 'DD', 'XX', null]);
  expect(await order('ordering=-region')).toEqual(['XX', 'DD', 'DD', 'DE21', 'DE1', 'DE2', null]);
  expect(await order('ordering=-people&limit=1')).toEqual(['DD']);
  const file = await under.ask(`${dataset}download/?_collation=codes&ordering=region&fields=region`);
  expect(file.text.split('\r\n').slice(1, 4)).toEqual(['DE2', 'DE1', 'DE21']);
});

describe('A code and all below it', () => {
  it('are selected in rows, groups, files, profiles and saved queries', async () => {
    const people = async (query: string) =>
      (await rows(query)).json.results.map((one: { people: number }) => one.people);
    expect(await people('region__under=DE2')).toEqual([4700000, 13000000]);
    expect(await people('region__under=DE&ordering=people&fields=people')).toEqual([4700000, 11000000, 13000000]);
    expect(await people('region__under=XX')).toEqual([2]);
    expect(await people('region__under=DE2&people=2&_join=OR')).toEqual([4700000, 13000000, 2]);
    const sum = await rows('_aggregate__n=Sum(people)&region__under=DE2');
    expect(sum.json.results).toEqual([{ n: 17700000 }]);
    expect((await under.ask(`${dataset}download/?region__under=DE21`)).text).toBe(
      'region,year,people\r\nDE21,2020,4700000\r\n',
    );
    const profile = await under.ask(`${dataset}profile/?region__under=DE2&fields=people`);
    expect(profile.json.columns).toMatchObject([{ of: 2 }]);
    expect((await under.ask(`${dataset}data/progress/?region__under=DE2`)).status).toBe(200);
    const parameters = { filters: [{ column: 'region', lookup: 'under', value: 'DE2' }] };
    const json = { label: 'Bavaria', dataset: `${under.base}${dataset}`, parameters };
    const saved = await under.ask('/api/v1/queries/', as('owner', { method: 'POST', json }));
    expect([saved.status, saved.text]).toEqual([201, expect.any(String)]);
    expect((await under.ask(`/api/v1/queries/${saved.json.id}/data/`)).json.count).toBe(2);
  });

  it('need a list', async () => {
    expect([(await rows('people__under=1')).status, (await rows('people__under=1')).json]).toEqual([
      400,
      { people__under: [expect.stringContaining('code list')] },
    ]);
    const level = await rows('_group_by=Level(year,1)&_aggregate__n=Count(*)');
    expect([level.status, level.json]).toEqual([400, { _group_by: [expect.stringContaining('code list')] }]);
    expect((await rows('_group_by=Level(region)&_aggregate__n=Count(*)')).json).toHaveProperty('_group_by');
    expect((await rows('_group_by=Level(region,0)&_aggregate__n=Count(*)')).json).toHaveProperty('_group_by');
    expect((await under.ask('/api/v1/datasets/?slug__under=a')).json).toHaveProperty('slug__under');
  });
});

it('A list that a reader may not read reveals nothing', async () => {
  expect((await link(secret)).status).toBe(200);
  for (const who of ['anonymous', 'stranger'] as const) {
    expect((await under.ask(`${dataset}columns/region/`, as(who))).json.codes).toBeNull();
    expect((await under.ask(`${dataset}columns/region/unlisted/`, as(who))).json).toMatchObject({
      codes: null,
      count: 0,
    });
    expect((await rows('_labels=true&limit=1', who)).json.results).toEqual([
      { region: 'DE21', year: 2020, people: 4700000 },
    ]);
    expect((await rows('region__under=DE2', who)).status).toBe(400);
    expect((await under.ask(`${dataset}download/?_labels=true`, as(who))).text).not.toContain('Secret');
  }
  expect((await rows('_labels=true&limit=1', 'owner')).json.results[0].region_label).toBe('Upper Secret');
  // Not even its name.
  const body = form(people, 'people.csv');
  const version = await under.ask(`${dataset}versions/`, as('owner', { method: 'POST', body }));
  const record = (version.headers.location ?? '').slice(under.base.length);
  await expect.poll(async () => (await under.ask(record)).json?.ready, { timeout: 30_000 }).toBe(true);
  const { metadata } = (await under.ask(record)).json;
  expect(Buffer.from(metadata, 'base64').toString('utf8')).not.toContain('secret');
  await link(list);
});

it('Codes of many digits are exact', async () => {
  const [one, other] = ['900000000000207008', '900000000000207009'];
  const concepts = await publish('city', 'concepts', `code,label,parent\n${one},Core,\n${other},Model,${one}\n`);
  const use = await publish('city', 'concept-use', `concept,n\n${other},1\n${one},2\n900000000000207010,3\n`);
  const json = { codes: concepts };
  expect((await under.ask(`${use}columns/concept/`, as('owner', { method: 'PATCH', json }))).status).toBe(200);
  expect((await under.ask(use)).json.columns[0].type).toBe('integer');
  const query = '_labels=true&fields=concept&ordering=concept&_collation=codes';
  const { json: page } = await under.ask(`${use}data/?${query}`);
  expect(page.results.map((row: { concept_label: string | null }) => row.concept_label)).toEqual([
    'Core',
    'Model',
    null,
  ]);
  expect((await under.ask(`${use}data/?concept__under=${one}`)).json.count).toBe(2);
  const { count, values } = (await under.ask(`${use}columns/concept/unlisted/`)).json;
  expect([count, values]).toEqual([1, [{ value: '900000000000207010', rows: 1, listed: false }]]);
});

it('Values in no list are counted in a file before it replaces rows', async () => {
  const text = 'region,year,people\nDE2,2020,1\nXX,2020,1\nYY,2020,2\nYY,2021,2\nDD,2020,1\nDD,1980,1\n,2020,1\n';
  const review = await reviewed(under.service, 'people-by-region', 'people.csv', text);
  expect(review?.unlisted).toEqual([{ column: 'region', count: 3, values: ['YY', 'DD', 'XX'] }]);
});

it('Values that are in no list, or not valid in their period, are counted', async () => {
  const { json } = await under.ask(`${dataset}columns/region/unlisted/`);
  expect(json).toEqual({
    codes: `${under.base}${list}`,
    period: 'year',
    count: 2,
    rows: 2,
    values: [
      { value: 'DD', rows: 1, listed: true },
      { value: 'XX', rows: 1, listed: false },
    ],
  });
});
