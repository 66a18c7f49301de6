import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { expectWithin } from '../actions/expect-within.ts';
import { guidePicture } from '../actions/guide-picture.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, picture, shownTab, test } from '../support/app.ts';

const quakes = 'A week of earthquakes';
const flights = 'Flights within the United States, 2001';
const air = 'Carbon dioxide in the air at Mauna Loa';

const help = (window: Page) => window.getByRole('dialog', { name: 'Help' });
const page = (window: Page, title: string) => help(window).getByRole('heading', { name: title, level: 3 });

/** Presses F1, and closes the help once it shows this page. */
async function expectHelp(window: Page, title: string): Promise<void> {
  await window.keyboard.press('F1');
  await expect(page(window, title)).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(help(window)).toHaveCount(0);
}

test('F1 opens the page for the focused part, and the focus returns', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', quakes);
  await window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first().click();
  await expectHelp(window, 'Read and filter rows');
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).toBeFocused();

  for (const [view, title] of [
    ['Columns', 'Understand columns'],
    ['Charts', 'Charts, summaries and maps'],
    ['Versions', 'Versions and comparisons'],
    ['About', 'Export and work offline'],
  ] as const) {
    await window.getByRole('tab', { name: view, exact: true }).click();
    await expectHelp(window, title);
  }
  await window.keyboard.press('Control+Shift+F');
  await expectHelp(window, 'Find datasets');
  await window.keyboard.press('Alt+Home');
  await window.getByRole('region', { name: 'Home' }).focus();
  await expectHelp(window, 'First steps');

  await test.step('within a dialog, which stays unchanged', async () => {
    await window.keyboard.press('Control+,');
    const settings = window.getByRole('dialog', { name: 'Settings' });
    await settings.getByRole('tab', { name: 'Storage' }).click();
    await expectHelp(window, 'Settings, backups and problems');
    await expect(settings.getByRole('tab', { name: 'Storage' })).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Escape');
    await expect(settings).toHaveCount(0);
  });
});

test('the guide is searched and read without a network, and has the release notes', async ({ app: { window } }) => {
  await openDataset(window, 'Environment', quakes);
  await chooseCommand(window, 'Help for what you are working with');
  const field = help(window).getByRole('textbox', { name: 'Search the guide' });
  await expect(field).toBeFocused();
  await checkAndPicture(window, 'help', '[role="dialog"]');
  await field.fill('citation');
  await help(window)
    .getByRole('button', { name: /^Cite a version/ })
    .click();
  await expect(help(window).getByRole('heading', { name: 'Cite a version' })).toBeInViewport();
  const widths = () =>
    help(window)
      .locator('img')
      .evaluateAll((images) => images.map((one) => (one instanceof HTMLImageElement ? one.naturalWidth : 0)));
  // Images are decoded after their text is shown.
  await expect.poll(async () => (await widths()).filter((width) => width < 100)).toEqual([]);

  await window.setViewportSize({ width: 600, height: 640 });
  await expect(field).toBeInViewport();
  await expectWithin(help(window));
  await picture(window, 'help-narrow');
  await window.setViewportSize({ width: 1280, height: 800 });

  await field.fill('');
  await help(window).getByRole('button', { name: 'Release notes' }).click();
  await expect(help(window).getByRole('heading', { name: '0.1.0' })).toBeVisible();
  await checkAndPicture(window, 'help-release-notes', '[role="dialog"]');
  await window.keyboard.press('Escape');
});

test('a problem is reported with the diagnostics, which are shown first', async ({ app }) => {
  const { window, electron } = app;
  await openDataset(window, 'Environment', quakes);
  await electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('report-problem')?.click());
  await expect(page(window, 'Report a problem')).toBeVisible();
  const report = help(window).getByRole('region', { name: 'The report' });
  await expect(report).toContainText('Almanac');
  await checkAndPicture(window, 'help-report', '[role="dialog"]');
  await help(window).getByRole('button', { name: 'Copy the report' }).click();
  await expect.poll(() => readClipboard(electron)).toBe(await report.textContent());
  await window.keyboard.press('Escape');
});

test('the pictures of the guide show the current window', async ({ app: { window } }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-guide-'));
  const messy = path.join(folder, 'towns.csv');
  const rows = Array.from({ length: 40 }, (_, at) => `Town ${at};0${(at % 9) + 1}/0${(at % 7) + 1}/2024;${at * 13},5`);
  writeFileSync(messy, `Towns of the district;;\n\nname;counted on;area\n${rows.join('\n')}\n`);
  await openDataset(window, 'Transport', flights);
  await expect(window.locator(`${shownTab} [row-index="9"] [role="gridcell"]`).first()).toBeVisible();
  await guidePicture(window, 'window');
  await openDataset(window, 'Environment', air);
  await openDataset(window, 'Environment', quakes);

  await window.keyboard.press('Alt+Home');
  const home = window.getByRole('region', { name: 'Home' });
  await expect(home.getByRole('table').first()).toBeVisible();
  await guidePicture(window, 'home');
  await home.getByRole('textbox', { name: 'Find a dataset' }).fill('magnitude');
  await expect(home.getByRole('listitem').filter({ hasText: quakes })).toBeVisible();
  await guidePicture(window, 'find');
  await home.getByRole('textbox', { name: 'Find a dataset' }).fill('');
  await home.getByRole('button', { name: /^Add from the web/ }).click();
  await expect(window.getByRole('dialog', { name: 'Add from the web' })).toBeVisible();
  await guidePicture(window, 'follow');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);

  await window.getByRole('tab', { name: quakes, exact: true }).click();
  await window.getByRole('textbox', { name: 'Search all text columns' }).fill('Alaska');
  await expect(window.getByRole('button', { name: /^Remove: Text: Alaska/ })).toBeVisible();
  await expect(window.locator(`${shownTab} [row-index="3"] [role="gridcell"]`).first()).toBeVisible();
  await guidePicture(window, 'rows');
  await window.getByRole('button', { name: /^Remove: Text: Alaska/ }).click();
  await window.keyboard.press('Control+e');
  await expect(window.getByRole('dialog', { name: `Export ${quakes}` })).toBeVisible();
  await guidePicture(window, 'export');
  await window.keyboard.press('Escape');
  await window.getByRole('tab', { name: 'Columns', exact: true }).click();
  await expect(window.getByRole('toolbar', { name: /^Distribution of/ }).first()).toBeVisible();
  await guidePicture(window, 'columns');
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await window
    .getByRole('button', { name: /^Chart of Magnitude/i })
    .first()
    .click();
  await expect(window.locator('canvas').first()).toBeVisible();
  const proposals = window.getByRole('region', { name: 'Suggested charts' }).getByRole('button');
  await expect(proposals.filter({ hasNot: window.locator('canvas') })).toHaveCount(0);
  await guidePicture(window, 'charts');

  await window.getByRole('tab', { name: air, exact: true }).click();
  await window.getByRole('tab', { name: 'Versions', exact: true }).click();
  await window
    .getByRole('checkbox', { name: /^Select version/ })
    .first()
    .check();
  await window
    .getByRole('checkbox', { name: /^Select version/ })
    .nth(1)
    .check();
  await window.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(window.getByRole('radiogroup', { name: 'Rows to show' })).toBeVisible();
  await guidePicture(window, 'versions');

  await window.keyboard.press('Control+o');
  await dropFile(window, messy);
  await expect(window.getByRole('table', { name: 'First rows of towns.csv' })).toBeVisible();
  await guidePicture(window, 'publish');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
  await window.getByRole('button', { name: 'Add a connection' }).click();
  await expect(window.getByRole('dialog', { name: 'Add a connection' })).toBeVisible();
  await guidePicture(window, 'connect');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+,');
  await expect(window.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await guidePicture(window, 'settings');
  await window.keyboard.press('Escape');
  rmSync(folder, { recursive: true });
  // Otherwise the dialog would still have the file in the next test.
  await window.reload();
  await expect(window.getByRole('tree')).toBeVisible();
});
