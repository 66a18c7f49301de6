import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { dropFile } from '../actions/input/drop-file.ts';
import { openedOutside, standIn } from '../actions/input/stand-in.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { publishInto, serve } from '../actions/remote-service.ts';
import { expect, quitApp, type RunningApp, shownTab, startApp, test } from '../support/app.ts';
import { openGatedProxy } from '../support/gated-proxy.ts';
import { sourceFlights } from '../support/source-rows.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const flights = 'Flights within the United States, 2001';
const folder = temporaryFolder('export');

async function exportEverything(app: RunningApp, format: string, target: string): Promise<void> {
  const { window, electron } = app;
  await window.getByRole('button', { name: 'Export…' }).click();
  await expect(window.getByRole('radio', { name: 'All data' })).toBeChecked();
  await window.getByRole('radio', { name: format, exact: true }).check();
  await saveNextTo(electron, target);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
}

function jobOf(window: Page, target: string) {
  return window.getByRole('listitem').filter({ hasText: path.basename(target) });
}

/** The offsets at which the pages of an export start. */
function pagesBetween(from: number, to: number): number[] {
  const size = 5_000;
  return Array.from({ length: (to - from) / size }, (_, page) => from + page * size);
}

test('a long export can be watched and cancelled, and leaves nothing behind', async ({ app }) => {
  const { window } = app;
  await openDataset(window, 'Transport', flights);
  await window.getByRole('button', { name: 'Jobs', exact: true }).click();
  // Tests before this one may have left some.
  const [none, clear] = [window.getByText('No jobs yet'), window.getByRole('button', { name: 'Clear finished' })];
  await expect(none.or(clear).first()).toBeVisible();
  if (await clear.isVisible()) await clear.click();
  await expect(none).toBeVisible();
  await checkAndPicture(window, 'jobs-empty');
  await window.keyboard.press('Escape');
  await expect(window.getByText('No jobs yet')).toBeHidden();
  await expect(window.getByRole('button', { name: 'Jobs', exact: true })).toBeFocused();

  const place = path.join(folder, 'cancelled');
  mkdirSync(place);
  const target = path.join(place, 'flights.xlsx');
  await exportEverything(app, 'Excel (XLSX)', target);
  const job = jobOf(window, target);
  await expect(job.getByRole('progressbar')).toBeVisible();
  await expect(job.getByText(/[\d,]+ rows/)).toBeVisible({ timeout: 60_000 });
  await expect(window.getByRole('button', { name: '1 job running' })).toBeVisible();
  await job.getByRole('button', { name: /^Cancel/ }).click();
  await expect(job.getByText('cancelled', { exact: false })).toBeVisible();
  expect(readdirSync(place)).toEqual([]);
  await job.getByRole('button', { name: /^Try again/ }).click();
  await expect(job.getByText(/[\d,]+ rows/)).toBeVisible({ timeout: 60_000 });
  await job.getByRole('button', { name: /^Cancel/ }).click();
  await expect(job.getByText('cancelled', { exact: false })).toBeVisible();
  expect(readdirSync(place)).toEqual([]);
  await job.getByRole('button', { name: /^Remove from list/ }).click();
  await expect(window.getByText('No jobs yet')).toBeVisible();
  await window.getByRole('button', { name: 'Hide jobs' }).click();
});

test('only the selected rows are exported, and a long export shows a notification when it is done', async ({ app }) => {
  test.setTimeout(300_000);
  const { window, electron } = app;
  await openDataset(window, 'Transport', flights);
  const cell = (row: number) => window.locator(`${shownTab} [row-index="${row}"] [role="gridcell"][col-id="c1"]`);
  await cell(2).click();
  await cell(4).click({ modifiers: ['Shift'] });
  await window.getByRole('button', { name: 'Export…' }).click();
  await expect(window.getByRole('radio', { name: 'Selection' })).toBeChecked();
  await expect(window.getByText('3 selected rows, with the columns and order of the view.')).toBeVisible();
  const target = path.join(folder, 'selected.tsv');
  await window.getByRole('radio', { name: 'TSV' }).check();
  await window.getByLabel('Include datapackage.json').uncheck();
  await saveNextTo(electron, target);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(jobOf(window, target).getByText('done', { exact: false })).toBeVisible();
  const chosen = await sourceFlights(2, 5);
  expect(readFileSync(target, 'utf8').trimEnd().split('\r\n')).toEqual([
    'date\tdelay\tdistance\torigin\tdestination',
    ...chosen.map(({ date, delay, distance, origin, destination }) =>
      [date, delay, distance, origin, destination].join('\t'),
    ),
  ]);

  await standIn(electron, {});
  await jobOf(window, target)
    .getByRole('button', { name: /^Open file/ })
    .click();
  await jobOf(window, target)
    .getByRole('button', { name: /^Show in folder/ })
    .click();
  await expect.poll(() => openedOutside(electron)).toEqual([target, `folder of ${target}`]);

  const whole = path.join(folder, 'flights.xlsx');
  await window.getByRole('button', { name: 'Hide jobs' }).click();
  await window.getByRole('button', { name: 'Export…' }).click();
  await window.getByText('All data', { exact: true }).click();
  await window.getByRole('radio', { name: 'Excel (XLSX)' }).check();
  await saveNextTo(electron, whole);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await window.getByRole('button', { name: 'Hide jobs' }).click();
  const ended = window.getByText('Finished: Export flights to flights.xlsx');
  await expect(ended).toBeVisible({ timeout: 180_000 });
  // It disappears after ten seconds, but not while the pointer is on it.
  await ended.hover();
  await checkAndPicture(window, 'job-ended');
  await window.getByRole('alert').getByRole('button', { name: 'Show jobs' }).click();
  await expect(jobOf(window, whole).getByText('3,000,000 rows')).toBeVisible();
  // Other test files continue in this window, and the list covers the tools of a dataset.
  await hideJobs(window);
});

test('an export from another service resumes when Almanac is started again', async () => {
  test.setTimeout(240_000);
  const rows = Array.from({ length: 200_000 }, (_, position) => `${position + 1},"place ${position % 977}"`);
  const csv = `number,place\r\n${rows.join('\r\n')}\r\n`;
  const [store, own, source] = ['store', 'own', 'places.csv'].map((name) => path.join(folder, name));
  if (store === undefined || own === undefined || source === undefined) throw new Error('There is no folder');
  writeFileSync(source, csv);
  publishInto(store, source, 'city/places');
  const service = await serve(store);
  const proxy = await openGatedProxy(service.address);
  const target = path.join(folder, 'resumed', 'places.csv');
  mkdirSync(path.dirname(target));

  const first = await startApp(own);
  await addConnection(first.window, proxy.address, 'Far away');
  await openRemoteDataset(first.window, ['Far away', 'city', 'places']);
  await expect(first.window.getByRole('contentinfo')).toContainText('200,000 rows');
  const held = proxy.holdFrom(20_000);
  await exportEverything(first, 'CSV', target);
  await held;
  const job = jobOf(first.window, target);
  // Everything received is recorded before it is stopped, however slow the machine is.
  await expect(job.getByText('20,000 rows')).toBeVisible();
  await job.getByRole('button', { name: /^Pause/ }).click();
  await expect(job.getByText('paused', { exact: true })).toBeVisible();
  await checkAndPicture(first.window, 'jobs-paused');
  const heldAgain = proxy.holdFrom(40_000);
  await job.getByRole('button', { name: /^Resume/ }).click();
  await heldAgain;
  await expect(job.getByText('40,000 rows')).toBeVisible();
  await checkAndPicture(first.window, 'jobs-running');
  await quitApp(first);
  expect(readdirSync(path.dirname(target)).filter((name) => name === 'places.csv')).toEqual([]);
  expect(proxy.pages()).toEqual(pagesBetween(0, 40_000));
  proxy.open();

  const second = await startApp(own);
  await second.window.getByRole('button', { name: /^(Jobs|1 job running)$/ }).click();
  await expect(jobOf(second.window, target).getByText('done', { exact: false })).toBeVisible({ timeout: 60_000 });
  // What was written before is not requested again.
  expect(proxy.pages()).toEqual(pagesBetween(0, 200_000));
  expect(readFileSync(target, 'utf8').replaceAll('"', '')).toBe(csv.replaceAll('"', ''));
  const { resources } = JSON.parse(readFileSync(path.join(path.dirname(target), 'datapackage.json'), 'utf8'));
  const sum = createHash('sha256').update(readFileSync(target)).digest('hex');
  expect(resources[0]).toMatchObject({ path: 'places.csv', rows: 200_000, hash: `sha256:${sum}` });
  expect(readdirSync(path.dirname(target)).sort()).toEqual(['datapackage.json', 'places.csv']);

  await second.window.getByRole('button', { name: 'Hide jobs' }).click();
  const places = second.window.getByRole('treeitem', { name: 'places' });
  await openRemoteDataset(second.window, ['Far away', 'city', 'places']);
  await places.click({ button: 'right' });
  await second.window.getByRole('menuitem', { name: 'Make available offline' }).click();
  await expect(second.window.getByText('Available offline in city/places.')).toBeVisible({ timeout: 60_000 });
  await expect(places.first().getByRole('img', { name: 'available offline' })).toBeVisible();
  await pictureInBothThemes(second.window, 'pinned');
  await readersStay(second.window, source);
  await second.electron.close();
  await proxy.close();
  await service.stop();
});

/** A user with only read access sees who else has access, and that they cannot change it. */
async function readersStay(window: Page, file: string): Promise<void> {
  await window.getByRole('button', { name: 'Publish a file…' }).click();
  await dropFile(window, file);
  await window.getByRole('button', { name: 'Change…', exact: true }).click();
  for (const [field, choice] of [
    ['Service', 'Far away'],
    ['Namespace', 'city'],
  ] as const) {
    await window.getByRole('combobox', { name: field, exact: true }).click();
    await window.getByRole('option', { name: choice, exact: true }).click();
  }
  await expect(window.getByText('Everyone.', { exact: true })).toBeVisible();
  await expect(window.getByText('You do not have permission to change it.')).toBeVisible();
  await expect(window.getByRole('switch', { name: 'The namespace is published' })).toBeHidden();
  await checkAndPicture(window, 'publish-readers-fixed');
}
