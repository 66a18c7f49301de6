import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatOpenLink } from '#shared/open-link.ts';
import { test as base, expect, picture, quitApp, type RunningApp, startApp } from '../support/app.ts';
import { callShell } from '../support/shell-calls.ts';

const test = base.extend<{ folder: string; own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-open-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  own: async ({ folder }, use) => {
    writeFileSync(path.join(folder, 'rain fall.csv'), 'place,millimetres\nUlm,3\n');
    const app = await startApp(folder, [path.join(folder, 'rain fall.csv')]);
    await use(app);
    await quitApp(app);
  },
});

/** Starts the program again, as the system does for a link or a file; resolves when it has passed its arguments on. */
async function startAgain({ electron, folder }: RunningApp, word: string): Promise<void> {
  const words = await electron.evaluate(() => process.argv);
  const [program = '', ...rest] = words.filter(
    (each) => !/^--(inspect|remote-debugging)/.test(each) && !each.endsWith('.csv'),
  );
  const again = spawn(program, [...rest, `--data=${folder}`, '--', word], { stdio: 'ignore' });
  await new Promise((resolve) => again.once('exit', resolve));
}

test('files and links from outside open in the one window', async ({ own }) => {
  const { window, electron, folder } = own;
  await test.step('a file given at the start is shown without being published', async () => {
    await expect(window.getByRole('tab', { name: 'rain fall.csv' })).toBeVisible({ timeout: 60_000 });
    await expect(window.getByRole('region', { name: 'Not published' })).toBeVisible({ timeout: 60_000 });
    await expect(window.getByRole('gridcell', { name: 'Ulm' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('a link to a view opens the dataset with its filter', async () => {
    await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
    const view: [string, string][] = [['state__exact', 'TX']];
    const airports = { service: null, namespace: 'transport', dataset: 'airports', view };
    await expect(async () => {
      await startAgain(own, formatOpenLink(airports));
      await expect(window.getByText('209 of 3,376 rows').first()).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    await expect(window.getByText('TX', { exact: true }).first()).toBeVisible();
  });

  await test.step('a link to an unknown service proposes it, and connects to nothing', async () => {
    const service = 'https://statistics.example/';
    await startAgain(own, formatOpenLink({ service, namespace: 'a', dataset: 'b', view: [] }));
    await expect(window.getByRole('dialog').getByLabel('Address')).toHaveValue(service);
    await window.keyboard.press('Escape');
  });

  await test.step('an invalid link is refused with a message', async () => {
    await startAgain(own, 'almanac://run?command=rm');
    await expect(window.getByText('This is not a link that Almanac supports.')).toBeVisible();
  });

  await test.step('a switch after the arguments is ignored', async () => {
    await startAgain(own, '--data=/nowhere');
    expect(existsSync('/nowhere')).toBe(false);
  });
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(await callShell(window, 'takeOpenRequests', {})).toEqual([]);
  expect(folder).not.toBe('');
});

test('a diagnostics report contains technical details, but no name, address, cell or token', async ({ own }) => {
  const { window, electron, folder } = own;
  await window.getByRole('treeitem', { name: 'Transport', exact: true }).click({ timeout: 60_000 });
  const target = path.join(folder, 'report.txt');
  await electron.evaluate(({ dialog }, file) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: file });
  }, target);
  expect(await callShell(window, 'saveDiagnostics', {})).toBe(target);
  const text = readFileSync(target, 'utf8');
  const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(titles).toEqual(['Almanac', 'Computer', 'Processes', 'Places', 'Notices', 'Log']);
  expect(text).toContain('Almanac backend:');
  expect(text).not.toMatch(/transport|flights|127\.0\.0\.1|Token /i);
});

test('third-party licences are shown, each with its text', async ({ own }) => {
  const { window } = own;
  await expect(window.getByRole('gridcell', { name: 'Ulm' })).toBeVisible({ timeout: 60_000 });
  await window.keyboard.press('Control+K');
  await window.keyboard.type('Third-party');
  await window.keyboard.press('Enter');
  const sheet = window.getByRole('dialog', { name: 'Third-party licences' });
  await expect(sheet.getByText(/^@duckdb\/node-api /)).toBeVisible();
  await sheet.getByText(/^electron \d/).click();
  await expect(sheet.getByText('Permission is hereby granted').first()).toBeVisible();
  await picture(window, 'licences');
});
