import type { Page } from '@playwright/test';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { signIn } from '../actions/sign-in.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const carbonDioxide = 'Carbon dioxide in the air at Mauna Loa';

const foot = (window: Page) => window.getByRole('contentinfo');

/** Another page of the same browser. */
async function openBeside(window: Page, address: string): Promise<Page> {
  const page = await window.context().newPage();
  await page.goto(address);
  return page;
}

test('a dataset is found in the catalogue by its name', async ({ app: { window } }) => {
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible();
  await window.keyboard.press('Control+Shift+F');
  await window.keyboard.type('mauna');
  const found = window.getByRole('treeitem', { name: carbonDioxide });
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(window.getByRole('heading', { name: carbonDioxide })).toBeVisible();
  await window.keyboard.press('Control+Shift+F');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible();
});

test('rows are read from the first to the last', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  expect(await readRow(window, 1, ['c0', 'c1'])).toEqual(['00M', 'Thigpen']);
  await window.getByRole('button', { name: 'Last row' }).click();
  expect((await readRow(window, 3376, ['c0']))[0]).not.toBe('');
  await expect(foot(window)).toContainText('3,376 rows');
});

test('rows are filtered by a text', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await expect(foot(window)).toContainText('3,376 rows');
  await window.keyboard.press('Control+f');
  await window.keyboard.type('Alaska');
  await window.keyboard.press('Enter');
  await expect(foot(window)).toContainText('of 3,376 rows');
  await expect(window.locator(shownTab).getByText('Alaska').first()).toBeVisible();
});

test('rows are sorted by a heading', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', carbonDioxide);
  const heading = window.locator(shownTab).getByRole('columnheader').nth(1);
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'ascending');
  const smallest = await readRow(window, 1, ['c1']);
  await heading.click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  await expect.poll(() => readRow(window, 1, ['c1'])).not.toEqual(smallest);
});

test('a chart is drawn', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', carbonDioxide);
  await window.locator(shownTab).getByRole('tab', { name: 'Charts' }).click();
  await expect(window.locator(shownTab).locator('canvas, svg[role="img"]').first()).toBeVisible();
});

test('values are summarised in a table', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', 'Penguins of the Palmer Archipelago');
  const shown = window.locator(shownTab);
  await shown.getByRole('tab', { name: 'Summary' }).click();
  await shown
    .getByRole('button', { name: /^Summarise by Species/ })
    .first()
    .click();
  await expect(shown.getByText('Adelie', { exact: true }).first()).toBeVisible();
});

test('a link that is copied opens the same view', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', carbonDioxide);
  await expect(foot(window)).toContainText('741 rows');
  await window.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(window.getByText(/Link copied/)).toBeVisible();
  // No page may read the clipboard, but its reader pastes.
  await window.keyboard.press('Control+f');
  await window.keyboard.press('Control+v');
  const link = await window
    .locator(shownTab)
    .getByRole('textbox', { name: /Search/ })
    .first()
    .inputValue();
  expect(decodeURIComponent(decodeURIComponent(link))).toMatch(/namespace=environment.*version=\d{20}/);
  const other = await openBeside(window, link);
  await expect(foot(other)).toContainText('741 rows');
  await other.close();
});

test('a number is embedded', async ({ app: { window } }) => {
  const address = new URL('../embed/?namespace=environment&dataset=co2-concentration&as=number', window.url());
  const other = await openBeside(window, address.href);
  await expect(other.getByText('741')).toBeVisible();
  await expect(other.getByRole('link', { name: /^Open at/ })).toBeVisible();
  await other.close();
});

test('rows are downloaded as a file', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', carbonDioxide);
  await expect(foot(window)).toContainText('741 rows');
  await window.keyboard.press('Control+e');
  const download = window.waitForEvent('download');
  await window.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const text = await (await (await download).createReadStream()).toArray();
  expect(Buffer.concat(text).toString('utf8').trimEnd().split('\n')).toHaveLength(742);
});

test('an account signs in, and sees what it may do', async ({ app: { window, folder } }) => {
  await signIn(window, folder, 'core');
  await expect(
    window
      .getByRole('main')
      .getByRole('button', { name: /^Publish/ })
      .first(),
  ).toBeVisible();
  await foot(window).getByRole('button', { name: 'core' }).click();
  await window.getByRole('button', { name: 'Log out' }).click();
  await expect(foot(window).getByRole('button', { name: 'Sign in' })).toBeVisible();
});
