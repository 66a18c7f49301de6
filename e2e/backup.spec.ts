import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkAndPicture } from './acts/check-and-picture.ts';
import { saveNextTo } from './acts/choose-files.ts';
import { expect, startApp, test } from './app.ts';

test('this computer’s datasets are backed up in the settings', async () => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-backup-'));
  const { electron, window } = await startApp(path.join(folder, 'data'));
  try {
    const computer = window.getByRole('treeitem', { name: 'This computer' });
    await expect(computer).toBeVisible();
    await window.keyboard.press('Control+,');
    const dialog = window.getByRole('dialog', { name: 'Settings' });
    await dialog.getByRole('tab', { name: 'Storage' }).click();
    await expect(dialog.getByText('There is no back-up yet.')).toBeVisible();
    const target = path.join(folder, 'copy.tar');
    await saveNextTo(electron, target);
    await dialog.getByRole('button', { name: 'Back up now…' }).click();
    await expect(dialog.getByText('Back up to copy.tar: done')).toBeVisible({ timeout: 120_000 });
    await expect(dialog.getByText(/^Last back-up: /)).toBeVisible();
    await expect(dialog.getByText(target)).toBeVisible();
    expect(statSync(target).mode & 0o077).toBe(0);
    await checkAndPicture(window, 'settings-storage-backed-up', '[role="dialog"]');
  } finally {
    await electron.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
