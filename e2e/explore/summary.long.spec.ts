import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';
import { checkAndPicture, checkContrast, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { drag } from '../actions/input/drag.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const flights = 'Flights within the United States, 2001';
const folder = temporaryFolder('summary');

async function openSummary(window: Page): Promise<void> {
  await openDataset(window, 'Transport', flights);
  await window.getByRole('tab', { name: 'Summary', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Columns' })).toBeVisible();
}

function columnButton(window: Page, name: string): Locator {
  return window.getByRole('button', { name: `Summarise by ${name}`, exact: true }).first();
}

function settings(window: Page): Locator {
  return window.getByRole('form', { name: 'Summary settings' });
}

/** A row of the grid by its position, in the frozen and in the scrolling part. */
function cell(window: Page, row: number, column: string): Locator {
  const index = row === -1 ? 'b-0' : String(row);
  return window.locator(`[data-front] [row-index="${index}"] [col-id="${column}"]`);
}

const total = -1;

function numberIn(text: string | null): number {
  return Number((text ?? '').replaceAll(',', ''));
}

async function save(app: { window: Page; electron: ElectronApplication }, kind: 'XLSX' | 'CSV'): Promise<string> {
  const file = path.join(folder, `summary.${kind.toLowerCase()}`);
  await saveNextTo(app.electron, file);
  await app.window.getByRole('button', { name: 'Actions of the summary' }).click();
  await app.window.getByRole('menuitem', { name: `Save as ${kind}…` }).click();
  await expect(app.window.getByText(`Saved ${path.basename(file)}`)).toBeVisible();
  return file;
}

async function clear(window: Page): Promise<void> {
  const remove = settings(window)
    .locator('[data-place="rows"], [data-place="columns"]')
    .getByRole('button', { name: /^Remove / });
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  const measures = settings(window)
    .locator('[data-place="measures"]')
    .getByRole('button', { name: /^Remove / });
  for (let left = await measures.count(); left > 0; left -= 1) {
    await measures.first().click();
    await expect(measures).toHaveCount(left - 1);
  }
}

test('a summary is built by dragging, has totals of all rows, and is exported with them', async ({ app }) => {
  const { window } = app;
  await openSummary(window);
  await expect(window.getByText('Choose a column to summarise by')).toBeVisible();
  await checkAndPicture(window, 'summary-empty');
  const places = settings(window);
  await drag(window, columnButton(window, 'From'), places.locator('[data-place="rows"]'));
  await expect(window.getByRole('heading', { name: 'Number of rows by From' })).toBeVisible();
  await expect(cell(window, total, 'c0')).toHaveText('3,000,000');
  await drag(window, columnButton(window, 'Departure'), places.locator('[data-place="columns"]'));
  await expect(window.getByRole('heading', { name: 'Number of rows by From and Departure (week)' })).toBeVisible();
  await places.getByRole('combobox', { name: 'Step' }).nth(1).click();
  await window.getByRole('option', { name: 'Quarter', exact: true }).click();
  const byQuarter = 'Number of rows by From and Departure (quarter)';
  await expect(window.getByRole('heading', { name: byQuarter })).toBeVisible();
  await expect(window.getByText('Over all rows')).toBeVisible();
  await drag(window, columnButton(window, 'Delay'), places.locator('[data-place="measures"]'));
  await places.getByRole('combobox', { name: 'Function of Average of Delay' }).click();
  await window.getByRole('option', { name: 'Median', exact: true }).click();
  await expect(window.getByRole('heading', { name: /^Number of rows and Median of Delay by From/ })).toBeVisible();
  await places.getByRole('checkbox', { name: 'Heat shading' }).click();
  await expect(window.locator('[data-outdated]')).toHaveCount(0);
  await checkAndPicture(window, 'summary-by-quarter');
  await checkContrast(window, 'summary');

  const lines = parse(readFileSync(await save(app, 'CSV'))) as string[][];
  const [head = [], ...body] = lines;
  expect(head[0]).toBe('From');
  expect(head.at(-2)).toBe('Total / Number of rows');
  const last = body.at(-1) ?? [];
  expect([last[0], last.at(-2)]).toEqual(['Total', '3000000']);
  const sum = body.slice(0, -1).reduce((all, line) => all + Number(line.at(-2)), 0);
  expect(sum).toBe(3_000_000);

  const book = new exceljs.Workbook();
  await book.xlsx.readFile(await save(app, 'XLSX'));
  const [sheet, source] = book.worksheets;
  const credits = [1, 2, 3].map((row) => source?.getRow(row).getCell(1).value);
  expect(credits).toEqual([
    expect.stringContaining('Number of rows'),
    expect.stringContaining(flights),
    expect.stringContaining('_group_by=origin%2CQuarter%28date%29'),
  ]);
  expect(sheet?.getRow(sheet.rowCount).getCell(head.length - 1).value).toBe(3_000_000);

  await window.setViewportSize({ width: 700, height: 800 });
  await pictureInBothThemes(window, 'summary-narrow');
  await window.setViewportSize({ width: 1280, height: 800 });
  await clear(window);
});

test('a summary can be made, sorted, collapsed and followed to its rows with the keyboard alone', async ({
  app: { window },
}) => {
  await openSummary(window);
  await columnButton(window, 'From').focus();
  await window.keyboard.press('Enter');
  await expect(cell(window, total, 'c0')).toHaveText('3,000,000');
  const add = settings(window).getByRole('combobox', { name: 'Rows: Add…' });
  await add.focus();
  await window.keyboard.type('To');
  await expect(window.getByRole('option', { name: 'To', exact: true })).toBeVisible();
  await window.keyboard.press('ArrowDown');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Number of rows by From and To' })).toBeVisible();

  const first = cell(window, 0, 'name');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await first.click();
  await window.keyboard.press('ArrowLeft');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await expect(cell(window, 1, 'name')).toHaveAttribute('aria-expanded', 'true');
  await window.keyboard.press('ArrowRight');
  await expect(first).toHaveAttribute('aria-expanded', 'true');
  await checkAndPicture(window, 'summary-levels');

  await window.getByRole('button', { name: 'Collapse all' }).press('Enter');
  await expect(cell(window, 1, 'name')).toHaveAttribute('aria-expanded', 'false');
  const heading = window.getByRole('columnheader', { name: 'Number of rows' });
  await heading.focus();
  await window.keyboard.press('Enter');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  const counts = async () =>
    Promise.all([0, 1, 2].map(async (row) => numberIn(await cell(window, row, 'c0').textContent())));
  const [most = 0, second = 0, third = 0] = await counts();
  expect(most >= second && second >= third).toBe(true);
  await window.keyboard.press('Control+z');
  await expect(heading).toHaveAttribute('aria-sort', 'none');
  await window.keyboard.press('Control+Shift+z');
  await expect(heading).toHaveAttribute('aria-sort', 'descending');

  const count = (await cell(window, 0, 'c0').textContent()) ?? '';
  await cell(window, 0, 'c0').click();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByRole('contentinfo')).toContainText(count);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Summary', exact: true }).click();
  await settings(window)
    .getByRole('button', { name: /^Remove To/ })
    .press('Enter');
  await expect(window.getByRole('heading', { name: 'Number of rows by From', exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(window.getByRole('heading', { name: 'Number of rows by From and To' })).toBeVisible();
  await clear(window);
});
