import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createDataset } from '../catalogue/records/datasets.ts';
import { findNamespace } from '../catalogue/records/namespaces.ts';
import { publishVersion } from '../operations/publish/publish.ts';
import { underTest } from './testing/service-under-test.ts';

const under = underTest();
const data = '/api/v1/namespaces/city/datasets/flights/data/';

const rows = [
  // city, day, written, delay, share, "a,b", place
  ['Ulm', '2001-01-31', '2001-01-31T10:15:00', 5, 0.5, 'x', 'POINT (10.1 -48.4)'],
  ['Ulm', '2001-02-01', '2001-01-31T23:30:00-05:00', -5, 0.25, 'y', 'POINT (9.9 -48.4)'],
  ['Bonn', '2004-12-30', 'yesterday', 15, null, 'x', null],
  ['Bonn', '2005-01-01', '2005-01-01', null, 2.5, '(z)', 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))'],
  [null, '2005-01-02', '2005-13-01', 12, 1, 'x', 'POINT (10.1 -48.4)'],
] as const;

beforeAll(async () => {
  const { deps, dataFolder } = under.service;
  const names = ['city', 'day', 'written', 'delay', 'share', 'a,b', 'place'];
  const field = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const lines = [names, ...rows].map((row) => row.map(field).join(','));
  const file = path.join(dataFolder, 'flights.csv');
  await writeFile(file, lines.join('\n'));
  const city = await findNamespace(deps.catalogue.records, 'city');
  const columns = [
    ['city', 'char'],
    ['day', 'char'],
    ['written', 'char'],
    ['delay', 'integer'],
    ['share', 'float'],
    ['a,b', 'char'],
    ['place', 'geometry'],
  ] as const;
  const dataset = await createDataset(deps.catalogue.records, {
    namespaceId: city?.id ?? 0,
    slug: 'flights',
    label: 'Flights',
  });
  const source = {
    path: file,
    format: 'csv',
    columns: columns.map(([name, type]) => ({ source: name, type })),
  } as const;
  await publishVersion(deps, dataset.id, source);
});

type Parameters = readonly (readonly [name: string, value: string])[];
const address = (parameters: Parameters) => `${data}?${new URLSearchParams(parameters.map(([...pair]) => pair))}`;
const groups = async (...parameters: Parameters) => {
  const { status, json, text } = await under.ask(address(parameters));
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  return json.results;
};
const refusal = async (...parameters: Parameters) => {
  const { status, json } = await under.ask(address(parameters));
  expect(status).toBe(400);
  return json;
};
const byCity = ['_group_by', 'city'] as const;
const count = ['_aggregate__n', 'Count(*)'] as const;

describe('groups', () => {
  it('are returned in a page envelope, ordered by key with missing ones last', async () => {
    const { json } = await under.ask(address([byCity, count]));
    expect(json).toEqual({
      count: 3,
      next: null,
      previous: null,
      results: [
        { city: 'Bonn', n: 2 },
        { city: 'Ulm', n: 2 },
        { city: null, n: 1 },
      ],
    });
  });

  it('have the keys as written and then the aggregates, in the order of the request', async () => {
    const { text } = await under.ask(
      address([
        ['_aggregate__9', 'Count(*)'],
        ['_aggregate__1', 'Sum(delay)'],
        ['_group_by', 'Year( day ),"a,b"'],
      ]),
    );
    expect(text).toContain('{"Year( day )":"2001","\\"a,b\\"":"x","9":1,"1":5}');
  });

  it('cover all rows if there is no key', async () => {
    expect(await groups(count, ['_aggregate__sum', 'Sum(delay)'])).toEqual([{ n: 5, sum: 27 }]);
    expect(await groups(count, ['city', 'nowhere'])).toEqual([{ n: 0 }]);
    expect(await groups(byCity, ['city', 'nowhere'])).toEqual([]);
  });

  it('are the distinct keys if there is no aggregate', async () => {
    expect(await groups(['_group_by', 'IsMissing(share)'])).toEqual([
      { 'IsMissing(share)': false },
      { 'IsMissing(share)': true },
    ]);
  });

  it.each([
    ['Year(day)', ['2001', '2004', '2005']],
    ['Quarter(day)', ['2001-Q1', '2004-Q4', '2005-Q1']],
    ['Month(day)', ['2001-01', '2001-02', '2004-12', '2005-01']],
    ['Week(day)', ['2001-W05', '2004-W53']],
    ['Day(day)', ['2001-01-31', '2001-02-01', '2004-12-30', '2005-01-01', '2005-01-02']],
    ['Weekday(day)', [3, 4, 6, 7]],
    ['Hour(written)', ['2001-01-31T10', '2001-01-31T23', '2005-01-01T00', null]],
    ['Day(written)', ['2001-01-31', '2005-01-01', null]],
    ['Week(written)', ['2001-W05', '2004-W53', null]],
    ['Bin(delay,10)', [-10, 0, 10, null]],
    ['Bin(delay,10,5)', [-5, 5, 15, null]],
    ['Bin(share,0.5)', [0, 0.5, 1, 2.5, null]],
    ['Lower(city)', ['bonn', 'ulm', null]],
    ['Cell(place,0.5)', ['10,-48.5', '2,2', '9.5,-48.5', null]],
    ['delay', [-5, 5, 12, 15, null]],
  ])('are made by %s', async (key, expected) => {
    const found = await groups(['_group_by', key]);
    expect(found.map((group: Record<string, unknown>) => group[key])).toEqual(expected);
  });

  it.each([
    ['Count(share)', [1, 2, 1]],
    ['Count(place)', [1, 2, 1]],
    ['CountDistinct("a,b")', [2, 2, 1]],
    ['CountDistinct(place)', [1, 2, 1]],
    ['Sum(delay)', [15, 0, 12]],
    ['Sum(share)', [2.5, 0.75, 1]],
    ['Min(day)', ['2004-12-30', '2001-01-31', '2005-01-02']],
    ['Max(delay)', [15, 5, 12]],
    ['Average(delay)', [15, 0, 12]],
    ['Median(delay)', [15, 0, 12]],
    ['Quantile(delay,0.25)', [15, -2.5, 12]],
    ['StdDev(delay)', [null, Math.sqrt(50), null]],
    ['Variance(delay)', [null, 50, null]],
    ['First(share)', [2.5, 0.5, 1]],
    ['Last("a,b")', ['(z)', 'y', 'x']],
    ['Share(*)', [0.4, 0.4, 0.2]],
  ])('have %s', async (aggregate, expected) => {
    const found = await groups(byCity, ['_aggregate__value', aggregate]);
    expect(found.map(({ value }: { value: unknown }) => value)).toEqual(expected);
  });

  it('of whole numbers are summed exactly, whatever their size', async () => {
    const population = '/api/v1/namespaces/city/datasets/population/data/';
    const requested = new URLSearchParams([
      ['_aggregate__sum', 'Sum(inhabitants)'],
      ['_aggregate__most', 'Max(inhabitants)'],
      ['inhabitants__gt', '0'],
    ]);
    const { text } = await under.ask(`${population}?${requested}`);
    expect(text).toContain('{"sum":9232379236109530837,"most":9223372036854775807}');
  });

  it('are selected by their aggregates, and shares stay those of all rows', async () => {
    expect(
      await groups(
        byCity,
        count,
        ['_aggregate__share', 'Share(*)'],
        ['_having__n__gt', '1'],
        ['_having__share__gte', '0.4'],
      ),
    ).toEqual([
      { city: 'Bonn', n: 2, share: 0.4 },
      { city: 'Ulm', n: 2, share: 0.4 },
    ]);
    expect(await groups(byCity, count, ['_having__n', '1'])).toEqual([{ city: null, n: 1 }]);
    expect(await groups(byCity, count, ['_having__n__gt', '1.5'])).toHaveLength(2);
    expect(await groups(byCity, ['_aggregate__v', 'StdDev(delay)'], ['_having__v__isnull', 'false'])).toHaveLength(1);
  });

  it('are ordered by aggregates and keys, missing values last in both directions', async () => {
    const order = async (ordering: string) =>
      (await groups(byCity, count, ['ordering', ordering])).map(({ city }: { city: string | null }) => city);
    expect(await order('-n')).toEqual(['Bonn', 'Ulm', null]);
    expect(await order('n')).toEqual([null, 'Bonn', 'Ulm']);
    expect(await order('-city')).toEqual(['Ulm', 'Bonn', null]);
    const binned = await groups(['_group_by', 'Bin(delay,10,5)'], ['ordering', '-Bin(delay,10,5)']);
    expect(binned.map((group: Record<string, unknown>) => group['Bin(delay,10,5)'])).toEqual([15, 5, -5, null]);
  });

  it('cover the rows that the filters and the search select', async () => {
    expect(await groups(byCity, count, ['delay__gt', '0'], ['search', 'o'])).toEqual([{ city: 'Bonn', n: 1 }]);
    expect(await groups(byCity, count, ['city', 'Bonn'], ['delay', '12'], ['_join', 'OR'])).toEqual([
      { city: 'Bonn', n: 2 },
      { city: null, n: 1 },
    ]);
  });

  it('are paged, and every page but the first names the version', async () => {
    const first = await under.ask(address([byCity, count, ['limit', '2']]));
    expect(first.json).toMatchObject({ count: 3, previous: null, results: [{ city: 'Bonn' }, { city: 'Ulm' }] });
    expect(first.json.next).toMatch(/version=\d{20}/);
    const second = await under.ask(first.json.next.slice(under.base.length));
    expect(second.json).toMatchObject({ count: 3, next: null, results: [{ city: null, n: 1 }] });
  });

  it('have an entity tag', async () => {
    const { headers } = await under.ask(address([byCity, count]));
    const again = await under.ask(address([byCity, count]), { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await under.ask(address([byCity]));
    expect(other.headers.etag).not.toBe(headers.etag);
  });

  it('of a dataset without data are empty', async () => {
    const { json } = await under.ask('/api/v1/namespaces/city/datasets/not-yet-filled/data/?_aggregate__n=Count(*)');
    expect(json).toMatchObject({ count: 0, results: [] });
  });
});

describe('a download of groups', () => {
  it.each([
    ['csv', 'city,n,s\r\nBonn,2,15\r\nUlm,2,0\r\n,1,12\r\n'],
    ['tsv', 'city\tn\ts\nBonn\t2\t15\nUlm\t2\t0\n\t1\t12\n'],
    ['ndjson', '{"city":"Bonn","n":2,"s":15}\n{"city":"Ulm","n":2,"s":0}\n{"city":null,"n":1,"s":12}\n'],
  ])('as %s', async (format, expected) => {
    const requested = address([byCity, count, ['_aggregate__s', 'Sum(delay)'], ['_format', format]]);
    const { status, text } = await under.ask(requested.replace('/data/', '/download/'));
    expect([status, text]).toEqual([200, expected]);
  });

  it.each(['json', 'parquet', 'xlsx'])('as %s, including booleans', async (format) => {
    const requested = address([['_group_by', 'IsMissing(share)'], count, ['_format', format]]);
    const { status, bytes, headers } = await under.ask(requested.replace('/data/', '/download/'));
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain(`flights.${format}`);
    if (format === 'json') {
      expect(JSON.parse(bytes.toString())).toEqual([
        { 'IsMissing(share)': false, n: 4 },
        { 'IsMissing(share)': true, n: 1 },
      ]);
    }
  });

  it('is not GeoJSON', async () => {
    const requested = address([byCity, count, ['_format', 'geojson']]);
    const { status, json } = await under.ask(requested.replace('/data/', '/download/'));
    expect([status, Object.keys(json)]).toEqual([400, ['_format']]);
  });
});

describe('invalid grouping is refused with the parameter', () => {
  it.each<readonly [string, Parameters, string, RegExp]>([
    ['an unknown column', [['_group_by', 'town']], '_group_by', /no column "town"/],
    ['an unknown function', [['_group_by', 'Decade(day)']], '_group_by', /no function "Decade".*Year/],
    ['an unknown aggregate function', [['_aggregate__n', 'Mode(city)']], '_aggregate__n', /no function "Mode".*Sum/],
    ['an unknown column of an aggregate', [['_aggregate__n', 'Sum(town)']], '_aggregate__n', /no column "town"/],
    [
      'a sum of texts',
      [['_aggregate__s', 'Sum(city)']],
      '_aggregate__s',
      /^s: Sum takes integer or float columns, city is char$/,
    ],
    ['a year of numbers', [['_group_by', 'Year(delay)']], '_group_by', /Year takes columns of dates, delay is integer/],
    ['bins of texts', [['_group_by', 'Bin(city,1)']], '_group_by', /Bin takes integer or float columns/],
    ['bins of no width', [['_group_by', 'Bin(delay,0)']], '_group_by', /greater than 0/],
    ['bins of a negative width', [['_group_by', 'Bin(delay,-1)']], '_group_by', /greater than 0/],
    ['bins without a width', [['_group_by', 'Bin(delay)']], '_group_by', /Write Bin/],
    ['bins of a text', [['_group_by', 'Bin(delay,ten)']], '_group_by', /"ten" is not a number/],
    ['cells of no size', [['_group_by', 'Cell(place,0)']], '_group_by', /greater than 0/],
    ['cells of a column of texts', [['_group_by', 'Cell(city,1)']], '_group_by', /geometry/],
    ['geometry as a key', [['_group_by', 'place']], '_group_by', /Cell/],
    ['the least geometry', [['_aggregate__m', 'Min(place)']], '_aggregate__m', /place is geometry/],
    ['a quantile beyond 1', [['_aggregate__q', 'Quantile(delay,1.5)']], '_aggregate__q', /between 0 and 1/],
    ['a quantile without a number', [['_aggregate__q', 'Quantile(delay)']], '_aggregate__q', /Write Quantile/],
    ['no function', [['_aggregate__q', 'delay']], '_aggregate__q', /Write a function/],
    ['nothing', [['_aggregate__q', '']], '_aggregate__q', /Write a function/],
    ['an aggregate without a name', [['_aggregate__', 'Count(*)']], '_aggregate__', /name/],
    ['a name twice', [count, ['_aggregate__n', 'Sum(delay)']], '_aggregate__n', /twice/],
    ['a name that is a key', [byCity, ['_aggregate__city', 'Count(*)']], '_aggregate__city', /key/],
    ['a key twice', [['_group_by', 'city,city']], '_group_by', /twice/],
    [
      'too many keys',
      [['_group_by', Array.from({ length: 9 }, (_, at) => `Bin(delay,${at + 1})`).join(',')]],
      '_group_by',
      /at most 8/,
    ],
    [
      'too many aggregates',
      Array.from({ length: 33 }, (_, at) => [`_aggregate__n${at}`, 'Count(*)'] as const),
      '_aggregate__n32',
      /at most 32/,
    ],
    ['fields', [byCity, ['fields', 'city']], 'fields', /no fields/],
    ['an order by what is not there', [byCity, ['ordering', 'delay']], 'ordering', /neither a key nor an aggregate/],
    [
      'a condition on what is not there',
      [byCity, count, ['_having__m__gt', '1']],
      '_having__m__gt',
      /no aggregate "m"/,
    ],
    ['a condition on a key', [byCity, count, ['_having__city__exact', 'Ulm']], '_having__city__exact', /no aggregate/],
    [
      'a lookup of texts',
      [byCity, count, ['_having__n__contains', '1']],
      '_having__n__contains',
      /no lookup "contains"/,
    ],
    ['a condition that is not a number', [byCity, count, ['_having__n__gt', 'many']], '_having__n__gt', /number/],
    [
      'a condition on a text',
      [byCity, ['_aggregate__d', 'Min(day)'], ['_having__d__gt', '1']],
      '_having__d__gt',
      /char/,
    ],
    ['a condition alone', [['_having__n__gt', '1']], '_group_by', /at least one key/],
    ['an unknown way to combine', [byCity, ['_join', 'XOR']], '_join', /AND or OR/],
    ['a language', [byCity, ['_collation', 'de']], '_collation', /code point/],
    ['an open bracket', [['_group_by', 'Year(day']], '_group_by', /brackets/],
    ['an open quotation mark', [['_group_by', '"a']], '_group_by', /quotation mark/],
    ['a filter on what is not there', [byCity, ['town', 'Ulm']], 'town', /neither a column/],
  ])('%s', async (_, parameters, named, words) => {
    const errors = await refusal(...parameters);
    expect(Object.keys(errors)).toEqual([named]);
    expect(errors[named]?.[0]).toMatch(words);
  });
});

it('more groups than a million are refused, naming the key with the most values', async () => {
  const { deps, dataFolder } = under.service;
  const file = path.join(dataFolder, 'many.csv');
  await writeFile(file, `id,even\n${Array.from({ length: 1_000_001 }, (_, at) => `${at},${at % 2}`).join('\n')}`);
  const city = await findNamespace(deps.catalogue.records, 'city');
  const dataset = await createDataset(deps.catalogue.records, {
    namespaceId: city?.id ?? 0,
    slug: 'many',
    label: 'Many',
  });
  await publishVersion(deps, dataset.id, { path: file, format: 'csv' });
  const many = '/api/v1/namespaces/city/datasets/many/data/';
  const { status, json, headers } = await under.ask(`${many}?_group_by=even,id`);
  expect(status).toBe(400);
  expect(json).toEqual({ _group_by: ['There are more than 1,000,000 groups. id has the most distinct values.'] });
  expect(headers['almanac-problem']).toBe('too-many-groups');
  expect((await under.ask(`${many}?_group_by=even,id&id__lt=10`)).json.count).toBe(10);
});

it('plain rows can be selected by any filter instead of all', async () => {
  const any = await under.ask(`${data}?city=Bonn&delay=12&_join=OR&fields=delay`);
  expect(any.json.results.map(({ delay }: { delay: number | null }) => delay)).toEqual([15, null, 12]);
  const all = await under.ask(`${data}?city=Bonn&delay=12&_join=AND`);
  expect(all.json.count).toBe(0);
  const searched = await under.ask(`${data}?city=Bonn&delay=12&_join=OR&search=bonn`);
  expect(searched.json.count).toBe(2);
  expect((await under.ask(`${data}?_join=maybe`)).status).toBe(400);
});

it('the service announces this extension', async () => {
  const options = await under.ask(data, { method: 'OPTIONS' });
  expect(options.json.extensions.statistics.aggregates).toContain('Median');
  const discovery = await under.ask('/api/v1/');
  expect(discovery.headers.link).toMatch(/statistics: _group_by/);
});

describe('the page of rows', () => {
  const html = { headers: { accept: 'text/html' } };

  it('has a form that groups them, which keeps the filters', async () => {
    const { text } = await under.ask(`${data}?city=Ulm&ordering=day`, html);
    const [form = ''] = /<form[^>]*>(?:(?!<\/form>).)*name="_group_by".*?<\/form>/s.exec(text) ?? [];
    expect(form).toContain('<input type="hidden" name="city" value="Ulm">');
    expect(form).not.toContain('value="day">\n<input type="hidden"');
    expect(form).toContain('name="_aggregate__value" value="Count(*)"');
  });

  it('shows groups as a table, with a link back to the rows', async () => {
    const { text } = await under.ask(address([byCity, count]), html);
    expect(text).toMatch(/<table.*Bonn.*<\/table>/s);
    expect(text).toContain('aria-label="Remove _group_by"');
    expect(text).not.toContain('id="group-by"');
  });
});
