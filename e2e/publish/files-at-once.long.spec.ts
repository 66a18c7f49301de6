import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { expect } from '../support/app.ts';
import { test } from '../support/viewed-files.ts';

test('files are shown at once, only on this computer, and are removed with their tabs', async ({ own, files }) => {
  const { window, folder } = own;
  const bar = window.getByRole('region', { name: 'Not published' });
  const tab = (name: string) => window.getByRole('tab', { name, exact: true });

  await test.step('several files open several tabs; a workbook shows each of its sheets', async () => {
    await expect(window.getByRole('gridcell', { name: 'Kiel' })).toBeVisible({ timeout: 90_000 });
    await expect(tab('towns.csv')).toBeVisible();
    await bar.getByLabel('Sheet').selectOption('South');
    await expect(window.getByRole('gridcell', { name: 'Konstanz' })).toBeVisible({ timeout: 60_000 });
    await expect(window.getByText('2 rows').first()).toBeVisible();
  });

  await test.step('it has rows, columns and texts like any dataset, but is not listed', async () => {
    await tab('towns.csv').click();
    await expect(window.getByRole('gridcell', { name: 'Bonn' })).toBeVisible({ timeout: 60_000 });
    await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 90_000 });
    await expect(window.getByRole('treeitem', { name: /towns/ })).toHaveCount(0);
    await expect(tab('Versions')).toHaveCount(0);
    await checkAndPicture(window, 'viewed-file');
    await tab('Columns').click();
    await expect(window.getByRole('table').getByText('people').first()).toBeVisible();
    await tab('Rows').click();
  });

  await test.step('a file that changed on the disk is read again on demand', async () => {
    writeFileSync(path.join(files, 'towns.csv'), 'name,people\nUlm,126\nBonn,331\nJena,111\nTrier,110\n');
    await expect(bar.getByText('The file has changed on disk.')).toBeVisible({ timeout: 60_000 });
    await bar.getByRole('button', { name: 'Reload' }).click();
    await expect(window.getByText('4 rows').first()).toBeVisible({ timeout: 60_000 });
    await expect(window.getByRole('gridcell', { name: 'Trier' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('a dropped file that is not a table shows an error, and one that is already open is shown', async () => {
    const page = path.join(files, 'page.csv');
    writeFileSync(page, '%PDF-1.7\n');
    await dropFile(window, page);
    await expect(window.getByRole('alert').getByText(/PDF/)).toBeVisible({ timeout: 60_000 });
    await checkAndPicture(window, 'viewed-file-failed');
    await bar.getByRole('button', { name: 'Close' }).click();
    await expect(tab('page.csv')).toHaveCount(0);
    await dropFile(window, path.join(files, 'towns.csv'));
    await expect(tab('towns.csv')).toHaveAttribute('aria-selected', 'true');
    await expect(tab('towns.csv')).toHaveCount(1);
  });

  await test.step('it is published from its tab, which then shows the dataset', async () => {
    await bar.getByRole('button', { name: 'Publish…' }).click();
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('table', { name: 'First rows of towns.csv' })).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(dialog.getByText('4 rows in my-data/towns, now available through the API.')).toBeVisible({
      timeout: 60_000,
    });
    await dialog.getByRole('button', { name: 'Open dataset' }).click();
    await expect(tab('Towns')).toHaveAttribute('aria-selected', 'true');
    await expect(bar).toHaveCount(0);
    await expect(tab('towns.csv')).toHaveCount(0);
  });

  await test.step('a file leaves nothing behind once its tab is closed', async () => {
    // The published dataset may come to the front a moment later.
    await expect(async () => {
      await tab('waters.xlsx').click();
      await expect(bar).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await bar.getByRole('button', { name: 'Close' }).click();
    await expect(tab('waters.xlsx')).toHaveCount(0);
    await own.electron.close();
    expect(existsSync(path.join(folder, 'cache', 'viewed'))).toBe(false);
  });
});
