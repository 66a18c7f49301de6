import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { parseExactly } from '../../connector/cells/exact-json.ts';
import { readPage } from '../../connector/paging/page-answer.ts';
import { rowReader } from '../../connector/paging/row-reader.ts';
import { seed } from '../../lib/testing/tier.ts';
import { pageEncoder } from './page-encoder.ts';
import type { TextFormat } from './row-encoder.ts';

const columns = [
  ['code', 'char'],
  ['n', 'integer'],
  ['x', 'float'],
  ['place', 'geometry'],
  ['Größe "m"', 'text'],
  ['other', 'money'],
].map(([name = '', type = '']) => ({ name, type, label: name, description: '' }));

const next = 'http://127.0.0.1/data/?offset=2';

function pageOf(rows: readonly string[], around: { before?: string; behind?: string } = {}): Buffer {
  const { before = `{"count":7,"next":"${next}","previous":null,"results":[`, behind = ']}' } = around;
  return Buffer.from(`${before}${rows.join(',')}${behind}`);
}

function objectOf(values: readonly string[], space = ''): string {
  const members = columns.map(({ name }, at) => `${JSON.stringify(name)}${space}:${space}${values[at] ?? 'null'}`);
  return `{${space}${members.join(`${space},${space}`)}${space}}`;
}

/** The rows of a page as encoded when every value is parsed. */
function slowly(format: TextFormat, page: Buffer, separator?: ';'): string {
  const spreadsheet = separator === undefined ? undefined : { separator, formulas: true };
  const answer = { value: parseExactly(page.toString()), address: new URL(next), quotable: (text: string) => text };
  const { items } = readPage({ ...answer, signedIn: false, etag: null });
  return pageEncoder({ format, columns, spreadsheet }, everyRow)
    .ofRows(items.map(rowReader(columns, null)))
    .toString();
}

function quickly(format: TextFormat, page: Buffer, query: RowQuery = everyRow, separator?: ';') {
  const spreadsheet = separator === undefined ? undefined : { separator, formulas: true };
  const taken = pageEncoder({ format, columns, spreadsheet }, query).ofBytes?.(page) ?? null;
  return taken === null ? null : { ...taken, content: taken.content.toString() };
}

const long = '"'.concat('a, b; '.repeat(20), '"');
const values: readonly (readonly string[])[] = [
  ['"007"', '9223372036854775807', '-0.5', '{"type":"Point","coordinates":[-1.5,0]}', '"ä\u{1F9D1}"', '1'],
  ['""', '0', '0', 'null', 'null', 'null'],
  ['" a"', '-3', '12345.5', '{"type":"Point","coordinates":[1,2,3]}', '"a "', '"money"'],
  ['"a,b;c"', '"12"', '1e308', '"POINT (1 2)"', '"tab\\t"', 'true'],
  ['"say \\"no\\""', '-0', '-0', '{"coordinates":[1,2],"type":"Point"}', '"line\\r\\nend"', 'NaN'],
  ['"\\u00e4\\ud83e\\uddd1"', '1.0', '1E-7', '{"type":"LineString","coordinates":[[0,0],[1,1]]}', '5', '[1]'],
  ['null', 'null', 'null', '{"type":"Point","coordinates":[1e2,2]}', long, '-0.25'],
  ['"=1+1"', '10', '0.1', '{"type":"Point","coordinates":[]}', '"\\/"', '"\u202eRTL"'],
];

describe.each<[TextFormat, ';' | undefined]>([
  ['csv', undefined],
  ['csv', ';'],
  ['tsv', undefined],
  ['ndjson', undefined],
  ['json', undefined],
])('%s %s directly from bytes', (format, separator) => {
  test('is the same as when every value is parsed', () => {
    const page = pageOf(values.map((row) => objectOf(row)));
    const taken = quickly(format, page, everyRow, separator);
    expect(taken).toMatchObject({ rows: values.length, count: 7, next, watched: [] });
    expect(taken?.content).toBe(slowly(format, page, separator));
  });
  test('with white space too', () => {
    const page = Buffer.from(
      ` {"next" : null,\n "count": 8, "results":\t[ ${values.map((row) => objectOf(row, '\n ')).join(' ,\r\n')} ] } `,
    );
    expect(quickly(format, page, everyRow, separator)).toMatchObject({
      content: slowly(format, page, separator),
      next: null,
    });
  });
  test('for any texts and numbers', () => {
    const row = fc.tuple(
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => (Object.is(number, -0) ? '-0.0' : String(number))),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const page = pageOf(rows.map((cells) => objectOf(cells)));
        expect(quickly(format, page, everyRow, separator)?.content).toBe(slowly(format, page, separator));
      }),
      { seed },
    );
  });
});

test('keeps every digit of a number as it was written', () => {
  const page = pageOf([objectOf(['null', '1', '0.1000000000000000055511151231257827'])]);
  expect(quickly('csv', page)?.content).toBe(',1,0.1000000000000000055511151231257827,,,\r\n');
});

test('returns the watched cells', () => {
  const query: RowQuery = {
    ...everyRow,
    filters: [{ column: 'x', lookup: 'gt', value: '1' }],
    ordering: [{ column: 'code', descending: false }],
  };
  const page = pageOf([objectOf(['"b"', '1', '2.5']), objectOf(['null', '1', '9007199254740993'])]);
  expect(quickly('csv', page, query)?.watched).toEqual([
    ['b', 2.5],
    [null, 9007199254740992],
  ]);
});

describe('a page in another form is left to the parser', () => {
  const good = objectOf(['"a"', '1', '1']);
  test.each<[string, Buffer]>([
    ['other columns', pageOf(['{"code":"a"}'])],
    ['another order', pageOf(['{"n":1,"code":"a","x":1,"place":null,"Größe \\"m\\"":null,"other":null}'])],
    ['more columns', pageOf([good.replace(/}$/, ',"more":1}')])],
    ['arrays', pageOf(['["a",1,1,null,null,null]'])],
    ['a bare list', pageOf([good], { before: '[', behind: ']' })],
    ['links', pageOf([good], { before: '{"count":1,"links":{"next":null},"results":[' })],
    ['no count', pageOf([good], { before: '{"next":null,"results":[' })],
    ['a message', Buffer.from('{"detail":"Not found."}')],
    ['a web page', Buffer.from('<!doctype html>')],
    ['an end in the middle', pageOf([good, good]).subarray(0, -40)],
    ['something behind the end', pageOf([good], { behind: ']} x' })],
    ['no JSON', pageOf([objectOf(['"a"', '01', '1'])])],
    ['a bare word', pageOf([objectOf(['"a"', 'no', '1'])])],
    ['a raw line end in a text', pageOf([objectOf(['"a\nb"', '1', '1'])])],
    [
      'bytes that are no UTF-8',
      Buffer.concat([pageOf([good]).subarray(0, -2), Buffer.from([0xff]), Buffer.from(']}')]),
    ],
    ['nothing', Buffer.alloc(0)],
  ])('%s', (_, page) => {
    expect(quickly('csv', page)).toBeNull();
    expect(quickly('ndjson', page)).toBeNull();
  });
  test('a name with escapes', () => {
    const page = pageOf([good.replace('Größe', 'Gr\\u00f6\\u00dfe')]);
    expect(quickly('csv', page)).toBeNull();
  });
});
