import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture, pictureInTwoWidths } from '../actions/check-and-screenshot.ts';
import { chooseCommand } from '../actions/choose-command.ts';
import { chooseByKeys, tabTo } from '../actions/input/tab-to.ts';
import { publishInto } from '../actions/remote-service.ts';
import { columnButton } from '../actions/views/charts.ts';
import { expect, quitApp, shownTab, startApp, test } from '../support/app.ts';
import { nodeEnvironment as env } from '../support/node-environment.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const countries = ['Austria', 'Belgium', 'Chile'];

/** GDP with a column for each year. */
function publishGdp(data: string, years: readonly number[]): void {
  const file = path.join(data, 'gdp.csv');
  const lines = countries.map((name, at) => [name, ...years.map((year) => (at + 1) * year)].join(','));
  writeFileSync(file, `${['country', ...years].join(',')}\n${lines.join('\n')}\n`);
  const words = ['publish', file, '--to', 'world/gdp', '--no-rows-from', '--data', data];
  execFileSync(process.execPath, [path.join(root, 'electron', 'cli.ts'), ...words], { cwd: root, env });
}

/** Population with a row for each country and year. */
function publishPeople(data: string, years: readonly number[]): void {
  const file = path.join(data, 'people.csv');
  const lines = countries.flatMap((name, at) => years.map((year) => [name, year, (at + 1) * 10].join(',')));
  writeFileSync(file, `country,year,people\n${lines.join('\n')}\n`);
  publishInto(data, file, 'world/people');
}

const list = (window: Page) => window.locator(shownTab).getByRole('region', { name: 'Steps' });
const foot = (window: Page) => window.getByRole('contentinfo');

async function withGdp(act: (window: Page, data: string) => Promise<void>): Promise<void> {
  const data = temporaryFolder('recipes');
  publishGdp(data, [2000, 2001]);
  publishPeople(data, [2000, 2001, 2002]);
  const app = await startApp(data, [], 'empty');
  try {
    await act(app.window, data);
  } finally {
    await quitApp(app);
  }
}

/** The chart of GDP per head by year and country. */
const chart = (window: Page) => window.locator(shownTab).getByRole('article', { name: /per_head/ });

/** The dataset has a version with the new year, made without being asked for, and its chart has that year too. */
async function expectUpdated(window: Page, data: string): Promise<void> {
  const row = (year: number) => chart(window).getByRole('row', { name: new RegExp(`^${year} `) });
  await expect(row(2001)).toBeVisible();
  await expect(row(2002)).toHaveCount(0);
  publishGdp(data, [2000, 2001, 2002]);
  await expect(foot(window)).toContainText('9 rows');
  await expect(row(2002)).toBeVisible();
}

test('GDP in columns of years becomes GDP per head by mouse, and is updated with a new year', async () => {
  await withGdp(async (window, data) => {
    await window.getByRole('treeitem', { name: 'world', exact: true }).click();
    await window.getByRole('treeitem', { name: /^gdp/ }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Reshape and join in steps' }).click();
    await expect(list(window)).toContainText('3 rows, 3 columns');
    const add = async (kind: string) => {
      await list(window).getByRole('button', { name: 'Add step' }).click();
      await window.getByRole('menuitem', { name: kind }).click();
    };
    await add('Columns to rows');
    await expect(list(window)).toContainText('2 columns are years.');
    await expect(list(window)).toContainText('Rows 3 → 6, columns 3 → 3');
    await add('Join with a dataset');
    await expect(list(window)).toContainText('6 of 6 rows have a match.');
    await checkAndPicture(window, 'steps-join');
    await list(window).getByRole('button', { name: 'Join', exact: true }).click();
    await expect(list(window)).toContainText('Rows 6 → 6, columns 3 → 4');
    await add('Compute a column');
    await list(window).getByLabel('Name of the new column').fill('per_head');
    await expect(list(window)).toContainText('per_head = "value" / nullif("people", 0)');
    await expect(window.locator(shownTab).getByRole('columnheader', { name: 'per_head' })).toBeVisible();
    await checkAndPicture(window, 'steps-compute');
    await pictureInTwoWidths(window, 'steps-compute');
    await list(window).getByRole('button', { name: 'Undo' }).click();
    await expect(window.locator(shownTab).getByRole('columnheader', { name: 'per_head' })).toBeHidden();
    await list(window).getByRole('button', { name: 'Redo' }).click();

    await window.locator(shownTab).getByRole('button', { name: /^Run/ }).click();
    await window.locator(shownTab).getByRole('tab', { name: 'Charts' }).click();
    await expect(window.locator(shownTab).locator('canvas, svg[role="img"]').first()).toBeVisible();
    await window.getByRole('button', { name: 'Publish…' }).click();
    const dialog = window.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Namespace' }).fill('world');
    await dialog.getByLabel('Name in the address').fill('gdp-per-head');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(window.getByRole('heading', { name: 'gdp-per-head' })).toBeVisible();
    await expect(foot(window)).toContainText('6 rows');
    await window.locator(shownTab).getByRole('tab', { name: 'Charts' }).click();
    await columnButton(window, 'year').click();
    const settings = window.getByRole('form', { name: 'Chart settings' });
    const choose = async (field: string, column: string) => {
      // The column, not how it is combined.
      await settings.getByRole('combobox', { name: field, exact: true }).first().click();
      await window.getByRole('option', { name: column, exact: true }).click();
    };
    await choose('Value', 'per_head');
    await choose('Colour', 'country');
    await expect(chart(window).locator('canvas, svg[role="img"]').first()).toBeVisible();
    await checkAndPicture(window, 'derived-chart');
    await chart(window).getByRole('button', { name: 'Show as table' }).click();
    await expectUpdated(window, data);
  });
});

test('the same is done by keyboard alone', async () => {
  await withGdp(async (window, data) => {
    await expect(window.getByRole('treeitem', { name: 'world', exact: true })).toBeVisible();
    await chooseCommand(window, 'Reshape and join in steps');
    await expect(list(window)).toBeVisible();
    await tabTo(window, 'world/gdp');
    await window.keyboard.press('Enter');
    const add = async (kind: string) => {
      await tabTo(window, 'Add step');
      await window.keyboard.press('Enter');
      const item = window.getByRole('menuitem', { name: kind });
      await expect(item).toBeVisible();
      for (let step = 0; step < 20; step += 1) {
        if (await item.evaluate((element) => element === document.activeElement)) break;
        await window.keyboard.press('ArrowDown');
      }
      await window.keyboard.press('Enter');
    };
    await add('Columns to rows');
    await expect(list(window)).toContainText('Rows 3 → 6, columns 3 → 3');
    await add('Join with a dataset');
    await expect(list(window)).toContainText('6 of 6 rows have a match.');
    await tabTo(window, 'Join');
    await window.keyboard.press('Enter');
    await expect(list(window)).toContainText('Rows 6 → 6, columns 3 → 4');
    await add('Compute a column');
    await expect(list(window)).toContainText('computed = "value" / nullif("people", 0)');
    await tabTo(window, 'Name of the new column');
    await window.keyboard.press('Control+a');
    await window.keyboard.insertText('per_head');
    await expect(window.locator(shownTab).getByRole('columnheader', { name: 'per_head' })).toBeVisible();
    await tabTo(window, 'Publish…');
    await window.keyboard.press('Enter');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('combobox', { name: 'Namespace' })).toBeFocused();
    await window.keyboard.insertText('world');
    await window.keyboard.press('Tab');
    await window.keyboard.insertText('gdp-per-head');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { name: 'gdp-per-head' })).toBeVisible();
    await expect(foot(window)).toContainText('6 rows');
    await chooseCommand(window, 'Show: Charts');
    await expect(columnButton(window, 'year')).toBeVisible();
    await tabTo(window, 'Chart of year');
    await window.keyboard.press('Enter');
    await chooseByKeys(window, 'Value', 'per_head');
    await chooseByKeys(window, 'Colour', 'country');
    await expect(chart(window).locator('canvas, svg[role="img"]').first()).toBeVisible();
    await tabTo(window, 'Show as table');
    await window.keyboard.press('Enter');
    await expectUpdated(window, data);
  });
});

test('tables to join with are added by keyboard, once', async () => {
  await withGdp(async (window) => {
    await chooseCommand(window, 'Add reference data on this computer');
    const dialog = window.getByRole('dialog', { name: /^Add reference data to/ });
    await expect(dialog.getByText(/^Source: Gapminder .* Licence: CC BY 4\.0\.$/)).toBeVisible();
    await checkAndPicture(window, 'reference');
    await tabTo(window, 'Add 3 datasets');
    await window.keyboard.press('Enter');
    await expect(dialog.getByText('All reference data are there.')).toBeVisible();
    await checkAndPicture(window, 'reference-there');
    await window.keyboard.press('Escape');
    await expect(window.getByRole('treeitem', { name: 'Reference', exact: true })).toBeVisible();
  });
});
