import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openDataset } from './acts/open-dataset.ts';
import { readRow } from './acts/read-row.ts';
import { publishInto } from './acts/remote-service.ts';
import { expect, picture, type RunningApp, startApp, test } from './app.ts';

const towns = 'river/towns';
const versions = [
  'town,people\nUpstream,1200\nMidway,340\n',
  'town,people\nUpstream,1250\nMidway,345\nDelta,17\n',
] as const;

let folder = '';
let file = '';
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-first-rows-'));
  file = path.join(folder, 'towns.csv');
  publish(0);
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function publish(version: 0 | 1): void {
  writeFileSync(file, versions[version]);
  publishInto(folder, file, towns);
}

async function start(): Promise<RunningApp> {
  const app = await startApp(folder);
  // As large as tests say that it is: a picture is kept in the size that the window really has.
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800));
  return app;
}

/** Closes a window once it has kept what its next start begins with, its rows too. */
async function leave({ electron }: RunningApp): Promise<void> {
  await expect.poll(rowsAreKept, { timeout: 30_000 }).toBe(true);
  await electron.close();
}

function rowsAreKept(): boolean {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'cache', 'pictures', 'first.json'), 'utf8')).frame.rows;
  } catch {
    return false;
  }
}

/** The moments of a start, by the browser's own account, in their order. */
async function momentsOf(window: Page): Promise<string[]> {
  return await window.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
}

test('rows that were left are there again before the service is, and can be used at once', async () => {
  const first = await start();
  await openDataset(first.window, 'river', 'towns');
  expect(await readRow(first.window, 1, ['c0', 'c1'])).toEqual(['Upstream', '1200']);
  expect((await momentsOf(first.window)).indexOf('backend-port')).toBe(0);
  await leave(first);

  const second = await start();
  const { window } = second;
  expect(await readRow(window, 2, ['c0', 'c1'])).toEqual(['Midway', '340']);
  const moments = await momentsOf(window);
  expect(moments[0]).toBe('first-rows');
  await window.locator('[row-index="1"] [role="gridcell"][col-id="c0"]').click();
  await expect(window.locator('.ag-cell-focus')).toHaveText('Midway');
  // What stands around them follows, and what was touched stays.
  await expect(window.getByRole('treeitem', { name: 'river', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(window.getByRole('contentinfo')).toContainText('2 rows');
  await expect(window.getByRole('toolbar').first()).toBeVisible();
  await expect(window.locator('.ag-cell-focus')).toHaveText('Midway');
  await picture(window, 'first-rows');
  await leave(second);
});

test('rows of a version that is the newest no more give way to those of the newer one', async () => {
  const first = await start();
  await openDataset(first.window, 'river', 'towns');
  await expect(first.window.getByRole('contentinfo')).toContainText('2 rows');
  await leave(first);
  publish(1);

  const second = await start();
  await expect(second.window.getByRole('contentinfo')).toContainText('3 rows', { timeout: 60_000 });
  expect(await readRow(second.window, 1, ['c0', 'c1'])).toEqual(['Upstream', '1250']);
  expect(await readRow(second.window, 3, ['c0', 'c1'])).toEqual(['Delta', '17']);
  await second.electron.close();
});
