import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { publishInto, serve } from '../actions/remote-service.ts';
import { startComputed } from '../computed/computed-service.ts';
import { expect, picture, test } from '../support/app.ts';

const series = 'Carbon dioxide in the air at Mauna Loa';

/** The lines of a file; none if it does not exist. */
function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split(/\r?\n/) : [];
}

async function openVersions(window: Page): Promise<void> {
  await openDataset(window, 'Environment', series);
  await window.getByRole('tab', { name: 'Versions' }).click();
  await expect(window.getByRole('checkbox', { name: /^Select version/ })).toHaveCount(8);
}

test('versions are on a timeline that the keyboard can move along, and can be cited', async ({ app: { window } }) => {
  await openVersions(window);
  await checkAndPicture(window, 'versions');
  const axis = window.getByRole('slider', { name: /^Version timeline/ });
  await axis.focus();
  await window.keyboard.press('Home');
  await expect(axis).toHaveAttribute('aria-valuetext', /137 rows/);
  await window.keyboard.press('+');
  await expect(window.getByRole('button', { name: 'Show all' })).toBeEnabled();
  await window.keyboard.press('0');
  await expect(window.getByRole('button', { name: 'Show all' })).toBeDisabled();

  await window
    .getByRole('button', { name: /^Actions for version/ })
    .last()
    .click();
  await window.getByRole('menuitem', { name: 'Cite…' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog).toContainText(/SHA-256 [0-9a-f]{64}/);
  await checkAndPicture(window, 'versions-cite');
  await checkContrast(window, 'versions-cite');
  await dialog.getByRole('button', { name: 'Copy citation' }).click();
  await expect(dialog).toBeHidden();
});

const people = [
  'id,name,town,group\n1,Ada,London,a\n2,Bob,Rome,a\n3,Cy,Oslo,b\n5,Eve,Bern,b\n',
  'id,name,town,group,age\n1,Ada,London,a,36\n2,Bobby,Roma,a,40\n4,Di,,b,50\n5,Eve,Bern,b,28\n',
];

test('versions of another computer are compared there, and an invalid key is explained', async ({
  app: { window },
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-versions-'));
  for (const [number, text] of people.entries()) {
    const file = path.join(folder, `${number}.csv`);
    writeFileSync(file, text);
    publishInto(path.join(folder, 'data'), file, 'town/people');
  }
  const service = await serve(path.join(folder, 'data'));
  try {
    await window.setViewportSize({ width: 1280, height: 480 });
    await addConnection(window, service.address, 'Upstairs');
    await window.setViewportSize({ width: 1280, height: 800 });
    await openRemoteDataset(window, ['Upstairs', 'town', 'people']);
    await window.getByRole('tab', { name: 'Versions' }).click();
    await expect(window.getByText('+1 columns')).toBeVisible();
    await window
      .getByRole('button', { name: /^Actions for version/ })
      .first()
      .click();
    await window.getByRole('menuitem', { name: 'Compare with previous' }).click();
    await expect(window.getByText('1 row changed')).toBeVisible();
    const line = window.getByRole('table', { name: 'Differing rows' }).getByRole('row').nth(1);
    await expect(line.getByRole('deletion').first()).toContainText('Bob');
    await expect(line.getByRole('insertion').first()).toContainText('Bobby');
    await checkAndPicture(window, 'comparing-cells');

    await window.getByText('Columns', { exact: true }).last().click();
    await expect(window.getByRole('row', { name: /added.*age/ })).toBeVisible();
    await window.getByText('Rows', { exact: true }).last().click();
    const key = window.getByRole('combobox', { name: 'Columns used to match rows' });
    await key.click();
    await key.press('Backspace');
    await window.getByRole('option', { name: /^group/ }).click();
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: 'Compare rows' }).click();
    // A notification outside the view reports it too.
    const panel = window.getByRole('tabpanel', { name: 'Versions' });
    await expect(panel.getByText(/several rows have the same "group"/)).toBeVisible();
    await checkAndPicture(window, 'comparing-refused');
    await window.getByRole('button', { name: 'Also match by id' }).click();
    await window.getByRole('button', { name: 'Compare rows' }).click();
    await expect(panel.getByText('1 row changed')).toBeVisible();
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('three hundred versions stay fast: only visible ones are drawn, and each can be opened and exported', async ({
  app: { window, electron, folder },
}) => {
  const service = await startComputed();
  try {
    await addConnection(window, service.url, 'Archive');
    await openRemoteDataset(window, ['Archive', 'Computed', 'Monthly series']);
    await expect(window.getByRole('contentinfo')).toContainText('300 rows');
    await window.getByRole('tab', { name: 'Versions' }).click();
    const table = window.getByRole('table', { name: 'Versions of Monthly series' });
    await expect(table).toHaveAttribute('aria-rowcount', '301');
    const axis = window.getByRole('slider', { name: /^Version timeline/ });
    await expect(axis).toHaveAttribute('aria-valuemax', '300');
    await checkAndPicture(window, 'versions-300');

    await test.step('only visible ones exist, wherever the user scrolls', async () => {
      await axis.focus();
      for (const [key, words] of [
        ['Home', / 1 row$/],
        ['ArrowRight', /2 rows$/],
        ['End', /300 rows$/],
      ] as const) {
        await window.keyboard.press(key);
        await expect(axis).toHaveAttribute('aria-valuetext', words);
        await expect(table.locator('tr[data-chosen]')).toBeInViewport();
        expect(await table.getByRole('row').count()).toBeLessThan(60);
      }
    });

    await test.step('zooming in shows them one by one, and the whole time again', async () => {
      for (let times = 0; times < 5; times += 1) await window.keyboard.press('+');
      await expect(window.getByRole('button', { name: 'Show all' })).toBeEnabled();
      await checkAndPicture(window, 'versions-300-zoomed');
      for (let steps = 0; steps < 30; steps += 1) await window.keyboard.press('ArrowLeft');
      await expect(axis).toHaveAttribute('aria-valuetext', /270 rows$/);
      expect(await table.getByRole('row').count()).toBeLessThan(60);
      await window.keyboard.press('0');
      await expect(window.getByRole('button', { name: 'Show all' })).toBeDisabled();
    });

    await test.step('an old one is opened beside the newest, and exported unchanged', async () => {
      const line = table.getByRole('row').filter({ hasText: '20220601000000000000' });
      const target = path.join(folder, 'monthly.csv');
      await line.getByRole('button', { name: /^Actions for version/ }).click();
      await window.getByRole('menuitem', { name: 'Export this version…' }).click();
      await saveNextTo(electron, target);
      await window.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
      await expect.poll(() => readLines(target), { timeout: 30_000 }).toHaveLength(271);
      await hideJobs(window);
      await line.getByRole('button', { name: /^Open version/ }).click();
      await expect(window.getByRole('tab', { name: 'Monthly series at 20220601000000000000' })).toBeVisible();
      await expect(window.getByRole('contentinfo')).toContainText('270 rows');
      await expect(window.getByRole('tab', { name: 'Monthly series', exact: true })).toBeVisible();
      await picture(window, 'tabs-version');
    });
  } finally {
    await service.close();
  }
});
