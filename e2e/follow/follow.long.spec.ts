import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'libsql';
import { checkAndPicture, checkContrast } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { speak } from '../actions/speak.ts';
import { openNotificationService } from '../desktop/notification-service.ts';
import { expect, picture, quitApp, startApp, test } from '../support/app.ts';
import { openWebSite, type WebSite } from '../support/web-site.ts';

const firstDay = 'district,cases\nNorth,12\nSouth,7\nEast,30\nWest,4\nHarbour,9\nCentre,18\n';
const secondDay = `${firstDay.replace('South,7', 'South,8')}Airport,2\n`;

/** The column of figures is missing. */
const thirdDay = secondDay.replaceAll(/,\d+/g, ',2026').replace(',cases', ',year');

async function openDialogFor(window: Page, address: string) {
  await chooseCommand(window, 'Add from the web…');
  const dialog = window.getByRole('dialog', { name: 'Add from the web' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Look' }).click();
  return dialog;
}

/** At 200 % zoom and the minimum width of a window. */
const sizes = [
  ['zoomed', { width: 640, height: 400 }],
  ['narrow', { width: 700, height: 640 }],
] as const;

const followedPage = '[data-help="following"]';

/** What a dataset follows, in its About view. */
const about = 'section:has(> dl bdi)';

/** Nothing of the window, its page or its dialog extends beyond the edges. */
async function expectAllWithin(window: Page): Promise<void> {
  const parts = window.locator(`html, ${followedPage}, ${about}, [tabindex="0"]:has(> table), [role="dialog"]`);
  for (const part of await parts.all()) await expectWithin(part);
}

/**
 * Calls `act` with the About view of the followed dataset, the page of followed datasets, and the dialog, in any
 * language.
 */
async function showEach(window: Page, site: WebSite, act: (name: string) => Promise<void>): Promise<void> {
  const page = window.locator(followedPage);
  const dialog = window.getByRole('dialog');
  await window.getByRole('tab', { name: 'Cases', exact: true }).click();
  await window.locator('[data-region="views"] [role="tab"]').last().click();
  await expect(window.locator(`${about} table`)).toBeVisible();
  await window.locator(about).scrollIntoViewIfNeeded();
  await act('followed-about');
  await window.locator('button[aria-pressed]:has(.tabler-icon-rss)').click();
  await expect(page.getByRole('table')).toBeVisible();
  await act('followed');
  await page.locator('header button').last().click();
  await dialog.getByRole('textbox').first().fill(`${site.base}/cases.csv`);
  await dialog.getByRole('textbox').first().press('Enter');
  // Its label differs by language; the other button there, while the address is examined, cancels that.
  const allow = dialog.locator('[aria-live] p ~ button').filter({ visible: true });
  const rows = dialog.getByRole('table').filter({ hasText: 'Harbour' });
  await expect(allow.or(rows).first()).toBeVisible();
  // The dialog remembers the consent to read from this computer until the page is reloaded.
  if (!(await rows.isVisible())) await allow.click();
  await expect(rows).toBeVisible();
  await act('follow-found');
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
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

test('a file on the web is followed: a change becomes a version and is announced, a bad file does not', async () => {
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

    await test.step('a web page in place of data is refused with a message, and the address stays', async () => {
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

    await test.step('its change becomes a version, and the list of changes describes it', async () => {
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

    await test.step('a bad file fails with a message, and nothing is lost', async () => {
      site.serve('/cases.csv', 'text/html', '<!doctype html><html><body>Maintenance</body></html>');
      await page.getByRole('button', { name: 'Actions for Cases' }).click();
      await window.getByRole('menuitem', { name: 'Check now' }).click();
      const line = page.getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await expect(line).toContainText('Last check failed', { timeout: 60_000 });
      await expect(line).toContainText('page');
      await picture(window, 'followed-failing');
    });

    await test.step('everything fits a narrow window, in every language', async () => {
      await chooseCommand(window, 'Language: Deutsch');
      await expect(window.getByRole('region', { name: 'Verfolgte Datensätze' })).toBeVisible();
      await picture(window, 'followed-german');
      await window.setViewportSize({ width: 700, height: 640 });
      await picture(window, 'followed-german-narrow');
      const narrow = window.getByRole('region', { name: 'Verfolgte Datensätze' });
      await expectWithin(narrow);
      await window.setViewportSize({ width: 1280, height: 800 });
      await chooseCommand(window, 'Sprache: English');
    });

    await test.step('with more contrast, zoomed and narrow, nothing is clipped', async () => {
      site.serve('/cases.csv', 'text/csv', secondDay);
      await showEach(window, site, async (name) => checkContrast(window, name));
      for (const [kind, size] of sizes) {
        await window.setViewportSize(size);
        await showEach(window, site, async (name) => {
          await picture(window, `${name}-${kind}`);
          await expectAllWithin(window);
        });
      }
      await window.setViewportSize({ width: 1280, height: 800 });
      await speak(window, 'en');
      await chooseCommand(window, 'Show followed datasets');
    });

    await test.step('read changes stay read, and a dataset that is no longer followed stays', async () => {
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

test('rows, a column and a bad file change at the source: notified, held, decided, across a restart and offline', async () => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-changes-'));
  const site = await openWebSite();
  const desktop = await openNotificationService();
  site.serve('/cases.csv', 'text/csv', firstDay);
  let app = await startApp(folder);
  const pageOf = (window: Page) => window.getByRole('region', { name: 'Followed datasets' });
  const check = async (window: Page) => {
    await pageOf(window).getByRole('button', { name: 'Actions for Cases' }).click();
    await window.getByRole('menuitem', { name: 'Check now' }).click();
  };
  const title = (position: number) => desktop.shown[position]?.title;
  try {
    await expect(app.window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
    await hideJobs(app.window);
    await follow(app.window, site);
    await hideJobs(app.window);

    await test.step('the user is notified of changed rows, and the notification leads to the changes', async () => {
      const { window } = app;
      site.serve('/cases.csv', 'text/csv', secondDay);
      await window.getByRole('tab', { name: 'About' }).click();
      const about = window.getByRole('region', { name: 'Followed on the web' });
      await about.getByRole('button', { name: 'Check now' }).click();
      await expect.poll(() => title(0), { timeout: 60_000 }).toBe('Almanac: Cases – new version');
      expect(desktop.shown[0]?.text).toBe('Rows added: 1 · Rows changed: 1');
      desktop.click(0);
      await expect(pageOf(window).getByRole('list', { name: 'What changed' })).toContainText('1 row added');
    });

    await test.step('offline, the check fails with a message and nothing is lost', async () => {
      const { window } = app;
      site.setOffline(true);
      await check(window);
      const line = pageOf(window).getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await expect(line).toContainText('Last check failed', { timeout: 90_000 });
      site.setOffline(false);
      await check(window);
      await expect(line).toContainText('Up to date', { timeout: 90_000 });
    });

    await test.step('after a restart, a version without a column is held, decided on, and published', async () => {
      await quitApp(app);
      site.serve('/cases.csv', 'text/csv', thirdDay);
      app = await startApp(folder);
      const { window } = app;
      await expect(window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
      await chooseCommand(window, 'Show followed datasets');
      await check(window);
      const held = window.getByRole('region', { name: 'A new version of “Cases” is held for review' });
      await expect(held).toBeVisible({ timeout: 60_000 });
      await expect.poll(() => title(1), { timeout: 30_000 }).toBe('Almanac: Cases – needs your decision');
      await checkAndPicture(window, 'followed-held');
      await held.getByRole('button', { name: 'Publish it' }).click();
      await expect(held).toBeHidden();
      await expect(pageOf(window).getByRole('list', { name: 'What changed' })).toContainText(
        'Column “cases” was removed.',
      );
    });

    await test.step('a file that lost its rows is held and rejected: the rows stay unchanged', async () => {
      const { window } = app;
      site.serve('/cases.csv', 'text/csv', 'district,year\nNorth,2026\n');
      await check(window);
      const held = window.getByRole('region', { name: 'A new version of “Cases” is held for review' });
      await expect(held).toContainText('7', { timeout: 60_000 });
      await held.getByRole('button', { name: 'Reject it' }).click();
      await expect(held).toBeHidden();
      const line = pageOf(window).getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await check(window);
      await expect(line).toContainText('Up to date', { timeout: 60_000 });
      await line.getByRole('button', { name: 'Cases', exact: true }).click();
      await expect(window.getByText('7 rows').first()).toBeVisible();
    });

    await test.step('its settings state their effect on disk usage, fit a narrow window, and are explained by F1', async () => {
      const { window } = app;
      await chooseCommand(window, 'Show followed datasets');
      await pageOf(window).getByRole('button', { name: 'Actions for Cases' }).click();
      await window.getByRole('menuitem', { name: 'Settings…' }).click();
      const dialog = window.getByRole('dialog', { name: 'Following “Cases”' });
      await dialog.getByRole('combobox', { name: 'Versions to keep' }).click();
      await window.getByRole('option', { name: 'Only the newest' }).click();
      await dialog.getByRole('textbox', { name: 'Number of versions' }).fill('2');
      await expect(dialog).toContainText('1 of 3 versions is removed after the next change');
      await dialog.getByRole('button', { name: 'Add a condition for a column' }).click();
      await checkAndPicture(window, 'follow-settings', '[role="dialog"]');
      await window.setViewportSize({ width: 700, height: 640 });
      await picture(window, 'follow-settings-narrow');
      await expectWithin(dialog);
      await window.setViewportSize({ width: 1280, height: 800 });
      await window.keyboard.press('F1');
      await expect(window.getByRole('heading', { name: 'Follow data on the web' })).toBeVisible();
      await picture(window, 'follow-help');
      await window.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('quiet hours hold notifications back', async () => {
      const { window } = app;
      await chooseCommand(window, 'Settings: Followed data');
      const dialog = window.getByRole('dialog', { name: 'Settings' });
      await dialog.getByRole('switch', { name: /Quiet hours/ }).click();
      await expect(dialog.getByLabel('From')).toHaveValue('22:00');
      await dialog.getByLabel('From').fill('00:00');
      await dialog.getByLabel('Until').fill('23:59');
      await checkAndPicture(window, 'settings-following-quiet', '[role="dialog"]');
      await window.keyboard.press('Escape');
      await chooseCommand(window, 'Show followed datasets');
      const before = desktop.shown.length;
      site.serve('/cases.csv', 'text/csv', `${thirdDay}Quay,2026\n`);
      await check(window);
      const changes = pageOf(window).getByRole('list', { name: 'What changed' }).getByRole('listitem');
      await expect(changes).toHaveCount(3, { timeout: 60_000 });
      expect(desktop.shown).toHaveLength(before);
    });

    await test.step('notifications held back by quiet hours are shown once after a restart', async () => {
      const before = desktop.shown.length;
      await quitApp(app);
      app = await startApp(folder);
      const { window } = app;
      await expect(window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
      await chooseCommand(window, 'Settings: Followed data');
      const dialog = window.getByRole('dialog', { name: 'Settings' });
      await dialog.getByRole('switch', { name: /Quiet hours/ }).click();
      await expect.poll(() => title(before), { timeout: 30_000 }).toBe('Almanac: Cases – new version');
      await window.keyboard.press('Escape');
      await quitApp(app);
      app = await startApp(folder);
      await expect(app.window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
      await chooseCommand(app.window, 'Show followed datasets');
      await check(app.window);
      const line = pageOf(app.window).getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await expect(line).toContainText('Up to date', { timeout: 60_000 });
      expect(desktop.shown).toHaveLength(before + 1);
    });

    await test.step('a deleted newest version is not published again by the next check', async () => {
      const { window } = app;
      const line = pageOf(window).getByRole('table').getByRole('row').filter({ hasText: 'Cases' });
      await line.getByRole('button', { name: 'Cases', exact: true }).click();
      await window.getByRole('tab', { name: 'Versions', exact: true }).click();
      const versions = window.getByRole('table', { name: 'Versions of Cases' }).getByRole('row');
      await expect(versions).toHaveCount(3);
      await versions
        .nth(1)
        .getByRole('button', { name: /^Actions for version / })
        .click();
      await window.getByRole('menuitem', { name: 'Delete this version' }).click();
      await expect(versions.nth(1)).toContainText('being deleted');
      await checkAndPicture(window, 'version-deleted');
      await expect(versions).toHaveCount(2, { timeout: 60_000 });
      await chooseCommand(window, 'Show followed datasets');
      await check(window);
      await expect(line).toContainText('Up to date', { timeout: 60_000 });
      await line.getByRole('button', { name: 'Cases', exact: true }).click();
      await expect(window.getByText('7 rows').first()).toBeVisible();
      await expect(versions).toHaveCount(2);
    });

    await test.step('the settings fit a narrow window in other languages', async () => {
      const { window } = app;
      await chooseCommand(window, 'Language: Deutsch');
      await chooseCommand(window, 'Einstellungen: Verfolgte Daten');
      await window.setViewportSize({ width: 700, height: 640 });
      await picture(window, 'settings-following-german-narrow');
    });
  } finally {
    await quitApp(app);
    await desktop.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The followed dataset leads to a host with budgets, one of which earlier requests have spent. */
function spendBudget(folder: string): void {
  const database = new Database(path.join(folder, 'catalogue.sqlite'));
  try {
    const address = 'https://sdmx.oecd.org/public/rest/data/OECD.SDD,DF_CASES,1.0/all';
    const choice = JSON.stringify({ kind: 'sdmx', address, entry: 'DF_CASES', parameters: {} });
    database.prepare("update sources set choice = ?, every = 'manual', next_check = null").run([choice]);
    const insert = database.prepare('insert into host_requests (host, path, at) values (?, ?, ?)');
    const now = Date.now();
    for (let minute = 20; minute > 0; minute -= 1) {
      insert.run(['sdmx.oecd.org', '/public/rest/data/x', now - minute * 60_000 - 30_000]);
    }
  } finally {
    database.close();
  }
}

test('what an earlier run used of the budget of a host is shown after a restart, in every language', async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-budget-'));
  const site = await openWebSite();
  site.serve('/cases.csv', 'text/csv', firstDay);
  let app = await startApp(folder);
  try {
    await expect(app.window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
    await hideJobs(app.window);
    await follow(app.window, site);
    await quitApp(app);
    spendBudget(folder);
    app = await startApp(folder);
    const { window } = app;
    await expect(window.getByRole('treeitem', { name: 'This computer' })).toBeVisible({ timeout: 60_000 });
    const lines = window.locator(`${followedPage} dd > span`);
    const showLines = async () => {
      await window.locator('button[aria-pressed]:has(.tabler-icon-rss)').click();
      await lines.first().scrollIntoViewIfNeeded();
    };
    await showLines();
    await expect(lines.nth(0)).toHaveText(/^20 requests a minute: \d+ used, \d+ left$/);
    await expect(lines.nth(1)).toHaveText(
      /^20 requests an hour: all used until \d?\d:\d\d:\d\d.*\/public\/rest\/data\/$/,
    );
    await checkAndPicture(window, 'followed-budgets');
    for (const [kind, size] of sizes) {
      await window.setViewportSize(size);
      await lines.first().scrollIntoViewIfNeeded();
      await picture(window, `followed-budgets-${kind}`);
      await expectAllWithin(window);
    }
    await window.setViewportSize({ width: 1280, height: 800 });
    const words = { de: 'verbraucht', fr: 'utilisées', it: 'usate', es: 'usadas' };
    for (const [language, word] of Object.entries(words)) {
      await speak(window, language);
      await showLines();
      await expect(lines.nth(1)).toContainText(word);
      await expect(lines.nth(1)).toContainText(/20.*\d?\d:\d\d:\d\d/);
      await picture(window, `followed-budgets-${language}`);
      await expectAllWithin(window);
    }
  } finally {
    await quitApp(app);
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
