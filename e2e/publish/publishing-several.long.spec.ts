import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import exceljs from 'exceljs';
import { strToU8, zipSync } from 'fflate';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { chooseNext } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { storedFiles, storedSince } from '../actions/stored-rows.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('several');
const towns = path.join(folder, 'towns.csv');
const visits = path.join(folder, 'visits.csv');
const other = path.join(folder, 'other', 'towns.csv');
const page = path.join(folder, 'not-found.csv');
const workbook = path.join(folder, 'years.xlsx');
const archive = path.join(folder, 'weather.zip');
const many = path.join(folder, 'many');
/** More than the window draws at once. */
const manyFiles = 60;
/** More tab stops than there are before the twentieth of them. */
const mostStops = 200;

test.describe.configure({ timeout: 480_000 });
test.beforeAll(async () => {
  mkdirSync(path.dirname(other));
  mkdirSync(many);
  writeFileSync(towns, 'town,people\nUlm,126000\nBonn,331000\n');
  writeFileSync(visits, 'town,on\nUlm,01/02/2020\nBonn,03/04/2021\n');
  writeFileSync(other, 'town,trees\nGera,7\n');
  writeFileSync(page, '<!DOCTYPE html><html><body>404</body></html>\n');
  for (let at = 1; at <= manyFiles; at += 1)
    writeFileSync(path.join(many, `part ${at}.csv`), `town,number\nUlm,${at}\n`);
  writeFileSync(path.join(many, '.DS_Store'), 'x');
  const entries = {
    '2024/rain.csv': 'town,rain\nUlm,12\n',
    '2024/sun.csv': 'town,sun\nUlm,7\n',
    'read me.md': '# Read me',
  };
  writeFileSync(
    archive,
    zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))),
  );
  const book = new exceljs.Workbook();
  for (const year of [2021, 2022])
    book.addWorksheet(`Season ${year}`).addRows([
      ['name', 'people'],
      ['Ulm', year],
    ]);
  book.addWorksheet('Notes');
  await book.xlsx.writeFile(workbook);
});

const line = (window: Page, name: string) => window.getByRole('row').filter({ hasText: name });

test('several files become one dataset each, and an unreadable one does not affect the others', async ({
  app: { window, folder: data },
}) => {
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  const before = storedFiles(data);
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, towns, visits, other, page);
  const list = window.getByRole('table', { name: 'Files to publish' });
  await expect(list.getByRole('row')).toHaveCount(5);
  await expect(line(window, 'visits.csv')).toContainText('2 rows, 2 columns');
  await expect(line(window, 'not-found.csv')).toContainText('This is a web page');
  // Two files with the same name get different ones.
  await expect(list.getByLabel('Name in the address of towns.csv').nth(1)).toHaveValue('towns-2');
  await list.getByLabel('Name in the address of towns.csv').nth(1).fill('towns');
  await expect(window.getByText('This name is used more than once.')).toHaveCount(2);
  await checkAndPicture(window, 'publish-several');
  await list.getByLabel('Name in the address of towns.csv').nth(1).fill('trees');
  await window.getByRole('button', { name: 'Publish 3 datasets' }).click();
  await expect(window.getByText('1 file has open questions. Answer them or skip the file.')).toBeVisible();
  await test.step('each has its own preview with its own choices', async () => {
    await window.getByRole('button', { name: 'Open visits.csv' }).click();
    await expect(window.getByRole('table', { name: 'First rows of visits.csv' })).toBeVisible();
    await checkAndPicture(window, 'publish-one-of-several');
    await window.getByRole('button', { name: 'Back to list' }).first().click();
  });
  await window.getByRole('button', { name: /^Month first/ }).click();
  await expect(window.getByText('1 open question')).toHaveCount(0);
  await pictureInBothThemes(window, 'publish-several-ready');
  await window.getByRole('button', { name: 'Publish 3 datasets' }).click();
  // An unreadable file is not sent; the dialog closes and the jobs are shown.
  await expect(window.getByRole('dialog')).toBeHidden();
  // A slow computer may still be storing samples; only the tests' tables are about towns.
  const ours = async () => (await storedSince(data, before)).filter(([row]) => row !== undefined && 'town' in row);
  await expect.poll(async () => (await ours()).length, { timeout: 60_000 }).toBe(3);
  const stored = await ours();
  expect(stored).toContainEqual([
    { town: 'Ulm', on: '2020-01-02' },
    { town: 'Bonn', on: '2021-03-04' },
  ]);
  expect(stored).toContainEqual([{ town: 'Gera', trees: 7 }]);
  await checkAndPicture(window, 'publish-several-jobs');
  await window.getByRole('button', { name: 'Hide jobs' }).click();
});

test('all sheets of a workbook become datasets, without those that are empty', async ({
  app: { window, folder: data },
}) => {
  const before = storedFiles(data);
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, workbook);
  await window.getByRole('button', { name: 'Publish all 3 sheets…' }).click();
  await expect(line(window, 'Notes')).toContainText('The sheet has no records.');
  await checkAndPicture(window, 'publish-all-sheets');
  await window.getByRole('button', { name: 'Publish 2 datasets' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  for (const people of [2021, 2022]) {
    await expect.poll(() => storedSince(data, before)).toContainEqual([{ name: 'Ulm', people }]);
  }
  await window.getByRole('button', { name: 'Hide jobs' }).click();
});

test('the files of an archive become a dataset each', async ({ app: { window, folder: data } }) => {
  const before = storedFiles(data);
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, archive);
  await expect(window.getByRole('heading', { name: '2 files in this archive' })).toBeVisible();
  await checkAndPicture(window, 'publish-archive');
  await window.getByRole('button', { name: 'Choose files…' }).click();
  await expect(line(window, '2024/rain.csv')).toContainText('1 row, 2 columns');
  await checkAndPicture(window, 'publish-archive-files');
  await window.getByRole('button', { name: 'Publish 2 datasets' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
  for (const row of [
    { town: 'Ulm', rain: 12 },
    { town: 'Ulm', sun: 7 },
  ]) {
    await expect.poll(() => storedSince(data, before)).toContainEqual([row]);
  }
  await window.getByRole('button', { name: 'Hide jobs' }).click();
});

test('a folder of many files is listed by name, and can be used with the keyboard', async ({
  app: { window, electron, folder: data },
}) => {
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await chooseNext(electron, many);
  await window.getByRole('button', { name: 'Choose a folder…' }).click();
  const list = window.getByRole('table', { name: 'Files to publish' });
  await expect(list).toHaveAttribute('aria-rowcount', `${manyFiles + 1}`);
  await expect(list.getByRole('row').nth(10)).toContainText('part 10.csv');
  await expect(window.getByRole('button', { name: `Publish ${manyFiles} datasets` })).toBeEnabled({ timeout: 120_000 });
  await test.step('they can become one dataset', async () => {
    await window.getByRole('button', { name: `Combine all ${manyFiles} files into one dataset` }).click();
    await window.getByLabel('Add the file name as a column').check();
    const rows = window.getByRole('table', { name: 'First rows of many' });
    await expect(rows.getByRole('row').nth(10).getByRole('cell')).toHaveText(['Ulm', '10', 'part 10.csv'], {
      timeout: 120_000,
    });
    await expect(window.getByText(`Whole file read · ${manyFiles} rows`)).toBeVisible({ timeout: 120_000 });
    await checkAndPicture(window, 'publish-combined');
    const before = storedFiles(data);
    await window.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(window.getByRole('dialog').getByText(`${manyFiles} rows in my-data/many`)).toBeVisible({
      timeout: 60_000,
    });
    expect(await storedSince(data, before)).toContainEqual(
      Array.from({ length: manyFiles }, (_, at) => ({ town: 'Ulm', number: at + 1, file: `part ${at + 1}.csv` })),
    );
    await window.getByRole('button', { name: 'Choose another file…' }).last().click();
    await window.getByRole('button', { name: 'Choose a folder…' }).click();
    await expect(window.getByRole('button', { name: `Publish ${manyFiles} datasets` })).toBeEnabled({
      timeout: 120_000,
    });
  });
  await list.getByLabel('Publish part 1.csv').focus();
  await window.keyboard.press('Space');
  await expect(window.getByRole('button', { name: `Publish ${manyFiles - 1} datasets` })).toBeEnabled();
  // Only what is visible is drawn; the keyboard scrolls to the rest.
  const drawn = () =>
    window.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const later = list.getByRole('row').filter({ hasText: 'part 20.csv' });
  for (let stop = 0; stop < mostStops && (await later.locator(':focus').count()) === 0; stop += 1) {
    await window.keyboard.press('Tab');
    // Lines that are not drawn yet cannot be focused: a person sees them first.
    await drawn();
  }
  await expect(later).toBeInViewport();
  await checkAndPicture(window, 'publish-many-files');
  await window.getByRole('button', { name: 'Clear the list' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(window.getByRole('dialog')).toBeHidden();
});
