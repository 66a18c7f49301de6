import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, picture, test } from '../support/app.ts';

const flights = 'Flights within the United States, 2001';

async function openColumns(window: Page, namespace: string, dataset: string): Promise<void> {
  await openDataset(window, namespace, dataset);
  await window.getByRole('tab', { name: 'Columns' }).click();
}

const lineOf = (window: Page, column: string) =>
  window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: column }) });

test('columns the keyboard brushes over several bars', async ({ app: { window } }) => {
  await openColumns(window, 'Transport', flights);
  const bars = lineOf(window, 'Distance').getByRole('toolbar').getByRole('button');
  await bars.first().focus();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Shift+ArrowRight');
  await expect(bars.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await window.keyboard.press('Enter');
  await expect(window.getByLabel('Active filters and sorting')).toContainText(/Distance is between/);
  await window.getByRole('button', { name: 'Clear all' }).click();
});

test('columns can be described by users with the right', async ({ app: { window } }) => {
  // No other test of the same application names this column.
  await openColumns(window, 'Environment', 'Where four animals live');
  await lineOf(window, 'Scientific name').hover();
  await window.getByRole('button', { name: 'Edit label and description of Scientific name' }).click();
  const dialog = window.getByRole('dialog');
  await dialog.getByLabel('Label').fill('Latin name');
  await dialog.getByLabel('Description').fill('As in the field guide.');
  await checkAndPicture(window, 'columns-edit');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(lineOf(window, 'Latin name')).toContainText('As in the field guide.');
});

test('columns of places show their extent, and a search finds a column', async ({ app: { window } }) => {
  await openColumns(window, 'Transport', 'Airports of the United States');
  await expect(window.getByRole('button', { name: /^Extent of/ })).toBeVisible();
  await picture(window, 'columns-places');
  await window.getByLabel('Find a column').fill('iata');
  await expect(window.getByRole('rowheader')).toHaveCount(1);
  await window.getByText('Names', { exact: true }).click();
  await expect(window.getByRole('rowheader')).toHaveText(/^iata/);
  await window.getByText('Labels', { exact: true }).click();
});
