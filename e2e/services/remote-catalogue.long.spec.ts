import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { addConnection, chooseOf, fillSignIn, openRemoteDataset } from '../actions/connect.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { readRow } from '../actions/read-row.ts';
import { openNotificationService } from '../desktop/notification-service.ts';
import { expect } from '../support/app.ts';
import { openGatedProxy } from '../support/gated-proxy.ts';
import { test } from '../support/office.ts';

/**
 * A line of the catalogue below the favourites and recent datasets; the office's lines come after those of this
 * computer.
 */
const lineOf = (window: Page, name: string, level: 1 | 2 | 3) =>
  window
    .getByRole('treeitem', { name })
    .and(window.locator(`[aria-level="${level}"]`))
    .last();

async function openBranches(window: Page, ...names: readonly string[]): Promise<void> {
  for (const [depth, name] of names.entries()) {
    const line = lineOf(window, name, depth === 0 ? 1 : 2);
    await expect(line).toBeVisible();
    if ((await line.getAttribute('aria-expanded')) !== 'true') await line.click();
  }
}

test('a remote dataset is made available offline, and shows when there is a newer version', async ({ office, own }) => {
  const { window, electron } = own;
  const gate = await openGatedProxy(office.address);
  const desktop = await openNotificationService();
  try {
    await addConnection(window, gate.address, 'Office');
    await openBranches(window, 'Office', 'city');
    const dataset = lineOf(window, 'places', 3);
    await expect(dataset).toHaveAccessibleDescription(/3 rows/);

    await test.step('the system notifies of a long copy, unless a window is in front', async () => {
      const held = gate.holdFrom(0);
      await dataset.click({ button: 'right' });
      await window.getByRole('menuitem', { name: 'Make available offline' }).click();
      await held;
      // Jobs of ten seconds or more cause a system notification.
      const begun = Date.now();
      await expect.poll(() => Date.now() - begun > 10_500, { timeout: 15_000 }).toBe(true);
      // Only then: a window of another program that is closed meanwhile leaves its focus to this one.
      const isInFront = () =>
        electron.evaluate(({ BrowserWindow }) => {
          for (const each of BrowserWindow.getAllWindows()) each.blur();
          return BrowserWindow.getFocusedWindow() !== null;
        });
      await expect.poll(isInFront).toBe(false);
      gate.open();
      const notificationIndex = () => desktop.shown.findIndex(({ text }) => text === 'places');
      await expect.poll(notificationIndex, { timeout: 30_000 }).not.toBe(-1);
      expect(desktop.shown[notificationIndex()]?.title).toBe('Almanac: Offline copy finished');
      // A click on it leads to the jobs.
      await hideJobs(window);
      desktop.click(notificationIndex());
      await expect(window.getByRole('button', { name: 'Hide jobs' })).toBeVisible();
    });

    await test.step('the dataset and its copy refer to each other', async () => {
      await hideJobs(window);
      await expect(dataset).toHaveAccessibleDescription(/available offline/);
      await checkAndPicture(window, 'catalogue-offline');
    });

    await test.step('a newer remote version is marked, and fetched from the menu', async () => {
      office.publishMore('Oslo,23\n');
      await chooseOf(window, 'Office', 'Check again');
      await expect(dataset).toHaveAccessibleDescription(/available offline; newer version exists/);
      await checkAndPicture(window, 'catalogue-newer');
      await dataset.click({ button: 'right' });
      await window.getByRole('menuitem', { name: 'Get the newer version' }).click();
      await expect(dataset).not.toHaveAccessibleDescription(/newer version/);
      await hideJobs(window);
    });

    await test.step('while the service is away, the tab shows the copy, and the catalogue lists it once', async () => {
      await dataset.click();
      await window.getByRole('tab', { name: 'Columns', exact: true }).click();
      await gate.close();
      await chooseOf(window, 'Office', 'Check again');
      await window.getByRole('button', { name: 'Show the offline copy' }).click();
      await expect(window.getByRole('button', { name: 'Show the offline copy' })).toBeHidden();
      await window.getByRole('tab', { name: 'Rows', exact: true }).click();
      expect(await readRow(window, 4, ['c0'])).toEqual(['Oslo']);
      await expect(
        window.getByRole('treeitem', { name: 'places' }).and(window.locator('[aria-level="3"]')),
      ).toHaveCount(1);
      await checkAndPicture(window, 'offline-copy');
    });
  } finally {
    await desktop.close();
    await gate.close();
  }
});

test('missing permissions at a remote service are shown in advance, and so is an expired sign-in', async ({
  office,
  own,
}) => {
  const { window } = own;
  const menu = window.getByRole('menu');
  await addConnection(window, office.address, 'Office');
  await test.step('the filter also searches collapsed connections', async () => {
    // A new connection opens by itself.
    await expect(lineOf(window, 'Office', 1)).toHaveAttribute('aria-expanded', 'true');
    await lineOf(window, 'Office', 1).click();
    await window.keyboard.press('ArrowLeft');
    await expect(lineOf(window, 'Office', 1)).toHaveAttribute('aria-expanded', 'false');
    await window.keyboard.press('Control+Shift+F');
    await window.keyboard.type('places');
    await expect(lineOf(window, 'places', 3)).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(lineOf(window, 'places', 3)).toBeHidden();
  });
  await openBranches(window, 'Office', 'city');

  await test.step('an anonymous user is asked to sign in', async () => {
    for (const line of [lineOf(window, 'Office', 1), lineOf(window, 'city', 2), lineOf(window, 'places', 3)]) {
      await line.click({ button: 'right' });
      await expect(menu.getByRole('menuitem', { name: 'Sign in to make changes' })).toBeDisabled();
      await expect(menu.getByRole('menuitem', { name: /^(New (namespace|empty dataset)|Delete)/ })).toHaveCount(0);
      await window.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  });

  await test.step('an account without write permission sees that, and may save its own query', async () => {
    await chooseOf(window, 'Office', 'Sign in…');
    await fillSignIn(window, 'ada', 'correct horse');
    await lineOf(window, 'places', 3).click({ button: 'right' });
    await expect(menu.getByRole('menuitem', { name: 'Your account is read-only here' })).toBeDisabled();
    await expect(menu.getByRole('menuitem', { name: 'Publish a new version…' })).toBeDisabled();
    await checkAndPicture(window, 'catalogue-no-rights');
    await window.keyboard.press('Escape');
    await openRemoteDataset(window, ['Office', 'city', 'places']);
    await window.getByRole('tab', { name: 'Columns' }).click();
    await expect(window.getByRole('rowheader', { name: 'place' })).toBeVisible();
    await expect(window.getByRole('button', { name: /^Edit label and description/ })).toHaveCount(0);
    await window.keyboard.press('Control+K');
    await window.keyboard.type('Edit this dataset');
    await window.keyboard.press('Enter');
    const dialog = window.getByRole('dialog', { name: 'Edit places' });
    await expect(dialog.getByText('Your account is read-only here')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await window.keyboard.press('Control+S');
    await window.getByRole('dialog').getByLabel('Name').fill('Heights');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('tab', { name: 'Heights · places' })).toBeVisible();
  });

  await test.step('a sign-in that expires while a dialog is open is shown in it, with the next step', async () => {
    await window.getByRole('tab', { name: 'About' }).click();
    await window.getByRole('button', { name: 'Rename Heights' }).click();
    const dialog = window.getByRole('dialog', { name: 'Rename query' });
    await dialog.getByLabel('Name').fill('Heights in metres');
    office.endSignIns();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    // The window may learn of it from another request before this one is sent.
    const ended = /no longer accepts your sign-in|Sign in to save and change queries/;
    await expect(dialog.getByRole('alert')).toContainText(ended);
    await expect(dialog.getByRole('button', { name: 'Sign in…' })).toBeVisible();
    await checkAndPicture(window, 'query-session-ended');
    await dialog.getByRole('button', { name: 'Sign in…' }).click();
    await fillSignIn(window, 'ada', 'correct horse');
    await window.getByRole('button', { name: 'Rename Heights' }).click();
    await dialog.getByLabel('Name').fill('Heights in metres');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(dialog).toBeHidden();
    await expect(window.getByRole('tab', { name: 'Heights in metres · places' })).toBeVisible();
  });
});
