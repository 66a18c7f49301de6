import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { readClipboard, readClipboardHtml } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { expect, picture, shownTab, test } from '../support/app.ts';

const quakes = 'A week of earthquakes';
const airports = 'Airports of the United States';

const foot = (window: Page) => window.getByRole('contentinfo').getByRole('status').first();
const cell = (window: Page, row: number, column: string) =>
  window.locator(`${shownTab} [row-index="${row}"] [role="gridcell"][col-id="${column}"]`);
const item = (window: Page, name: string | RegExp) => window.getByRole('menuitem', { name });

test('a cell is filtered by, excluded, copied and sorted from its menu, and all of it is undone', async ({
  app: { window, electron },
}) => {
  await openDataset(window, 'Transport', airports);
  await expect(foot(window)).toHaveText('3,376 rows');
  const state = window.getByRole('columnheader', { name: /^State/ });
  const id = (await state.getAttribute('col-id')) ?? '';
  const [first = ''] = await readRow(window, 1, [id]);

  await test.step('the menu is about the cell', async () => {
    await cell(window, 0, id).click({ button: 'right' });
    await expect(item(window, `Filter to “${first}”`)).toBeVisible();
    await checkAndPicture(window, 'menu-cell', '[role="menu"]');
    await item(window, `Filter to “${first}”`).click();
    await expect(window.getByText(`State is ${first}`)).toBeVisible();
    await expect(foot(window)).toContainText('of 3,376 rows');
    await expect(cell(window, 0, id)).toBeFocused();
  });

  await test.step('the keyboard opens it as well', async () => {
    const other = window.getByRole('columnheader', { name: /^City/ });
    const city = (await other.getAttribute('col-id')) ?? '';
    await cell(window, 0, city).click();
    const [name = ''] = await readRow(window, 1, [city]);
    await window.keyboard.press('Shift+F10');
    await item(window, `Exclude “${name}”`).click();
    await expect(window.getByText(`City is not ${name}`)).toBeVisible();
    await cell(window, 0, city).click({ button: 'right' });
    await item(window, 'Sort descending').click();
    await expect(other).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('columns are hidden and frozen from their heading', async () => {
    await window.getByRole('columnheader', { name: /^Country/ }).click({ button: 'right' });
    await checkAndPicture(window, 'menu-column', '[role="menu"]');
    await item(window, 'Hide column').click();
    await expect(window.getByRole('columnheader', { name: /^Country/ })).toBeHidden();
  });

  await test.step('each step is undone, from the grid and from the toolbar, and redone', async () => {
    await cell(window, 0, id).click();
    await window.keyboard.press('Control+z');
    await expect(window.getByRole('columnheader', { name: /^Country/ })).toBeVisible();
    await window.keyboard.press('Control+z');
    await expect(window.getByRole('columnheader', { name: /^City/ })).toHaveAttribute('aria-sort', 'none');
    const undo = window.getByRole('button', { name: 'Undo', exact: true });
    await undo.click();
    await undo.click();
    await expect(foot(window)).toHaveText('3,376 rows');
    await chooseCommand(window, 'Redo filters, order or columns');
    await expect(window.getByText(`State is ${first}`)).toBeVisible();
    await undo.click();
    await expect(foot(window)).toHaveText('3,376 rows');
  });

  await test.step('a copy for a spreadsheet marks which values are numbers', async () => {
    await cell(window, 0, 'c0').click();
    for (let step = 0; step < 5; step++) await window.keyboard.press('Shift+ArrowRight');
    await window.locator('[role="gridcell"]:focus').click({ button: 'right' });
    await item(window, 'Copy for a spreadsheet').click();
    await expect.poll(async () => (await readClipboard(electron)).split('\n')).toHaveLength(2);
    const html = await readClipboardHtml(electron);
    expect(html).toContain('<th>State</th>');
    expect(html).toMatch(/<td x:num="[-\d.]+" sdval=/);
    expect(html).toContain('mso-number-format');
  });

  await test.step('the most recently used command comes first in the palette', async () => {
    await window.keyboard.press('Control+k');
    const lines = window.getByRole('dialog').getByRole('button');
    await expect(lines.first()).toContainText('Redo filters, order or columns');
    await picture(window, 'palette-recent');
    await window.keyboard.press('Escape');
  });
});

test('a column is formatted as the user wants, and stays so after another dataset was open', async ({
  app: { window },
}) => {
  await openDataset(window, 'Environment', quakes);
  const heading = window.getByRole('columnheader', { name: /^Magnitude/ }).first();
  const id = (await heading.getAttribute('col-id')) ?? '';
  await heading.click({ button: 'right' });
  await item(window, 'Format…').click();
  const dialog = window.getByRole('dialog', { name: 'Format of Magnitude' });
  await dialog.getByLabel('Decimal places').selectOption('2');
  await dialog.getByLabel('Unit').fill('Mw');
  await dialog.getByText('Bars', { exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^\d+\.\d{2}\u00a0Mw$/);
  await checkAndPicture(window, 'column-format', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(cell(window, 0, id)).toHaveText(/^\d+\.\d{2}\u00a0Mw$/);
  await expect(cell(window, 0, id)).toHaveCSS('background-image', /linear-gradient/);
  await checkAndPicture(window, 'column-bars', '.ag-root-wrapper');

  await openDataset(window, 'Transport', airports);
  await openDataset(window, 'Environment', quakes);
  await expect(cell(window, 0, id)).toHaveText(/Mw$/);
  await heading.click({ button: 'right' });
  await item(window, 'Format…').click();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(cell(window, 0, id)).not.toHaveText(/Mw/);
  await expect(cell(window, 0, id)).toHaveCSS('background-image', 'none');
});

test('matches of a search are highlighted, and found cell by cell', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', quakes);
  const search = window.getByRole('textbox', { name: 'Search all text columns' });
  await search.fill('alaska');
  await search.press('Enter');
  await expect(foot(window)).toContainText(' of ');
  const marks = window.locator('[role="grid"] mark');
  await expect(marks.first()).toHaveText(/^alaska$/i);
  await search.press('F3');
  const focused = window.locator('[role="gridcell"]:focus');
  await expect(focused).toContainText(/alaska/i);
  // A row may match in several columns.
  const placeOf = () =>
    focused.evaluate((cell) => [cell.closest('[row-index]')?.getAttribute('row-index'), cell.getAttribute('col-id')]);
  const before = await placeOf();
  await window.keyboard.press('F3');
  await expect.poll(placeOf).not.toEqual(before);
  await window.getByRole('button', { name: 'Previous match' }).click();
  await expect.poll(placeOf).toEqual(before);
  await picture(window, 'search-hits');
  await search.fill('');
  await search.press('Enter');
  await expect(marks).toHaveCount(0);
});

test('there are few tab stops between the catalogue and the rows, and the focus returns from a menu', async ({
  app: { window },
}) => {
  await openDataset(window, 'Environment', quakes);
  const leaf = window.getByRole('treeitem', { name: quakes }).last();
  await leaf.click();
  const inGrid = window.locator('[role="columnheader"]:focus, [role="gridcell"]:focus');
  let stops = 0;
  // Without rows, the grid has nothing that the keyboard can reach yet.
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).toBeVisible();
  await leaf.focus();
  while (stops < 20 && (await inGrid.count()) === 0) {
    await window.keyboard.press('Tab');
    stops += 1;
  }
  expect(stops).toBeLessThanOrEqual(12);

  const search = window.getByRole('textbox', { name: 'Search all text columns' });
  await search.focus();
  await window.keyboard.press('ArrowRight');
  await expect(window.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await window.keyboard.press('End');
  await expect(window.getByRole('button', { name: 'Row details' })).toBeFocused();

  for (const choice of ['Add to favourites', 'Remove from favourites']) {
    await leaf.focus();
    await window.keyboard.press('Shift+F10');
    await item(window, choice).click();
    await expect(leaf).toBeFocused();
  }
});

test('two versions are shown side by side and scroll together', async ({ app: { window } }) => {
  const air = 'Carbon dioxide in the air at Mauna Loa';
  await openDataset(window, 'Environment', air);
  await window.getByRole('tab', { name: 'Versions', exact: true }).click();
  await window
    .getByRole('button', { name: /^Open version/ })
    .last()
    .click();
  await expect(foot(window)).toHaveText('137 rows');
  await window.getByRole('tab', { name: air, exact: true }).click({ button: 'right' });
  await item(window, 'Show beside the active tab').click();
  const [left, right] = [window.locator('[data-pane]').first(), window.locator('[data-pane]').last()];
  await expect(right.getByRole('heading', { name: air })).toBeVisible();
  await right.getByRole('tab', { name: 'Rows', exact: true }).click();
  await expect(foot(window)).toHaveText('741 rows');

  const topOf = (pane: typeof left) => pane.locator('.ag-grid-viewport').evaluate((element) => element.scrollTop);
  await left.locator('[row-index="1"] [role="gridcell"]').first().click();
  await expect(foot(window)).toHaveText('137 rows');
  await left.locator('.ag-grid-viewport').hover();
  await window.mouse.wheel(0, 600);
  await expect.poll(() => topOf(left)).toBeGreaterThan(300);
  await expect.poll(() => topOf(right)).toBe(await topOf(left));
  await checkAndPicture(window, 'split-view');
  await window.setViewportSize({ width: 700, height: 640 });
  await picture(window, 'split-view-narrow');
  await window.setViewportSize({ width: 1280, height: 800 });
  const divider = window.getByRole('separator', { name: 'Size of the first view' });
  const widthOf = async (pane: typeof left) => (await pane.boundingBox())?.width ?? 0;
  const { x = 0, y = 0 } = (await divider.boundingBox()) ?? {};
  await window.mouse.move(x + 3, y + 300);
  await window.mouse.down();
  await window.mouse.move(x + 153, y + 300);
  await window.mouse.up();
  await expect.poll(async () => (await widthOf(left)) - (await widthOf(right))).toBeGreaterThan(250);
  await window.reload();
  await expect(divider).toBeVisible();
  await left.getByRole('button', { name: 'Close the split view' }).click();
  await expect(window.locator(shownTab)).toHaveCount(1);
  await expect(foot(window)).toHaveText('741 rows');
});
