import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxCodes } from '#shared/codes/code-list.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function published(text: string) {
  number += 1;
  const path = await store.file(`answer-${number}.json`, text);
  const preview = await store.rows.preview({ path }, 'show', store.folder);
  const version = await store.rows.ingest(`answer-${number}`, preview.plan, {}, {});
  expect(preview.survey.names).toEqual(version.columns.map(({ name }) => name));
  const { columns, conversions } = version;
  return { rows: await store.page(version), columns, conversions, found: preview.survey.conversions };
}

const xsd = 'http://www.w3.org/2001/XMLSchema#';

describe('a response as a table', () => {
  test.each([
    ['of SPARQL', { link: [] }],
    ['of SPARQL with notes beside it', {}],
  ])('%s', async (_, head) => {
    const uri = (value: string) => ({ type: 'uri', value });
    const literal = (value: string, type?: string) => ({
      type: 'literal',
      value,
      ...(type ? { datatype: xsd + type } : {}),
    });
    const bindings = [
      {
        town: uri('http://example.org/1'),
        name: { type: 'literal', 'xml:lang': 'de', value: 'Köln' },
        people: literal('1073096', 'integer'),
      },
      { town: { type: 'bnode', value: 'b0' }, name: literal('007'), area: literal('1.5', 'decimal') },
    ];
    const { rows } = await published(
      JSON.stringify({
        head: { ...head, vars: ['town', 'name', 'people', 'area'] },
        results: { distinct: false, bindings },
      }),
    );
    expect(rows).toEqual([
      { town: 'http://example.org/1', name: 'Köln', people: 1_073_096, area: null },
      { town: '_:b0', name: '007', people: null, area: 1.5 },
    ]);
  });

  test.each([
    ['with the sources', '_source', (value: object) => value],
    [
      'with fields',
      'fields',
      (value: object) => Object.fromEntries(Object.entries(value).map(([name, one]) => [name, [one]])),
    ],
  ])('of Elasticsearch %s', async (_, member, form) => {
    const hit = (id: string, value: object) => ({ _index: 'towns', _id: id, _score: 1, [member]: form(value) });
    const hits = [hit('a', { town: 'Ulm', people: 126 }), hit('b', { town: 'Bonn', area: 1.5 })];
    const answer = {
      took: 5,
      timed_out: false,
      _shards: { total: 1 },
      hits: { total: { value: 2 }, max_score: 1, hits },
    };
    expect((await published(JSON.stringify(answer))).rows).toEqual([
      { _id: 'a', town: 'Ulm', people: 126, area: null },
      { _id: 'b', town: 'Bonn', people: null, area: 1.5 },
    ]);
  });

  test.each([
    ['called by its function', (json: string) => `/*O_o*/\ngoogle.visualization.Query.setResponse(${json});`],
    ['alone', (json: string) => json],
  ])("of Google's Visualization API %s", async (_, written) => {
    const cell = (v: unknown) => ({ v, f: 'formatted' });
    const table = {
      cols: [
        { id: 'A', label: 'Town', type: 'string' },
        { id: 'B', label: '', type: 'number' },
        { id: 'C', label: 'Day', type: 'date' },
        { id: 'D', label: 'When', type: 'datetime' },
        { id: 'E', label: 'Hour', type: 'timeofday' },
      ],
      rows: [
        { c: [cell('Ulm'), cell(126.5), cell('Date(2020,0,31)'), cell('Date(2020,11,1,9,30,0)'), cell([9, 30, 0, 0])] },
        { c: [cell('Bonn'), null, { v: null }] },
      ],
    };
    const { rows, columns } = await published(
      written(JSON.stringify({ version: '0.6', status: 'ok', sig: '1', table })),
    );
    expect(rows).toEqual([
      { Town: 'Ulm', B: 126.5, Day: '2020-01-31', When: '2020-12-01T09:30:00', Hour: '09:30:00' },
      { Town: 'Bonn', B: null, Day: null, When: null, Hour: null },
    ]);
    expect(columns.map(({ moment }) => moment)).toEqual([undefined, undefined, 'date', 'date-time', 'time']);
  });

  test('of PxWeb', async () => {
    const columns = [
      { code: 'region', text: 'Region', type: 'd' },
      { code: 'year', text: 'Year', type: 't' },
      { code: 'people', text: 'People', type: 'c' },
    ];
    const data = [
      { key: ['01', '2019'], values: ['126'] },
      { key: ['02', '2019'], values: ['..'] },
    ];
    expect((await published(JSON.stringify({ columns, comments: [], data, metadata: [{}] }))).rows).toEqual([
      { Region: '01', Year: '2019', People: 126 },
      { Region: '02', Year: '2019', People: null },
    ]);
  });

  test.each([
    ['export default [{"a":1},{"a":2}];\n'],
    ['export const towns = [{"a":1},{"a":2}];\n'],
    ['module.exports = [{"a":1},{"a":2}]\n'],
    ['var towns = [{"a":1},{"a":2}];'],
    ['window.data = {"data":[{"a":1},{"a":2}]};'],
  ])('of a module: %s', async (text) => {
    expect((await published(text)).rows).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test('of an older JSON-stat, whose sizes are within the dimensions', async () => {
    const dimension = {
      id: ['sex', 'year'],
      size: [2, 1],
      sex: { category: { index: { M: 0, F: 1 }, label: { M: 'men', F: 'women' } } },
      year: { category: { label: { '2020': '2020' } } },
    };
    expect((await published(JSON.stringify({ dataset: { dimension, value: [1, 2] } }))).rows).toEqual([
      { sex: 'M', sex_label: 'men', year: '2020', value: 1 },
      { sex: 'F', sex_label: 'women', year: '2020', value: 2 },
    ]);
  });
});

test('codes that are too many for a list are named before and after publishing', async () => {
  const index = Array.from({ length: maxCodes + 1 }, (_, at) => `C${at}`);
  const label = Object.fromEntries(index.map((code) => [code, `Place ${code}`]));
  const dimension = { place: { category: { index, label } } };
  const { conversions, found } = await published(
    JSON.stringify({ version: '2.0', class: 'dataset', id: ['place'], size: [index.length], dimension, value: [1] }),
  );
  const note = { code: 'code-list-too-long', values: { column: 'place', limit: maxCodes } };
  expect(conversions).toContainEqual(note);
  expect(found).toContainEqual(note);
});

describe('a table within a response', () => {
  const table = { time: ['2020-01-01', '2020-01-02', '2020-01-03'], rain: [0, 1.5, null] };
  const records = table.time.map((time, at) => ({ time, rain: table.rain[at] }));
  const numbered = Object.fromEntries(
    Object.entries(table).map(([name, values]) => [name, Object.fromEntries(values.entries())]),
  );
  const beside = { latitude: 52.5, daily_units: { time: 'iso8601', rain: 'mm' }, generation: { ms: 0.1 } };
  const names = ['data', 'result', 'Results', 'rows', 'values', 'daily'];
  const forms = [
    ['alone', (name: string, value: unknown) => ({ [name]: value })],
    ['below other members', (name: string, value: unknown) => ({ ...beside, [name]: value })],
    ['above other members', (name: string, value: unknown) => ({ [name]: value, ...beside })],
  ] as const;
  test.each(forms)('is found %s, whatever its name', async (_, around) => {
    for (const name of names) {
      const { rows, conversions } = await published(JSON.stringify(around(name, table), null, 1));
      expect(rows, name).toEqual(records);
      expect(
        conversions.map(({ code }) => code),
        name,
      ).toContain('json-columns');
    }
  });

  test('is found if its values have names', async () => {
    for (const name of ['data', 'result']) {
      const { rows } = await published(JSON.stringify({ ...beside, [name]: numbered }));
      expect(rows, name).toHaveLength(records.length);
    }
  });

  test('is not made from lists of different lengths', async () => {
    const { rows } = await published(JSON.stringify({ name: 'x', options: { tags: ['a'], sizes: [1, 2] } }));
    expect(rows).toHaveLength(1);
  });

  test.each(['', '\n', '\n\n', ' '])(
    'is mentioned if several texts follow each other, with %j between them',
    async (gap) => {
      for (const text of [{ data: records }, { daily: table }, { page: {}, items: records }]) {
        const { rows, conversions } = await published([text, text].map((one) => JSON.stringify(one)).join(gap));
        expect(rows).toHaveLength(2);
        expect(conversions.map(({ code }) => code)).toContain('json-several-texts');
      }
    },
  );
});
