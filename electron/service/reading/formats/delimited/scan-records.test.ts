import { describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { seed } from '../../../../lib/testing/tier.ts';
import type { Quoting } from '../layouts.ts';
import { byteOrderMark, fieldsOf, maxRecordBytes, RecordScanner, type ScannedRecord } from './scan-records.ts';

const csv: Quoting = { delimiter: ',', quote: '"', escaping: '"', newline: '\n' };
const backslash: Quoting = { ...csv, escaping: '\\' };
const unquoted: Quoting = { ...csv, quote: '', escaping: '' };

/** The records of a text, given in pieces. */
function scan(pieces: readonly string[] | string, quoting = csv): ScannedRecord[] {
  const scanner = new RecordScanner(quoting);
  const records: ScannedRecord[] = [];
  for (const piece of typeof pieces === 'string' ? [pieces] : pieces) records.push(...scanner.feed(piece));
  return [...records, ...scanner.end()];
}

const values = (text: string, quoting = csv) => fieldsOf(text, quoting).map((field) => field.text);

/** The values of every record; its text and problem if it has one. */
function read(text: string, quoting = csv): (string[] | string)[] {
  return scan(text, quoting).map((record) =>
    record.problem === null ? values(record.text, quoting) : `${record.problem}: ${record.text}`,
  );
}

describe('records', () => {
  it.each<[string, (string[] | string)[]]>([
    ['', []],
    ['a', [['a']]],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a,b\r\r\nc\r', [['a', 'b'], ['c']]],
    ['a\n\rb\n\rc', [['a'], ['b'], ['c']]],
    ['a\n\nb\n', [['a'], [], ['b']]],
    [
      ',\n,,\n',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['"a,b",c\n', [['a,b', 'c']]],
    [
      '"a\nb",c\nd,e\n',
      [
        ['a\nb', 'c'],
        ['d', 'e'],
      ],
    ],
    ['"a ""b""",c\n', [['a "b"', 'c']]],
    ['"",""\n', [['', '']]],
    ['a,"b\n\nc"\r\nd\n', [['a', 'b\n\nc'], ['d']]],
    ['"a"\r\r\nb\n', [['a'], ['b']]],
    ['"a" ,b\n', [['a', 'b']]],
    ['"a" \nb\n', [['a'], ['b']]],
    ['1, "a, b",c\n', [['1', 'a, b', 'c']]],
    ['1, "a, b"  ,c\n', [['1', 'a, b', 'c']]],
    ['1, "a, b"', [['1', 'a, b']]],
    ['1, "a" b,c\n', [['1', ' "a" b', 'c']]],
    [
      '1, "a\nb",c\n',
      [
        ['1', ' "a'],
        ['b"', 'c'],
      ],
    ],
    ['a"b,c\n', [['a"b', 'c']]],
    ['a"b"c,d\n', [['a"b"c', 'd']]],
    [
      'a,5"\nb,6"\n',
      [
        ['a', '5"'],
        ['b', '6"'],
      ],
    ],
    ['"a"b,c\nd\n', ['quote: "a"b,c', ['d']]],
    ['"a,b\nc,d\n', ['quote: "a,b', ['c', 'd']]],
    ['"a,b\nc,d\n"e"\n', ['quote: "a,b', ['c', 'd'], ['e']]],
    ['x,"a\nb\n', ['quote: x,"a', ['b']]],
    ['952"with, comma",b\nc\n', ['quote: 952"with, comma",b', ['c']]],
    ['"a', ['quote: "a']],
    ['"a""', ['quote: "a""']],
  ])('of %j', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each<[string, (string[] | string)[]]>([
    ['"a\\"b",c\n', [['a"b', 'c']]],
    ['"a\\\\",c\n', [['a\\', 'c']]],
    ['"\\N\\,\\\n",c\n', [['\\N,\n', 'c']]],
    ['"a""b",c\n', [['a"b', 'c']]],
    ['"a\\",b\nc\n', ['quote: "a\\",b', ['c']]],
    ['a\\,b\n', [['a\\', 'b']]],
    ['"a\\"', ['quote: "a\\"']],
  ])('with escapes of %j', (text, expected) => {
    expect(read(text, backslash)).toEqual(expected);
  });

  it('without quotes are lines', () => {
    expect(read('"a,b"\n"c\n', unquoted)).toEqual([['"a', 'b"'], ['"c']]);
    expect(values(' "a", b', unquoted)).toEqual([' "a"', ' b']);
  });

  it('may end with carriage returns alone, and have other separators', () => {
    expect(read('a,b\r"c\rd"\re', { ...csv, newline: '\r' })).toEqual([['a', 'b'], ['c\rd'], ['e']]);
    expect(read('a||b|c||"d||e"\n', { ...csv, delimiter: '||' })).toEqual([['a', 'b|c', 'd||e']]);
    expect(read("'a b' c ' d'\n", { ...csv, delimiter: ' ', quote: "'", escaping: "'" })).toEqual([['a b', 'c', ' d']]);
  });

  it('begin after any byte order marks', () => {
    for (const count of [1, 2, 3]) {
      expect(scan(`${byteOrderMark.repeat(count)}a,b\nc`).map(({ text }) => text)).toEqual(['a,b', 'c']);
    }
    expect(scan(`a\n${byteOrderMark}b`)[1]?.text).toBe(`${byteOrderMark}b`);
    expect(scan(byteOrderMark)).toEqual([]);
    const pieces = [...`${byteOrderMark}${byteOrderMark}a\n`];
    expect(scan(pieces).map(({ text }) => text)).toEqual(['a']);
  });

  it('know their lines, the number of their fields, and whether others read them differently', () => {
    const found = scan('a,b\n"c\n\nd"\n\n"e" ,f\n1, "g",h\ni\n').map(({ line, fields, loose }) => [
      line,
      fields,
      loose,
    ]);
    expect(found).toEqual([
      [1, 2, false],
      [2, 1, false],
      [5, 0, false],
      [6, 2, true],
      [7, 3, true],
      [8, 1, false],
    ]);
    const escaped = scan('"a""b",c\n"a\\"b"\n', backslash).map(({ fields, loose }) => [fields, loose]);
    expect(escaped).toEqual([
      [2, true],
      [1, false],
    ]);
    const broken = scan('"a,b,c\nd,"e\n').map(({ line, fields, problem }) => [line, fields, problem]);
    expect(broken).toEqual([
      [1, 3, 'quote'],
      [2, 2, 'quote'],
    ]);
  });

  it('longer than the maximum are problems of their own, and the next ones are read', () => {
    const long = 'x'.repeat(maxRecordBytes + 1);
    const [one, ...more] = scan([long, 'x', '\na,b\n']);
    expect(one).toMatchObject({ problem: 'length', line: 1, fields: 1 });
    expect(more.at(-1)).toMatchObject({ text: 'a,b', problem: null });
    const quoted = scan([`"a\n${'x'.repeat(maxRecordBytes)}`, '"\nb\n']);
    expect(quoted[0]).toMatchObject({ text: '"a', problem: 'quote' });
    expect(quoted.at(-1)).toMatchObject({ text: 'b', problem: null });
  });
});

describe('any text', () => {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const texts = (letters: string, count: number) =>
    Array.from({ length: count }, () =>
      Array.from({ length: 1 + Math.floor(random() * 16) }, () => pick([...letters])).join(''),
    );

  it('has the same records, in whatever pieces it comes', () => {
    for (const quoting of [csv, backslash]) {
      for (const text of texts('ab,""\\ \n\r', 1500)) {
        const whole = scan(text, quoting);
        const cut = Math.floor(random() * text.length);
        expect([text, scan([...text], quoting)]).toEqual([text, whole]);
        expect([text, scan([text.slice(0, cut), text.slice(cut)], quoting)]).toEqual([text, whole]);
        for (const record of whole) {
          if (record.problem === null)
            expect([text, values(record.text, quoting).length]).toEqual([text, record.fields]);
        }
      }
    }
  });

  it('is read as it was written', () => {
    for (const quoting of [csv, backslash, { ...csv, delimiter: ';', quote: "'", escaping: "'" }]) {
      const { quote, escaping, delimiter } = quoting;
      for (let round = 0; round < 150; round += 1) {
        const rows = Array.from({ length: 3 }, () =>
          texts(`a${quote}${escaping}${delimiter}\n `, 1 + Math.floor(random() * 3)),
        );
        const special = escaping === quote ? [quote] : [escaping, quote];
        const written = rows.map((row) =>
          row
            .map((value) => special.reduce((text, one) => text.replaceAll(one, escaping + one), value))
            .map((value) => quote + value + quote)
            .join(delimiter),
        );
        expect(read(written.join('\r\n'), quoting)).toEqual(rows);
      }
    }
  });
});
