import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
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
      await expect(window.getByText('13 columns')).toBeVisible();
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

/** Rows of the dataset that is published for real: a multiple of ten thousand, `ALMANAC_E2E_ROWS=100000000` for many. */
const many = Number(process.env.ALMANAC_E2E_ROWS ?? 2_000_000);
const digits = String(many - 1).length;
/** Waiting for work on all rows, which takes a minute for a hundred million. */
const patient = { timeout: 60_000 + many / 200 };

function wordOf(place: number): string {
  return `w${String(place).padStart(digits, '0')}`;
}

/** A row by its number, from 0: the words are a permutation of the numbers. */
function manyRow(id: number): string {
  return `${id},${wordOf((id * 7_919) % many)},${id % 2 === 0 ? 'even' : 'odd'}\n`;
}

function* manyRows(): Generator<string> {
  yield 'id,word,kind\n';
  for (let from = 0; from < many; from += 10_000) {
    yield Array.from({ length: 10_000 }, (_, at) => manyRow(from + at)).join('');
  }
}

/** Runs a part of the test and prints how long it took, with everything that the window does in it. */
async function timed(what: string, act: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await act();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s (${many.toLocaleString('en')} rows)`);
}

test('many rows are searched, sorted, scrolled through and exported', async ({
  app: { window, electron },
}, testInfo) => {
  test.setTimeout(300_000 + many / 10);
  const count = (rows: number) => rows.toLocaleString('en');
  const file = testInfo.outputPath('rows.csv');
  const data = path.join(testInfo.outputDir, 'store');
  await timed('writing the file', () => pipeline(Readable.from(manyRows()), createWriteStream(file)));
  await timed('publishing', async () => publishInto(data, file, 'many/rows'));
  await rm(file);
  const service = await serve(data);
  const status = window.getByRole('contentinfo');
  const search = window.getByRole('textbox', { name: 'Search all text columns' });
  const last = window.getByRole('button', { name: 'Last row' });
  const word = (row: number) => window.locator(`${shownTab} [row-index="${row}"] [role="gridcell"][col-id="c1"]`);
  const exporting = async (format: string, target: string) => {
    await window.getByRole('button', { name: 'Export…' }).click();
    await window.getByText('This view', { exact: true }).click();
    await window.getByRole('radio', { name: format, exact: true }).check();
    await saveNextTo(electron, target);
    await window.getByRole('button', { name: 'Export', exact: true }).click();
    return window.getByRole('listitem').filter({ hasText: path.basename(target) });
  };
  try {
    await addConnection(window, service.address, 'Other computer');
    await openRemoteDataset(window, ['Other computer', 'many', 'rows']);
    await expect(status).toContainText(`${count(many)} rows`);

    await test.step('the number of matches follows the first ones', async () => {
      await search.fill('even');
      await timed('first matches of a search', () => expect(word(1)).toHaveText(wordOf((2 * 7_919) % many)));
      await timed('their number', () =>
        expect(status).toContainText(`${count(many / 2)} of ${count(many)} rows`, patient),
      );
      expect(await readRow(window, 2, ['c0', 'c2'])).toEqual(['2', 'even']);
      await last.click();
      expect(await readRow(window, many / 2, ['c0', 'c2'])).toEqual([String(many - 2), 'even']);
      await search.fill('');
      await expect(status).toContainText(`${count(many)} rows`);
    });

    await test.step('an order is shown at both ends, and in the middle once it is prepared', async () => {
      await timed('first rows of an order by text', async () => {
        await window.getByRole('columnheader', { name: 'word' }).click();
        await expect(word(1)).toHaveText(wordOf(1));
      });
      await timed('its last rows', async () => {
        await last.click();
        await expect(word(many - 1)).toHaveText(wordOf(many - 1));
      });
      await timed('its middle', async () => {
        await window.getByRole('textbox', { name: 'Go to row' }).fill(String(many / 2 + 1));
        await window.keyboard.press('Enter');
        await expect(word(many / 2)).toHaveText(wordOf(many / 2), patient);
      });
      await expect(window.getByText('Preparing the middle of this order…')).toBeHidden(patient);
    });

    await test.step('an export of it can be cancelled, and leaves nothing', async () => {
      const target = path.join(testInfo.outputDir, 'cancelled', 'all.xlsx');
      await mkdir(path.dirname(target));
      const job = await exporting('Excel (XLSX)', target);
      await expect(job.getByText(/[\d,]+ rows/)).toBeVisible(patient);
      await timed('cancelling an export', async () => {
        await job.getByRole('button', { name: /^Cancel/ }).click();
        await expect(job.getByText('cancelled', { exact: false })).toBeVisible();
      });
      expect(await readdir(path.dirname(target))).toEqual([]);
      await hideJobs(window);
    });

    await test.step('a search within the order is exported as it is shown', async () => {
      await search.fill(wordOf(0).slice(0, -2));
      await timed('searching within an order', () =>
        expect(status).toContainText(`100 of ${count(many)} rows`, patient),
      );
      const target = path.join(testInfo.outputDir, 'found.csv');
      const job = await exporting('CSV', target);
      await timed('exporting what was found', () =>
        expect(job.getByText('done', { exact: false })).toBeVisible(patient),
      );
      const rows = (await readFile(target, 'utf8')).trimEnd().split('\r\n').slice(1);
      expect(rows.map((row) => row.split(',')[1])).toEqual(Array.from({ length: 100 }, (_, place) => wordOf(place)));
      await hideJobs(window);
    });
  } finally {
    await service.stop();
  }
});
