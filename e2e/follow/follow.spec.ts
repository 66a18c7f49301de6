import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { expect, picture, quitApp, startApp, test } from '../support/app.ts';
import { openWebSite, type WebSite } from '../support/web-site.ts';

const firstDay = 'district,cases\nNorth,12\nSouth,7\nEast,30\nWest,4\nHarbour,9\nCentre,18\n';
const secondDay = `${firstDay.replace('South,7', 'South,8')}Airport,2\n`;

async function openDialogFor(window: Page, address: string) {
  await chooseCommand(window, 'Add from the web…');
  const dialog = window.getByRole('dialog', { name: 'Add from the web' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Look' }).click();
  return dialog;
}

/** Follows a file of the site under the proposed names. */
async function follow(window: Page, site: WebSite) {
  const dialog = await openDialogFor(window, `${site.base}/cases.csv`);
  await dialog.getByRole('button', { name: 'Allow and continue' }).click();
  await expect(dialog.getByRole('table', { name: 'First rows of cases.csv' })).toContainText('Harbour');
  await checkAndPicture(window, 'follow-found', '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
  await expect(window.getByRole('heading', { name: 'Cases' })).toBeVisible();
}

test('a file of the web is followed: a change becomes a version and is announced, a bad file is not', async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-follow-'));
  const site = await openWebSite();
  site.serve('/cases.csv', 'text/csv', firstDay);
  site.serve('/page.html', 'text/html', '<!doctype html><html><body><h1>Maintenance</h1></body></html>');
  const app = await startApp(folder);
  const { window } = app;
  const page = window.getByRole('region', { name: 'Followed datasets' });
  try {
    await expect(window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
    await hideJobs(window);

    await test.step('before anything is followed, the page says what to do', async () => {
      await chooseCommand(window, 'Show followed datasets');
      await expect(page.getByRole('heading', { name: 'Nothing is followed yet' })).toBeVisible();
      await checkAndPicture(window, 'followed-empty');
    });

    await test.step('a page where data should be is refused in words, and the address stays', async () => {
      const dialog = await openDialogFor(window, `${site.base}/page.html`);
      await expect(dialog.getByText('This address belongs to this computer or its network')).toBeVisible();
      await checkAndPicture(window, 'follow-private', '[role="dialog"]');
      await dialog.getByRole('button', { name: 'Allow and continue' }).click();
      await expect(dialog.getByRole('alert')).toContainText('page');
      await checkAndPicture(window, 'follow-refused', '[role="dialog"]');
      await window.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await chooseCommand(window, 'Add from the web…');
      await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(`${site.base}/page.html`);
      await window.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });

    await test.step('a file is previewed and followed', async () => {
      await follow(window, site);
      await expect(window.getByText('6 rows').first()).toBeVisible();
    });

    await test.step('its change becomes a version, and the inbox says what changed', async () => {
      site.serve('/cases.csv', 'text/csv', secondDay);
      await window.getByRole('tab', { name: 'About' }).click();
      const about = window.getByRole('region', { name: 'Followed on the web' });
      await about.getByRole('button', { name: 'Check now' }).click();
      const checks = about.getByRole('table', { name: 'Checks' });
      await expect(checks.getByRole('row').filter({ hasText: 'New version' })).toHaveCount(2, { timeout: 60_000 });
      await checkAndPicture(window, 'followed-about');
      await window.getByRole('tab', { name: 'Versions' }).click();
      await expect(window.getByRole('slider', { name: /^Version timeline/ })).toHaveAttribute('aria-valuemax', '2');
      await window.getByRole('button', { name: 'Followed datasets: 1 unread change' }).click();
      const changes = page.getByRole('list', { name: 'What changed' });
      await expect(changes).toContainText('1 row added');
      await expect(changes).toContainText('Cases');
      await checkAndPicture(window, 'followed');
    });

    await test.step('a bad file fails in words, and nothing is lost', async () => {
      site.serve('/cases.csv', 'text/html', '<!doctype html><html><body>Maintenance</body></html>');
      await page.getByRole('button', { name: 'Actions for Cases' }).click();
      await window.getByRole('menuitem', { name: 'Check now' }).click();
      const line = page.getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await expect(line).toContainText('Last check failed', { timeout: 60_000 });
      await expect(line).toContainText('page');
      await picture(window, 'followed-failing');
    });

    await test.step('all fits a narrow window, and other words', async () => {
      await chooseCommand(window, 'Language: Deutsch');
      await expect(window.getByRole('region', { name: 'Verfolgte Datensätze' })).toBeVisible();
      await picture(window, 'followed-german');
      await window.setViewportSize({ width: 700, height: 640 });
      await picture(window, 'followed-narrow');
      const narrow = window.getByRole('region', { name: 'Verfolgte Datensätze' });
      expect(await narrow.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await window.setViewportSize({ width: 1280, height: 800 });
      await chooseCommand(window, 'Sprache: English');
    });

    await test.step('read is read, and what is no longer followed stays', async () => {
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await expect(page.getByRole('img', { name: 'Unread' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Show the differences' }).click();
      await expect(window.getByText('Airport').first()).toBeVisible({ timeout: 60_000 });
      await chooseCommand(window, 'Show followed datasets');
      await page.getByRole('button', { name: 'Actions for Cases' }).click();
      await window.getByRole('menuitem', { name: 'Stop following…' }).click();
      await window.getByRole('dialog').getByRole('button', { name: 'Stop following' }).click();
      await expect(page.getByRole('heading', { name: 'Nothing is followed yet' })).toBeVisible();
      await window.getByRole('tab', { name: 'Cases', exact: true }).click();
      await window.getByRole('tab', { name: 'Rows', exact: true }).click();
      await expect(window.getByText('7 rows').first()).toBeVisible();
    });
  } finally {
    await quitApp(app);
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
