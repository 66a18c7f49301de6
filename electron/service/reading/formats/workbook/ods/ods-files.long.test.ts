import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../../reading.ts';
import { odsContent, odsFile, odsTable } from './testing/ods-for-test.ts';

let store: TestStore;
let number = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

async function previewed(bytes: Uint8Array, name: string, request: Omit<ReadingOptions, 'path'> = {}) {
  number += 1;
  const path = await store.file(`${number}-${name}`, bytes);
  return store.rows.preview({ path, ...request }, 'show', store.folder);
}

async function published(bytes: Uint8Array, request: Omit<ReadingOptions, 'path'> = {}, name = 'table.ods') {
  const preview = await previewed(bytes, name, request);
  const version = await store.rows.ingest(`ods-${number}`, preview.plan, {}, {});
  const notes = [...preview.notices, ...preview.survey.conversions].map(englishText);
  return { preview, version, notes, rows: await store.page(version) };
}

const header = ['area', 'births', 'share'];
const table = [
  ['Ulm', 775, 0.25],
  ['Köln', 8912, 0.5],
  ['Moss', 9044, 0.125],
];
const rows = [
  { area: 'Ulm', births: 775, share: 0.25 },
  { area: 'Köln', births: 8912, share: 0.5 },
  { area: 'Moss', births: 9044, share: 0.125 },
];
const book = (...sheets: readonly string[]) => odsFile(odsContent(sheets.join('')));
const simple = book(odsTable('Births', [header, ...table]));

describe('a table of an OpenDocument spreadsheet', () => {
  test('has the types of its cells', async () => {
    const found = await published(simple);
    expect(found.rows).toEqual(rows);
    expect(found.version.columns.map(({ type }) => type)).toEqual(['char', 'integer', 'float']);
    expect(found.preview).toMatchObject({ packing: 'none', sheets: ['Births'], sheet: 'Births' });
    expect(found.preview.plan.format).toBe('ods');
  });

  test.each<[string, Uint8Array, string]>([
    ['under another name', simple, 'table.bin'],
    ['under the name of a workbook of Excel', simple, 'table.xlsx'],
    ['in an archive', zipSync({ 'data/births.ods': simple }), 'births.zip'],
    [
      'whose kind is not its first part',
      zipSync({
        'content.xml': strToU8(odsContent(odsTable('Births', [header, ...table]))),
        'META-INF/manifest.xml': strToU8('<manifest/>'),
      }),
      'table.ods',
    ],
    [
      'as a template',
      odsFile(odsContent(odsTable('Births', [header, ...table])), {
        mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet-template'), { level: 0 }],
      }),
      'table.ots',
    ],
  ])('is found %s', async (_, bytes, name) => {
    const found = await published(bytes, {}, name);
    expect(found.rows).toEqual(rows);
    expect(found.preview.plan.format).toBe('ods');
  });

  test('may have titles above, and notes below', async () => {
    const sheet = odsTable('Table 1', [
      ['Table 1: Live births by area'],
      ['This worksheet contains one table.'],
      [],
      header,
      ...table,
      [],
      ['Source: Civil registration'],
    ]);
    const found = await published(book(odsTable('Cover', [['Live births'], ['Published in 2024']]), sheet));
    expect(found.rows).toEqual(rows);
    expect(found.preview.sheet).toBe('Table 1');
    expect(found.notes.some((note) => note.includes('Table 1'))).toBe(true);
    expect(found.preview.leftOut.map(({ line, why }) => [line, why])).toEqual([
      [1, 'above'],
      [2, 'above'],
      [9, 'below'],
    ]);
  });

  test('is that of the sheet that is chosen', async () => {
    const bytes = book(odsTable('A', [header, ...table]), odsTable('B', [['n'], [1], [2]]));
    const found = await published(bytes, { sheet: 'B' });
    expect(found.rows).toEqual([{ n: 1 }, { n: 2 }]);
    expect(found.preview).toMatchObject({ sheets: ['A', 'B'], sheet: 'B' });
    expect((await refusalOf(previewed(bytes, 'table.ods', { sheet: 'C' }))).message).toContain('no sheet "C"');
  });

  test('can be read without its header, and from a row on', async () => {
    expect((await published(simple, { header: false })).rows[0]).toEqual({
      column1: 'area',
      column2: 'births',
      column3: 'share',
    });
    expect((await published(simple, { skip: 2, header: false })).rows[0]).toEqual({
      column1: 'Köln',
      column2: 8912,
      column3: 0.5,
    });
  });

  test('names what its cells do not say themselves', async () => {
    const error =
      '<table:table-cell office:value-type="float" office:value="0" table:formula="of:=1/0"><text:p>#DIV/0!</text:p></table:table-cell>';
    const name = '<table:table-cell office:value-type="string"><text:p>Rom</text:p></table:table-cell>';
    const hidden = `<table:table-row table:visibility="collapse">${name}${error}</table:table-row>`;
    const sheet = odsTable('S', [header, ...table]).replace('</table:table>', `${hidden}</table:table>`);
    const found = await published(book(sheet));
    expect(found.rows).toEqual([...rows, { area: 'Rom', births: null, share: null }]);
    expect(found.notes.join('\n')).toMatch(/^cells with an error .*: 1\nhidden rows that were read too: 1$/);
  });
});

describe('an OpenDocument file', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['without sheets', odsFile(odsContent('')), /no sheet with cells/],
    ['without cells', book(odsTable('A', []), odsTable('B', [[]])), /no records/],
    ['without content', odsFile('<office:document-content xmlns:office="x"/>'), /no sheet with cells/],
    ['cut off', simple.slice(0, -60), /incomplete: its end is missing/],
    ['that is not well-formed', odsFile('<office:document-content><a></b>'), /damaged/],
    ['with entities of its own', odsFile('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), /undefined entity/],
    [
      'with a password',
      odsFile('\x9c\x01encrypted', {
        'META-INF/manifest.xml': strToU8(
          '<m:manifest xmlns:m="x"><m:file-entry m:full-path="content.xml"><m:encryption-data/></m:file-entry></m:manifest>',
        ),
      }),
      /protected by a password/,
    ],
    [
      'that is a text',
      odsFile(odsContent(''), { mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }] }),
      /document \(OpenDocument\), not a table/,
    ],
  ])('%s is refused in words', async (_, bytes, words) => {
    expect((await refusalOf(previewed(bytes, 'table.ods'))).message).toMatch(words);
  });
});
