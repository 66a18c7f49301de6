import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dropFile } from '../actions/input/drop-file.ts';
import { expect, startApp } from '../support/app.ts';
import { test } from '../support/viewed-files.ts';

test('a tab that was left open shows its file again at the next start', async ({ own, files }) => {
  await expect(own.window.getByRole('gridcell', { name: 'Kiel' })).toBeVisible({ timeout: 90_000 });
  await own.electron.close();
  const again = await startApp(path.join(files, 'almanac'));
  await expect(again.window.getByRole('gridcell', { name: 'Kiel' })).toBeVisible({ timeout: 90_000 });
  await expect(again.window.getByRole('region', { name: 'Not published' })).toBeVisible();
  await again.electron.close();
});

test('a file that is dropped on a window as soon as it is there is shown', async ({ files }) => {
  const file = path.join(files, 'rivers.csv');
  writeFileSync(file, 'river,km\nLeine,281\n');
  const { window, electron } = await startApp(path.join(files, 'fresh'));
  await expect(window.getByRole('button', { name: 'Publish a file…' })).toBeVisible();
  await dropFile(window, file);
  await expect(window.getByRole('gridcell', { name: 'Leine' })).toBeVisible();
  await electron.close();
});
