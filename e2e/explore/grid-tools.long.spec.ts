import type { Page } from '@playwright/test';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const cell = (window: Page, row: number, column: string) =>
  window.locator(`${shownTab} [row-index="${row - 1}"] [role="gridcell"][col-id="${column}"]`);
const foot = (window: Page) => window.getByRole('contentinfo');

async function display(window: Page, choice: string): Promise<void> {
  await window.getByRole('button', { name: 'Display' }).click();
  await window.getByRole('menuitemradio', { name: choice }).click();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('menu')).toHaveCount(0);
}

test.beforeEach(async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await expect(foot(window)).toContainText('3,376 rows');
  await window.getByRole('button', { name: 'First row' }).click();
  await expect.poll(() => readRow(window, 1, ['c0', 'c1'])).toEqual(['00M', 'Thigpen']);
});

test('the row density is changed, and values are shown as the service returns them', async ({ app: { window } }) => {
  const heightOf = async () => (await window.locator(`${shownTab} [row-index="1"]`).first().boundingBox())?.height;
  const latitude = cell(window, 1, 'c5');
  const read = await latitude.textContent();
  await display(window, 'Compact');
  await expect.poll(heightOf).toBe(22);
  await display(window, 'Raw, as received');
  const isRaw = (text: string) => text !== '' && String(Number(text)) === text;
  await expect.poll(async () => isRaw((await latitude.textContent()) ?? '')).toBe(true);
  await expect(cell(window, 1, 'c7')).toContainText('"type":"Point"');
  await display(window, 'Formatted');
  await expect(latitude).toHaveText(read ?? '');
  await display(window, 'Normal');
  await expect.poll(heightOf).toBe(26);
});

test('a missing value is displayed as a dash, announced as a word, and can be filtered', async ({
  app: { window },
}) => {
  await openDataset(window, 'Society and culture', 'Films');
  await beginCondition(window, 'Distributor', 'is missing');
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByRole('group', { name: 'Active filters and sorting' })).toContainText(
    'Distributor is missing',
  );
  await window.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('button', { name: 'Go to Distributor' }).click();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('columnheader', { name: /^Distributor / })).toBeInViewport();
  await expect(window.getByRole('gridcell').getByRole('img', { name: 'missing' }).first()).toHaveText('–');
  await window.getByRole('button', { name: 'Clear all' }).click();
});
