import type { Page } from '@playwright/test';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, test } from '../support/app.ts';

const series = 'Carbon dioxide in the air at Mauna Loa';

async function openVersions(window: Page): Promise<void> {
  await openDataset(window, 'Environment', series);
  await window.getByRole('tab', { name: 'Versions' }).click();
  await expect(window.getByRole('checkbox', { name: /^Select version/ })).toHaveCount(8);
}

test('versions are compared: rows cell by cell, columns and statistics', async ({ app: { window } }) => {
  await openVersions(window);
  const choices = window.getByRole('checkbox', { name: /^Select version/ });
  await choices.nth(0).check();
  await choices.nth(2).check();
  await window.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(window.getByText(/rows? added/)).toBeVisible();
  const table = window.getByRole('table', { name: 'Differing rows' });
  await expect(table.getByRole('rowheader').first()).toHaveText(/changed|added|removed/);
  await expect(window.getByRole('button', { name: 'Export differences…' })).toBeEnabled();
  await checkAndPicture(window, 'comparing-rows');
  await checkContrast(window, 'comparing-rows');

  await window.getByText('Columns', { exact: true }).last().click();
  await expect(window.getByRole('table', { name: 'Columns of both versions' })).toContainText('same');
  await checkAndPicture(window, 'comparing-columns');
  await window.getByText('Statistics', { exact: true }).click();
  const statistics = window.getByRole('table', { name: 'Statistics of both versions' });
  await expect(statistics.getByRole('toolbar').nth(1)).toBeVisible();
  await checkAndPicture(window, 'comparing-statistics');
  await window.getByRole('button', { name: 'All versions' }).click();
  await expect(choices.first()).toBeVisible();
});
