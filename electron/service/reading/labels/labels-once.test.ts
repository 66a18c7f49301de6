import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../../rows/testing/test-store.ts';
import { labelsOnce } from './labels-once.ts';

describe('labels that are written once', () => {
  test.each([
    ['above the cells of their group', ['A;m;1', ';f;2', 'B;m;3', ';f;4'], ['c0'], 2],
    ['even if the first record ends a group', ['A;f;1', 'B;m;3', ';f;4', 'C;m;5', ';f;6', ';x;7'], ['c0'], 3],
    [
      'in several columns',
      ['A;x;m;1', ';;f;2', ';y;m;3', ';;f;4', 'B;z;m;5', ';;f;6', ';u;m;7', ';;f;8'],
      ['c0', 'c1'],
      10,
    ],
    ['as years', ['2020;m;1', ' ;f;2', '2021;m;3', ';f;4'], ['c0'], 2],
  ])('%s', (_, rows, columns, count) => {
    expect(labelsOnce(tableOf(rows))).toEqual({ columns, count });
  });

  test.each([
    ['all are written', ['A;m;1', 'A;f;2', 'B;m;3', 'B;f;4']],
    ['the first is missing', [';m;1', ';f;2', 'B;m;3', ';f;4']],
    ['there is one alone', ['A;m;1', ';f;2', ';m;3', ';f;4']],
    ['one recurs', ['A;m;1', ';f;2', 'A;m;3', ';f;4']],
    ['few are missing', ['A;m;1', 'B;f;2', 'C;m;3', ';f;4']],
    ['nothing recurs beside them', ['Dr.;Ann;1', ';Ben;2', 'Prof.;Cleo;3', ';Dan;4']],
    ['what is beside them is missing', ['A;m;1', ';;2', 'B;m;3', ';;4']],
    ['a label does not end another one', ['A;x;m;1', ';;f;2', 'B;;m;3', ';y;f;4']],
    ['there are no records', []],
  ])('are none if %s', (_, rows) => {
    expect(labelsOnce(tableOf(rows))).toBeNull();
  });
});

function tableOf(rows: readonly string[]) {
  const texts = rows.map((row) => row.split(';'));
  return { names: (texts[0] ?? []).map((_, at) => `c${at}`), texts };
}

describe('a table with such labels', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  const lines = [
    ['Land', 'Geschlecht', '2020', '2021'],
    ...Array.from({ length: 300 }, (_, at) => [at % 3 === 0 ? `Land ${at / 3}` : null, 'mfx'[at % 3] ?? '', at, -at]),
  ];
  const csv = () => store.file('once.csv', lines.map((line) => line.join(';')).join('\n'));
  const xlsx = async () => {
    const book = new exceljs.Workbook();
    book.addWorksheet('S').addRows(lines);
    const path = join(store.folder, 'once.xlsx');
    await book.xlsx.writeFile(path);
    return path;
  };

  test.each([
    ['csv', csv],
    ['xlsx', xlsx],
  ])('has them in each row on request, with the columns of periods as rows: %s', async (name, write) => {
    const path = await write();
    const asked = await store.rows.preview({ path }, 'show', store.folder);
    expect(asked.notices).toContainEqual({ code: 'labels-once', values: { columns: 'Land', count: 133 } });
    const { plan, notices } = await store.rows.preview({ path, fillMerged: true }, 'show', store.folder);
    expect(notices.map(({ code }) => code)).not.toContain('labels-once');
    const version = await store.rows.ingest(`labels-${name}`, plan, {}, {});
    const rows = (await store.page(version)).map((row) => Object.values(row as object).slice(-4));
    expect(rows).toEqual(
      lines.slice(1).flatMap(([, sex], at) => {
        const land = `Land ${Math.floor(at / 3)}`;
        return [
          [land, sex, 2020, at],
          [land, sex, 2021, at === 0 ? 0 : -at],
        ];
      }),
    );
  });
});
