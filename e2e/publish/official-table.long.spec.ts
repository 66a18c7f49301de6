import { writeFileSync } from 'node:fs';
import path from 'node:path';
import exceljs from 'exceljs';
import iconv from 'iconv-lite';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { storedFiles, storedSince } from '../actions/stored-rows.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.describe.configure({ timeout: 240_000 });

const states = ['Bayern', 'Berlin', 'Bremen', 'Hamburg', 'Hessen', 'Sachsen', 'Thüringen'];
const years = [2019, 2020, 2021, 2022, 2023];

/** A table of a ministry: titles, decimal commas, years as columns, a total, notes and a source. */
function ministryTable(): string {
  const rates = states.map((_, state) => years.map((_, year) => 3 + state + year / 10));
  const line = (name: string, cells: readonly (number | string)[]) =>
    [name, ...cells.map((cell) => String(cell).replace('.', ','))].join(';');
  const totals = years.map((_, year) => rates.reduce((sum, row) => sum + (row[year] ?? 0), 0).toFixed(1));
  return [
    'Tabelle 13211-0007: Arbeitslosenquote nach Ländern;;;;;',
    '(in Prozent);;;;;',
    'Stand: 31.12.2023;;;;;',
    ';;;;;',
    'Land;2019;2020;2021;2022;2023*',
    ...states.map((name, state) => line(name, rates[state]?.map((rate) => rate.toFixed(1)) ?? [])),
    line('Insgesamt', totals),
    ';;;;;',
    '* vorläufiges Ergebnis;;;;;',
    'Quelle: Bundesagentur für Arbeit;;;;;',
    'Lizenz: dl-de/by-2-0;;;;;',
  ].join('\r\n');
}

test('the file of a ministry is a titled and sourced long table after one click beside Publish', async ({
  app: { window },
}) => {
  const file = path.join(temporaryFolder('ministry'), 'alq_2023.csv');
  writeFileSync(file, iconv.encode(ministryTable(), 'windows-1252'));
  await window.setViewportSize({ width: 1280, height: 820 });
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
  await dropFile(window, file);
  const rows = window.getByRole('table', { name: 'First rows of alq_2023.csv' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Bayern', '2019', '3.0']);
  await expect(window.getByRole('textbox', { name: 'Dataset label' })).toHaveValue('Arbeitslosenquote nach Ländern');
  await expect(window.getByRole('textbox', { name: 'Source', exact: true })).toHaveValue('Bundesagentur für Arbeit');
  await expect(window.getByRole('textbox', { name: 'Licence' })).toHaveValue('dl-de/by-2-0');
  await checkAndPicture(window, 'publish-ministry');
  const scroller = window.getByRole('region', { name: 'First rows of alq_2023.csv' });
  const { height = 0 } = (await scroller.boundingBox()) ?? {};
  // The header has 42 pixels, each row 24.
  expect((height - 42) / 24).toBeGreaterThanOrEqual(12);
  // The rows of one record stand below each other, also beside the number of its line.
  const gutter = (row: number) => rows.getByRole('row').nth(row).locator('> :first-child').boundingBox();
  expect((await gutter(2))?.x).toBe((await gutter(1))?.x);
  const options = window.getByRole('button', { name: /^Import options/ });
  await options.press('Enter');
  await expect(options).toHaveAttribute('aria-expanded', 'true');
  await options.press('Escape');
  await expect(options).toHaveAttribute('aria-expanded', 'false');
  const total = window.getByRole('region', { name: /“Insgesamt” is the sum of other rows/ });
  await total.getByRole('button', { name: 'Skip this row' }).click();
  await expect(total).toBeHidden();
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(window.getByText(/^35 rows in /)).toBeVisible();
  await window.getByRole('button', { name: 'Open dataset' }).click();
  await window.getByRole('tab', { name: 'About' }).click();
  await expect(window.getByText('Quelle: Bundesagentur für Arbeit')).toBeVisible();
  await expect(window.getByText('Bundesagentur für Arbeit', { exact: true })).toBeVisible();
  await checkAndPicture(window, 'about-ministry');
});

/** Two tables in one sheet, the first with groups of school years, whose names are merged cells. */
async function schoolsBook(file: string): Promise<void> {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Schools');
  sheet.addRows([
    ['Table 1: Pupils by district'],
    [],
    ['District', 'Primary', null, 'Secondary', null],
    [null, '2021/22', '2022/23', '2021/22', '2022/23'],
    ['Mitte', 10, 11, 12, 13],
    ['Nord', 20, 21, 22, 23],
    ['Ost', 30, 31, 32, 33],
    [],
    ['Table 2: Teachers by district'],
    [],
    ['District', '2021/22', '2022/23'],
    ['Mitte', 1.5, 2.5],
    ['Nord', 3.5, 4.5],
    ['Source: Office for Schools'],
  ]);
  for (const cells of ['A3:A4', 'B3:C3', 'D3:E3']) sheet.mergeCells(cells);
  const notes = book.addWorksheet('Notes');
  notes.addRows([['Licence: CC-BY-4.0'], ['Contact: schools@example.org']]);
  await book.xlsx.writeFile(file);
}

test('two tables of a sheet, with school years in a second row of names, are both published', async ({
  app: { window, folder: data },
}) => {
  const file = path.join(temporaryFolder('schools'), 'schools.xlsx');
  await schoolsBook(file);
  const before = storedFiles(data);
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, file);
  const rows = window.getByRole('table', { name: 'First rows of schools.xlsx' });
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Mitte', '2021/22', '10', '12']);
  await expect(window.getByRole('textbox', { name: 'Licence' })).toHaveValue('CC-BY-4.0');
  const tables = window.getByRole('region', { name: '2 tables in this file' });
  await tables.getByRole('button', { name: /^Table at row 11, 2 × 3/ }).click();
  await expect(rows.getByRole('row').nth(1).getByRole('cell')).toHaveText(['Mitte', '2021/22', '1.5']);
  await expect(window.getByRole('textbox', { name: 'Dataset label' })).toHaveValue('Teachers by district');
  await checkAndPicture(window, 'publish-two-tables');
  await tables.getByRole('button', { name: 'Publish each…' }).click();
  await window.getByRole('button', { name: 'Publish 2 datasets' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  await expect
    .poll(() => storedSince(data, before), { timeout: 60_000 })
    .toContainEqual(expect.arrayContaining([{ District: 'Nord', years: '2022/23', Primary: 21, Secondary: 23 }]));
  await expect
    .poll(() => storedSince(data, before))
    .toContainEqual(expect.arrayContaining([{ District: 'Nord', years: '2022/23', value: 4.5 }]));
});
