import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { expect } from '../../support/app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { saveNextTo } from '../input/choose-files.ts';
import { openDataset } from '../open-dataset.ts';

export const flights = 'Flights within the United States, 2001';
const folder = temporaryFolder('charts');

/** Opens the charts of the sample with three million rows. */
export async function openCharts(window: Page): Promise<void> {
  await openDataset(window, 'Transport', flights);
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Columns' })).toBeVisible();
}

/** The button that makes a chart of a column. */
export function columnButton(window: Page, name: string): Locator {
  return window.getByRole('region', { name: 'Columns' }).getByRole('button', { name: `Chart of ${name}`, exact: true });
}

/** A chart by its title. */
export function chart(window: Page, title: string): Locator {
  return window.getByRole('article', { name: title, exact: true });
}

/** The drawing of a chart, once its groups have arrived. */
export async function drawing(window: Page, title: string): Promise<Locator> {
  const card = chart(window, title);
  await expect(card.getByText('Over all rows')).toBeVisible();
  return card.locator('[aria-roledescription="chart"]');
}

/** Saved files, each with a unique name. */
let saved = 0;

/** Saves a chart or its data with an item of its menu. */
export async function save(
  app: { window: Page; electron: ElectronApplication },
  title: string,
  item: string,
): Promise<Buffer> {
  const extension = /SVG|PNG|PDF|CSV|XLSX/.exec(item)?.[0].toLowerCase() ?? '';
  const file = path.join(folder, `${title.replaceAll(/[^a-z0-9]/gi, '-')}-${saved}.${extension}`);
  saved += 1;
  await saveNextTo(app.electron, file);
  await app.window.getByRole('button', { name: `Actions for ${title}` }).click();
  await app.window.getByRole('menuitem', { name: item }).click();
  await expect(app.window.getByText(`Saved ${path.basename(file)}`)).toBeVisible();
  return readFileSync(file);
}

/** The data of a chart: a name and a number for each group. */
export async function dataOf(
  app: { window: Page; electron: ElectronApplication },
  title: string,
): Promise<(readonly [string, number])[]> {
  const file = await save(app, title, 'Save data as CSV…');
  const lines = parse(file) as string[][];
  return lines.slice(1).map(([name = '', value = '']) => [name, Number(value)]);
}

/** Removes every chart of the tab. */
export async function removeCharts(window: Page): Promise<void> {
  for (let left = await window.getByRole('article').count(); left > 0; left -= 1) {
    await window
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Actions for / })
      .click();
    await window.getByRole('menuitem', { name: 'Remove chart' }).click();
    // The one that is proposed takes the place of the last.
    await expect(window.getByRole('article')).toHaveCount(Math.max(1, left - 1));
  }
  await expect(window.getByRole('region', { name: 'Suggested charts' })).toBeVisible();
}

export const byWeek = 'Number of rows by week';
export const byOrigin = 'Number of rows by From';
