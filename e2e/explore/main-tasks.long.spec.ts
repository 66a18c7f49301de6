import { expectFocusSomewhere } from '../actions/check-accessibility.ts';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { pressInOneTask, pressWhileRedrawn } from '../actions/input/keys-in-one-task.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { openAirports, showView, views } from '../actions/views/show-view.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';

test('axe finds no violation in any view', async ({ app: { window } }) => {
  await openAirports(window);
  for (const view of views) {
    await showView(window, view);
    await checkAndPicture(window, `view-${view.toLowerCase()}`);
    await checkContrast(window, `view-${view.toLowerCase()}`);
  }
  await showView(window, 'Rows');
  await window.keyboard.press('Control+Shift+l');
  await window.keyboard.press('Control+i');
  await expect(window.getByRole('complementary', { name: 'Row details' })).toBeVisible();
  await checkAndPicture(window, 'view-rows-everything');
  await window.keyboard.press('Control+Shift+l');
  await window.keyboard.press('Control+i');
});

test('the main tasks work with the keyboard alone', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await test.step('a dataset is found and opened', async () => {
    await window.keyboard.press('Control+Shift+f');
    await expect(window.getByLabel('Filter the catalogue')).toBeFocused();
    await window.keyboard.type('movies');
    await expect(window.getByRole('treeitem', { name: /Movies|films/i }).first()).toBeVisible();
    const inTree = window.locator('[role="treeitem"]:focus');
    for (let step = 0; step < 6 && !(await inTree.isVisible()); step += 1) await window.keyboard.press('Tab');
    await expect(inTree).toBeVisible();
    await window.keyboard.press('Control+Shift+f');
    await window.keyboard.press('Escape');
  });
  await test.step('a row is found by number, left by arrow keys, copied, and shown completely', async () => {
    await openDataset(window, 'Transport', airports);
    await window.keyboard.press('Control+g');
    await window.keyboard.type('1000');
    await window.keyboard.press('Enter');
    await expect(window.locator(`${shownTab} [row-index="999"] [role="gridcell"]:focus`)).toBeVisible();
    await window.keyboard.press('Shift+ArrowDown');
    await expect(window.locator(`${shownTab} [row-index="1000"] [col-id="c0"]:focus`)).toBeVisible();
    await window.keyboard.press('Shift+ArrowRight');
    await expect(window.locator(`${shownTab} [row-index="1000"] [col-id="c1"]:focus`)).toBeVisible();
    await window.keyboard.press('Control+c');
    await expect(window.getByText('4 cells copied')).toBeVisible();
    await window.keyboard.press('Space');
    await expect(window.getByRole('heading', { name: 'Row 1,001' })).toBeVisible();
    await window.keyboard.press('Space');
    await expect(window.getByRole('heading', { name: 'Row 1,001' })).toBeHidden();
    await expect(window.locator(`${shownTab} [row-index="1000"] [role="gridcell"]:focus`)).toBeVisible();
  });
  await test.step('no key press is lost while the grid moves to a row or redraws its rows', async () => {
    await window.keyboard.press('Control+g');
    await window.keyboard.type('2000');
    await expect(window.getByRole('textbox', { name: 'Go to row' })).toHaveValue('2,000');
    await pressInOneTask(window, ['Enter', 'ArrowDown', 'ArrowDown']);
    await expect(window.locator(`${shownTab} [row-index="2001"] [role="gridcell"]:focus`)).toBeVisible();
    const heading = window.getByRole('columnheader', { name: /^City / });
    const presses = await pressWhileRedrawn(window);
    // The focus stays, as when rows are read again because there is a newer version.
    for (const sorted of ['ascending', 'descending', 'none']) {
      const { pressed } = await presses();
      await heading.getByText('City', { exact: true }).dispatchEvent('click');
      await expect(heading).toHaveAttribute('aria-sort', sorted);
      await expect.poll(async () => (await presses()).pressed).toBeGreaterThan(pressed);
    }
    await expect(window.locator('[aria-busy="true"], .rows-loading')).toHaveCount(0);
    expect((await presses()).lost).toBe(0);
    // Rows in a new order are shown from the first one, and the focus is among them.
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
  });
  await test.step('the settings give the focus back', async () => {
    await window.keyboard.press('Control+,');
    await expect(window.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    for (let step = 0; step < 6; step += 1) await window.keyboard.press('Tab');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('dialog')).toBeHidden();
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
  });
  await test.step('rows are searched and the search is cleared', async () => {
    await window.keyboard.press('Control+f');
    await window.keyboard.type('chicago');
    await window.keyboard.press('Enter');
    await expect(window.getByText(/Text contains|Search:|chicago/i).first()).toBeVisible();
    await expect(window.getByRole('contentinfo')).toContainText('of 3,376 rows');
    await window.keyboard.press('Control+f');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('contentinfo')).not.toContainText('of 3,376 rows');
  });
  await test.step('all views are visited, and the focus is never lost', async () => {
    const inOrder = ['Rows', 'Columns', 'Charts', 'Summary', 'Versions', 'About', 'Map'];
    for (const [position, view] of inOrder.entries()) {
      await window.keyboard.press(`Control+${position + 1}`);
      await expect(window.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true');
      await expect(window.locator('[data-front] [data-region="view"]').locator(':focus')).toHaveCount(1);
      await expectFocusSomewhere(window);
    }
    await window.keyboard.press('Control+1');
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
    // The grid is one stop, between what is before and after it.
    await window.keyboard.press('Tab');
    await expect(window.locator('[data-region="status"] :focus')).toHaveCount(1);
    await window.keyboard.press('Shift+Tab');
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
    for (const region of ['status', 'catalogue', 'tabs', 'views', 'view']) {
      await window.keyboard.press('F6');
      await expect(window.locator(`[data-region="${region}"] :focus`)).toHaveCount(1);
    }
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
    await window.keyboard.press('Shift+F6');
    await expect(window.locator('[data-region="views"] :focus')).toHaveCount(1);
    await window.keyboard.press('ArrowDown');
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
    await window.keyboard.press('Control+w');
    await expectFocusSomewhere(window);
    await window.keyboard.press('Control+Shift+t');
    await expect(window.getByRole('heading', { name: airports })).toBeVisible();
    await expectFocusSomewhere(window);
  });
});
