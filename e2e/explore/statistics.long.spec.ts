import type { Page } from '@playwright/test';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const foot = (window: Page) => window.getByRole('contentinfo');
const cell = (window: Page, row: number, column: string) =>
  window.locator(`${shownTab} [row-index="${row - 1}"] [role="gridcell"][col-id="${column}"]`);

test.beforeEach(async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
});

test('figures of the selected cells are in the status bar, and can be copied', async ({
  app: { window, electron },
}) => {
  await cell(window, 1, 'c5').click();
  await cell(window, 4, 'c5').click({ modifiers: ['Shift'] });
  const figures = foot(window).getByRole('button', { name: /^Count: 4/ });
  await expect(figures).toContainText(/Sum: ≈? ?[\d.,]+ +Average: ≈? ?[\d.,]+/);
  await figures.click();
  await window.getByRole('menuitemcheckbox', { name: /^Median/ }).click();
  await expect(foot(window)).toContainText(/Median: ≈? ?[\d.,]+/);
  await pictureInBothThemes(window, 'selection-figures');
  await checkAccessibility(window);
  await window.getByRole('menuitem', { name: 'Copy all figures' }).click();
  await expect.poll(() => readClipboard(electron)).toMatch(/^Count\t4\nMissing\t0\nSum\t[\d.]+\n/);
  await cell(window, 1, 'c0').click();
  await expect(figures).toBeHidden();
});

test('each heading shows how the values of its column are distributed, and filters by a bar', async ({
  app: { window },
}) => {
  await window.getByRole('button', { name: 'Display' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Histograms in the headings' }).click();
  await window.keyboard.press('Escape');
  const bars = window.getByRole('toolbar', { name: 'Distribution of State' }).getByRole('button');
  await expect(bars.first()).toBeVisible({ timeout: 30_000 });
  await pictureInBothThemes(window, 'head-histograms');
  await checkAccessibility(window);
  await bars.first().click();
  await expect(foot(window)).toContainText(/[\d,]+ of 3,376 rows/);
  // Selecting a bar does not sort.
  await expect(window.getByRole('columnheader', { name: /^State/ })).not.toHaveAttribute('aria-sort', 'ascending');
  await window.getByRole('button', { name: 'Clear all' }).click();
  await expect(foot(window)).not.toContainText('of 3,376 rows');
  await window.getByRole('button', { name: 'Display' }).click();
  await window.getByRole('menuitemcheckbox', { name: 'Histograms in the headings' }).click();
  await window.keyboard.press('Escape');
  await expect(bars.first()).toBeHidden();
});

test('values are listed with their counts over all rows, and found by typing', async ({ app: { window } }) => {
  await beginCondition(window, 'State', 'is');
  const value = window.getByRole('combobox', { name: 'Value' });
  await value.click();
  await expect(window.getByText('Counted over all rows')).toBeVisible();
  const first = window.getByRole('option').first();
  await expect(first).toHaveText(/^[A-Z]{2}[\d,]+$/);
  await pictureInBothThemes(window, 'value-list');
  await value.fill('tx');
  await expect(window.getByRole('option')).toHaveText([/^TX209$/]);
  await window.getByRole('option').click();
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByText('State is TX')).toBeVisible();
  await window.getByRole('button', { name: 'Clear all' }).click();
});

test('rows that match any of several conditions are shown and described as such', async ({ app: { window } }) => {
  await beginCondition(window, 'State', 'is');
  await window.getByRole('combobox', { name: 'Value' }).fill('TX');
  await window.keyboard.press('Tab');
  await window.getByRole('button', { name: 'Add condition' }).click();
  await window.getByRole('combobox', { name: 'Column' }).nth(1).click();
  await window.getByRole('option', { name: 'State' }).click();
  await window.getByRole('combobox', { name: 'Condition' }).nth(1).click();
  await window.getByRole('option', { name: 'is', exact: true }).click();
  await window.getByRole('combobox', { name: 'Value' }).nth(1).fill('AK');
  await window.getByText('Any condition', { exact: true }).click();
  await pictureInBothThemes(window, 'any-condition');
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByText('Any of the conditions')).toBeVisible();
  await expect(foot(window)).toContainText(/4\d\d of 3,376 rows/);
  await window.getByRole('button', { name: 'Remove: Any of the conditions' }).click();
  await expect(window.getByRole('heading', { name: 'No matching rows' })).toBeVisible();
  await window.getByRole('button', { name: 'Clear all' }).first().click();
});
