import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';
import { detectFileEncoding } from '../../values/encoding/file-encoding.ts';
import { plannedEncoding } from '../../values/encoding/to-utf8.ts';
import { PxCutter, type PxText } from './px-cells.ts';
import { pxEncodingOf, writePxRecords } from './px-format.ts';
import { PxHeaderReader } from './px-header.ts';
import { pxForTest, pxRowsForTest } from './testing/px-for-test.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-px-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file, and its encoding: the stated one, or what its bytes suggest. */
async function encoded(file: string, stated?: string) {
  const detected = await pxEncodingOf(file, await detectFileEncoding(file), {});
  return { path: file, encoding: plannedEncoding(stated, detected) };
}

/** The records of a file, as the engine gets them. */
async function written(text: string | Uint8Array, { encoding }: Pick<ReadingOptions, 'encoding'> = {}, most?: number) {
  const file = path.join(folder, 'table.px');
  const target = path.join(folder, 'records.ndjson');
  await writeFile(file, text);
  const from = await encoded(file, encoding);
  const { records, names, notes, title } = await writePxRecords(from, folder, target, {}, most);
  const lines = (await readFile(target, 'utf8')).split('\n').slice(0, -1);
  expect(lines).toHaveLength(records);
  return { rows: lines.map((line) => JSON.parse(line).p as Record<string, unknown>), lines, names, notes, title };
}

const codes = (notes: readonly { readonly code: string }[]) => notes.map(({ code }) => code);

describe('a PC-Axis table', () => {
  it.each([
    ['with the line ends of Windows', pxForTest().replaceAll('\n', '\r\n')],
    ['with a byte order mark', `\ufeff${pxForTest()}`],
    ['with blanks around the signs', pxForTest().replaceAll('=', ' = ').replaceAll(',', ' , ')],
    ['without the last semicolon', pxForTest().trimEnd().slice(0, -1)],
    ['with its cells on one line', pxForTest({}, '257 254 ".." -42 408 400 0.5 "-"')],
    ['with a semicolon after each row', pxForTest({}, '257 254 ".." -42;\n408 400 0.5 "-"')],
    ['with commas and tabs between its cells', pxForTest({}, '257,254,"..",-42\t408\t400\t0.5\t-')],
    ['with other forms of its numbers', pxForTest({}, '+257 254.00 .. -42. 0408 4E2 .5 -')],
    ['with all dimensions in the heading', pxForTest({ STUB: null, HEADING: '"region","contents","year"' })],
    ['with all dimensions in the stub', pxForTest({ HEADING: null, STUB: '"region","contents","year"' })],
    [
      'with texts of another language after its own',
      pxForTest({ 'STUB[sv]': '"område"', 'VALUES[sv]("område")': '"Halden","Moss"', LANGUAGES: '"en","sv"' }),
    ],
    ['with a text that is cut', pxForTest({ 'VALUES("contents")': '"Live "\n"births",\n"Deaths"' })],
    ['with keywords in its texts', pxForTest({ NOTE: '"SELECT a FROM b;\nDATA=1; STUB="' })],
  ])('is the same %s', async (_, text) => {
    expect((await written(text)).rows).toEqual(pxRowsForTest);
  });

  it('shows missing values as the file says', async () => {
    const symbols = {
      DATASYMBOL1: '"not applicable"',
      DATASYMBOL2: '""',
      DATASYMBOLSUM: '"total"',
      DATASYMBOLNIL: '"–"',
    };
    const { rows: found } = await written(pxForTest(symbols, '"." ".." "......" "......." "-" 1 2 3'));
    const states = found.map((one) => (one as { status: string | null }).status);
    expect(states).toEqual(['not applicable', '..', '......', 'total', '–', null, null, null]);
  });

  it('has a column of units if they differ', async () => {
    const units = { 'UNITS("Live births")': '"persons"', 'UNITS("Deaths")': '" per cent"' };
    const { rows: found, notes } = await written(pxForTest(units, '1 2 3 4 5 6 7 8'));
    expect(found[2]).toEqual({
      ...{
        region: '3001',
        region_label: 'Halden',
        contents: 'Deaths',
        unit: 'per cent',
        year: 2021,
        value: 3,
        status: null,
      },
    });
    expect(codes(notes)).toEqual(['px-table']);
  });

  it.each([
    ['its description', { DESCRIPTION: '" Births "' }, 'Births'],
    [
      'the title that follows from its variables',
      { DESCRIPTION: '""' },
      'Births and deaths, select by region, contents and year',
    ],
    ['what it is about', { TITLE: null, CONTENTS: '"Births"' }, 'Births'],
    ['nothing', { TITLE: null }, ''],
  ])('has as its title %s', async (_, changes, title) => {
    expect((await written(pxForTest(changes))).title).toBe(title);
  });

  it('keeps its own columns apart from variables with the same names', async () => {
    const changes = { STUB: '"value"', HEADING: '"status"', CONTVARIABLE: null };
    const values = { 'VALUES("value")': '"a","b"', 'VALUES("status")': '"x"', 'CODES("value")': '"1","b"' };
    const { rows: found } = await written(pxForTest({ ...changes, ...values }, '1 ".."'));
    expect(found).toEqual([
      { value: '1', value_label: 'a', status: 'x', value_2: 1, status_2: null },
      { value: 'b', value_label: 'b', status: 'x', value_2: null, status_2: '..' },
    ]);
  });

  it('keeps years as texts where they may be codes of something else', async () => {
    const { rows: found } = await written(pxForTest({ 'CODES("region")': '"1280","1281"' }, '1 2 3 4 5 6 7 8'));
    expect(found[0]).toMatchObject({ region: '1280', region_label: 'Halden', year: 2021 });
  });
});

describe('the records of a PC-Axis table', () => {
  it('are written as far as a preview needs them', async () => {
    const years = Array.from({ length: 500 }, (_, at) => `"${1500 + at}"`).join();
    const text = pxForTest({ 'VALUES("year")': years }, `${'1 '.repeat(1999)}".."`);
    const { rows: found } = await written(text, {}, 3);
    expect(found).toHaveLength(3);
    expect(found[2]).toMatchObject({ year: 1502, value: 1, status: null });
  });

  it('keep every digit of their numbers', async () => {
    const { lines } = await written(pxForTest({}, '90071992547409930.10 1 2 3 4 5 6 7'));
    expect(lines[0]).toContain('"value":90071992547409930.10');
  });

  it('have their places', async () => {
    const file = path.join(folder, 'placed.px');
    const target = path.join(folder, 'placed.ndjson');
    await writeFile(file, pxForTest());
    await writePxRecords(await encoded(file), folder, target, {});
    const places = (await readFile(target, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(places.map(({ l, r }) => [l, r])).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => [at <= 4 ? 17 : 18, at]));
    expect(places.map(({ p }) => p)).toEqual(pxRowsForTest);
  });

  it('are the same wherever a piece of the file ends', () => {
    const text = pxForTest({ NOTE: '"a;b=""c\nd"' }, '257 ".." -42.5;\n"-","." .. 4e2\n8\n');
    const read = (pieces: readonly string[]) => {
      const reader = new PxHeaderReader();
      let cutter: PxCutter | null = null;
      const texts: PxText[] = [];
      for (const piece of pieces) {
        if (cutter !== null) texts.push(...cutter.take(piece));
        else {
          const data = reader.take(piece);
          if (data === null) continue;
          cutter = new PxCutter(data.line);
          texts.push(...cutter.take(data.rest));
        }
      }
      return { header: reader.header(), texts: [...texts, ...(cutter?.end() ?? [])] };
    };
    const whole = read([text]);
    expect(whole.texts.map(({ text: one }) => one)).toEqual(['257', '..', '-42.5', '-', '.', '..', '4e2', '8']);
    expect(whole.texts.map(({ line }) => line)).toEqual([19, 19, 19, 20, 20, 20, 20, 21]);
    for (let at = 1; at < text.length; at += 1)
      expect([at, read([text.slice(0, at), text.slice(at)])]).toEqual([at, whole]);
    expect(read([...text])).toEqual(whole);
  });

  it('are those of a file of several pieces', async () => {
    const labels = Array.from({ length: 60_000 }, (_, at) => `"Område ${at}"`);
    const cells = labels.map((_, at) => (at % 7 === 0 ? '".."' : String(1_000_000 + at)));
    const changes = { STUB: '"region"', HEADING: null, CONTVARIABLE: null, 'CODES("region")': null };
    const text = pxForTest({ ...changes, 'VALUES("region")': labels.join() }, cells.join('\n'));
    const { rows: found } = await written(text);
    expect(found).toEqual(
      labels.map((_, at) => ({
        ...{ region: `Område ${at}`, value: at % 7 === 0 ? null : 1_000_000 + at, status: at % 7 === 0 ? '..' : null },
      })),
    );
  });

  it('are not written after a cancellation', async () => {
    const file = path.join(folder, 'cancelled.px');
    await writeFile(file, pxForTest());
    const work = { signal: AbortSignal.abort(new Error('stopped')) };
    const target = path.join(folder, 'cancelled.ndjson');
    await expect(writePxRecords(await encoded(file), folder, target, work)).rejects.toThrow('stopped');
  });
});

describe('rows with keys', () => {
  const keyed = (kind: string, data: string) =>
    pxForTest(
      { STUB: '"region","contents"', HEADING: '"year"', 'KEYS("region")': kind, 'KEYS("contents")': 'VALUES' },
      data,
    );

  it.each([
    ['codes', keyed('CODES', '"3001","Deaths",1 2 \n"3002","Live births",".." 4\n')],
    ['texts', keyed('VALUES', '"Halden","Deaths",1 2 \n"Moss","Live births",".." 4\n')],
  ])('have records where the file has them, by %s', async (_, text) => {
    const { rows: found, notes } = await written(text);
    expect(found).toEqual([
      { ...pxRowsForTest[2], value: 1, status: null },
      { ...pxRowsForTest[3], value: 2 },
      { ...pxRowsForTest[4], value: null, status: '..' },
      { ...pxRowsForTest[5], value: 4 },
    ]);
    expect(codes(notes)).toEqual(['px-table', 'px-unit', 'px-rows-left-out']);
  });

  it('may all be left out', async () => {
    const { rows: found, names } = await written(keyed('CODES', ''));
    expect(found).toEqual([]);
    expect(names).toEqual(['region', 'region_label', 'contents', 'year', 'value', 'status']);
  });

  it.each([
    ['an unknown key', '"3003","Deaths",1 2', { line: 19, key: '3003', variable: 'region' }, 'px-key-unknown'],
    ['too few cells', '"3001","Deaths",1 2\n"3002","Deaths",3', { cells: 3, expected: 4 }, 'px-cells-unfit'],
    ['only a key', '"3001","Deaths",1 2\n"3002"', { cells: 2, expected: 4 }, 'px-cells-unfit'],
  ])('are refused with %s', async (_, data, values, code) => {
    const { reason } = await refusalOf(written(keyed('CODES', data)));
    expect(reason).toEqual({ code, values });
  });
});

describe('the encoding of a PC-Axis file', () => {
  const wide = (name: string, label: string) =>
    pxForTest({ CODEPAGE: `"${name}"`, 'VALUES("region")': `"${label}","Moss"` });

  it.each([
    ['iso-8859-15', 'iso-8859-15', 'Œuvre, 5 €'],
    ['Windows-1252', 'windows-1252', 'Østfold – æøå'],
    ['windows-1251', 'windows-1251', 'Пермь'],
    ['utf-8', 'utf-8', 'Łódź'],
  ])('is the stated %s', async (stated, encoding, label) => {
    const found = await written(iconv.encode(wide(stated, label), encoding));
    expect(found.rows[0]).toMatchObject({ region_label: label });
    const note = { code: 'read-as', values: { encoding } };
    expect(found.notes.slice(0, -2)).toEqual(encoding === 'utf-8' ? [] : [note]);
  });

  it('is UTF-8 if all of it is, whatever it states', async () => {
    const { rows: found } = await written(Buffer.from(wide('iso-8859-15', 'Tromsø')));
    expect(found[0]).toMatchObject({ region_label: 'Tromsø' });
  });

  it.each([
    ['a byte order mark of UTF-16', (text: string) => iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['its letters, where the stated one is unknown', (text: string) => iconv.encode(text, 'windows-1252')],
  ])('is known by %s', async (_, encoded) => {
    const { rows: found } = await written(encoded(wide('somehow', 'Tromsø')));
    expect(found[0]).toMatchObject({ region_label: 'Tromsø' });
  });

  it('is the one that the user states', async () => {
    const { rows: found } = await written(iconv.encode(wide('windows-1252', 'Пермь'), 'windows-1251'), {
      encoding: 'windows-1251',
    });
    expect(found[0]).toMatchObject({ region_label: 'Пермь' });
  });
});

describe('a PC-Axis file is refused', () => {
  it.each([
    ['if it ends before its cells', pxForTest().split('DATA')[0] ?? '', 'px-no-data', {}],
    ['if cells are absent', pxForTest({}, '1 2 3'), 'px-cells-unfit', { cells: 3, expected: 8 }],
    ['if it has too many cells', pxForTest({}, '1 2 3 4 5 6 7 8 9'), 'px-cells-unfit', { cells: 9, expected: 8 }],
    ['with another text in a cell', pxForTest({}, '1 2\n3 four 5 6 7 8'), 'px-cell-unfit', { line: 18, text: 'four' }],
    [
      'with a quote that is not closed',
      pxForTest({}, '1 2\n3 ".. 5 6 7 8'),
      'px-cell-unfit',
      { line: 18, text: '".. 5 6 7 8;\n' },
    ],
    ['without values', pxForTest({ 'VALUES("year")': null }), 'px-values-missing', { variable: 'year' }],
    [
      'with more codes than values',
      pxForTest({ 'CODES("region")': '"1","2","3"' }),
      'px-codes-unfit',
      { variable: 'region', codes: 3, values: 2 },
    ],
    [
      'with a variable twice',
      pxForTest({ HEADING: '"region","year"' }),
      'px-variable-repeated',
      { variable: 'region' },
    ],
    ['without variables', pxForTest({ STUB: null, HEADING: '' }), 'px-no-variables', {}],
  ])('%s', async (_, text, code, values) => {
    const { reason } = await refusalOf(written(text));
    expect(reason).toEqual({ code, values });
  });
});
