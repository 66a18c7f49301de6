import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runsAll } from '../../electron/lib/testing/tier.ts';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, quitApp, type RunningApp, startApp, test } from '../support/app.ts';

interface Question {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** Answers system dialogs with the button at this position, and records their texts. */
async function answerDialogs({ electron }: RunningApp, response: number): Promise<void> {
  await electron.evaluate(({ dialog }, answer) => {
    const requested: unknown[] = [];
    Reflect.set(globalThis, 'asked', requested);
    dialog.showMessageBox = async (...given: unknown[]) => {
      requested.push(given.at(-1));
      return { response: answer, checkboxChecked: false };
    };
  }, response);
}

function questions({ electron }: RunningApp): Promise<Question[]> {
  return electron.evaluate(() => Reflect.get(globalThis, 'asked') as Question[]);
}

test('quitting while a job runs asks first, and the interrupted job is reported after the restart', async () => {
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-quit-'));
  const place = path.join(folder, 'exports');
  mkdirSync(place);
  const target = path.join(place, 'flights.xlsx');
  const first = await startApp(path.join(folder, 'own'));
  const { window, electron } = first;
  await openDataset(window, 'Transport', 'Flights within the United States, 2001');
  await expect(window.getByText('3,000,000 rows').first()).toBeVisible({ timeout: 120_000 });
  await window.getByRole('button', { name: 'Export…' }).click();
  await window.getByRole('radio', { name: 'Excel (XLSX)', exact: true }).check();
  await saveNextTo(electron, target);
  await window.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(window.getByRole('button', { name: '1 job running' })).toBeVisible();

  const [cancel, quit] = [2, 0];
  await answerDialogs(first, cancel);
  const expected = {
    message: 'Quit while jobs are running?',
    detail: 'Will be interrupted, and can be tried again from the list of jobs:\nflights.xlsx',
    buttons: ['Quit Almanac', 'Jobs', 'Cancel'],
  };
  // A job that is only queued would simply continue later.
  await expect(async () => {
    await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    expect((await questions(first)).at(-1)).toMatchObject(expected);
  }).toPass();
  const byClosing = (await questions(first)).length;
  await electron.evaluate(({ app }) => app.quit());
  await expect.poll(async () => (await questions(first)).length).toBe(byClosing + 1);
  expect((await questions(first)).at(-1)).toMatchObject(expected);
  await expect(window.getByRole('button', { name: '1 job running' })).toBeVisible();

  await answerDialogs(first, quit);
  const ended = electron.waitForEvent('close');
  await electron.evaluate(({ app }) => void setTimeout(() => app.quit(), 0));
  await ended;
  expect(readdirSync(place)).toEqual([]);

  const second = await startApp(path.join(folder, 'own'));
  const word = second.window.getByText('Interrupted: Export flights to flights.xlsx');
  await expect(word).toBeVisible({ timeout: 60_000 });
  await expect(second.window.getByRole('button', { name: '1 job was interrupted' })).toBeVisible();
  await word.hover();
  await checkAndPicture(second.window, 'job-interrupted');
  await second.window.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(word).toBeHidden();
  await second.window.getByRole('button', { name: '1 job running', exact: true }).click();
  await second.window
    .getByRole('listitem')
    .filter({ hasText: 'flights.xlsx' })
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await expect(second.window.getByText('cancelled', { exact: false })).toBeVisible();
  await expect(second.window.getByRole('button', { name: 'Jobs', exact: true })).toBeVisible();

  await quitApp(second);
  if (runsAll) {
    // A job that was seen is not reported again.
    const third = await startApp(path.join(folder, 'own'));
    await expect(third.window.getByRole('button', { name: 'Jobs', exact: true })).toBeVisible({ timeout: 60_000 });
    await quitApp(third);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
