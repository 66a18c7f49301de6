import path from 'node:path';
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
