import type { Page } from '@playwright/test';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { expect, test } from '../support/app.ts';

/** Opens the form about a namespace of this computer. */
async function edit(window: Page, name: string): Promise<void> {
  const line = window.getByRole('treeitem', { name }).and(window.locator('[aria-level="2"]'));
  await line.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Edit…', exact: true }).click();
}

async function press(window: Page, button: string): Promise<void> {
  await window.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
}

async function save(window: Page, button = 'Save'): Promise<void> {
  await press(window, button);
  await expect(window.getByRole('dialog')).toBeHidden();
}

test('two windows that edit one namespace overwrite nothing of each other without asking', async ({ app }) => {
  const { window: mine } = app;
  const opened = app.electron.waitForEvent('window');
  await app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('new-window')?.click());
  const theirs = await opened;
  const dialog = mine.getByRole('dialog');
  const other = theirs.getByRole('dialog');
  const note = dialog.getByRole('alert');
  const row = (field: string) => note.getByRole('row').filter({ has: mine.getByRole('rowheader', { name: field }) });
  await mine.getByRole('treeitem', { name: 'This computer' }).click({ button: 'right' });
  await mine.getByRole('menuitem', { name: 'New namespace…', exact: true }).click();
  await dialog.getByLabel('Label').fill('Shared work');
  await save(mine, 'Create');

  await test.step('the other window’s change is shown beside what was entered here', async () => {
    await edit(mine, 'Shared work');
    await dialog.getByLabel('Label').fill('My work');
    await dialog.getByLabel('Name in the address').fill('my-work');
    await edit(theirs, 'Shared work');
    await other.getByLabel('Label').fill('Their work');
    await other.getByLabel('Description').fill('Described by them.');
    await save(theirs);
    await press(mine, 'Save');
    await expect(note).toContainText('Nothing was saved');
    await expect(row('Label').getByRole('cell')).toHaveText(['Their work', 'My work']);
    await expect(row('Description').getByRole('cell')).toHaveText(['Described by them.', 'not changed by you']);
    await expect(note.getByRole('rowheader')).toHaveCount(2);
    await checkAndPicture(mine, 'editing-changed-meanwhile');
    await checkContrast(mine, 'editing-changed-meanwhile');
    // Saving again asks the same question again.
    await press(mine, 'Save');
    await expect(note).toContainText('Nothing was saved');
    await expect(theirs.getByRole('treeitem', { name: 'Their work' })).toBeVisible();
  });

  await test.step('loading applies the other user’s changes, and keeps fields that only this user changed', async () => {
    await press(mine, 'Load their changes');
    await expect(note).toBeHidden();
    await expect(dialog.getByLabel('Label')).toHaveValue('Their work');
    await expect(dialog.getByLabel('Description')).toHaveValue('Described by them.');
    await expect(dialog.getByLabel('Name in the address')).toHaveValue('my-work');
    await save(mine);
    await edit(theirs, 'Their work');
    await expect(other.getByLabel('Name in the address')).toHaveValue('my-work');
    await expect(other.getByLabel('Description')).toHaveValue('Described by them.');
    await press(theirs, 'Cancel');
  });

  await test.step('saving anyway replaces what both changed, and only that', async () => {
    await edit(mine, 'Their work');
    await dialog.getByLabel('Label').fill('My work');
    await edit(theirs, 'Their work');
    await other.getByLabel('Label').fill('Their better work');
    await other.getByLabel('Description').fill('Described anew.');
    await save(theirs);
    await press(mine, 'Save');
    await expect(note).toContainText('Nothing was saved');
    await save(mine, 'Save mine anyway');
    await edit(mine, 'My work');
    await expect(dialog.getByLabel('Description')).toHaveValue('Described anew.');
    await press(mine, 'Cancel');
  });

  await test.step('a change that the form does not show does not cause a question', async () => {
    await edit(mine, 'My work');
    await dialog.getByLabel('Description').fill('With a dataset in it.');
    const line = theirs.getByRole('treeitem', { name: 'My work' }).and(theirs.locator('[aria-level="2"]'));
    await line.click({ button: 'right' });
    await theirs.getByRole('menuitem', { name: 'New empty dataset…', exact: true }).click();
    await other.getByLabel('Label').fill('Counts');
    await save(theirs, 'Create');
    await save(mine);
  });

  await test.step('a dataset asks in the same way', async () => {
    for (const window of [mine, theirs]) {
      const line = window.getByRole('treeitem', { name: 'Counts' });
      if (!(await line.isVisible())) await window.getByRole('treeitem', { name: 'My work' }).click();
      await line.click({ button: 'right' });
      await window.getByRole('menuitem', { name: 'Edit…', exact: true }).click();
      await expect(window.getByRole('dialog').getByLabel('Label')).toHaveValue('Counts');
    }
    await other.getByLabel('Description').fill('Theirs.');
    await save(theirs);
    await dialog.getByLabel('Description').fill('Mine.');
    await press(mine, 'Save');
    await expect(row('Description').getByRole('cell')).toHaveText(['Theirs.', 'Mine.']);
    await save(mine, 'Save mine anyway');
  });

  await test.step('a new name in the address is a change like any other, and the dataset is found under it', async () => {
    const openBoth = async () => {
      for (const window of [mine, theirs]) {
        await window.getByRole('treeitem', { name: 'Counts' }).click({ button: 'right' });
        await window.getByRole('menuitem', { name: 'Edit…', exact: true }).click();
        await expect(window.getByRole('dialog').getByLabel('Description')).toHaveValue('Mine.');
      }
    };
    await openBoth();
    await other.getByLabel('Name in the address').fill('sums');
    await save(theirs);
    await dialog.getByLabel('Label').fill('Sums');
    await press(mine, 'Save');
    await expect(note).toContainText('Nothing was saved');
    await expect(row('Name in the address').getByRole('cell')).toHaveText(['sums', 'not changed by you']);
    await checkAndPicture(mine, 'editing-renamed-meanwhile');
    await press(mine, 'Load their changes');
    await expect(dialog.getByLabel('Name in the address')).toHaveValue('sums');
    await expect(dialog.getByLabel('Label')).toHaveValue('Sums');
    await save(mine);
    await expect(theirs.getByRole('treeitem', { name: 'Sums' })).toBeVisible();
  });
  await theirs.close();
});
