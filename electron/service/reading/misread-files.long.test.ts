import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import { IngestError } from './reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const count = caseCount(20, 200);
let number = 0;

/** A file as it is published without any choice: its rows, and the codes of what is said about it. */
async function publish(name: string, content: string | Uint8Array) {
  number += 1;
  const path = await store.file(`${number}-${name}`, content);
  const { plan: source, notices } = await store.rows.preview({ path }, 'take-in', store.folder);
  const version = await store.rows.ingest(`misread-${number}`, source, {}, {});
  const rows = (await store.page(version)) as Record<string, unknown>[];
  const said = [...notices, ...version.conversions].map(({ code }) => code);
  return { columns: version.columns, rows: rows.map(({ _id, ...row }) => row), said };
}

/** Random values for a test, always the same ones with the same seed. */
function samples<Value>(of: fc.Arbitrary<Value>): Value[] {
  return fc.sample(of, { numRuns: count, seed });
}

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const width = fc.integer({ min: 2, max: 5 });

describe('a delimited text', () => {
  test('with a quote that is never closed in its first line is refused', async () => {
    const records = fc.record({
      first: word,
      rows: fc.array(fc.tuple(word, fc.nat()), { minLength: 2, maxLength: 6 }),
    });
    for (const { first, rows } of samples(records)) {
      const text = [`"${first},0`, ...rows.map((row) => row.join(','))].join('\n');
      await expect(publish('open.csv', text), text).rejects.toThrow(IngestError);
    }
  });

  test('whose header lacks a name keeps its keys under theirs, and says so', async () => {
    const records = fc.record({
      key: fc.constantFrom('id', 'key', 'code', 'customer_id', 'nr'),
      rows: fc.array(fc.tuple(word, word), { minLength: 2, maxLength: 8 }),
    });
    for (const { key, rows } of samples(records)) {
      const text = [`${key},name`, ...rows.map((row, at) => [at + 1, ...row].join(','))].join('\n');
      const { rows: found, said } = await publish('short.csv', text);
      expect(found.map((row) => row[key])).toEqual(rows.map((_, at) => at + 1));
      expect(said).toContain('header-without-last');
    }
  });

  test('of R keeps the names of its rows', async () => {
    const { rows, said } = await publish(
      'cars.txt',
      '"mpg" "cyl"\n"Mazda RX4" 21 6\n"Datsun 710" 22.8 4\n"Fiat" 30 4\n',
    );
    expect(rows[0]).toEqual({ column1: 'Mazda RX4', mpg: 21, cyl: 6 });
    expect(said).toContain('header-without-first');
  });

  test('keeps codes apart that would become the same number', async () => {
    const sections = fc.record({ chapter: fc.integer({ min: 1, max: 30 }), last: fc.integer({ min: 10, max: 25 }) });
    for (const { chapter, last } of samples(sections)) {
      const codes = Array.from({ length: last }, (_, at) => `${chapter}.${at + 1}`);
      const { rows } = await publish(
        'sections.csv',
        `section,n\n${codes.map((code, at) => `${code},${at}`).join('\n')}\n`,
      );
      expect(rows.map(({ section }) => section)).toEqual(codes);
    }
    const versions = await publish('hosts.csv', 'host,n\n192.168.100,1\n192.168.101,2\n');
    expect(versions.rows.map(({ host }) => host)).toEqual(['192.168.100', '192.168.101']);
  });

  test('keeps measurements numbers', async () => {
    const values = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 3, maxLength: 30 });
    for (const all of samples(values)) {
      const { columns } = await publish(
        'measured.csv',
        `x,n\n${all.map((value, at) => `${value / 100},${at}`).join('\n')}\n`,
      );
      expect(columns[0]?.type).toMatch(/float|integer/);
    }
  });

  test('of one column has no record for the empty lines below it', async () => {
    for (const blank of samples(fc.integer({ min: 0, max: 2_500 }))) {
      const { rows } = await publish('names.csv', `name\nx\n\ny\n${'\n'.repeat(blank)}`);
      expect(rows).toEqual([{ name: 'x' }, { name: null }, { name: 'y' }]);
    }
  });

  test('of blanks alone has no records', async () => {
    for (const text of ['\n\n\n', '   \n  \n', ' \r\n \r\n'])
      await expect(publish('blank.csv', text), JSON.stringify(text)).rejects.toThrow(IngestError);
  });

  test('says that it leaves out lines of separators', async () => {
    for (const columns of samples(width.filter((columns) => columns > 2))) {
      const row = (value: number) => Array.from({ length: columns }, () => value).join(',');
      const names = Array.from({ length: columns }, (_, at) => `c${at}`).join(',');
      const { rows, said } = await publish('gaps.csv', `${names}\n${row(1)}\n${','.repeat(columns - 2)}\n${row(2)}\n`);
      expect(rows.map(({ c0 }) => c0)).toEqual([1, 2]);
      expect(said).toContain('empty-records-left-out');
    }
  });

  test('keeps a header with a single name', async () => {
    for (const columns of samples(width.filter((columns) => columns > 2))) {
      const row = (value: number) => Array.from({ length: columns }, () => value).join(',');
      const { rows } = await publish('one-name.csv', `a${','.repeat(columns - 1)}\n${row(1)}\n${row(2)}\n`);
      expect(rows.map(({ a }) => a)).toEqual([1, 2]);
    }
  });

  test('without quotes is split where delimiters and line ends are not escaped', async () => {
    const cells = fc.array(fc.stringMatching(/^[a-d][a-d\t\n\\]{0,5}$/), { minLength: 1, maxLength: 6 });
    for (const drawn of samples(cells)) {
      const values = ['a\tb\nc', ...drawn];
      const lines = values.map((value, at) => `k${at}\t${value.replace(/[\t\n\\]/g, '\\$&')}\n`);
      const { rows } = await publish('escaped.tsv', `key\ttext\n${lines.join('')}`);
      expect(rows).toEqual(values.map((text, at) => ({ key: `k${at}`, text })));
    }
  });

  test('to which others were appended has their headers once, and says so', async () => {
    const file = (rows: string) => `\ufeffname,town\n${rows}\n`;
    const { rows, said } = await publish('appended.csv', file('a,Ulm') + file('b,Bonn') + file('c,Jena'));
    expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(said).toContain('headers-repeated');
  });

  test('says its encoding and the second best, if it is not certain', async () => {
    const { rows, said } = await publish(
      'prices.csv',
      Buffer.from('item,price (€)\na,1.5\nb,2.5\n'.replace('€', '\x80'), 'latin1'),
    );
    expect(rows[0]).toEqual({ item: 'a', 'price (€)': 1.5 });
    expect(said).toContain('read-as-unsure');
  });
});

describe('a workbook', () => {
  async function workbook(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Uint8Array> {
    const book = new ExcelJS.Workbook();
    fill(book.addWorksheet('Data'));
    return new Uint8Array(await book.xlsx.writeBuffer());
  }

  test('has no record for a row of formatted cells without a value', async () => {
    const content = await workbook((sheet) => {
      sheet.addRows([['name', 'n'], ['a', 1], [], ['b', 2]]);
      sheet.getCell('A3').font = { bold: true };
    });
    expect((await publish('formatted.xlsx', content)).rows).toEqual([
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ]);
  });

  test('keeps the leading zeros that it shows, and says so', async () => {
    for (const digits of samples(fc.integer({ min: 2, max: 9 }))) {
      const content = await workbook((sheet) => {
        sheet.addRows([
          ['code', 'n'],
          [1, 1],
          [42, 2],
        ]);
        for (const cell of ['A2', 'A3']) sheet.getCell(cell).numFmt = '0'.repeat(digits);
      });
      const { rows, said } = await publish('codes.xlsx', content);
      expect(rows.map(({ code }) => code)).toEqual(['1', '42'].map((code) => code.padStart(digits, '0')));
      expect(said).toContain('zero-padded-numbers');
    }
  });

  test('has numbers of all sizes in one column', async () => {
    const content = await workbook((sheet) => {
      sheet.addRows([
        ['x', 'n'],
        [0.5, 1],
        [12345678901234568, 2],
      ]);
    });
    const { columns } = await publish('large.xlsx', content);
    expect(columns[0]).toMatchObject({ name: 'x', type: 'float' });
  });

  test('says that cells are merged among its records', async () => {
    const content = await workbook((sheet) => {
      sheet.addRows([
        ['region', 'n'],
        ['north', 1],
        ['', 2],
        ['south', 3],
      ]);
      sheet.mergeCells('A2:A3');
    });
    expect((await publish('merged.xlsx', content)).said).toContain('merged-cells');
  });
});

describe('a table in JSON', () => {
  test('of JSON-stat 1 is read under any name', async () => {
    for (const name of samples(word)) {
      const cube = {
        value: [1, 2],
        dimension: { id: ['year'], size: [2], year: { category: { index: ['2019', '2020'] } } },
      };
      const { rows } = await publish('cube.json', JSON.stringify({ [name]: cube }));
      expect(rows.map(({ value }) => value)).toEqual([1, 2]);
    }
  });

  test('says that a name lost the character NUL', async () => {
    const { rows, said } = await publish('nul.json', '[{"a\\u0000b":1}]');
    expect(rows).toEqual([{ 'a\u2400b': 1 }]);
    expect(said).toContain('nul-in-names');
  });

  test('of Socrata has its types, and no hidden columns', async () => {
    const columns = [
      { name: 'sid', dataTypeName: 'meta_data', flags: ['hidden'] },
      { name: 'town', dataTypeName: 'text' },
      { name: 'people', dataTypeName: 'number' },
    ];
    const data = [
      ['row-1', 'Ulm', '126'],
      ['row-2', 'Bonn', '331.5'],
    ];
    const { rows, said } = await publish('rows.json', JSON.stringify({ meta: { view: { columns } }, data }));
    expect(rows).toEqual([
      { town: 'Ulm', people: 126 },
      { town: 'Bonn', people: 331.5 },
    ]);
    expect(said).toContain('json-socrata');
  });
});
