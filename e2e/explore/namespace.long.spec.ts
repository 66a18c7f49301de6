import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, picture, test } from '../support/app.ts';

test('a namespace has a page with its datasets, to search, sort and open', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', 'Airports of the United States');
  await window.getByRole('button', { name: 'Transport', exact: true }).click();
  const page = window.getByRole('region', { name: 'Transport' });
  await expect(page.getByRole('heading', { name: 'Transport' })).toBeVisible();
  const table = page.getByRole('table', { name: 'Datasets of Transport' });
  const names = table.getByRole('rowheader').getByRole('button');
  const all = await names.allTextContents();
  expect(all).toEqual([...all].sort((one, other) => one.localeCompare(other)));
  await checkAndPicture(window, 'namespace');

  await test.step('a click on a heading sorts the largest first, another one the smallest', async () => {
    const rows = table.getByRole('columnheader', { name: 'Rows' });
    await rows.getByRole('button').click();
    await expect(rows).toHaveAttribute('aria-sort', 'descending');
    await expect(names.first()).toHaveText(/flights/i);
    await rows.getByRole('button').click();
    await expect(rows).toHaveAttribute('aria-sort', 'ascending');
    await expect(names.first()).not.toHaveText(/flights/i);
  });

  await test.step('a narrow window clips nothing', async () => {
    await window.setViewportSize({ width: 700, height: 640 });
    await picture(window, 'namespace-narrow');
    await expectWithin(page);
    await window.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('a search leaves the matches, and a name opens its dataset', async () => {
    const search = page.getByLabel('Search these datasets');
    await search.fill('nothing is called this');
    await expect(page.getByText('No dataset matches “nothing is called this”.')).toBeVisible();
    await search.fill('airports of the united');
    await expect(names.first()).toHaveText('Airports of the United States');
    await names.first().click();
    await expect(window.getByRole('heading', { name: 'Airports of the United States' })).toBeVisible();
  });

  await test.step('the menu of its line in the catalogue opens the page too', async () => {
    await window.getByRole('treeitem', { name: 'Environment', exact: true }).last().click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Show all datasets' }).click();
    await expect(window.getByRole('region', { name: 'Environment' })).toBeVisible();
  });
});
