import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { addConnection } from '../actions/connect.ts';
import { chooseNext, saveNextTo } from '../actions/input/choose-files.ts';
import { expect, startApp, test } from '../support/app.ts';

async function openStorage(window: Page) {
  await window.keyboard.press('Control+,');
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  const storage = dialog.getByRole('tab', { name: 'Storage' });
  // On a busy machine the dialog may still move while it is clicked.
  await expect(async () => {
    await storage.click();
    await expect(storage).toHaveAttribute('aria-selected', 'true', { timeout: 1000 });
  }).toPass();
  return dialog;
}

test('this computer’s datasets are backed up and restored in the settings', async () => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-backup-'));
  const data = path.join(folder, 'data');
  const { electron, window } = await startApp(data);
  const backup = path.join(folder, 'copies');
  const later = window.getByRole('treeitem', { name: 'Made later' });
  try {
    const computer = window.getByRole('treeitem', { name: 'This computer' });
    await expect(computer).toBeVisible();
    await expect(window.getByRole('treeitem', { name: 'Transport' })).toBeVisible({ timeout: 60_000 });
    const own = ((await window.locator('[data-region="status"] bdi').textContent()) ?? '').replace(
      '127.0.0.1',
      'localhost',
    );
    await addConnection(window, own, 'Added before');
    const dialog = await openStorage(window);
    const shown = dialog.getByRole('region', { name: 'Backup contents' });

    await test.step('into a file', async () => {
      await expect(dialog.getByText('No backup yet.')).toBeVisible();
      const target = path.join(folder, 'copy.tar');
      await saveNextTo(electron, target);
      await dialog.getByRole('button', { name: 'Back up to a file…' }).click();
      await expect(dialog.getByText('Back up to copy.tar: done')).toBeVisible({ timeout: 120_000 });
      await expect(dialog.getByText(/^Last backup: /)).toBeVisible();
      await expect(dialog.getByText(target)).toBeVisible();
      expect(statSync(target).mode & 0o077).toBe(0);
    });

    await test.step('into a folder, where the next one adds only new content', async () => {
      mkdirSync(backup);
      await chooseNext(electron, backup);
      await dialog.getByRole('button', { name: 'Back up to a folder…' }).click();
      await expect(dialog.getByText('Back up to copies: done')).toBeVisible({ timeout: 120_000 });
      const contents = readdirSync(path.join(backup, 'content')).map((name) => path.join(backup, 'content', name));
      const [largest = ''] = contents.sort((a, b) => statSync(b).size - statSync(a).size);
      const { ino } = statSync(largest);
      await dialog.getByRole('button', { name: 'Back up again' }).click();
      await expect(dialog.getByText('Back up to copies: done')).toBeHidden();
      await expect(dialog.getByText('Back up to copies: done')).toBeVisible({ timeout: 120_000 });
      expect(statSync(largest).ino).toBe(ino);
      await checkAndPicture(window, 'settings-storage-backed-up', '[role="dialog"]');
    });

    await test.step('does not contain later changes', async () => {
      await dialog.getByLabel(/^Cache for rows/).fill('77');
      await dialog.getByLabel(/^Cache for rows/).press('Tab');
      await window.keyboard.press('Escape');
      await computer.click({ button: 'right' });
      await window.getByRole('menuitem', { name: 'New namespace…', exact: true }).click();
      await window.getByRole('dialog').getByLabel('Label').fill('Made later');
      await window.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
      await expect(later).toBeVisible();
      await addConnection(window, own, 'Added later');
    });

    await test.step('is refused by name if it is not a backup', async () => {
      await openStorage(window);
      const other = path.join(folder, 'other.tar');
      writeFileSync(other, 'no archive at all');
      await chooseNext(electron, other);
      await dialog.getByRole('button', { name: 'Restore from file…' }).click();
      await expect(dialog.getByText(`There is no backup of Almanac at ${other}.`)).toBeVisible();
    });

    await test.step('shows its contents first, and can be dismissed without a question', async () => {
      await chooseNext(electron, backup);
      await dialog.getByRole('button', { name: 'Restore from folder…' }).click();
      await expect(shown).toContainText(backup);
      await expect(shown.getByText('Datasets', { exact: true })).toBeVisible();
      await shown.getByRole('button', { name: 'Restore', exact: true }).scrollIntoViewIfNeeded();
      await checkAndPicture(window, 'settings-storage-restore', '[role="dialog"]');
      await shown.getByRole('button', { name: 'Cancel' }).click();
      await expect(shown).toBeHidden();
      await expect(later).toHaveCount(1);
    });

    await test.step('replaces the store, which is moved aside', async () => {
      await chooseNext(electron, backup);
      await dialog.getByRole('button', { name: 'Restore from folder…' }).click();
      await shown.getByRole('button', { name: 'Restore', exact: true }).click();
      await expect(dialog.getByText('Restore copies: done')).toBeVisible({ timeout: 120_000 });
      await expect(later).toHaveCount(0, { timeout: 60_000 });
      const aside = readdirSync(data, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(data, name))
        .find((name) => /replaced-[^/\\]+$/.test(name));
      await expect(dialog.getByText(aside ?? 'no folder', { exact: false })).toBeVisible();
      expect(existsSync(path.join(aside ?? '', 'catalogue.sqlite'))).toBe(true);
      await dialog.getByText('Restore copies: done').scrollIntoViewIfNeeded();
      await checkAndPicture(window, 'settings-storage-restored', '[role="dialog"]');
      await window.keyboard.press('Escape');
      await expect(window.getByRole('treeitem', { name: 'Added later' })).toHaveCount(0);
      await expect(window.getByRole('treeitem', { name: 'Added before' })).toBeVisible();
      await expect(window.getByRole('treeitem', { name: 'Transport' }).first()).toBeVisible();
      await openStorage(window);
      await expect(dialog.getByLabel(/^Cache for rows/)).toHaveValue('512');
    });
  } finally {
    await electron.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
