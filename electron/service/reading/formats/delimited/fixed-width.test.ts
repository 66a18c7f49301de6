import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cutColumns, fixedColumnStarts } from './fixed-width.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-fixed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const widths = [9, 20, 6, 12] as const;
const rows = [
  ['station', 'name', 'tmax', 'date'],
  ['0001', 'Zürich Fluntern', '12.5', '2020-01-01'],
  ['0002', 'Bad "Tölz", Süd', '-3.1', '2020-01-02'],
  ['0013', '🌲 wood', '7.0', '2020-01-03'],
  ['0014', '', '', '2020-01-04'],
] as const;

const notes: unknown[] = [];

/** Text to the left, numbers to the right, as printed tables have them. */
function printed(row: readonly string[]): string {
  const cells = row.map((value, at) => {
    const free = ' '.repeat((widths[at] ?? 0) - Array.from(value).length);
    return at === 2 ? free + value : value + free;
  });
  return `${cells[0]}${cells[1]}${cells[2]}  ${cells[3]}`;
}

async function cut(
  lines: readonly string[],
  starts: readonly number[],
  rest: { skip?: number; comment?: string; packed?: boolean } = {},
) {
  const path = join(folder, 'table.txt');
  writeFileSync(path, lines.join('\n'));
  const options = { starts, skip: 0, comment: '', packed: false, ...rest };
  const made = await cutColumns(path, options, folder, {});
  notes.push(made.note);
  return readFileSync(made.path, 'utf8').trimEnd().split('\n');
}

it('finds where columns begin after spaces that all lines share', () => {
  expect(fixedColumnStarts(rows.map(printed))).toEqual([1, 10, 32, 38]);
  expect(fixedColumnStarts(['onecolumn', 'word'])).toEqual([1]);
});

it('splits lines by characters, and writes the values without surrounding spaces', async () => {
  const lines = rows.map(printed);
  expect(await cut(lines, fixedColumnStarts(lines))).toEqual([
    'station,name,tmax,date',
    '0001,Zürich Fluntern,12.5,2020-01-01',
    '0002,"Bad ""Tölz"", Süd",-3.1,2020-01-02',
    '0013,🌲 wood,7.0,2020-01-03',
    '0014,,,2020-01-04',
  ]);
});

it('refuses a longer value further down instead of cutting off its sign', async () => {
  const lines = [...rows.map(printed), printed(['0015', 'Feldberg', '-12.5', '2020-01-05'])];
  await expect(cut(lines, [1, 10, 32, 38])).rejects.toMatchObject({
    reason: { code: 'column-start-inside', values: { line: 6, position: 32 } },
  });
  expect((await cut(lines, [1, 10, 31, 38])).at(-1)).toBe('0015,Feldberg,-12.5,2020-01-05');
});

it('splits adjacent values where the user says that columns begin, with a note', async () => {
  const lines = ['ab12345', 'c  6 89', 'de1-2.3'];
  expect(await cut(lines, [1, 3, 5], { packed: true })).toEqual(['ab,12,345', 'c,6,89', 'de,1-,2.3']);
  expect(notes.at(-1)).toEqual({ code: 'columns-touch', values: { count: 2, line: 1, position: 3 } });
});

it('leaves lines above the table, comments and empty lines unchanged', async () => {
  const lines = [
    'A title that crosses every column, and more',
    '# so does this remark, as it is long',
    '',
    'a b',
    '1 2',
  ];
  expect(await cut(lines, [1, 3], { skip: 1, comment: '#' })).toEqual([
    '"A title that crosses every column, and more"',
    '"# so does this remark, as it is long"',
    '',
    'a,b',
    '1,2',
  ]);
});

it('refuses positions that do not ascend', async () => {
  await expect(cut(['a b'], [3, 1])).rejects.toMatchObject({ reason: { code: 'column-starts-order' } });
});
