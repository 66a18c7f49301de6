import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { checkAccessibility, clippedControls } from '../actions/check-accessibility.ts';
import { checkAndPicture, checkContrast, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { drag } from '../actions/input/drag.ts';
import { chooseByKeys, tabTo } from '../actions/input/tab-to.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { removeCharts } from '../actions/views/charts.ts';
import { englishIn, visibleTexts } from '../actions/visible-texts.ts';
import { expect, test } from '../support/app.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const flights = 'Flights within the United States, 2001';
const folder = temporaryFolder('six');

const byWeek = 'Number of rows by week';
const byOrigin = 'Number of rows by From';
const byDelay = 'Distribution of Delay (minutes)';
const byDistance = 'Delay and Distance';
const byRoute = 'Number of rows by To and From';
const delays = 'Spread of Delay by From (minutes)';
const six = [byWeek, byOrigin, byDelay, byDistance, byRoute, delays];

const settings = (window: Page) => window.getByRole('form', { name: 'Chart settings' });
const foot = (window: Page) => window.getByRole('contentinfo');
const card = (window: Page, title: string) => window.getByRole('article', { name: title, exact: true });

async function openCharts(window: Page): Promise<void> {
  await window.setViewportSize({ width: 1600, height: 1000 });
  await openDataset(window, 'Transport', flights);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Columns' })).toBeVisible();
}

async function drawn(window: Page, title: string, over = 'Over all rows'): Promise<Locator> {
  await expect(card(window, title).getByText(over, { exact: true })).toBeVisible();
  await expect(card(window, title).locator('[data-outdated]')).toHaveCount(0);
  return card(window, title).locator('[aria-roledescription="chart"]');
}

async function groupsOf(
  { window, electron }: { window: Page; electron: ElectronApplication },
  title: string,
): Promise<(readonly [string, number])[]> {
  const file = path.join(folder, `${title.replaceAll(/\W/g, '-')}.csv`);
  await saveNextTo(electron, file);
  await window.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await window.getByRole('menuitem', { name: 'Save data as CSV…' }).click();
  await expect(window.getByText(`Saved ${path.basename(file)}`).first()).toBeVisible();
  const lines = parse(readFileSync(file)) as string[][];
  rmSync(file);
  return lines.slice(1).map(([name = '', value = '']) => [name, Number(value)]);
}

const sum = (groups: readonly (readonly [string, number])[]) => groups.reduce((all, [, value]) => all + value, 0);

async function removeAll(window: Page): Promise<void> {
  await removeCharts(window);
  await window.setViewportSize({ width: 1280, height: 800 });
}

test('six charts are assembled by dragging, and all of them follow a selection in one', async ({ app }) => {
  const { window } = app;
  await openCharts(window);
  const columns = window.getByRole('region', { name: 'Columns' });
  const add = (column: string) =>
    drag(window, columns.getByRole('button', { name: `Chart of ${column}` }), window.locator('[data-count]'));
  const choose = async (value: string) => {
    await settings(window).getByRole('combobox', { name: 'Chart type' }).click();
    await window.getByRole('option', { name: value, exact: true }).click();
  };
  await add('Departure');
  await drawn(window, byWeek);
  await add('From');
  await drawn(window, byOrigin);
  await add('Delay');
  await drawn(window, byDelay);
  await add('Distance');
  await choose('Scatter plot');
  await drawn(window, byDistance);
  await add('To');
  await choose('Heat map');
  await drawn(window, byRoute);
  await add('From');
  await choose('Box plot');
  await drawn(window, delays);
  await checkAndPicture(window, 'six-charts');
  await checkContrast(window, 'six-charts');

  const whole = await groupsOf(app, byWeek);
  expect(sum(whole)).toBe(3_000_000);
  const weeks = await drawn(window, byWeek);
  await weeks.scrollIntoViewIfNeeded();
  const box = await weeks.boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  const y = box.y + box.height / 2;
  await window.mouse.move(box.x + box.width * 0.3, y);
  await window.mouse.down();
  await window.mouse.move(box.x + box.width * 0.5, y, { steps: 5 });
  await drawn(window, byOrigin, 'Over the selected rows');
  const late = card(window, delays).getByText('Follows the selection when it is released');
  await expect(late).toBeVisible();
  await pictureInBothThemes(window, 'six-charts-moving');
  await window.mouse.up();
  await expect(late).toBeHidden();
  for (const title of six.slice(1)) await drawn(window, title, 'Over the selected rows');
  await checkAndPicture(window, 'six-charts-selected');
  const selected =
    (await window.getByRole('region', { name: 'Selection' }).locator('span').first().textContent()) ?? '';
  const [, first = '', last = ''] = /^Departure (\S+) – (\S+) · /.exec(selected) ?? [];
  const within = sum(whole.filter(([week]) => week >= first && week <= last));
  expect(within).toBeGreaterThan(0);
  expect(sum(await groupsOf(app, byDelay))).toBe(within);
  // The largest airports alone.
  expect(sum(await groupsOf(app, byOrigin))).toBeLessThan(within);

  await window.getByRole('button', { name: 'Undo' }).click();
  await expect(window.getByRole('region', { name: 'Selection' })).toBeHidden();
  for (const title of six) await drawn(window, title);
  await window.getByRole('button', { name: 'Redo' }).click();
  await window.getByRole('button', { name: 'Show these rows' }).click();
  await expect(foot(window)).toContainText(`${within.toLocaleString('en')} of 3,000,000 rows`);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();

  await test.step('in German, and at 200 % zoom', async () => {
    await window.keyboard.press('Control+,');
    const dialog = window.getByRole('dialog');
    const language = async (name: string) => {
      await dialog.getByRole('tab').first().click();
      await dialog.getByRole('combobox').first().click();
      await window.getByRole('option', { name }).click();
    };
    await language('Deutsch');
    await expect(window.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByText('Über alle Zeilen').first()).toBeVisible();
    await pictureInBothThemes(window, 'six-charts-german');
    await checkAccessibility(window);
    const isEnglish = await englishIn('de');
    // The names of the columns are English in every language.
    const texts = (await visibleTexts(window, '[data-front] [data-region="view"]')).map((text) =>
      text.replaceAll(/\b(?:From|To)\b/g, '…'),
    );
    expect(texts.filter(isEnglish)).toEqual([]);
    await window.setViewportSize({ width: 640, height: 400 });
    await pictureInBothThemes(window, 'six-charts-german-zoomed');
    expect(await clippedControls(window)).toEqual([]);
    await window.setViewportSize({ width: 1600, height: 1000 });
    await window.keyboard.press('Control+,');
    await language('English');
    await expect(window.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await window.keyboard.press('Escape');
  });
  await removeAll(window);
});

test('six charts are created, used for selecting and followed to their rows by keyboard alone', async ({
  app: { window },
}) => {
  await openCharts(window);
  await window.getByRole('tab', { name: 'Charts', exact: true }).focus();
  const add = async (column: string, key: 'Tab' | 'Shift+Tab' = 'Shift+Tab') => {
    await tabTo(window, `Chart of ${column}`, key);
    await window.keyboard.press('Enter');
  };
  await add('Departure', 'Tab');
  await drawn(window, byWeek);
  await add('From', 'Tab');
  await drawn(window, byOrigin);
  await add('Delay');
  await drawn(window, byDelay);
  await add('Distance', 'Tab');
  await chooseByKeys(window, 'Chart type', 'Scatter plot');
  await drawn(window, byDistance);
  await add('To');
  await chooseByKeys(window, 'Chart type', 'Heat map');
  await drawn(window, byRoute);
  await add('From');
  await chooseByKeys(window, 'Chart type', 'Box plot');
  await drawn(window, delays);

  await tabTo(window, byWeek);
  await window.keyboard.press('Home');
  for (let step = 0; step < 3; step += 1) await window.keyboard.press('Shift+ArrowRight');
  await expect(window.getByText(/^Departure 2001-W01 – 2001-W04 · /)).toBeVisible();
  for (const title of six.slice(1)) await drawn(window, title, 'Over the selected rows');
  await tabTo(window, delays);
  await window.keyboard.press('t');
  await expect(card(window, delays).getByRole('region', { name: `Data of ${delays}` })).toBeVisible();
  await window.keyboard.press('Control+z');
  await expect(window.getByText(/^Departure 2001-W01 – 2001-W03 · /)).toBeVisible();
  await tabTo(window, 'Show these rows', 'Shift+Tab');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(foot(window)).toContainText(/\d{3},\d{3} of 3,000,000 rows/);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await removeAll(window);
});
