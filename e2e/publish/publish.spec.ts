import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import exceljs from 'exceljs';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { runsAll } from '../../build/test-files.ts';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { chooseNext, saveNextTo } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { openReadingOptions } from '../actions/input/reading-options.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { oddRow, type Tree, trees, writeMessyTrees } from '../fixtures/messy-trees.ts';
import { expect, test } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const label = 'Bäume der Stadt';
const folder = temporaryFolder('publish');
const source = path.join(folder, 'baeume_2024.csv');

/** The trees planted in 2000 or later, without the row with the odd year. */
const young = trees.filter(({ number, year }) => number !== oddRow && year !== null && year >= 2000);

test.describe.configure({ mode: 'serial' });

test.beforeAll(() => writeMessyTrees(source));

/** Why a test of the exported files is left out: together they take as long as all before them. */
const isLong = 'Runs in test:all.';

function firstRows(window: Page) {
  return window.getByRole('table', { name: 'First rows of baeume_2024.csv' });
}

/** Shows the rows of the file or its columns. */
function showView(window: Page, name: 'First rows' | 'Columns'): Promise<void> {
  return window.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}

async function cellsOf(window: Page, row: number): Promise<string[]> {
  return firstRows(window).getByRole('row').nth(row).getByRole('cell').allTextContents();
}

test('a dropped file shows its first rows, which follow the reading options', async ({ app: { window, electron } }) => {
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a file here' })).toBeVisible();
  await checkAccessibility(window);
  await dropFile(window, source);
  await expect(firstRows(window)).toBeVisible();
  expect(await cellsOf(window, 1)).toEqual([
    '1',
    'Linde',
    '01001',
    '950.25',
    '13.001',
    '52.001',
    '1950',
    '–',
    'intern',
    'POINT (13.001 52.001)',
  ]);
  await openReadingOptions(window);
  await expect(window.getByRole('combobox', { name: 'Encoding' })).toHaveValue('windows-1252');
  await expect(window.getByRole('combobox', { name: 'Delimiter', exact: true })).toHaveValue(';');
  await window.getByRole('combobox', { name: 'Delimiter', exact: true }).selectOption('|');
  await expect(firstRows(window).getByRole('columnheader').first()).toContainText('Nr;Art;PLZ');
  await window.getByRole('button', { name: 'Detect again' }).click();
  await expect(firstRows(window).getByRole('columnheader').first()).toHaveText('Nrinteger');
  await window.getByLabel('First row is a header').uncheck();
  await expect(firstRows(window).getByRole('row').nth(1).getByRole('cell').first()).toHaveText('Nr');
  await window.getByRole('button', { name: 'Detect again' }).click();
  await expect(window.getByText('Whole file read · 400 rows')).toBeVisible();
  await showView(window, 'Columns');
  await expect(window.getByLabel('Type of Gepflanzt')).toHaveValue('text');
  // The file dialog returns the same file.
  await chooseNext(electron, source);
  await window.getByRole('button', { name: 'Choose another file…' }).click();
  await expect(firstRows(window)).toBeVisible();
  await checkAndPicture(window, 'publish-file');
});

test('columns are corrected, and an invalid value is reported before anything is published', async ({ sharedApp }) => {
  const { window, electron } = sharedApp;
  await showView(window, 'Columns');
  await window.getByLabel('Name of Nr', { exact: true }).fill('number');
  await window.getByLabel('Name of Art', { exact: true }).fill('number');
  await expect(window.getByText('This name is used more than once.')).toHaveCount(2);
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(window.getByText('Check the marked fields above.')).toBeVisible();
  for (const [column, name] of [
    ['Art', 'kind'],
    ['PLZ', 'postcode'],
    ['Höhe', 'height'],
    ['Gepflanzt', 'year'],
    ['Notiz', 'note'],
  ]) {
    await window.getByLabel(`Name of ${column}`, { exact: true }).fill(name ?? '');
  }
  await window.getByLabel('Label of Gepflanzt').fill('Year of planting');
  await window.getByLabel('Description of Gepflanzt').fill('As the register says.');
  await window.getByLabel('Type of Gepflanzt').selectOption('integer');
  await window.getByLabel('Use the column Kürzel').uncheck();
  await showView(window, 'First rows');
  await openReadingOptions(window);
  await window.getByRole('combobox', { name: 'Missing values' }).fill('n/a');
  await window.keyboard.press('Enter');
  await expect(firstRows(window).getByRole('row').nth(9).getByRole('cell').nth(6)).toHaveText('–');
  await window.getByLabel('Dataset label').fill(label);
  await expect(window.getByText('my-data/baume-der-stadt', { exact: true })).toBeVisible();
  await window.getByLabel('Licence').fill('CC-BY-4.0');
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  const problems = window.getByRole('table', { name: 'Values that could not be read' });
  await expect(problems).toBeVisible();
  await expect(problems.getByRole('row').nth(1).getByRole('cell')).toContainText([
    /^line \d+$/,
    'Gepflanzt',
    'um 1900',
    'whole number',
  ]);
  await expect(window.getByText('Nothing was published')).toBeVisible();
  const address = new URL('api/v1/namespaces/my-data/datasets/baume-der-stadt/', await localServiceAddress(sharedApp));
  expect((await fetch(address)).status).toBe(404);
  await checkAndPicture(window, 'publish-problems');
  const list = path.join(folder, 'problems.csv');
  await saveNextTo(electron, list);
  // The list of jobs shows the failed one too, and offers the same actions.
  const shown = window.getByRole('region', { name: 'First rows' });
  await shown.getByRole('button', { name: 'Save list…' }).click();
  await expect.poll(() => readIfThere(list)).toContain('um 1900');
});

test('the bad row goes to a separate file, the others are published', async ({ sharedApp: { window, electron } }) => {
  const rejects = path.join(folder, 'rejects.csv');
  await saveNextTo(electron, rejects);
  await window.getByRole('button', { name: 'Publish without them…' }).click();
  await expect(window.getByText('1 row was left out and is in').first()).toBeVisible();
  await pictureInBothThemes(window, 'publish-done');
  expect(readFileSync(rejects, 'utf8')).toContain('um 1900');
  await window.getByRole('button', { name: 'Open dataset', exact: true }).click();
  await expect(window.getByRole('heading', { name: label })).toBeVisible();
  await expect(window.getByText('399 rows', { exact: true })).toBeVisible();
  const branch = window.getByRole('treeitem', { name: 'My data' });
  if ((await branch.getAttribute('aria-expanded')) !== 'true') await branch.click();
  await expect(window.getByRole('treeitem', { name: label })).toBeVisible();
  await window.getByRole('tab', { name: 'Columns' }).click();
  await expect(
    window.getByRole('row', { name: /Year of planting year As the register says\..* integer/ }),
  ).toBeVisible();
  await window.getByRole('tab', { name: 'Rows' }).click();
});

test('the filtered view is exported as Parquet and as a workbook, with every cell unchanged', async ({
  sharedApp: { window, electron },
}) => {
  await hideJobs(window);
  await filterByYear(window, '2000');
  await expect(window.getByText(`${young.length} of 399 rows`)).toBeVisible();
  const parquet = path.join(folder, 'young.parquet');
  await exportView(window, electron, 'Parquet', parquet);
  const file = await asyncBufferFromFile(parquet);
  const compressors = { ZSTD: (input: Uint8Array) => zstdDecompressSync(input) };
  const rows = await parquetReadObjects({ file, compressors });
  expect(rows.map(treeOf)).toEqual(young);
  expect(rows[0]?.geometry).toMatchObject({ type: 'Point', coordinates: [13.051, 52.051] });

  const workbook = path.join(folder, 'young.xlsx');
  await exportView(window, electron, 'Excel (XLSX)', workbook);
  expect(await readWorkbook(workbook)).toEqual(young);
});

test('the descriptor names the origin of the file, and it and the version verify', async ({
  sharedApp: { window, electron },
}) => {
  test.skip(!runsAll, isLong);
  const { resources } = JSON.parse(readFileSync(path.join(folder, 'datapackage.json'), 'utf8'));
  const described = resources.find((resource: { path: string }) => resource.path === 'young.parquet');
  const bytes = readFileSync(path.join(folder, 'young.parquet'));
  expect(described).toMatchObject({
    title: label,
    bytes: bytes.length,
    hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    rows: young.length,
    query: { filters: [{ column: 'year', lookup: 'gte', value: '2000' }] },
    licenses: [{ name: 'CC-BY-4.0' }],
  });
  await window.getByRole('button', { name: 'Jobs', exact: true }).click();
  await chooseNext(electron, path.join(folder, 'young.parquet'));
  await window.getByRole('button', { name: 'Verify an exported file…' }).click();
  await expect(window.getByText('The contents match their checksum.')).toBeVisible();
  await checkAndPicture(window, 'jobs-done');
  await window.getByRole('button', { name: 'Hide jobs' }).click();
  await window.getByRole('tab', { name: 'Versions' }).click();
  await expect(window.getByText('not verified')).toBeVisible();
  await window.getByRole('button', { name: /^Verify the checksum of version/ }).click();
  await expect(window.getByText('verified', { exact: true })).toBeVisible();
  await checkAndPicture(window, 'version-verified');
});

test('a version whose file was altered on disk is distinguished from an intact one', async ({
  sharedApp: { window, folder: data },
}) => {
  test.skip(!runsAll, isLong);
  const check = window.getByRole('button', { name: /^Verify the checksum of version/ });
  const made = globSync(path.join(data, 'rows', '**', 'data.parquet')).map((file) => ({
    file,
    at: statSync(file).mtimeMs,
  }));
  const { file: stored } = made.reduce((one, other) => (one.at > other.at ? one : other));
  const whole = readFileSync(stored);
  const altered = Buffer.from(whole);
  altered[Math.floor(altered.length / 2)] = (altered[Math.floor(altered.length / 2)] ?? 0) ^ 1;
  writeFileSync(stored, altered);
  await check.click();
  await expect(window.getByText('does not match', { exact: true })).toBeVisible();
  await checkAndPicture(window, 'version-damaged');
  writeFileSync(stored, whole);
  await check.click();
  await expect(window.getByText('verified', { exact: true })).toBeVisible();
});

test('rows are appended to a dataset, replaced by those of a sheet, and its readers change with them', async ({
  sharedApp: { window },
}) => {
  test.skip(!runsAll, isLong);
  const more = path.join(folder, 'more.csv');
  writeFileSync(more, 'number,kind,postcode,height,year\n401,Esche,00042,12.5,2001\n402,Ulme,00043,13,2002\n');
  await chooseTrees(window, more);
  await expect(window.getByText('Everyone.', { exact: true })).toBeVisible();
  await window.getByRole('switch', { name: 'The namespace is published' }).uncheck();
  await expect(window.getByText(/^Only its owner and the service’s staff/)).toBeVisible();
  await expect(window.getByText(/^Changes for the whole namespace/)).toBeVisible();
  await checkAccessibility(window);
  await pictureInBothThemes(window, 'publish-append');
  await publishTrees(window, 'Append', '401 rows');
  await window.getByRole('tab', { name: 'Columns' }).click();
  // Descriptions of the columns are inherited by the new version.
  await expect(
    window.getByRole('row', { name: /Year of planting year As the register says\..* integer/ }),
  ).toBeVisible();

  const sheets = path.join(folder, 'sheets.xlsx');
  await writeSheets(sheets);
  await chooseTrees(window, sheets);
  await openReadingOptions(window);
  await window.getByLabel('Sheet', { exact: true }).selectOption('New');
  await expect(window.getByRole('table', { name: /^First rows of/ }).getByText('00002')).toBeVisible();
  await window.getByRole('switch', { name: 'The namespace is published' }).check();
  await expect(window.getByText('Everyone.', { exact: true })).toBeVisible();
  await pictureInBothThemes(window, 'publish-sheet');
  await publishTrees(window, 'Replace', '3 rows');
  await window.getByRole('tab', { name: 'Versions' }).click();
  await expect(window.getByRole('button', { name: /^Verify the checksum of version/ })).toHaveCount(3);
});

async function writeSheets(file: string): Promise<void> {
  const workbook = new exceljs.Workbook();
  workbook.addWorksheet('Old').addRows([['number'], [1], [2]]);
  const rows = [7, 8, 9].map((number, position) => [number, `0000${position + 1}`]);
  workbook.addWorksheet('New').addRows([['number', 'postcode'], ...rows]);
  await workbook.xlsx.writeFile(file);
}

/** Opens a file to publish as another version of the trees. */
async function chooseTrees(window: Page, file: string): Promise<void> {
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, file);
  await expect(window.getByRole('table', { name: `First rows of ${path.basename(file)}` })).toBeVisible();
  await window.getByRole('button', { name: 'Change…', exact: true }).click();
  for (const [field, choice] of [
    ['Namespace', 'My data'],
    ['Dataset', label],
  ] as const) {
    await window.getByRole('combobox', { name: field, exact: true }).click();
    await window.getByRole('option', { name: choice, exact: true }).click();
  }
}

/** Publishes it and opens the result. */
async function publishTrees(window: Page, mode: 'Append' | 'Replace', rows: string): Promise<void> {
  await window.getByRole('radiogroup', { name: 'Rows' }).getByText(mode, { exact: true }).click();
  await expect(window.getByRole('radio', { name: mode })).toBeChecked();
  if (mode === 'Replace') await expect(window.getByText(/^3 rows instead of 401\./)).toBeVisible();
  await window.getByRole('button', { name: 'Publish', exact: true }).click();
  if (mode === 'Replace') await window.getByRole('button', { name: 'Publish anyway' }).click();
  await expect(window.getByRole('dialog').getByText(rows).first()).toBeVisible();
  await window.getByRole('button', { name: 'Open dataset', exact: true }).click();
  await expect(window.getByRole('heading', { name: label })).toBeVisible();
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function filterByYear(window: Page, from: string): Promise<void> {
  await beginCondition(window, 'Year of planting', 'is at least');
  await window.getByRole('combobox', { name: 'Value', exact: true }).fill(from);
  await window.getByRole('button', { name: 'Apply' }).click();
}

async function exportView(
  window: Page,
  electron: Parameters<typeof saveNextTo>[0],
  format: string,
  target: string,
): Promise<void> {
  await window.getByRole('button', { name: 'Export…' }).click();
  await expect(window.getByRole('radio', { name: 'This view' })).toBeChecked();
  await window.getByRole('radio', { name: format }).check();
  await checkAndPicture(window, 'export-dialog');
  await saveNextTo(electron, target);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  const job = window.getByRole('listitem').filter({ hasText: path.basename(target) });
  await expect(job.getByText('done', { exact: false })).toBeVisible();
  await window.getByRole('button', { name: 'Hide jobs' }).click();
}

function treeOf(row: Record<string, unknown>): Tree {
  const { number, kind, postcode, height, year, note } = row;
  return {
    number: Number(number),
    kind: String(kind),
    postcode: String(postcode),
    height: Number(height),
    year: year === null ? null : Number(year),
    note: String(note ?? ''),
  };
}

async function readWorkbook(file: string): Promise<Tree[]> {
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.readFile(file);
  // Rows and cells are counted from 1 there.
  const [head = [], ...rows] = (workbook.worksheets[0]?.getSheetValues() ?? []).slice(1) as unknown[][];
  // Headings are the labels of the columns, which are their names unless one was given.
  const names = head.slice(1).map((heading) => (heading === 'Year of planting' ? 'year' : String(heading)));
  // A carriage return is written as `_x000D_` (ECMA-376, ST_Xstring), which this reader does not decode.
  const read = (value: unknown) => (typeof value === 'string' ? value.replaceAll('_x000D_', '\r') : value);
  return rows.map((row) => treeOf(Object.fromEntries(names.map((name, position) => [name, read(row[position + 1])]))));
}
