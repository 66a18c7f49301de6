import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { addConnection, chooseOf, fillSignIn, openRemoteDataset } from '../actions/connect.ts';
import { followLink, readClipboard } from '../actions/input/clipboard.ts';
import { expect } from '../support/app.ts';
import { openLossyProxy } from '../support/lossy-proxy.ts';
import { test } from '../support/office.ts';

test('a signed-in user saves a query at a remote service, and its link works for everyone', async ({ office, own }) => {
  const { window, electron } = own;
  const proxy = await openLossyProxy(office.address);
  await addConnection(window, proxy.address, 'Office');
  await openRemoteDataset(window, ['Office', 'city', 'places']);
  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('e');
  await window.keyboard.press('Enter');
  const rows = window.getByRole('contentinfo').getByRole('status').first();
  await expect(rows).toHaveText(/^1 of \d+ rows?$/);

  await test.step('an anonymous user is informed before anything is sent', async () => {
    await window.keyboard.press('Control+S');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByText('Sign in to save and change queries on this service.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await checkAndPicture(window, 'query-sign-in-needed');
    await dialog.getByRole('button', { name: 'Sign in…' }).click();
    await fillSignIn(window, 'ada', 'correct horse');
  });

  await window.keyboard.press('Control+S');
  await window.getByRole('dialog').getByLabel('Name').fill('With an e');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'With an e · places' })).toBeVisible();
  await window.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(window.getByText(/Link copied/).first()).toBeVisible();
  const link = await readClipboard(electron);

  await test.step('the parts of a view that its service dropped are listed', async () => {
    await window.getByRole('columnheader', { name: 'height' }).click();
    await expect(window.getByText('height, ascending')).toBeVisible();
    proxy.dropped = 'ordering';
    await window.keyboard.press('Control+S');
    const dialog = window.getByRole('dialog');
    await dialog.getByLabel('Name').fill('By height');
    await dialog.getByRole('button', { name: 'Save as new' }).click();
    await expect(dialog).toContainText('Office did not keep everything');
    await expect(dialog).toContainText('sort order');
    await checkAndPicture(window, 'query-not-kept');
    await checkContrast(window, 'query-not-kept');
    proxy.dropped = null;
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
    await expect(window.getByRole('tab', { name: 'By height · places' })).toBeVisible();
    await window.getByRole('button', { name: 'Remove: height, ascending' }).click();
  });
  expect(link).toContain(`service=${encodeURIComponent(proxy.address)}`);

  await test.step('if the service is unknown, the link proposes it, and then opens the view', async () => {
    await window.keyboard.press('Control+W');
    await chooseOf(window, 'Office', 'Remove…');
    await window.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(window.getByRole('dialog')).toBeHidden();
    await expect(window.getByRole('treeitem', { name: 'Office' })).toBeHidden();
    await followLink(electron, link);
    const dialog = window.getByRole('dialog', { name: 'Add a connection' });
    await expect(dialog.getByLabel('Address')).toHaveValue(new RegExp(`^${proxy.address}`));
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(window.getByRole('tab', { name: /^places at \d{20}$/ })).toBeVisible();
    await expect(rows).toHaveText(/^1 of \d+ rows?$/);
    await expect(window.getByText('Text: e', { exact: true })).toBeVisible();
  });

  await test.step('another user sees the query, and why it cannot be deleted', async () => {
    const connection = window.getByRole('treeitem', { name: /127\.0\.0\.1/ });
    if ((await connection.getAttribute('aria-expanded')) !== 'true') await connection.click();
    await window.getByRole('treeitem', { name: 'city' }).last().click();
    const dataset = window.getByRole('treeitem', { name: 'places' }).last();
    await dataset.focus();
    await window.keyboard.press('ArrowRight');
    await window.getByRole('treeitem', { name: 'With an e' }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Delete query?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Sign in to save');
    await expect(dialog.getByRole('button', { name: 'Sign in…' })).toBeVisible();
  });
  await proxy.close();
});
