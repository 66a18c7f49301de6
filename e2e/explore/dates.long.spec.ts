import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { test as base, expect, quitApp, type RunningApp, startApp } from '../support/app.ts';

const test = base.extend<{ own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  own: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-dates-e2e-'));
    const file = path.join(folder, 'visits.csv');
    const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString().slice(0, 10));
    const lines = days.map((day, at) => `${day.split('-').reverse().join('.')},${day}T${10 + (at % 10)}:30:00Z,v${at}`);
    writeFileSync(file, `day,arrived,visitor\n${lines.join('\n')}\n`);
    const app = await startApp(path.join(folder, 'almanac'), [file]);
    await use(app);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test('dates are shown, filtered and profiled as dates', async ({ own: { window } }) => {
  const grid = window.getByRole('grid');
  const first = (column: string) => grid.locator(`[row-index="0"] [role="gridcell"][col-id="${column}"]`);
  await expect(first('c0')).toHaveText('1 Jan 2020', { timeout: 90_000 });
  await expect(first('c1')).toHaveText('1 Jan 2020 10:30:00 UTC');
  await expect(grid.getByRole('columnheader', { name: /^day/ })).toContainText('date');
  await expect(grid.getByRole('columnheader', { name: /^arrived/ })).toContainText('date and time with zone');

  await test.step('a date is typed for a condition, and the day includes all its times', async () => {
    await beginCondition(window, 'arrived', 'is after');
    await window.getByLabel('Value: Date').focus();
    await window.keyboard.type('02272020');
    await checkAndPicture(window, 'date-filter');
    await window.keyboard.press('Enter');
    await expect(window.getByText('arrived is after 2020-02-27')).toBeVisible();
    await expect(first('c1')).toHaveText('28 Feb 2020 18:30:00 UTC');
    await expect(window.getByRole('contentinfo')).toContainText(/2 of \d+ rows/);
    await window.getByRole('button', { name: 'Remove: arrived is after 2020-02-27' }).click();
    await expect(first('c0')).toHaveText('1 Jan 2020');
  });

  await test.step('the details show a value as it is stored', async () => {
    await first('c0').click();
    await window.keyboard.press('Space');
    await expect(window.getByRole('complementary').getByText('2020-01-01', { exact: true })).toBeVisible();
  });

  await test.step('the profile has the first and last day, and bars of whole units', async () => {
    await window.getByRole('tab', { name: 'Columns', exact: true }).click();
    const line = window.getByRole('table').getByRole('row').filter({ hasText: 'day' }).first();
    await expect(line).toContainText('date');
    await expect(line).toContainText('1 Jan 2020 – 29 Feb 2020', { timeout: 60_000 });
    await checkAndPicture(window, 'date-columns');
  });
});
