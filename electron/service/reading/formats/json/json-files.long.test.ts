import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { caseCount, seed, shareOf } from '../../../../lib/testing/tier.ts';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../../rows/testing/test-store.ts';
import { IngestError, type ReadingOptions, type TablePreview } from '../../reading.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

interface Published {
  readonly preview: TablePreview;
  readonly version: StoredVersion;
  readonly rows: unknown[];
}

/** Publishes a text as a user does, with the options suggested by the preview. */
async function publish(
  name: string,
  text: string | Uint8Array,
  request: Omit<ReadingOptions, 'path'> = {},
  rejects: string | null = null,
): Promise<Published> {
  number += 1;
  const path = await store.file(`${number}-${name}`, text);
  const preview = await store.rows.preview({ path, ...request }, 'show', store.folder);
  const version = await store.rows.ingest(`json-${number}`, preview.plan, rejects === null ? {} : { rejects }, {});
  return { preview, version, rows: await store.page(version) };
}

async function refused(work: Promise<unknown>): Promise<IngestError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof IngestError) return error;
  throw new Error(`This was to be refused, but: ${error}`);
}

const table = [
  { a: 1, b: 'é😀' },
  { a: 2, b: 'x' },
];

describe('objects within records of JSON', () => {
  const records = [
    { id: 1, country: { id: 'DE', value: 'Germany', 'a/b~c': { n: 1 } }, at: { type: 'Point', coordinates: [1, 2] } },
    { id: 2, country: null, at: null },
    { id: 3, country: { id: 'FR', size: 2.5, days: ['2020-01-05'] }, at: null },
  ];
  const split = {
    id: [1, 2, 3],
    'country.id': ['DE', null, 'FR'],
    'country.value': ['Germany', null, null],
    'country.a/b~c.n': [1, null, null],
    'country.size': [null, null, 2.5],
    'country.days': [null, null, '["2020-01-05"]'],
    at: [{ type: 'Point', coordinates: [1, 2] }, null, null],
  };
  const asRows = (columns: Readonly<Record<string, readonly unknown[]>>) =>
    records.map((_, row) => Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[row]])));
  const lines = records.map((record) => JSON.stringify(record)).join('\n');

  test('stay text, and can be split into columns', async () => {
    const { preview, version } = await publish('x.json', JSON.stringify(records));
    expect(version.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['country', 'char'],
      ['at', 'geometry'],
    ]);
    expect(preview.survey.conversions.map(englishText)).toEqual([
      'objects stay JSON text, but can be split into columns: country',
    ]);
  });

  test.each([
    ['a list', 'x.json', JSON.stringify(records)],
    ['lines', 'x.ndjson', lines],
    ['compressed lines', 'x.ndjson.gz', gzipSync(lines)],
  ])('become columns on request: %s', async (_, name, text) => {
    const { preview, version, rows } = await publish(name, text, { flatten: true });
    expect(version.columns.map(({ name, type }) => [name, type])).toEqual([
      ['id', 'integer'],
      ['country.id', 'char'],
      ['country.value', 'char'],
      ['country.a/b~c.n', 'integer'],
      ['country.size', 'float'],
      ['country.days', 'char'],
      ['at', 'geometry'],
    ]);
    expect(rows).toMatchObject(asRows(split).map(({ at, ...row }) => (at === null ? row : row)));
    expect(preview.survey.conversions).toEqual([]);
  });

  test('of features become columns on request', async () => {
    const features = records.map(({ country }) => ({ type: 'Feature', geometry: null, properties: { country } }));
    const { version } = await publish('x.geojson', JSON.stringify({ type: 'FeatureCollection', features }), {
      flatten: true,
    });
    expect(version.columns.map(({ name }) => name)).toEqual([
      'country.id',
      'country.value',
      'country.a/b~c.n',
      'country.size',
      'country.days',
      'geometry',
    ]);
  });

  test('with numbers and texts stay text in that column', async () => {
    const { rows } = await publish('x.ndjson', '{"a":{"b":1}}\n{"a":{"b":"n/a"}}\n', { flatten: true });
    expect(rows).toEqual([{ 'a.b': '1' }, { 'a.b': 'n/a' }]);
  });
});

describe('records of JSON are found', () => {
  const body = JSON.stringify(table);
  const meta = { page: 1, pages: 1 };
  test.each(
    shareOf<[string, string, string, RegExp[]]>(
      [
        ['in a list', 'x.json', body, []],
        ['in a file without a name for its format', 'x', body, []],
        ['in a file that is called .csv', 'x.csv', body, []],
        ['one a line', 'x.json', '{"a":1,"b":"é😀"}\n{"a":2,"b":"x"}\n', []],
        [
          'one a line, with carriage returns and empty lines',
          'x.ndjson',
          '\r\n{"a":1,"b":"é😀"}\r\n\r\n{"a":2,"b":"x"}\r\n',
          [],
        ],
        ['in a text sequence', 'x.ndjson', '\u001e{"a":1,"b":"é😀"}\n\u001e{"a":2,"b":"x"}\n', []],
        [
          'one behind the other over several lines',
          'x.ndjson',
          table.map((row) => JSON.stringify(row, null, 2)).join('\n'),
          [],
        ],
        ['as rows below a row of names', 'x.json', '[["a","b"],[1,"é😀"],[2,"x"]]', []],
        ['as rows, one a line', 'x.ndjson', '["a","b"]\n[1,"é😀"]\n[2,"x"]\n', []],
        ['in an answer', 'x.json', JSON.stringify({ ...meta, data: table }), [/"data".*page, pages/]],
        [
          'in an answer whose list comes first',
          'x.json',
          JSON.stringify({ results: table, next: null }),
          [/"results".*next/],
        ],
        [
          'in an answer within an answer',
          'x.json',
          JSON.stringify({ response: { docs: table } }),
          [/"response\/docs"/],
        ],
        ['in the one list of an object', 'x.json', JSON.stringify({ name: 'x', towns: table }), [/"towns".*name/]],
        ['beside their page', 'x.json', JSON.stringify([meta, table]), []],
        [
          'beside one of several pages',
          'x.json',
          JSON.stringify([{ page: 1, pages: 356 }, table]),
          [/one page.*pages: 356/],
        ],
        ['within a call', 'x.json', `/**/ window.cb(${body});`, [/before the JSON/]],
        ['behind a comment', 'x.json', `// from 2024\n/* [ */\n${body}`, [/before the JSON/]],
        ['given to a variable', 'x.js', `var data = ${body};\n`, [/before the JSON/]],
        ['in columns', 'x.json', '{"a":[1,2],"b":["é😀","x"]}', [/columns/]],
        [
          'as pandas splits them',
          'x.json',
          '{"columns":["a","b"],"index":[0,1],"data":[[1,"é😀"],[2,"x"]]}',
          [/index and rows/],
        ],
        ['beside the names of fields', 'x.json', '{"fields":["a","b"],"rows":[[1,"é😀"],[2,"x"]]}', [/index and rows/]],
        [
          'beside descriptions of columns in an answer',
          'x.json',
          '{"ok":true,"result":{"fields":[{"id":"f1","label":"a"},{"label":"b"}],"total":2,"records":[[1,"é😀"],[2,"x"]]}}',
          [/index and rows/, /"result\/records".*ok, total/],
        ],
        [
          'within a call as Express writes it',
          'x.csv',
          `/**/ typeof cb === 'function' && cb(${body});`,
          [/before the JSON/],
        ],
        [
          'within a call in a file called CSV',
          'x.csv',
          `my.cb_1(${JSON.stringify({ data: table })})`,
          [/before the JSON/, /"data"/],
        ],
        ['behind a comment of another language', 'x.csv', `# exported today\n${body}`, [/before the JSON/]],
        ['in a list in a file called lines', 'x.ndjson', body, []],
        ['without geometry in a file called GeoJSON', 'x.geojson', body, []],
        ['as pandas writes columns', 'x.json', '{"a":{"0":1,"1":2},"b":{"0":"é😀","1":"x"}}', [/columns/]],
        ['as pandas writes them by index', 'x.json', '{"0":{"a":1,"b":"é😀"},"1":{"a":2,"b":"x"}}', [/records/]],
        [
          'as pandas writes tables',
          'x.json',
          JSON.stringify({
            schema: { fields: [{ name: 'a', type: 'integer' }], pandas_version: '1.4.0' },
            data: table,
          }),
          [/"data".*schema/],
        ],
      ],
      3,
    ),
  )('%s', async (_, name, text, notes) => {
    const { preview, version, rows } = await publish(name, text);
    expect(rows).toEqual(table);
    expect(preview.survey.conversions.map(englishText)).toEqual(notes.map((note) => expect.stringMatching(note)));
    expect(version.conversions.map(englishText)).toEqual(preview.survey.conversions.map(englishText));
    expect(preview.survey.rows).toEqual(table.map(({ a, b }) => [String(a), b]));
  });

  test('in the list that the user names', async () => {
    const text = JSON.stringify({ towns: [{ t: 1 }], rivers: [{ r: 1 }, { r: 2 }] });
    const unsaid = await publish('two.json', text);
    expect(unsaid.version.rows).toBe(1);
    expect(unsaid.preview.survey.conversions.map(englishText)).toEqual([expect.stringMatching(/towns, rivers/)]);
    expect((await publish('two.json', text, { records: 'rivers' })).rows).toEqual([{ r: 1 }, { r: 2 }]);
    expect((await refused(publish('two.json', text, { records: 'lakes' }))).message).toMatch(/"lakes"/);
  });

  test('with meaningful labels as a column', async () => {
    const byColumn = await publish('x.json', '{"pop":{"DE":84,"FR":68},"area":{"FR":551,"DE":357}}', {});
    expect(byColumn.rows).toHaveLength(2);
    expect(JSON.stringify(byColumn.rows)).toContain('DE');
    const split = await publish('x.json', '{"columns":["n"],"index":["x","y"],"data":[[1],[2]]}');
    expect(split.rows).toEqual([
      { index: 'x', n: 1 },
      { index: 'y', n: 2 },
    ]);
  });

  test.each([
    ['x.json', (records: readonly string[]) => `[${records.join(',')}]`],
    ['x.ndjson', (records: readonly string[]) => records.join('\n')],
  ])('with NaN and infinities among numbers as missing values: %s', async (name, text) => {
    const late = [...Array.from({ length: 25_000 }, () => '{"a":1.5,"b":1}'), '{"a":NaN,"b":-Infinity}'];
    for (const records of [['{"a":NaN,"b":2}', '{"a":3.5,"b":Infinity}', '{"a":-0.25,"b":null}'], late]) {
      const { version, rows } = await publish(name, text(records));
      expect(version.columns.map(({ type }) => type)).toEqual(['float', 'float']);
      expect(version.conversions.map(englishText)).toEqual([
        expect.stringMatching(/^a: .*"NaN"/),
        expect.stringMatching(/^b: .*Infinity"/),
      ]);
      const values = records.map((record) => JSON.parse(record.replaceAll(/NaN|-?Infinity/g, 'null')));
      expect(rows).toEqual(values.slice(0, rows.length));
    }
    const none = await publish(name, text(['{"a":NaN}', '{"a":NaN}']));
    expect(none.rows).toEqual([{ a: null }, { a: null }]);
  });

  test('without losing a digit, whatever their form', async () => {
    for (const text of [
      '{"n":[9223372036854775807,-9223372036854775808],"m":[1,2]}',
      '[["n","m"],[9223372036854775807,1],[-9223372036854775808,2]]',
      '{"n":{"0":9223372036854775807,"1":-9223372036854775808},"m":{"0":1,"1":2}}',
    ]) {
      const { preview } = await publish('digits.json', text);
      expect(preview.survey.rows.map(([n]) => n)).toEqual(['9223372036854775807', '-9223372036854775808']);
    }
  });

  test('of a cube in JSON-stat', async () => {
    const cube = {
      version: '2.0',
      class: 'dataset',
      id: ['geo', 'year'],
      size: [2, 2],
      dimension: {
        geo: { category: { index: ['DE', 'FR'], label: { DE: 'Germany', FR: 'France' } } },
        year: { category: { index: { '2019': 0, '2020': 1 } } },
      },
      value: [1.5, 2.5, null, 4.5],
      status: { 2: 'm' },
    };
    const rows = [
      { geo: 'DE', geo_label: 'Germany', year: '2019', value: 1.5, status: null },
      { geo: 'DE', geo_label: 'Germany', year: '2020', value: 2.5, status: null },
      { geo: 'FR', geo_label: 'France', year: '2019', value: null, status: 'm' },
      { geo: 'FR', geo_label: 'France', year: '2020', value: 4.5, status: null },
    ];
    const whole = await publish('cube.json', JSON.stringify(cube));
    expect(whole.rows).toEqual(rows);
    const sparse = await publish('cube.json', JSON.stringify({ ...cube, value: { 0: 1.5, 3: 4.5 } }));
    expect(sparse.rows).toEqual([rows[0], { ...rows[2] }, rows[3]]);
    expect((await refused(publish('cube.json', JSON.stringify({ ...cube, size: [2, 3] })))).message).toMatch(
      /JSON-stat/,
    );
  });

  test.each([
    ['SDMX', { header: {}, dataSets: [{ observations: {} }], structure: {} }, /SDMX/],
    ['columns of different length', { a: [1, 2], b: [1] }, /a: 2, b: 1/],
  ])('not in %s, which is named', async (_, value, words) => {
    expect((await refused(publish('named.json', JSON.stringify(value)))).message).toMatch(words);
  });

  test.each([['42'], ['"text"'], ['true'], ['[1,2]'], ['-1.5e3']])('not in %s', async (text) => {
    expect((await refused(publish('scalar.json', text))).message).toMatch(/not an object/);
  });
});

describe('whatever the encoding', () => {
  const texts = [
    ['x.json', JSON.stringify(table)],
    ['x.ndjson', table.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ] as const;
  const encodings = ['utf-8', 'utf-16le', 'utf-16be'] as const;
  const cases = texts.flatMap(([name, text]) =>
    encodings.flatMap((encoding) => [true, false].map((mark) => [name, encoding, mark, text] as const)),
  );
  test.each(shareOf(cases, 5))('%s in %s, byte order mark: %s', async (name, encoding, mark, text) => {
    const { rows } = await publish(name, iconv.encode(text, encoding, { addBOM: mark }));
    expect(rows).toEqual(table);
  });

  test('GeoJSON in UTF-16, and packed', async () => {
    const feature = { type: 'Feature', properties: { a: 'é' }, geometry: { type: 'Point', coordinates: [1, 2] } };
    const text = JSON.stringify({ type: 'FeatureCollection', features: [feature] });
    for (const bytes of [iconv.encode(text, 'utf-16le', { addBOM: true }), gzipSync(iconv.encode(text, 'utf-16be'))]) {
      const { rows } = await publish('x.geojson', bytes);
      expect(rows).toEqual([{ a: 'é', geometry: feature.geometry }]);
    }
  });

  test('a text in windows-1252 is read as such, with a note', async () => {
    const { rows, version } = await publish(
      'x.json',
      iconv.encode('[{"a":"Zürich, Genève, São Paulo"}]', 'windows-1252'),
    );
    expect(rows).toEqual([{ a: 'Zürich, Genève, São Paulo' }]);
    expect(version.conversions.map(englishText)).toEqual([expect.stringMatching(/read as/)]);
  });
});

describe('JSON that is malformed', () => {
  const records = Array.from({ length: 8_000 }, (_, id) => `{"id":${id},"name":"täst","v":[1,{"x":null}]}`);
  const lines = (separator: string) => records.join(separator);

  test.each(
    shareOf<[string, string, number, number, string]>(
      [
        ['at the beginning', '[{"a":1 "b":2}]', 1, 9, '[{"a":1 "b":2}]'],
        ['in its third line', '[\n{"a":"é"},\n {"a":"é😀" ,}\n]', 3, 13, '{"a":"é😀" ,}'],
        ['at its end', '[{"a":1},{"a":2', 1, 16, '{"a":2'],
        ['behind its end', '[{"a":1}]]', 1, 10, ']]'],
        ['in a number', '[{"a":01}]', 1, 8, '01}'],
        ['in a word', '[{"a":True}]', 1, 7, 'True'],
        ['by single quotes', "[{'a':1}]", 1, 3, "{'a'"],
        ['by a bracket of the other kind', '[{"a":1]]', 1, 8, '"a":1]'],
        ['by a comma too many', '[{"a":1},]', 1, 10, ',]'],
        ['by an escape', '[{"a":"\\x"}]', 1, 9, '\\x'],
        ['by half a character', '[{"a":"\\ud83d."}]', 1, 14, 'ud83d.'],
        ['by a line end in a text', '[{"a":"x\ny"}]', 1, 9, '"x'],
      ],
      3,
    ),
  )('%s is refused with line, column and excerpt', async (_, text, line, column, excerpt) => {
    const error = await refused(publish('bad.json', text));
    expect(error.message).toMatch(/not valid JSON/);
    expect(error.badValues).toEqual([expect.objectContaining({ line })]);
    expect(error.message).toContain(`Line ${line}, column ${column}, near`);
    expect(error.badValues[0]?.value).toContain(excerpt);
    expect(error.message).not.toMatch(/tmp|records\.ndjson|head/);
  });

  test.each(
    shareOf<[string, string, number, string]>(
      [
        ['by a comma behind the last member', '{"a":1}\n{"a":1,}\n', 8, '{"a":1,}'],
        ['by a comma behind the last value', '{"a":1}\n{"a":[1,2 , ]}\n', 13, ', ]'],
        ['in a number', '{"a":1}\n{"a":01}\n', 7, '01}'],
        ['in a word', '{"a":1}\n{"a":True}\n', 6, 'True'],
        ['by a comment', '{"a":1}\n{"a":1 /* x */ "b":2}\n', 8, '/* x */'],
        ['by a control character in a text', '{"a":1}\n{"a":"\u0001"}\n', 7, '\u0001'],
      ],
      3,
    ),
  )('%s in lines of objects is refused with line, column and excerpt', async (_, text, column, excerpt) => {
    const error = await refused(publish('bad.ndjson', text));
    expect(error.message).toMatch(new RegExp(`in line 2: .* Column ${column}, near`));
    expect(error.badValues[0]).toMatchObject({ line: 2, value: expect.stringContaining(excerpt) });
  });

  test('but a superfluous comma within a text is ignored', async () => {
    const { rows } = await publish('good.ndjson', '{"a":"[1, ]"}\n{"a":",}"}\n');
    expect(rows).toEqual([{ a: '[1, ]' }, { a: ',}' }]);
  });

  test('far down in a large file of one line', async () => {
    const text = `[${lines(',')}]`;
    const at = text.indexOf('"id":6000') + 1;
    const broken = `${text.slice(0, at)}\u0001${text.slice(at)}`;
    const error = await refused(publish('large.json', broken));
    expect(error.message).toContain(`Line 1, column ${at + 1}, near`);
    expect(error.message).toContain('"␁id":6000');
  });

  test('that ends in the middle of a large file', async () => {
    const text = `[${lines(',\n')}]`;
    const error = await refused(publish('large.json', text.slice(0, 200_000)));
    expect(error.message).toMatch(/ends before it is complete/);
    expect(error.badValues[0]?.line).toBe(text.slice(0, 200_000).split('\n').length);
  });

  test('in UTF-16 is reported at the same position', async () => {
    const text = '[{"a":"é"},\n{"b" 1}]';
    const error = await refused(publish('wide.json', iconv.encode(text, 'utf-16le', { addBOM: true })));
    expect(error.message).toContain('Line 2, column 6');
  });

  test('is found whatever part of it was removed', async () => {
    const whole = JSON.stringify([{ a: [1, -2.5e3, true], 'b"\\': { c: null } }, { a: 'x' }], null, 1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 2 }), async (at) => {
        const text = whole.slice(0, at);
        const error = await refused(store.take(text, { format: 'json' }));
        expect(error.badValues[0]?.line).toBe(text.split('\n').length);
      }),
      { numRuns: caseCount(2, 20), seed },
    );
  });
});

describe('lines that are broken', () => {
  const text = '{"a":1,"b":"x"}\n\n{"a":2,"b":\n{"a":3,"b":"z"} x\n[4]\n5\n{"a":6,"b":"\xe9"}\nnull\n';
  const bytes = Buffer.from(text, 'latin1');

  test('are listed in the preview and refused, with their lines', async () => {
    const path = await store.file('lines.ndjson', bytes);
    const preview = await store.rows.preview({ path, encoding: 'utf-8' }, 'show', store.folder);
    expect(preview.survey.broken.first.map(({ line, row }) => [row, line]).slice(0, 4)).toEqual([
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
    ]);
    const error = await refused(store.rows.ingest('broken-lines', preview.plan, {}, {}));
    expect(error.count).toBe(5);
    expect(error.badValues[0]).toMatchObject({ row: 2, line: 3, value: '{"a":2,"b":' });
  });

  test('go to a separate file if requested', async () => {
    const rejects = join(store.folder, 'broken-lines.csv');
    const { version, rows } = await publish('lines.ndjson', bytes, { encoding: 'utf-8' }, rejects);
    expect(version).toMatchObject({ rows: 2, rejected: 5 });
    expect(rows).toEqual([
      { a: 1, b: 'x' },
      { a: null, b: null },
    ]);
    const written = (await readFile(rejects, 'utf8')).trimEnd().split('\n');
    expect(written[0]).toBe('record,column,problem,text,a,b');
    expect(written.slice(1).map((line) => line.split(',')[0])).toEqual(['2', '3', '4', '5', '6']);
    expect(written[1]).toContain('"{""a"":2,""b"":"');
  });

  test('far down are found too', async () => {
    const many = Array.from({ length: 30_000 }, (_, at) => (at === 25_000 ? '{"a":' : `{"a":${at}}`)).join('\n');
    const error = await refused(publish('many.ndjson', many));
    expect(error.badValues).toEqual([expect.objectContaining({ row: 25_001, line: 25_001 })]);
  });

  test('do not change the reported positions of bad values', async () => {
    const rejects = join(store.folder, 'values.csv');
    const source = { columns: [{ source: 'a', type: 'integer' as const }] };
    const { version } = await publish('v.ndjson', '{"a":1}\n{"a":\n\n{"a":"x"}\n{"a":4}\n', source, rejects);
    expect(version).toMatchObject({ rows: 2, rejected: 2 });
    const error = await refused(publish('v.json', '[\n{"a":1},\n\n{"a":"x"}]', source));
    expect(error.badValues[0]).toMatchObject({ row: 2, line: 4, column: 'a', value: 'x' });
  });
});

describe('GeoJSON', () => {
  const feature = (properties: object | null, coordinates: unknown, type = 'Point') => ({
    type: 'Feature',
    properties,
    geometry: coordinates === null ? null : { type, coordinates },
  });
  const collection = (features: unknown[], more: object = {}) =>
    JSON.stringify({ type: 'FeatureCollection', ...more, features });

  test.each(
    shareOf<[string, (text: string) => string]>(
      [
        ['with sorted keys', (text: string) => JSON.stringify(sorted(JSON.parse(text)))],
        ['with members behind the features', (text: string) => text.replace(/\}$/, ',"name":"x","more":[{"a":1}]}')],
        ['named .json', (text: string) => text],
        ['in a bare list', (text: string) => JSON.stringify(JSON.parse(text).features)],
      ],
      2,
    ),
  )('%s', async (_, change) => {
    const text = collection([
      feature({ a: 1 }, [1, 2]),
      feature({ a: 2 }, null),
      feature(
        null,
        [
          [0, 0],
          [1, 1],
        ],
        'LineString',
      ),
    ]);
    const { rows } = await publish('x.json', change(text));
    expect(rows).toEqual([
      { a: 1, geometry: { type: 'Point', coordinates: [1, 2] } },
      { a: 2, geometry: null },
      {
        a: null,
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      },
    ]);
  });

  test('without features has no rows', async () => {
    const { version } = await publish('none.geojson', collection([]));
    expect(version).toMatchObject({ rows: 0, columns: [{ name: 'geometry', type: 'geometry' }] });
  });

  test('as a bare geometry, or one feature, is one row', async () => {
    for (const value of [{ type: 'Point', coordinates: [1, 2] }, feature({}, [1, 2])]) {
      const { rows } = await publish('one.geojson', JSON.stringify(value));
      expect(rows).toEqual([{ geometry: { type: 'Point', coordinates: [1, 2] } }]);
    }
  });

  const names = ['EPSG:25832', 'urn:ogc:def:crs:EPSG::25832', 'http://www.opengis.net/def/crs/EPSG/0/25832'];
  test.each(shareOf(names, 3))('in %s is converted to longitude and latitude', async (name) => {
    const crs = { crs: { type: 'name', properties: { name } } };
    const text = collection([feature({ a: 1 }, [565_811, 5_934_008])], crs);
    const behind = text.replace(/"crs":\{.*?\}\},/, '').replace(/\}$/, `,"crs":${JSON.stringify(crs.crs)}}`);
    for (const each of [text, behind]) {
      const { rows, version } = await publish('utm.geojson', each);
      const [{ geometry }] = rows as [{ geometry: { coordinates: [number, number] } }];
      // Hamburg's town hall.
      expect(geometry.coordinates[0]).toBeCloseTo(9.9937, 2);
      expect(geometry.coordinates[1]).toBeCloseTo(53.5511, 2);
      expect(version.conversions.map(englishText)).toEqual([expect.stringContaining('EPSG:25832')]);
    }
  });

  test('in longitude and latitude is unchanged, whatever the name of the system', async () => {
    for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326', 'urn:ogc:def:crs:EPSG::4326']) {
      const { rows, version } = await publish(
        'crs.geojson',
        collection([feature({}, [9, 53])], { crs: { type: 'name', properties: { name } } }),
      );
      expect(rows).toEqual([{ geometry: { type: 'Point', coordinates: [9, 53] } }]);
      expect(version.conversions.map(englishText)).toEqual([]);
    }
  });

  test('in an unknown system is refused, naming it', async () => {
    const text = collection([feature({}, [9, 53])], { crs: { type: 'name', properties: { name: 'EPSG:99999' } } });
    expect((await refused(publish('odd.geojson', text))).message).toContain('EPSG:99999');
    const link = collection([feature({}, [9, 53])], { crs: { type: 'link', properties: { href: 'http://x/crs' } } });
    expect((await refused(publish('odd.geojson', link))).message).toContain('http://x/crs');
  });

  test('with positions beyond the range of degrees is reported, and converted on request', async () => {
    const text = collection([feature({ a: 1 }, [9, 53]), feature({ a: 2 }, [565_811, 5_934_008])]);
    const { version } = await publish('far.geojson', text);
    expect(version.conversions.map(englishText)).toEqual([expect.stringMatching(/1 has positions beyond.*record 2/)]);
    const metres = collection([feature({ a: 1 }, [1_112_000, 7_086_000])]);
    const { rows } = await publish('metres.geojson', metres, { crs: 'EPSG:3857' });
    expect(JSON.stringify(rows)).toMatch(/\[9\.98\d+,53\.5\d+/);
  });

  test('keeps an id that differs from the property of that name, and reports what it omits', async () => {
    const features = [{ ...feature({ id: 'x' }, [1, 2]), id: 7, title: 'left' }];
    const { rows, version } = await publish('ids.geojson', collection(features));
    expect(rows).toEqual([{ feature_id: 7, id: 'x', geometry: { type: 'Point', coordinates: [1, 2] } }]);
    expect(version.conversions.map(englishText)).toEqual([expect.stringContaining('title')]);
  });

  test('with an invalid geometry has it among the rejected records', async () => {
    const rejects = join(store.folder, 'geo.csv');
    const text = collection([feature({ a: 1 }, [1, 2]), feature({ a: 2 }, ['x']), feature({ a: 3 }, null)]);
    expect((await refused(publish('bad.geojson', text))).badValues[0]).toMatchObject({ row: 2, line: 1 });
    const { version } = await publish('bad.geojson', text, {}, rejects);
    expect(version).toMatchObject({ rows: 2, rejected: 1 });
    expect(await readFile(rejects, 'utf8')).toMatch(/2,,A geometry cannot be read/);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

test('a repeated name in a record is reported', async () => {
  const { version, preview } = await publish('twice.json', '[{"a":1},{"a":2,"b":3,"a":4},{"b":1,"b":2}]');
  const notes = [expect.stringMatching(/^a: .*1 record,.* 2;/), expect.stringMatching(/^b: .*1 record,.* 3;/)];
  expect(version.conversions.map(englishText)).toEqual(notes);
  expect(preview.survey.conversions.map(englishText)).toEqual(notes);
});

test('a name with NUL, a quote and a line end is a column', async () => {
  const { rows } = await publish('nul.json', '[{"a\\u0000b":1,"c\'\\n\\"":2,"~/":3}]');
  expect(rows).toEqual([{ 'a␀b': 1, 'c\'\n"': 2, '~/': 3 }]);
});

test('lines without any record are a version without rows', async () => {
  for (const text of ['', '\n', '\uFEFF']) {
    const { version } = await publish('none.ndjson', text);
    expect(version).toMatchObject({ rows: 0, columns: [] });
  }
  expect((await publish('none.json', '[]')).version).toMatchObject({ rows: 0 });
});

test('a missing value instead of records is refused', async () => {
  for (const text of ['null', '[null]', '[null, null]\n']) {
    expect((await refused(publish('nothing.json', text))).message).toMatch(/^Record 1 is not an object/);
  }
  expect((await publish('gap.json', '[{"a":1},null,{"a":2}]')).rows).toEqual([{ a: 1 }, { a: null }, { a: 2 }]);
});

test('the preview matches what is stored, also beyond the beginning', async () => {
  const records = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `town ${id}` }));
  for (const text of [
    JSON.stringify({ meta: 1, data: records }),
    JSON.stringify(Object.fromEntries(records.map((record) => [record.id, record]))),
    JSON.stringify({ id: records.map(({ id }) => id), name: records.map(({ name }) => name) }),
  ]) {
    const { preview, version } = await publish('long.json', text);
    expect(version.rows).toBe(20_000);
    expect(preview.survey.columns.map(({ name }) => name)).toEqual(version.columns.map(({ name }) => name));
    expect(preview.survey.rows[1]).toEqual(['1', 'town 1']);
  }
});

test.each(['x.json', 'x.ndjson'])(
  'amounts of 17 digits keep them, and doubles with all their digits are numbers: %s',
  async (name) => {
    const records = (values: readonly string[]) => {
      const lines = values.map((v) => `{"v":${v},"t":"999999999999999.99"}`);
      return name === 'x.json' ? `[${lines.join(',')}]` : lines.join('\n');
    };
    const exact = ['999999999999999.99', '-12345678901234567.89', '1.5'];
    const { rows } = await publish(name, records(exact));
    expect(rows).toEqual(exact.map((v) => ({ v, t: '999999999999999.99' })));
    const doubles = ['123456789012345.67', '0.30000000000000004', '1234567890123.3334567891'];
    const { version } = await publish(name, records(doubles));
    expect(version.columns[0]?.type).toBe('float');
  },
);

test('rows beside the description of their columns, as in responses of Socrata, have its names', async () => {
  const columns = [{ name: 'sid', fieldName: ':sid' }, { name: 'Town' }, { name: 'People', dataTypeName: 'number' }];
  const rows = [
    ['row-1', 'Ulm', 126_000],
    ['row-2', 'Bonn', null],
  ];
  for (const description of ['', 'x'.repeat(300_000)]) {
    const text = JSON.stringify({ meta: { view: { id: 'a', columns, description } }, data: rows });
    expect((await publish('rows.json', text)).rows).toEqual([
      { sid: 'row-1', Town: 'Ulm', People: 126_000 },
      { sid: 'row-2', Town: 'Bonn', People: null },
    ]);
  }
});

describe('numbers and texts in one column', () => {
  const lines = (values: readonly unknown[]) => values.map((v) => `${JSON.stringify({ v })}\n`).join('');

  test.each<[string, unknown[], string, unknown[]]>([
    ['marks of missing values', [1, '..', 3, ' n/a'], 'integer', [1, null, 3, null]],
    ['blanks', [1.5, '', 3, ' '], 'float', [1.5, null, 3, null]],
    ['numbers as texts', [1, '2', '3.5', null], 'float', [1, 2, 3.5, null]],
    ['codes', [1, '007'], 'char', ['1', '007']],
    [
      'numbers that would lose digits',
      [1, '0.50', '12345678901234567.89'],
      'char',
      ['1', '0.50', '12345678901234567.89'],
    ],
    ['words', [1, '..', 'many'], 'char', ['1', '..', 'many']],
  ])('%s', async (_, values, type, stored) => {
    const { version, rows } = await publish('mixed.ndjson', lines(values));
    expect(version.columns[0]?.type).toBe(type);
    expect(rows).toEqual(stored.map((v) => ({ v })));
  });

  test('are shown with the evidence, and the user decides', async () => {
    const marked = await publish('marked.ndjson', lines([1, '..', 3]));
    expect(marked.preview.survey.columns[0]?.evidence).toMatchObject({
      values: 2,
      missing: [{ text: '..', count: 1 }],
    });
    expect(marked.version.conversions.map(englishText)).toContainEqual(expect.stringContaining('".."'));
    expect((await publish('kept.ndjson', lines([1, '..', 3]), { missing: [] })).rows[1]).toEqual({ v: '..' });
    const worded = await publish('worded.ndjson', lines([1, 2, 'many']));
    expect(worded.preview.survey.columns[0]?.evidence).toMatchObject({
      values: 3,
      fitting: 2,
      exceptions: [{ record: 3, text: 'many' }],
    });
    const said = await publish('said.ndjson', lines([1, 2, 'many']), { missing: ['many'] });
    expect(said.rows).toEqual([{ v: 1 }, { v: 2 }, { v: null }]);
    expect((await publish('texts.json', '[{"v":"x"},{"v":"-"}]', { missing: ['-'] })).rows[1]).toEqual({ v: null });
  });
});
