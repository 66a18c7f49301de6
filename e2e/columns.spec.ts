import type { Page } from '@playwright/test';
import { checkAccessibility } from './acts/check-accessibility.ts';
import { openDataset } from './acts/open-dataset.ts';
import { checkInBothThemes } from './acts/theme.ts';
import { expect, picture, test } from './app.ts';

const flights = 'Flights within the United States, 2001';

async function openColumns(window: Page, namespace: string, dataset: string): Promise<void> {
  await openDataset(window, namespace, dataset);
  await window.getByRole('tab', { name: 'Columns' }).click();
}

const lineOf = (window: Page, column: string) =>
  window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: column }) });

test.describe('columns', () => {
  test('are profiled over all three million rows, and brushing a distribution filters', async ({ app: { window } }) => {
    await openColumns(window, 'Transport', flights);
    await expect(window.getByText('Profile of all 3,000,000 rows')).toBeVisible();
    await expect(window.getByRole('toolbar', { name: /^Distribution of/ })).toHaveCount(5);
    await expect(window.getByRole('contentinfo')).toContainText('3,000,000 rows');
    await checkInBothThemes(window, 'columns');

    const origin = lineOf(window, 'From').getByRole('toolbar').getByRole('button').first();
    const word = (await origin.getAttribute('aria-label')) ?? '';
    const count = /: ([\d,]+)$/.exec(word)?.[1];
    await origin.click();
    await expect(window.getByLabel('What is asked')).toContainText(/From is /);
    await window.getByText('Filtered rows').click();
    await expect(window.getByText(`Profile of all ${count} rows`)).toBeVisible();
    await picture(window, 'columns-filtered');
    await window.getByRole('button', { name: 'Show the rows' }).click();
    await expect(window.getByRole('contentinfo')).toContainText(`${count} rows`);
    await window.getByRole('button', { name: 'Clear all' }).click();
  });

  test('the keyboard brushes over several bars', async ({ app: { window } }) => {
    await openColumns(window, 'Transport', flights);
    const bars = lineOf(window, 'Distance').getByRole('toolbar').getByRole('button');
    await bars.first().focus();
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('Shift+ArrowRight');
    await expect(bars.nth(2)).toHaveAttribute('aria-pressed', 'true');
    await window.keyboard.press('Enter');
    await expect(window.getByLabel('What is asked')).toContainText(/Distance is between/);
    await window.getByRole('button', { name: 'Clear all' }).click();
  });

  test('are described anew by who may', async ({ app: { window } }) => {
    // No other test of the same application looks at this dataset.
    await openColumns(window, 'Transport', 'Bird strikes');
    await lineOf(window, 'Phase of flight').hover();
    await window.getByRole('button', { name: 'Edit label and description of Phase of flight' }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel('Label').fill('Stage of the way');
    await dialog.getByLabel('Description').fill('What the aircraft was doing then.');
    await checkAccessibility(window);
    await picture(window, 'columns-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(lineOf(window, 'Stage of the way')).toContainText('What the aircraft was doing then.');
  });

  test('of places show where they lie, and a search finds a column', async ({ app: { window } }) => {
    await openColumns(window, 'Transport', 'Airports of the United States');
    await expect(window.getByRole('button', { name: /^Places of/ })).toBeVisible();
    await picture(window, 'columns-places');
    await window.getByLabel('Find a column').fill('iata');
    await expect(window.getByRole('rowheader')).toHaveCount(1);
    await window.getByText('Names', { exact: true }).click();
    await expect(window.getByRole('rowheader')).toHaveText(/^iata/);
    await window.getByText('Labels', { exact: true }).click();
  });
});
