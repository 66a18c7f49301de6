import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { hideJobs } from '../actions/hide-jobs.ts';
import { chooseNext } from '../actions/input/choose-files.ts';
import { expect, shownTab, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const series = 'Carbon dioxide in the air at Mauna Loa';

/** Presses keys and counts them: one with its modifiers is one, and so is each letter. */
function countedKeys(window: Page) {
  let count = 0;
  return {
    count: () => count,
    async press(key: string): Promise<void> {
      count += 1;
      await window.keyboard.press(key);
    },
    async type(text: string): Promise<void> {
      count += text.length;
      await window.keyboard.type(text);
    },
  };
}

const palette = (window: Page) => window.getByRole('dialog').getByRole('textbox');

/** Opens the series from the palette, with the focus in its rows. */
async function openSeries(window: Page, keys: ReturnType<typeof countedKeys>): Promise<void> {
  await keys.press('Control+k');
  await expect(palette(window)).toBeFocused();
  await keys.type('mauna');
  await expect(window.getByRole('dialog').getByRole('button').first()).toContainText(series);
  await keys.press('Enter');
  await expect(window.locator(`${shownTab} [role="gridcell"]:focus`)).toBeVisible();
}

test.beforeEach(async ({ app: { window } }) => {
  await hideJobs(window);
  await expect(window.getByRole('treeitem', { name: 'Environment', exact: true })).toBeVisible();
  // A window that has just opened receives keys a moment later.
  await expect(async () => {
    if (!(await palette(window).isVisible())) await window.keyboard.press('Control+k');
    await expect(palette(window)).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
});

test('a file with two questions is published and opened with at most 20 keys', async ({ app }) => {
  const { window, electron } = app;
  const keys = countedKeys(window);
  const focused = window.locator(':focus');
  const file = path.join(temporaryFolder('few-keys'), 'visitors.csv');
  writeFileSync(file, 'town;on;people\nUlm;01/02/2020;1,234\nBonn;03/04/2021;2,345\nJena;05/06/2022;3,456\n');
  await chooseNext(electron, file);
  await keys.press('Control+o');
  await expect(focused).toHaveText('Choose a file…');
  await keys.press('Enter');
  await expect(focused).toContainText('Day first');
  await keys.press('Enter');
  await expect(focused).toContainText('Decimal point');
  await keys.press('Enter');
  await expect(focused).toHaveText('Publish');
  await keys.press('Enter');
  const open = window.getByRole('button', { name: 'Open dataset' });
  await expect(open).toBeVisible();
  while (keys.count() < 20 && !(await open.evaluate((button) => button === document.activeElement))) {
    await keys.press('Tab');
  }
  await expect(open).toBeFocused();
  await keys.press('Enter');
  await expect(window.locator(`${shownTab} [role="gridcell"]:focus`)).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(20);
});

test('two versions are compared by their key with at most 12 keys', async ({ app: { window } }) => {
  const keys = countedKeys(window);
  await openSeries(window, keys);
  await keys.press('Control+5');
  const versions = window.getByRole('checkbox', { name: /^Select version/ });
  await expect(versions.first()).toBeFocused();
  await keys.press('Space');
  await keys.press('ArrowDown');
  await keys.press('Space');
  await expect(versions.nth(1)).toBeChecked();
  await keys.press('Enter');
  await expect(window.getByText(/rows? added/)).toBeVisible();
  await expect(window.getByRole('table', { name: 'Differing rows' }).getByRole('rowheader').first()).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(12);
});

test('a first chart is drawn with at most 12 keys', async ({ app: { window } }) => {
  const keys = countedKeys(window);
  await openSeries(window, keys);
  await keys.press('Control+3');
  await expect(window.getByRole('region', { name: 'Columns' }).locator('button:focus')).toBeVisible();
  await keys.press('Enter');
  await expect(window.getByRole('article').getByText('Over all rows')).toBeVisible();
  expect(keys.count()).toBeLessThanOrEqual(12);
});

test('F6 visits each part of the window once and returns into the rows', async ({ app: { window } }) => {
  const keys = countedKeys(window);
  await openSeries(window, keys);
  const region = () =>
    window.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));
  const visited: unknown[] = [await region()];
  for (let step = 0; step < 5; step += 1) {
    await keys.press('F6');
    visited.push(await region());
  }
  expect(visited).toEqual(['view', 'status', 'catalogue', 'tabs', 'views', 'view']);
  await expect(window.locator(`${shownTab} [role="gridcell"]:focus`)).toBeVisible();
  await keys.press('Shift+F6');
  expect(await region()).toBe('views');
});
