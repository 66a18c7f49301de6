import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import exceljs from 'exceljs';
import { checkAndPicture, checkContrast, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { removeCharts } from '../actions/views/charts.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const airports = 'Airports of the United States';
const strikes = 'Bird strikes';
const folder = temporaryFolder('beside');

async function openCharts(window: Page, dataset: string): Promise<void> {
  await openDataset(window, 'Transport', dataset);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Columns' })).toBeVisible();
}

async function addChart(window: Page, column: string): Promise<void> {
  const button = window
    .getByRole('region', { name: 'Columns' })
    .getByRole('button', { name: `Chart of ${column}`, exact: true });
  await button.click();
}

function chart(window: Page, title: string | RegExp): Locator {
  return window.getByRole('article', { name: title });
}

/** The first drawing of a chart, once its groups have arrived. */
async function drawing(window: Page, title: string | RegExp): Promise<Locator> {
  const card = chart(window, title);
  await expect(card.getByText('Over all rows')).toBeVisible();
  await expect(card.locator('[data-outdated]')).toHaveCount(0);
  return card.locator('[aria-roledescription="chart"]').first();
}

async function spoken(frame: Locator): Promise<string> {
  return (await frame.locator('[aria-live]').textContent()) ?? '';
}

function numberIn(text: string): number {
  return Number(/([\d,]+)$/.exec(text)?.[1]?.replaceAll(',', ''));
}

async function save(app: { window: Page; electron: ElectronApplication }, item: string, name: string): Promise<string> {
  const file = path.join(folder, name);
  await saveNextTo(app.electron, file);
  await app.window
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  await app.window.getByRole('menuitem', { name: item }).click();
  await expect(app.window.getByText(`Saved ${name}`)).toBeVisible();
  return file;
}

const onMap = 'Map of Location';
const byState = 'Number of rows by State';
const foot = (window: Page) => window.getByRole('contentinfo');

test('a map of places, a chart, the rows and the map are shown side by side and follow the selection', async ({
  app,
}) => {
  const { window } = app;
  await openCharts(window, airports);
  await addChart(window, 'Location');
  const map = await drawing(window, onMap);
  await expect(map).toHaveAccessibleDescription(/^Map: Number of rows by Location .* Area: longitude -?\d+/);
  await checkAndPicture(window, 'charts-map');
  await checkContrast(window, 'charts-map');
  await addChart(window, 'State');
  await drawing(window, byState);
  await window.getByRole('checkbox', { name: 'Show rows beside' }).click();
  await window.getByRole('checkbox', { name: 'Show map beside' }).click();
  const rows = window.getByRole('region', { name: 'Rows', exact: true });
  await expect(rows.locator('[row-index="0"] [role="gridcell"]').first()).toHaveText(/./);
  await expect(window.getByText('All 3,376 rows on the map')).toBeVisible();

  const box = await map.boundingBox();
  if (box === null) throw new Error('The map is not drawn.');
  await window.mouse.move(box.x + box.width * 0.08, box.y + box.height * 0.4);
  await window.mouse.down();
  await window.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6, { steps: 4 });
  await window.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.85, { steps: 4 });
  await window.mouse.up();
  await expect(window.getByRole('region', { name: 'Selection' }).getByText(/^[\d,]+ places/)).toBeVisible();
  await expect(chart(window, byState).getByText('Over the selected rows')).toBeVisible();
  await expect(foot(window)).toContainText(/[\d,]+ of 3,376 rows/);
  const selected = Number(/([\d,]+) of 3,376/.exec((await foot(window).textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  expect(selected).toBeGreaterThan(10);
  await expect(window.getByText(`All ${selected.toLocaleString('en')} rows on the map`)).toBeVisible();
  await checkAndPicture(window, 'charts-beside');

  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByRole('region', { name: 'Selection' })).toBeHidden();
  await expect(foot(window)).not.toContainText('of 3,376 rows');
  await window.getByRole('button', { name: 'Redo' }).click();
  await expect(window.getByRole('region', { name: 'Selection' }).getByText(/^[\d,]+ places/)).toBeVisible();
  await window.getByRole('button', { name: 'Show these rows' }).click();
  await expect(foot(window)).toContainText(`${selected.toLocaleString('en')} of 3,376 rows`);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByRole('region', { name: 'Selection' }).getByText(/^[\d,]+ places/)).toBeVisible();
  await window.getByRole('button', { name: 'Clear selection' }).click();
  await window.getByRole('checkbox', { name: 'Show rows beside' }).click();
  await window.getByRole('checkbox', { name: 'Show map beside' }).click();
  await expect(foot(window)).toContainText('3,376 rows');

  await map.focus();
  for (let step = 0; step < 3; step += 1) await window.keyboard.press('ArrowRight');
  const said = await spoken(map);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(foot(window)).toContainText(`${numberIn(said).toLocaleString('en')} of 3,376 rows`);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await removeCharts(window);
});

test('small multiples and cells of a heat map lead to their own rows, and can all be exported', async ({ app }) => {
  const { window } = app;
  await openCharts(window, strikes);
  await addChart(window, 'Phase of flight');
  const form = window.getByRole('form', { name: 'Chart settings' });
  const choose = async (field: string, value: string) => {
    await form.getByRole('combobox', { name: field, exact: true }).click();
    await window.getByRole('option', { name: value, exact: true }).click();
  };
  await choose('Small multiples', 'Time of day');
  const title = 'Number of rows by Phase of flight and Time of day';
  await drawing(window, title);
  await checkAndPicture(window, 'charts-multiples');
  const night = window.getByRole('group', { name: `${title}: Night` });
  await night.focus();
  await window.keyboard.press('ArrowRight');
  const count = numberIn(await spoken(night));
  await window.keyboard.press('Enter');
  await expect(foot(window)).toContainText(`${count.toLocaleString('en')} of 10,000 rows`);
  await expect(window.getByText('Time of day is Night')).toBeVisible();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(foot(window)).not.toContainText('of 10,000 rows');

  const svg = readFileSync(await save(app, 'Save as SVG…', 'multiples.svg'), 'utf8');
  for (const text of ['Dawn', 'Dusk', 'Night', strikes, '<a href="almanac://open?']) expect(svg).toContain(text);
  const png = readFileSync(await save(app, 'Save as PNG…', 'multiples.png'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1200]);

  const book = new exceljs.Workbook();
  await book.xlsx.readFile(await save(app, 'Save data in another format…', 'multiples.xlsx'));
  const [sheet, source] = book.worksheets;
  expect(sheet?.getRow(1).getCell(1).value).toBe('Time of day');
  expect(source?.getRow(1).getCell(1).value).toContain(title);
  const json = JSON.parse(readFileSync(await save(app, 'Save data in another format…', 'multiples.json'), 'utf8'));
  expect(json).toMatchObject({
    title,
    link: expect.stringMatching(/^almanac:/),
    source: expect.stringContaining(strikes),
  });
  const tsv = readFileSync(await save(app, 'Save data in another format…', 'multiples.tsv'), 'utf8');
  const table = tsv.trimEnd().split(/\r?\n/);
  const counts = table.slice(-json.rows.length).map((line) => Number(line.split('\t').at(-1)));
  expect(counts.reduce((all, count) => all + count, 0)).toBe(10_000);
  const lines = readFileSync(await save(app, 'Save data in another format…', 'multiples.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter((line) => 'Number of rows' in line)).toHaveLength(json.rows.length);
  const parquet = await save(app, 'Save data in another format…', 'multiples.parquet');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const sum = await connection.runAndReadAll(`SELECT sum("Number of rows")::INT, count(*)::INT FROM '${parquet}'`);
  expect(sum.getRows()).toEqual([[10_000, json.rows.length]]);
  connection.closeSync();
  instance.closeSync();

  await choose('Chart type', 'Heat map');
  await choose('Vertical', 'Damage');
  const heatTitle = 'Number of rows by Phase of flight, Damage and Time of day';
  const heat = await drawing(window, heatTitle);
  // Colours are explained once for all small charts.
  await expect(chart(window, heatTitle).getByText('1,948', { exact: true })).toBeVisible();
  await heat.focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowUp');
  await window.keyboard.press('ArrowUp');
  await expect(heat.locator('[aria-live]')).toHaveText(/^.+, .+: ([\d,]+|–)$/);
  await checkAndPicture(window, 'charts-heat-multiples');
  await removeCharts(window);
});

test('charts stay usable at 200 % zoom, in a narrow window and in German', async ({ app: { window } }) => {
  await openCharts(window, airports);
  await addChart(window, 'Location');
  await addChart(window, 'State');
  await drawing(window, byState);
  await window.getByRole('checkbox', { name: 'Show rows beside' }).click();
  // At 200 % zoom, half of the window's width is left.
  await window.setViewportSize({ width: 640, height: 400 });
  await pictureInBothThemes(window, 'charts-zoomed');
  await window.setViewportSize({ width: 1280, height: 800 });
  await window.getByRole('checkbox', { name: 'Show rows beside' }).click();
  await removeCharts(window);
});
