import { formatOpenLink } from '#shared/open-link.ts';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { followLink, readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { startComputed } from '../computed/computed-service.ts';
import { expect, test } from '../support/app.ts';

const airports = 'Airports of the United States';

test('a view can be saved, appears in the catalogue, and opens unchanged', async ({ app: { window } }) => {
  await openDataset(window, 'Transport', airports);
  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('international');
  await window.keyboard.press('Enter');
  await window.getByRole('columnheader', { name: 'State' }).click();
  await window.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByRole('checkbox', { name: 'Country' }).uncheck();
  await window.keyboard.press('Escape');
  const rows = window.getByRole('contentinfo').getByRole('status').first();
  await expect(rows).toHaveText(/^\d{2,3} of [\d,]+ rows$/);
  const count = (await rows.textContent()) ?? '';

  await window.keyboard.press('Control+S');
  const dialog = window.getByRole('dialog', { name: 'Save this view as a query' });
  await expect(dialog.getByText('Text: international')).toBeVisible();
  await expect(dialog.getByText(/^Sort order: State, ascending$/)).toBeVisible();
  await expect(dialog.getByText(/^Columns: \d of \d$/)).toBeVisible();
  await checkAndPicture(window, 'query-save');
  await checkContrast(window, 'query-save');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('International airports');
  await window.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const tab = window.getByRole('tab', { name: `International airports · ${airports}` });
  await expect(tab).toHaveAttribute('aria-selected', 'true');

  await test.step('closed, it can be opened from the catalogue with the keyboard alone', async () => {
    await window.keyboard.press('Control+W');
    await expect(tab).toBeHidden();
    const dataset = window.getByRole('treeitem', { name: airports }).and(window.locator('[aria-level="3"]'));
    await expect(dataset).toHaveAttribute('aria-expanded', 'false');
    await dataset.focus();
    await window.keyboard.press('ArrowRight');
    await window.keyboard.press('ArrowDown');
    await expect(window.getByRole('treeitem', { name: 'International airports' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(rows).toHaveText(count);
    await expect(window.getByRole('columnheader', { name: 'State' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(window.getByRole('columnheader', { name: 'Country' })).toBeHidden();
  });

  await test.step('the palette brings it to the front', async () => {
    await openDataset(window, 'Transport', airports);
    await expect(tab).toHaveAttribute('aria-selected', 'false');
    await window.keyboard.press('Control+K');
    await window.keyboard.type('International airp');
    await window.keyboard.press('Enter');
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('if changed, it is marked as edited, and can be reverted to the saved state', async () => {
    const search = window.getByRole('textbox', { name: 'Search all text columns' });
    await search.fill('municipal');
    await window.keyboard.press('Enter');
    await window.getByRole('button', { name: 'Choose columns' }).click();
    await window.getByRole('checkbox', { name: 'Country' }).check();
    await window.keyboard.press('Escape');
    await expect(tab).toHaveAccessibleName(/, edited$/);
    await window.getByRole('button', { name: 'International airports edited' }).click();
    await checkAndPicture(window, 'query-edited');
    await window.getByRole('menuitem', { name: 'Revert to saved' }).click();
    await expect(tab).not.toHaveAccessibleName(/, edited$/);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await expect(search).toHaveValue('international');
    await expect(rows).toHaveText(count);
    await expect(window.getByRole('columnheader', { name: 'Country' })).toBeHidden();
  });

  await test.step('if changed, it can be updated by a command', async () => {
    await window.getByRole('textbox', { name: 'Search all text columns' }).fill('county');
    await window.keyboard.press('Enter');
    await expect(tab).toHaveAccessibleName(/, edited$/);
    await window.keyboard.press('Control+K');
    await window.keyboard.type('Update the saved');
    await window.keyboard.press('Enter');
    await expect(window.getByText('“International airports” was updated.')).toBeVisible();
    await expect(tab).not.toHaveAccessibleName(/, edited$/);
    await window.getByRole('button', { name: 'International airports', exact: true }).click();
    await expect(window.getByRole('menuitem', { name: 'Update' })).toBeDisabled();
    await window.keyboard.press('Escape');
  });

  await test.step('if changed, it can also replace the old one in the form', async () => {
    await window.getByRole('textbox', { name: 'Search all text columns' }).fill('regional');
    await window.keyboard.press('Enter');
    await expect(window.getByText('edited', { exact: true })).toBeVisible();
    await window.getByRole('button', { name: 'Save this view' }).click();
    await window.getByRole('button', { name: 'Replace “International airports”' }).click();
    await expect(window.getByRole('dialog')).toBeHidden();
    await expect(window.getByText('edited', { exact: true })).toBeHidden();
  });

  await test.step('in About it is run by its service, renamed and deleted', async () => {
    await expect(rows).toHaveText(/^[\d,]+ of [\d,]+ rows$/);
    const requested = ((await rows.textContent()) ?? '').replace(/ of .*/, ' rows');
    await window.getByRole('tab', { name: 'About' }).click();
    const about = window.getByRole('region', { name: 'About' });
    const line = about.getByRole('listitem').filter({ hasText: 'International airports' });
    await expect(line.getByText('Text: regional')).toBeVisible();
    await checkAndPicture(window, 'about-queries');
    await line.getByRole('button', { name: 'Run International airports' }).click();
    const run = window.getByRole('dialog', { name: 'Run: International airports' });
    await expect(run.getByRole('status')).toHaveText(new RegExp(`^${requested}`));
    const answer = run.getByRole('table', { name: 'Rows returned for International airports' });
    await expect(answer.getByRole('columnheader', { name: 'State' })).toBeVisible();
    await expect(answer.getByRole('columnheader', { name: 'Country' })).toBeHidden();
    await expect(answer.getByRole('row').nth(1)).toContainText(/regional/i);
    await checkAndPicture(window, 'query-run');
    await checkContrast(window, 'query-run');
    await run.getByRole('button', { name: 'Open as view' }).click();
    await expect(run).toBeHidden();
    await expect(tab).toHaveAttribute('aria-selected', 'true');
    await line.getByRole('button', { name: 'Rename International airports' }).click();
    await window.getByRole('dialog').getByLabel('Name').fill('Regional airports');
    await checkAndPicture(window, 'query-rename');
    await window.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await expect(window.getByRole('tab', { name: `Regional airports · ${airports}` })).toBeVisible();
    await expect(window.getByRole('treeitem', { name: 'Regional airports' })).toBeVisible();
    await about.getByRole('button', { name: 'Delete Regional airports' }).click();
    await expect(window.getByRole('dialog', { name: 'Delete query?' })).toBeVisible();
    await checkAndPicture(window, 'query-delete');
    await checkContrast(window, 'query-delete');
    await window.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(window.getByRole('treeitem', { name: 'Regional airports' })).toBeHidden();
    await expect(about.getByText(/No saved queries yet/)).toBeVisible();
    await window.keyboard.press('Control+W');
  });
});

test('a link opens the view that it was made from, pinned to its version', async ({ app: { window, electron } }) => {
  await openDataset(window, 'Transport', airports);
  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('municipal');
  await window.keyboard.press('Enter');
  const rows = window.getByRole('contentinfo').getByRole('status').first();
  await expect(window.getByText('Text: municipal').filter({ visible: true })).toBeVisible();
  await expect(rows).toHaveText(/^[\d,]+ of [\d,]+ rows$/);
  const count = (await rows.textContent()) ?? '';
  await window.keyboard.press('Control+Shift+C');
  await expect(window.getByText(/Link copied/).first()).toBeVisible();
  const link = await readClipboard(electron);
  expect(link).toMatch(/^almanac:\/\/open\?namespace=transport&dataset=airports&view=.*version/);

  await followLink(electron, link);
  const tab = window.getByRole('tab', { name: new RegExp(`^${airports} at \\d{20}$`) });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await expect(rows).toHaveText(count);
  await expect(window.getByText('Text: municipal').filter({ visible: true })).toBeVisible();

  await test.step('followed again it goes to the same tab', async () => {
    await openDataset(window, 'Transport', airports);
    await followLink(electron, link);
    await expect(tab).toHaveCount(1);
    await expect(tab).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('one with a removed column asks first', async () => {
    const view: [string, string][] = [
      ['depth__gt', '5'],
      ['state__exact', 'TX'],
    ];
    await followLink(electron, formatOpenLink({ service: null, namespace: 'transport', dataset: 'airports', view }));
    const dialog = window.getByRole('dialog', { name: 'Parts of this view no longer exist' });
    await expect(dialog.getByText(/depth/)).toBeVisible();
    await checkAndPicture(window, 'view-incomplete');
    await dialog.getByRole('button', { name: 'Open without them' }).click();
    await expect(rows).toHaveText(/^209 of [\d,]+ rows$/);
    await window.keyboard.press('Control+W');
    await window.getByRole('button', { name: 'Clear all' }).click();
  });
});

test('a query that only its service understands is shown as such, and run there', async ({
  app: { window, electron },
}) => {
  const service = await startComputed();
  try {
    await addConnection(window, service.url, 'Observatory');
    await openRemoteDataset(window, ['Observatory', 'Computed', 'Sixty thousand places']);
    await window.getByRole('treeitem', { name: 'Sixty thousand places' }).last().focus();
    await window.keyboard.press('ArrowRight');
    await window.getByRole('treeitem', { name: 'Parks, high up' }).click();
    const explanation = window.getByRole('dialog', { name: 'This query cannot be shown as a view' });
    await expect(explanation).toContainText('kind = "park" and height > 50'.replaceAll('"', '\\"'));
    await checkAndPicture(window, 'query-unsupported');
    await explanation.getByRole('button', { name: 'Copy row address' }).click();
    await expect.poll(() => readClipboard(electron)).toMatch(/data\/\?kind__exact=park&height__gte=50$/);
    await explanation.getByRole('button', { name: 'Run' }).click();
    const run = window.getByRole('dialog', { name: 'Run: Parks, high up' });
    await expect(run.getByRole('status')).toHaveText(/^[\d,]+ rows · showing the first 50$/);
    const rows = run.getByRole('row');
    await expect(rows).toHaveCount(51);
    for (const row of (await rows.all()).slice(1, 6)) await expect(row.getByRole('cell').nth(1)).toHaveText('park');
    await expect(run.getByRole('button', { name: 'Open as view' })).toBeHidden();
    await run.getByRole('button', { name: 'Close' }).last().click();
    await expect(run).toBeHidden();

    await test.step('why it cannot run is explained, with a way to retry', async () => {
      service.breaks = [-1, 1];
      await window.getByRole('treeitem', { name: 'Parks, high up' }).click({ button: 'right' });
      await window.getByRole('menuitem', { name: 'Run' }).click();
      await expect(run.getByRole('alert')).toContainText('has a problem of its own (status 500)', { timeout: 30_000 });
      await checkAndPicture(window, 'query-run-failed');
      service.breaks = null;
      await run.getByRole('button', { name: 'Try again' }).click();
      await expect(rows).toHaveCount(51, { timeout: 30_000 });
      await window.keyboard.press('Escape');
    });
    await window.keyboard.press('Control+W');
  } finally {
    await service.close();
  }
});
