import type { Page } from '@playwright/test';
import { checkAndPicture, pictureInTwoWidths } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { expect, shownTab, test } from '../support/app.ts';

const editor = (window: Page) => window.locator(shownTab).getByRole('textbox', { name: 'SQL statement' });
const foot = (window: Page) => window.getByRole('contentinfo');
const status = (window: Page) => window.locator(shownTab).getByRole('status').first();

/** Replaces the statement by typing another one. */
async function write(window: Page, sql: string): Promise<void> {
  await editor(window).click();
  await window.keyboard.press('Control+a');
  await window.keyboard.insertText(sql);
}

test('a statement is written with completion, refused at its place, run, sorted and found again', async ({ app }) => {
  const { window } = app;
  await chooseCommand(window, 'Query with SQL');
  await expect(editor(window)).toBeFocused();
  await expect(window.getByRole('heading', { name: 'Write one SELECT statement' })).toBeVisible();
  await checkAndPicture(window, 'sql-empty');
  await editor(window).click();
  await window.keyboard.type('SELECT clust, max(fertility) AS highest FROM "gapm');
  await expect(window.getByRole('option', { name: /gapminder/ })).toBeVisible();
  await window.getByRole('option', { name: /gapminder/ }).click();
  await window.keyboard.type(' GROUP BY ALL');
  await window.keyboard.press('Control+Enter');
  const problem = window.locator(shownTab).getByRole('alert');
  await expect(problem).toHaveText('Line 1, column 8: no column clust; did you mean cluster?');
  await expect(window.locator(`${shownTab} .cm-lintRange-error`)).toHaveText('clust');
  await checkAndPicture(window, 'sql-refused');

  await write(window, 'SELECT cluster, max(fertility) AS highest FROM "society-and-culture/gapminder" GROUP BY ALL');
  await window.keyboard.press('Control+Enter');
  await expect(status(window)).toContainText('6 rows');
  await expect(problem).toBeHidden();
  await expect.poll(() => readRow(window, 1, ['c0'])).toEqual(['0']);
  await window.getByRole('columnheader', { name: /^cluster/ }).click();
  await window.getByRole('columnheader', { name: /^cluster/ }).click();
  await expect.poll(() => readRow(window, 1, ['c0'])).toEqual(['5']);
  await checkAndPicture(window, 'sql-result');
  await pictureInTwoWidths(window, 'sql-result');

  await window.locator(shownTab).getByRole('tab', { name: 'Charts' }).click();
  await expect(window.locator(shownTab).locator('canvas, svg[role="img"]').first()).toBeVisible();
  await window.locator(shownTab).getByRole('tab', { name: 'Rows', exact: true }).click();

  await write(window, 'SELECT 1 AS one');
  await window.locator(shownTab).getByRole('button', { name: /^Run/ }).click();
  await expect(status(window)).toContainText('1 row ·');
  await window.locator(shownTab).getByRole('button', { name: 'History' }).click();
  await window.getByRole('menuitem', { name: /max\(fertility\)/ }).click();
  await expect(editor(window)).toContainText('max(fertility)');
  await expect(status(window)).toContainText('edited since');
});

test('a view becomes SQL with its filters, order and columns', async ({ app: { window } }) => {
  await openDataset(window, 'Society and culture', 'Life expectancy and fertility');
  await expect(foot(window)).toContainText('rows');
  await window.getByRole('columnheader', { name: /^Fertility/ }).click();
  await expect(window.getByRole('columnheader', { name: /^Fertility/ })).toHaveAttribute('aria-sort', 'ascending');
  await window.getByRole('button', { name: 'This view as code' }).click();
  await window.getByRole('menuitem', { name: 'New SQL from this view' }).click();
  await expect(editor(window)).toContainText('SELECT *FROM "society-and-culture/gapminder"ORDER BY "fertility"');
  await window.keyboard.press('Control+Enter');
  await expect(status(window)).toContainText('rows ·');
});

test('a statement that takes long is cancelled', async ({ app: { window } }) => {
  await chooseCommand(window, 'Query with SQL');
  await expect(editor(window)).toBeFocused();
  await window.keyboard.insertText('SELECT sum(a.range * b.range) AS s FROM range(3000000) AS a, range(3000000) AS b');
  await window.keyboard.press('Control+Enter');
  await window.locator(shownTab).getByRole('button', { name: 'Cancel' }).click();
  await expect(status(window)).toHaveText('Cancelled');
});

test('a result is published as a dataset, which names its inputs, runs again and is proven', async ({ app }) => {
  const { window } = app;
  await chooseCommand(window, 'Query with SQL');
  await expect(editor(window)).toBeFocused();
  await window.keyboard.insertText(
    'SELECT cluster, max(fertility) AS highest FROM "society-and-culture/gapminder" GROUP BY ALL',
  );
  // An open list of completions scrolls, and is operated from the editor.
  await window.keyboard.press('Escape');
  await expect(window.getByRole('listbox', { name: 'Completions' })).toBeHidden();
  await window.getByRole('button', { name: 'Publish…' }).click();
  const dialog = window.getByRole('dialog', { name: 'Publish the result as a dataset' });
  await expect(dialog.getByText('society-and-culture/gapminder')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Namespace' }).fill('sql-results');
  await checkAndPicture(window, 'derive');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText('Use letters, digits, - and _.')).toBeVisible();
  await dialog.getByLabel('Name in the address').fill('highest');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(window.getByRole('heading', { name: 'highest' })).toBeVisible();
  await expect(foot(window)).toContainText('6 rows');

  await window.locator(shownTab).getByRole('tab', { name: 'About' }).click();
  const about = window.getByRole('region', { name: 'Made from other datasets' });
  await expect(about.getByRole('button', { name: /^society-and-culture\/gapminder at/ })).toBeVisible();
  await about.getByRole('button', { name: 'Run now' }).click();
  await expect(about.getByText('The rows are the same: no version was made.')).toBeVisible();
  await about.getByRole('button', { name: 'Compute again and compare' }).click();
  await expect(about.getByText('The same rows again: the version is proven.')).toBeVisible();
  await expect(window.getByRole('region', { name: 'Runs of the recipe' })).toContainText('No change');
  await checkAndPicture(window, 'derived-about');
  await about.getByRole('button', { name: 'Change…' }).click();
  await expect(editor(window)).toContainText('max(fertility)');
  await expect(window.locator(shownTab).getByRole('button', { name: 'Save recipe…' })).toBeVisible();
});
