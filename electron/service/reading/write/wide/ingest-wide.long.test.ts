import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runsAll } from '../../../../lib/testing/tier.ts';
import { openTestStore, refusalOf, type TestStore } from '../../../rows/testing/test-store.ts';
import type { ReadingOptions } from '../../reading.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const rows = 40;
/** The contents of the columns of a wide table in turn, by row. */
const kinds: readonly ((row: number) => string)[] = [
  (row) => String(row * 7 - 100),
  (row) => `${row / 8}`,
  (row) => `a word, "${row % 5}"`,
  // Some need no conversion, others do.
  (row) => (row % 2 === 0 ? `2024-01-${String((row % 28) + 1).padStart(2, '0')}` : `2024-1-${(row % 28) + 1}`),
  (row) => (row % 3 === 0 ? '' : String(row)),
  (row) => `00${row}`,
  (row) => (row === rows - 1 ? 'late text' : String(row)),
  (row) => (row % 2 === 0 ? '-' : `${row}`),
  () => '',
  (row) => `two\nlines ${row}`,
  (row) => ` ${row} `,
];

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const nameOf = (column: number) => (column % 50 === 49 ? 'same' : `column ${column % 2 ? 'A' : 'a'}${column}`);
const cell = (column: number, row: number) =>
  column === 300 ? `POINT (${row} 45)` : quoted(kinds[column % kinds.length]?.(row) ?? '');

function table(columns: readonly number[], count = rows): string {
  const lines = Array.from({ length: count }, (_, row) => columns.map((column) => cell(column, row)).join(','));
  return `${columns.map(nameOf).join(',')}\n${lines.join('\n')}\n`;
}

type Row = Readonly<Record<string, unknown>>;

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const wide = range(0, 520);
const options: Partial<ReadingOptions> = { missing: ['-'] };

async function pageOf(...requested: Parameters<TestStore['page']>): Promise<Row[]> {
  return (await store.page(...requested)) as Row[];
}

describe('a text of many columns', () => {
  it('is read like the same columns in a narrow text', async () => {
    const version = await store.take(table(wide), options);
    expect(version).toMatchObject({ rows, rejected: 0 });
    const page = await pageOf(version, {}, 0, rows);
    const names = version.columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(520);
    for (const from of [0, 180, 290]) {
      const columns = range(from, from + 40);
      const few = await store.take(table(columns), options);
      expect(version.columns.slice(from, from + 40).map(({ type, size }) => [type, size])).toEqual(
        few.columns.map(({ type, size }) => [type, size]),
      );
      const expected = await pageOf(few, {}, 0, rows);
      const found = page.map((row) => names.slice(from, from + 40).map((name) => row[name]));
      expect(found).toEqual(expected.map((row) => few.columns.map(({ name }) => row[name])));
    }
  });

  it.runIf(runsAll)('reports which columns became text because of a late value', async () => {
    const count = 20_500;
    const names = range(0, 500).map((column) => `c${column}`);
    const zeros = `${names.map(() => '0').join(',')}\n`;
    const last = names.map((_, column) => (column === 3 || column === 450 ? 'closed' : '1')).join(',');
    const version = await store.take(`${names.join(',')}\n${zeros.repeat(count)}${last}\n`);
    const what = { code: 'became-text', values: { count: 1, value: 'closed' } };
    expect(version.conversions).toEqual(
      ['c3', 'c450'].map((subject) => ({ code: 'about', values: { subject, what } })),
    );
    expect(version.columns.flatMap(({ name, type }) => (type === 'integer' ? [] : [name]))).toEqual(['c3', 'c450']);
    const [row] = await pageOf(version, {}, count, 1);
    expect([row?.c2, row?.c3, row?.c450]).toEqual([1, 'closed', 'closed']);
  });

  it('applies the requested names, types and points', async () => {
    const columns = [
      { source: 'column a0', name: 'column a2' },
      { source: 'column A1', drop: true },
      { source: 'column a440', type: 'text' as const },
    ];
    const point = { longitude: 'column a440', latitude: 'column A1', name: 'place' };
    const version = await store.take(table(wide, 5), { ...options, columns, point });
    const names = version.columns.map(({ name }) => name);
    expect(names).toHaveLength(520);
    expect([...names.slice(0, 2), names.at(-1)]).toEqual(['column a2', 'column a2_2', 'place']);
    expect(version.columns.find(({ name }) => name === 'column a440')?.type).toBe('char');
    expect(version.columns.at(-1)?.type).toBe('geometry');
    const [first] = await pageOf(version, {}, 0, 1);
    expect(first).toMatchObject({ 'column a2': -100, place: { type: 'Point', coordinates: [-100, 0] } });
    const missing = await refusalOf(store.take(table(wide, 2), { columns: [{ source: 'nowhere', drop: true }] }));
    expect(missing.message).toBe('The file has no column "nowhere".');
  });

  it('is previewed like the same columns in a narrow text', async () => {
    const path = await store.file('wide.csv', table(wide, 20));
    const preview = await store.rows.preview({ path, format: 'csv' }, 'show', store.folder);
    expect(preview.whole).toBe(true);
    expect(preview.survey.names).toHaveLength(520);
    const few = await store.file('few.csv', table(range(190, 210), 20));
    const { survey } = await store.rows.preview({ path: few, format: 'csv' }, 'show', store.folder);
    expect(preview.survey.columns.slice(190, 210)).toMatchObject(
      survey.columns.map(({ type, reason }) => ({ type, reason })),
    );
    expect(preview.survey.texts.map((row) => row.slice(190, 210))).toEqual(survey.texts);
    expect(preview.survey.rows.map((row) => row.slice(190, 210))).toEqual(survey.rows);
  });

  it('reports all unreadable values, whatever their column', async () => {
    const columns = [2, 222, 508].map((column) => ({ source: nameOf(column), type: 'integer' as const }));
    const error = await refusalOf(store.take(table(wide, 3), { columns }));
    expect(error.badValues.map(({ row, line, column }) => [row, line, column])).toEqual(
      expect.arrayContaining(columns.map(({ source }) => [1, 2, source])),
    );
    expect(error.count).toBe(error.badValues.length);
    const broken = await refusalOf(store.take(`${table(wide, 3)}1,2,3\n${Array(520).fill(1)}\n`));
    expect(broken.badValues).toMatchObject([{ row: 4, value: '1,2,3' }]);
  });

  it('is appended to the rows of another version, which may have other columns', async () => {
    const before = await store.take(table(range(0, 505), 20), options);
    const after = await store.take(table(range(5, 513), 10), options, { appendTo: before });
    expect(after).toMatchObject({ rows: 30 });
    expect(after.columns.slice(0, 505).map(({ name }) => name)).toEqual(before.columns.map(({ name }) => name));
    const added = after.columns.at(-1)?.name ?? '';
    expect(added).toBe('column a512');
    const [old] = await pageOf(before, {}, 19, 1);
    const [kept] = await pageOf(after, {}, 19, 1);
    expect(kept).toMatchObject(old ?? {});
    expect(kept).toMatchObject({ [added]: null });
    const few = await store.take(table(range(495, 513), 10), options);
    const [coming] = await pageOf(few, {}, 5, 1);
    const [last] = await pageOf(after, {}, 25, 1);
    expect(last).toMatchObject({ 'column a0': null, [added]: coming?.[added] });
    expect(last?.[added]).not.toBe(null);
  });
});
