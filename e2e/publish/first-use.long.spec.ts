import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { hideJobs } from '../actions/hide-jobs.ts';
import { chooseNext, saveNextTo } from '../actions/input/choose-files.ts';
import { writeMessyTrees } from '../fixtures/messy-trees.ts';
import { expect, picture, quitApp, startApp, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('first-use');

/** Counts what a person does: a click, or a field typed into, is a step. */
function stepCounter() {
  let steps = 0;
  let since = Date.now();
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };
  return {
    click: (target: Locator) => step(target.click()),
    type: (target: Locator, text: string) => step(target.fill(text)),
    select: (target: Locator, choice: string) => step(target.selectOption({ label: choice })),
    /** The steps and seconds since the last task, in a line of the report. */
    report(task: string): void {
      console.log(`${task}: ${steps} steps, ${((Date.now() - since) / 1000).toFixed(1)} s`);
      steps = 0;
      since = Date.now();
    },
  };
}

let app: Awaited<ReturnType<typeof startApp>>;
// In a window of its own, as a new user has it.
test.beforeAll(async () => {
  app = await startApp(path.join(folder, 'data'), [], 'empty');
});
test.afterAll(() => quitApp(app));

test('a new user finds the biggest dataset, publishes a messy file, sees what changed, charts and exports it', async () => {
  const { window, electron } = app;
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
  await expect(window.getByText(/^The samples are being imported/)).toBeHidden({ timeout: 180_000 });
  const does = stepCounter();

  await test.step('the biggest dataset', async () => {
    await picture(window, 'first-use-1-start');
    await does.select(window.getByLabel('Order', { exact: true }), 'Most rows first');
    const found = window.getByRole('list', { name: 'Datasets found' }).getByRole('listitem').first();
    await expect(found).toContainText('3,000,000 rows');
    await picture(window, 'first-use-2-biggest');
    await does.click(found.getByRole('button'));
    await expect(window.getByText('3,000,000 rows', { exact: true })).toBeVisible();
    does.report('Find the biggest dataset and open it');
  });

  const file = path.join(folder, 'trees.csv');
  await test.step('a messy file becomes a dataset', async () => {
    writeMessyTrees(file);
    await chooseNext(electron, file);
    await does.click(window.getByRole('button', { name: 'Publish a file…' }).first());
    await does.click(window.getByRole('button', { name: 'Choose a file…' }));
    await expect(window.getByText(/^Whole file read/)).toBeVisible();
    await picture(window, 'first-use-3-preview');
    await does.click(window.getByRole('button', { name: 'Publish', exact: true }));
    await expect(window.getByRole('button', { name: 'Open dataset', exact: true }).first()).toBeVisible();
    await picture(window, 'first-use-4-published');
    await does.click(window.getByRole('button', { name: 'Open dataset', exact: true }).first());
    await expect(window.getByText('400 rows', { exact: true })).toBeVisible();
    does.report('Publish a messy file and open it');
  });

  await test.step('what changed after the file was corrected', async () => {
    await hideJobs(window);
    const text = readFileSync(file, 'latin1');
    writeFileSync(file, Buffer.from(text.replace('um 1900', '1900'), 'latin1'));
    await picture(window, 'first-use-5-opened');
    await does.click(window.getByRole('tab', { name: 'Versions' }));
    await picture(window, 'first-use-6-versions');
    await does.click(window.getByRole('button', { name: 'Publish a new version…' }));
    await does.click(window.getByRole('button', { name: 'Choose a file…' }));
    await expect(window.getByText(/^Whole file read/)).toBeVisible();
    await picture(window, 'first-use-7-new-version');
    await does.click(window.getByRole('button', { name: 'Publish', exact: true }));
    // The year is a number now: replacing the column's type is asked about.
    await does.click(window.getByRole('button', { name: 'Publish anyway' }));
    await does.click(window.getByRole('button', { name: 'Open dataset', exact: true }).first());
    await hideJobs(window);
    await does.click(window.getByRole('tab', { name: 'Versions' }));
    await does.click(window.getByRole('button', { name: /^Actions for version/ }).first());
    await does.click(window.getByRole('menuitem', { name: 'Compare with previous' }));
    // The year became a number, so the texts for missing years are read as missing.
    await expect(window.getByText(/45 rows changed/)).toBeVisible();
    await picture(window, 'first-use-8-changed');
    does.report('Publish the corrected file and see what changed');
  });

  await test.step('a chart', async () => {
    await does.click(window.getByRole('tab', { name: 'Charts', exact: true }));
    await picture(window, 'first-use-9-charts');
    await does.click(window.getByRole('button', { name: 'Chart of Art', exact: true }).first());
    await expect(window.getByRole('article').getByText('Over all rows')).toBeVisible();
    await picture(window, 'first-use-10-chart');
    does.report('Chart it');
  });

  await test.step('an export', async () => {
    const target = path.join(folder, 'trees.xlsx');
    await saveNextTo(electron, target);
    await does.click(window.getByRole('tab', { name: 'Rows', exact: true }));
    await does.click(window.getByRole('button', { name: 'Export…' }));
    await picture(window, 'first-use-11-export');
    const dialog = window.getByRole('dialog');
    await does.click(dialog.getByRole('radio', { name: 'Excel (XLSX)' }));
    await does.click(dialog.getByRole('button', { name: 'Export', exact: true }));
    await expect.poll(() => existsSync(target)).toBe(true);
    await picture(window, 'first-use-12-exported');
    does.report('Export it');
  });
});
