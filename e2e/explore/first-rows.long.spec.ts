import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { publishInto } from '../actions/remote-service.ts';
import { expect, picture, type RunningApp, shownTab, startApp, test } from '../support/app.ts';

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

/** Closes a window once it has stored the rows for its next start. */
async function leave({ electron, window }: RunningApp): Promise<void> {
  await expect
    .poll(() => window.evaluate(() => localStorage.getItem('almanac-first-rows')), { timeout: 30_000 })
    .not.toBeNull();
  await electron.close();
}

test('the last rows are shown before the service runs, and can be used immediately', async () => {
  const first = await startApp(folder);
  await openDataset(first.window, 'river', 'towns');
  expect(await readRow(first.window, 1, ['c0', 'c1'])).toEqual(['Upstream', '1,200']);
  await leave(first);

  const second = await startApp(folder);
  const { window } = second;
  expect(await readRow(window, 2, ['c0', 'c1'])).toEqual(['Midway', '340']);
  await window.locator(`${shownTab} [row-index="1"] [role="gridcell"][col-id="c0"]`).click();
  await expect(window.locator('.ag-cell-focus')).toHaveText('Midway');
  // Everything else follows, and the user's changes are kept.
  await expect(window.getByRole('treeitem', { name: 'river', exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(window.getByRole('contentinfo')).toContainText('2 rows');
  await expect(window.getByRole('toolbar').first()).toBeVisible();
  await expect(window.locator('.ag-cell-focus')).toHaveText('Midway');
  await picture(window, 'first-rows');
  await leave(second);
});

test('the first frame with the grid has the last rows', async () => {
  const { electron, window } = await startApp(folder);
  await openDataset(window, 'river', 'towns');
  await expect
    .poll(() => window.evaluate(() => localStorage.getItem('almanac-first-rows')), { timeout: 30_000 })
    .not.toBeNull();
  await electron.context().addInitScript(() => {
    const look = () => {
      if (document.querySelector('[role="grid"]') === null) {
        requestAnimationFrame(look);
        return;
      }
      const cell = document.querySelector('[row-index="1"] [role="gridcell"][col-id="c0"]');
      const visible = cell?.checkVisibility({ visibilityProperty: true });
      sessionStorage.setItem('first-frame', `${cell?.textContent} ${visible}`);
    };
    requestAnimationFrame(look);
  });
  await window.reload();
  await expect.poll(() => window.evaluate(() => sessionStorage.getItem('first-frame'))).toBe('Midway true');
  await electron.close();
});

test('rows of an outdated version are replaced by those of the newer one', async () => {
  const first = await startApp(folder);
  await openDataset(first.window, 'river', 'towns');
  await expect(first.window.getByRole('contentinfo')).toContainText('2 rows');
  await leave(first);
  publish(1);

  const second = await startApp(folder);
  await expect(second.window.getByRole('contentinfo')).toContainText('3 rows', { timeout: 60_000 });
  expect(await readRow(second.window, 1, ['c0', 'c1'])).toEqual(['Upstream', '1,250']);
  expect(await readRow(second.window, 3, ['c0', 'c1'])).toEqual(['Delta', '17']);
  await second.electron.close();
});
