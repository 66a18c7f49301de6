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

test('columns are profiled over all three million rows, and brushing a distribution filters', async ({
  app: { window },
}) => {
  await openColumns(window, 'Transport', flights);
  await expect(window.getByText('Profile of all 3,000,000 rows')).toBeVisible();
  await expect(window.getByRole('toolbar', { name: /^Distribution of/ })).toHaveCount(5);
  await expect(window.getByRole('contentinfo')).toContainText('3,000,000 rows');
  await checkAndPicture(window, 'columns');

  const origin = lineOf(window, 'From').getByRole('toolbar').getByRole('button').first();
  const word = (await origin.getAttribute('aria-label')) ?? '';
  const count = /: ([\d,]+)$/.exec(word)?.[1];
  await origin.click();
  await expect(window.getByLabel('Active filters and sorting')).toContainText(/From is /);
  await window.getByText('Filtered rows').click();
  await expect(window.getByText(`Profile of all ${count} rows`)).toBeVisible();
  await expect(window.getByRole('contentinfo')).toContainText(/[\d,]+ of 3,000,000 rows/);
  await picture(window, 'columns-filtered');
  await window.getByRole('button', { name: 'Show rows' }).click();
  await expect(window.getByRole('contentinfo')).toContainText(`${count} of `);
  await window.getByRole('button', { name: 'Clear all' }).click();
});

test('columns the mouse brushes over several bars, and those rows are shown', async ({ app: { window } }) => {
  await openColumns(window, 'Transport', 'Airports of the United States');
  const bars = lineOf(window, 'Latitude').getByRole('toolbar').getByRole('button');
  await bars.nth(4).scrollIntoViewIfNeeded();
  const counts = await Promise.all(
    [2, 3, 4].map(async (at) => {
      const barLabel = (await bars.nth(at).getAttribute('aria-label')) ?? '';
      return Number(/: ([\d,]+)$/.exec(barLabel)?.[1]?.replaceAll(',', ''));
    }),
  );
  const [from, to] = [await bars.nth(2).boundingBox(), await bars.nth(4).boundingBox()];
  if (from === null || to === null) throw new Error('There are no bars');
  await window.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await window.mouse.down();
  await window.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
  await expect(bars.nth(3)).toHaveAttribute('aria-pressed', 'true');
  await expect(bars.nth(4)).toHaveAttribute('aria-pressed', 'true');
  await picture(window, 'columns-brushed');
  await window.mouse.up();
  await expect(window.getByLabel('Active filters and sorting')).toContainText(/Latitude /);
  await window.getByRole('button', { name: 'Show rows' }).click();
  const sum = counts.reduce((one, other) => one + other, 0);
  await expect(window.getByRole('contentinfo')).toContainText(`${sum.toLocaleString('en-GB')} of `);
  await window.getByRole('button', { name: 'Clear all' }).click();
});
