import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { readRow } from '../actions/read-row.ts';
import { publishInto, serve } from '../actions/remote-service.ts';
import { expect, picture, shownTab, test } from '../support/app.ts';
import { startLarge } from '../support/large-service.ts';

test('300 columns and 500 versions of a service that only knows the specification', async ({ app: { window } }) => {
  const service = await startLarge({ columns: 300, rows: 5000, versions: 500 });
  try {
    await addConnection(window, service.url, 'Elsewhere');
    await openRemoteDataset(window, ['Elsewhere', 'Large', 'Wide']);

    await test.step('columns are profiled from the rows that were read, as is stated', async () => {
      await window.getByRole('tab', { name: 'Columns' }).click();
      await expect(window.getByText('Profile of the first 1,333 of 5,000 rows')).toBeVisible();
      const headers = window.getByRole('rowheader');
      const region = window.getByRole('region', { name: 'Columns' });
      await region.focus();
      await window.keyboard.press('End');
      const last = window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: 'Column 299' }) });
      await expect(last.getByRole('toolbar')).toBeVisible();
      expect(await headers.count()).toBeLessThan(40);
      await picture(window, 'columns-remote');
      await window.getByRole('button', { name: 'Read more rows' }).click();
      await expect(window.getByText('Profile of all 5,000 rows')).toBeVisible();
      await expect(last).toContainText('7');
      await window.getByLabel('Find a column').fill('Column 25');
      await expect(window.getByText('11 columns')).toBeVisible();
    });

    await test.step('versions are on a timeline, grouped where they are too close', async () => {
      await window.getByRole('tab', { name: 'Versions' }).click();
      const axis = window.getByRole('slider', { name: /^Version timeline/ });
      await expect(axis).toHaveAttribute('aria-valuemax', '500');
      await axis.focus();
      await window.keyboard.press('Home');
      await expect(axis).toHaveAttribute('aria-valuetext', /1,000 rows/);
      await expect(window.getByRole('row').last()).toContainText('first');
      expect(await window.getByRole('row').count()).toBeLessThan(40);
      await picture(window, 'versions-500');
      for (let press = 0; press < 5; press += 1) await window.keyboard.press('+');
      await window.keyboard.press('ArrowRight');
      await expect(axis).toHaveAttribute('aria-valuenow', '2');
      await picture(window, 'versions-500-zoomed');
    });

    await test.step('versions are not compared here, with a message that says what to do', async () => {
      const choices = window.getByRole('checkbox', { name: /^Select version/ });
      await choices.nth(-1).check();
      await choices.nth(-2).check();
      await window.getByRole('button', { name: 'Compare', exact: true }).click();
      await expect(window.getByRole('heading', { name: 'This service does not compare versions' })).toBeVisible();
      await expect(window.getByRole('button', { name: 'Keep local copies' })).toBeVisible();
      await picture(window, 'comparing-not-here');
    });
  } finally {
    await service.close();
  }
});

const many = 2_000_000;

/** A row by its number, from 0: the words are a permutation of the numbers. */
function manyRow(id: number): string {
  return `${id},w${String((id * 7_919) % many).padStart(7, '0')},${id % 2 === 0 ? 'even' : 'odd'}\n`;
}

function* manyRows(): Generator<string> {
  yield 'id,word,kind\n';
  for (let from = 0; from < many; from += 10_000) {
    yield Array.from({ length: 10_000 }, (_, at) => manyRow(from + at)).join('');
  }
}

test('a search and an order of many rows are shown from the first row to the last', async ({
  app: { window },
}, testInfo) => {
  const file = testInfo.outputPath('rows.csv');
  await pipeline(Readable.from(manyRows()), createWriteStream(file));
  const data = path.join(testInfo.outputDir, 'store');
  publishInto(data, file, 'many/rows');
  const service = await serve(data);
  const status = window.getByRole('contentinfo');
  const last = window.getByRole('button', { name: 'Last row' });
  try {
    await addConnection(window, service.address, 'Other computer');
    await openRemoteDataset(window, ['Other computer', 'many', 'rows']);
    await expect(status).toContainText('2,000,000 rows');

    await test.step('the number of matches follows the first ones', async () => {
      const search = window.getByRole('textbox', { name: 'Search all text columns' });
      await search.fill('even');
      await expect(status).toContainText('1,000,000 of 2,000,000 rows');
      expect(await readRow(window, 2, ['c0', 'c2'])).toEqual(['2', 'even']);
      await last.click();
      expect(await readRow(window, 1_000_000, ['c0', 'c2'])).toEqual(['1999998', 'even']);
      await search.fill('');
      await expect(status).toContainText('2,000,000 rows');
    });

    await test.step('an order is shown at both ends, and in the middle once it is prepared', async () => {
      await window.getByRole('columnheader', { name: 'word' }).click();
      await expect(window.locator(`${shownTab} [row-index="1"] [role="gridcell"][col-id="c1"]`)).toHaveText('w0000001');
      await last.click();
      expect(await readRow(window, many, ['c1'])).toEqual(['w1999999']);
      await window.getByRole('textbox', { name: 'Go to row' }).fill('1000001');
      await window.keyboard.press('Enter');
      expect(await readRow(window, 1_000_001, ['c1'])).toEqual(['w1000000']);
      await expect(window.getByText('Preparing the middle of this order…')).toBeHidden();
    });
  } finally {
    await service.stop();
  }
});
