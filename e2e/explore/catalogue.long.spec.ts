import { checkAndPicture, checkNote } from '../actions/check-and-screenshot.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, test } from '../support/app.ts';

const airports = 'Airports of the United States';

test('the menu of a dataset', async ({ app: { window, electron } }) => {
  await openDataset(window, 'Transport', airports);
  const dataset = window.getByRole('treeitem', { name: airports }).and(window.locator('[aria-level="3"]'));
  await dataset.focus();
  await window.keyboard.press('Shift+F10');
  const menu = window.getByRole('menu');
  await expect(menu).toBeVisible();
  const items = ['Open', 'Open in new tab', 'Copy address', 'Copy link', 'Copy as curl', 'Copy as Python', 'Copy as R'];
  for (const name of items) await expect(menu.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await checkAndPicture(window, 'catalogue-menu');
  await window.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(dataset).toBeFocused();

  await test.step('copies a program that reads it', async () => {
    await dataset.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Copy as Python' }).click();
    await expect.poll(() => readClipboard(electron)).toContain('urlopen');
    expect(await readClipboard(electron)).toContain('/namespaces/transport/datasets/airports/data/');
  });

  await test.step('copies its address, a link and a command that reads it', async () => {
    const copied = async (item: string) => {
      await dataset.click({ button: 'right' });
      await menu.getByRole('menuitem', { name: item, exact: true }).click();
      await expect(menu).toBeHidden();
      return expect.poll(() => readClipboard(electron));
    };
    await (await copied('Copy address')).toMatch(/\/namespaces\/transport\/datasets\/airports\/$/);
    await (await copied('Copy link')).toMatch(/^almanac:\/\/open\?namespace=transport&dataset=airports/);
    await checkNote(window, 'Link copied.');
    await (await copied('Copy as curl')).toMatch(/^curl .*\/datasets\/airports\/data\//m);
    await (await copied('Copy as R')).toContain('jsonlite');
  });

  await test.step('offers exporting, publishing and editing it', async () => {
    for (const [item, title] of [
      ['Export…', /^Export /],
      ['Publish a new version…', /^Publish/],
      ['Edit…', `Edit ${airports}`],
    ] as const) {
      await dataset.click({ button: 'right' });
      await menu.getByRole('menuitem', { name: item, exact: true }).click();
      await expect(window.getByRole('dialog', { name: title })).toBeVisible();
      await window.keyboard.press('Escape');
      await expect(window.getByRole('dialog')).toBeHidden();
    }
  });

  await test.step('opens it again, with a view of its own', async () => {
    const tabs = window.getByRole('tab', { name: airports, exact: true });
    const before = await tabs.count();
    await dataset.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Open in new tab' }).click();
    await expect(tabs).toHaveCount(before + 1);
    await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Control+W');
    await expect(tabs).toHaveCount(before);
  });

  await test.step('recent datasets are at the top, the latest first', async () => {
    const recent = window.getByRole('treeitem', { name: 'Recent' });
    if ((await recent.getAttribute('aria-expanded')) !== 'true') await recent.click();
    await recent.focus();
    await window.keyboard.press('ArrowDown');
    await expect(window.locator('[role="treeitem"]:focus')).toHaveAccessibleName(airports);
    await recent.click();
    await expect(recent).toHaveAttribute('aria-expanded', 'false');
  });

  await test.step('adds it to the favourites at the top', async () => {
    await dataset.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Add to favourites' }).click();
    const favourites = window.getByRole('treeitem', { name: 'Favourites' });
    await expect(favourites).toBeVisible();
    await expect(window.getByRole('treeitem', { name: airports }).first()).toBeVisible();
    await expect(dataset).toHaveAccessibleDescription(/favourite/);
    await checkAndPicture(window, 'catalogue');
    await dataset.click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Remove from favourites' }).click();
    await expect(favourites).toBeHidden();
  });
});

test('About describes the data, and how a program can read what the tab shows', async ({
  app: { window, electron },
}) => {
  await openDataset(window, 'Transport', airports);
  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('municipal');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Text: municipal')).toBeVisible();
  await window.getByRole('tab', { name: 'About' }).click();
  const about = window.getByRole('region', { name: 'About' });
  for (const fact of ['Latest data', 'Rows in the newest version', 'Row requests', 'Licence']) {
    await expect(about.getByRole('term').filter({ hasText: new RegExp(`^${fact}$`) })).toBeVisible();
  }
  await expect(about.getByText('3,376', { exact: true })).toBeVisible();
  await about.getByText('R', { exact: true }).click();
  await about.getByRole('button', { name: 'Copy R' }).click();
  await expect.poll(() => readClipboard(electron)).toContain('"search=municipal"');
  await checkAndPicture(window, 'about');
  await window.getByRole('tab', { name: 'Rows' }).click();
  await window.getByRole('button', { name: 'Remove: Text: municipal' }).click();
});
