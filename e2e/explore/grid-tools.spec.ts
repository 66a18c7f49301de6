import type { Page } from '@playwright/test';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const cell = (window: Page, row: number, column: string) =>
  window.locator(`${shownTab} [row-index="${row - 1}"] [role="gridcell"][col-id="${column}"]`);
const head = (window: Page, name: string) => window.getByRole('columnheader', { name: new RegExp(`^${name} `) });
const foot = (window: Page) => window.getByRole('contentinfo');

async function leftOf(window: Page, name: string): Promise<number> {
  return (await head(window, name).boundingBox())?.x ?? Number.NaN;
}

async function widthOf(window: Page, name: string): Promise<number> {
  return (await head(window, name).boundingBox())?.width ?? Number.NaN;
}

test.beforeEach(async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await expect(foot(window)).toContainText('3,376 rows');
  await window.getByRole('button', { name: 'First row' }).click();
  await expect.poll(() => readRow(window, 1, ['c0', 'c1'])).toEqual(['00M', 'Thigpen']);
});

test('selected cells are copied as TSV, CSV, JSON and Markdown, with and without headings', async ({ app }) => {
  const { window, electron } = app;
  await cell(window, 1, 'c0').click();
  await cell(window, 2, 'c1').click({ modifiers: ['Shift'] });
  const copy = async (format: string) => {
    await window.getByRole('button', { name: 'Copy selection' }).click();
    await window.getByRole('menuitem', { name: format, exact: true }).click();
  };
  const expectCopied = async (format: string, text: string) => {
    await copy(format);
    await expect.poll(() => readClipboard(electron)).toBe(text);
  };
  await expectCopied('Copy for a spreadsheet', 'Code\tName\n00M\tThigpen\n00R\tLivingston Municipal');
  await expectCopied('CSV', 'Code,Name\r\n00M,Thigpen\r\n00R,Livingston Municipal');
  await expectCopied(
    'JSON',
    '[\n  {"Code": "00M", "Name": "Thigpen"},\n  {"Code": "00R", "Name": "Livingston Municipal"}\n]',
  );
  await expectCopied('Markdown', '| Code | Name |\n| --- | --- |\n| 00M | Thigpen |\n| 00R | Livingston Municipal |');
  await cell(window, 1, 'c1').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Copy as CSV' }).click();
  await expect.poll(() => readClipboard(electron)).toBe('Code,Name\r\n00M,Thigpen\r\n00R,Livingston Municipal');
  await window.getByRole('button', { name: 'Copy selection' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'With column headers' }).click();
  await window.keyboard.press('Escape');
  await expectCopied('CSV', '00M,Thigpen\r\n00R,Livingston Municipal');
  await expectCopied('JSON', '[\n  ["00M", "Thigpen"],\n  ["00R", "Livingston Municipal"]\n]');
});

test('rows are sorted by several columns; columns are frozen, hidden, moved and fitted', async ({
  app: { window },
}) => {
  const placeOfHead = () => head(window, 'State').boundingBox();
  const place = await placeOfHead();
  await head(window, 'State').click();
  await head(window, 'City').click({ modifiers: ['Shift'] });
  await expect(head(window, 'State')).toHaveAttribute('aria-sort', 'ascending');
  await expect(head(window, 'City')).toHaveAttribute('aria-sort', 'ascending');
  const requested = window.getByRole('group', { name: 'Active filters and sorting' });
  await expect(requested).toContainText('State, ascending');
  await expect(requested).toContainText('City, ascending');
  await expect(cell(window, 1, 'c3')).toHaveText('AK');
  const [first = '', second = ''] = [...(await readRow(window, 1, ['c2'])), ...(await readRow(window, 2, ['c2']))];
  expect(first <= second).toBe(true);
  expect(await placeOfHead()).toEqual(place);
  await requested.getByRole('button', { name: 'Clear all' }).click();
  await expect(cell(window, 1, 'c0')).toHaveText('00M');

  const chooser = window.getByRole('dialog', { name: 'Choose columns' });
  await window.getByRole('button', { name: 'Choose columns' }).click();
  await chooser.getByRole('button', { name: 'Freeze State' }).click();
  await expect.poll(() => leftOf(window, 'State')).toBeLessThan(await leftOf(window, 'Code'));
  await chooser.getByRole('button', { name: 'Unfreeze State' }).click();
  await chooser.getByRole('checkbox', { name: 'Country' }).uncheck();
  await expect(head(window, 'Country')).toHaveCount(0);
  await expect(chooser).toContainText('7 of 8 shown');
  await chooser.getByRole('checkbox', { name: 'Code' }).focus();
  await window.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => leftOf(window, 'Name')).toBeLessThan(await leftOf(window, 'Code'));
  const wide = await widthOf(window, 'State');
  await chooser.getByRole('button', { name: 'Fit columns to content' }).click();
  await expect.poll(() => widthOf(window, 'State')).toBeLessThan(wide);
  await pictureInBothThemes(window, 'column-chooser');
  await chooser.getByRole('button', { name: 'Reset columns' }).click();
  await window.keyboard.press('Escape');
  await window.setViewportSize({ width: 800, height: 640 });
  const tools = window.getByRole('toolbar', { name: 'Row tools' });
  await tools.getByRole('button', { name: 'More actions' }).click();
  await expect(window.getByRole('menuitem', { name: 'Last row' })).toBeVisible();
  await window.keyboard.press('Escape');
  expect((await tools.boundingBox())?.height).toBeLessThan(40);
  await window.setViewportSize({ width: 1280, height: 800 });
  await expect(tools.getByRole('button', { name: 'Last row' })).toBeVisible();
  await expect(head(window, 'Country')).toBeVisible();
  await expect.poll(async () => (await leftOf(window, 'Name')) - (await leftOf(window, 'Code'))).toBeGreaterThan(0);
});

test('the filter row, missing values, search, and no matches', async ({ app: { window } }) => {
  const requested = window.getByRole('group', { name: 'Active filters and sorting' });
  await window.getByRole('button', { name: 'Filter row' }).click();
  await window.getByLabel('Filter State').fill('=HI');
  await window.keyboard.press('Enter');
  await window.getByLabel('Filter Latitude').fill('21..22');
  await window.keyboard.press('Enter');
  await expect(cell(window, 1, 'c3')).toHaveText('HI');
  await expect.poll(async () => Number((await readRow(window, 1, ['c5']))[0])).toBeGreaterThanOrEqual(21);
  const address = await requested.getByText(/^http:.*latitude__range=21(,|%2C)22/).textContent();
  const answer = await fetch(address ?? '');
  const { count } = (await answer.json()) as { count: number };
  await expect(foot(window)).toContainText(`${count} of 3,376 rows`);
  await pictureInBothThemes(window, 'filter-row');

  await window.getByLabel('Filter Latitude').fill('one');
  await expect(window.getByLabel('Filter Latitude')).toHaveAttribute('aria-invalid', 'true');
  const wrong = window.getByText(
    'Not applied. You can enter: 5, >5, <=5, 1..9, !=5, empty, not empty. “21..22” still applies.',
  );
  await expect(wrong).toBeVisible();
  await pictureInBothThemes(window, 'filter-row-wrong');
  await window.getByLabel('Filter Latitude').fill('>80');
  await expect(wrong).toBeHidden();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  await pictureInBothThemes(window, 'no-row-fits');
  await requested.getByRole('button', { name: /^Remove: Latitude/ }).click();
  await requested.getByRole('button', { name: /^Remove: State/ }).click();
  await expect(foot(window)).not.toContainText('of 3,376 rows');

  await window.getByLabel('Filter City').fill('!empty');
  await window.keyboard.press('Enter');
  await expect(requested).toContainText('City is present');
  await expect(foot(window)).toContainText('3,376 rows');
  await requested.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('button', { name: 'Filter row' }).click();

  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('thigpen');
  await window.keyboard.press('Enter');
  await expect(foot(window)).toContainText('1 of 3,376 rows');
  await expect(requested).toContainText('Text: thigpen');
  await requested.getByRole('button', { name: 'Clear all' }).click();
  await expect(foot(window)).not.toContainText('of 3,376 rows');
});

test('the filter builder supports ranges of numbers and parts of texts, with the service’s counts', async ({
  app: { window },
}) => {
  const requested = window.getByRole('group', { name: 'Active filters and sorting' });
  const pick = async (field: string, option: string) => {
    await window.getByRole('combobox', { name: field }).last().click();
    await window.getByRole('option', { name: option, exact: true }).click();
  };
  await window.getByRole('button', { name: 'Filter', exact: true }).click();
  await pick('Column', 'Latitude');
  await pick('Condition', 'is between');
  await window.getByLabel('From', { exact: true }).fill('40');
  await window.getByLabel('To', { exact: true }).fill('north');
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByText('Enter a number.').first()).toBeVisible();
  await window.getByLabel('To', { exact: true }).fill('45');
  for (const [condition, value] of [
    ['starts with', 's'],
    ['ends with', 'E'],
    ['matches the pattern', 'a.*l'],
  ] as const) {
    await window.getByRole('button', { name: 'Add condition' }).click();
    await pick('Column', 'City');
    await pick('Condition', condition);
    await window.getByRole('combobox', { name: 'Value', exact: true }).last().fill(value);
  }
  await pictureInBothThemes(window, 'filter-builder');
  await window.getByRole('button', { name: 'Apply' }).click();
  for (const words of [/Latitude is between 40.+45/, /City starts with s/, /City ends with E/, /pattern a\.\*l/]) {
    await expect(requested).toContainText(words);
  }
  const address = (await requested.getByText(/^http:/).textContent()) ?? '';
  const { count, results } = (await (await fetch(`${address}&limit=500`)).json()) as {
    count: number;
    results: { latitude: number; city: string }[];
  };
  expect(count).toBeGreaterThan(0);
  for (const { latitude, city } of results) {
    expect(latitude >= 40 && latitude <= 45).toBe(true);
    expect(city).toMatch(/^s.*a.*l.*e$/i);
  }
  await expect(foot(window)).toContainText(`${count} of 3,376 rows`);
  await requested.getByRole('button', { name: 'Clear all' }).click();
  await expect(foot(window)).not.toContainText('of 3,376 rows');
});
