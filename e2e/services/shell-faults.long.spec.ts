import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, type Page } from '@playwright/test';
import Database from 'libsql';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { chooseNext } from '../actions/input/choose-files.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { backUp } from '../actions/remote-service.ts';
import { expect, quitApp, type RunningApp, shownTab, startApp } from '../support/app.ts';
import { callShell } from '../support/shell-calls.ts';
import { copyPreparedStore } from '../support/store/prepared-store.ts';

const flights = 'Flights within the United States, 2001';

interface Fixtures {
  /** A separate data folder with the samples. */
  readonly folder: string;
  readonly start: () => Promise<RunningApp>;
}

/** Each of these breaks something, and has its own Almanac. */
const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-faults-'));
    copyPreparedStore(folder);
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ folder }, use) => {
    const started: RunningApp[] = [];
    await use(async () => {
      const app = await startApp(folder);
      started.push(app);
      return app;
    });
    for (const app of started) await quitApp(app).catch(() => undefined);
  },
});

/** Reads or changes the number by which a catalogue identifies its release. */
function catalogueVersion(file: string, change: string): unknown[] {
  const database = new Database(file);
  const answer = database.prepare(`PRAGMA user_version ${change}`).all([]);
  database.close();
  return answer;
}

/** Process id of the backend; 0 while there is none. */
function backendId(electron: ElectronApplication): Promise<number> {
  return electron.evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Almanac backend')?.pid ?? 0);
}

/** The service answers again from another process, and the rows requested meanwhile appear automatically. */
async function expectRecovered(app: RunningApp, before: number): Promise<void> {
  // One that hangs is given half a minute.
  await expect.poll(async () => [0, before].includes(await backendId(app.electron)), { timeout: 120_000 }).toBe(false);
  await expect(app.window.getByRole('tab', { name: flights })).toBeVisible();
  await expect(app.window.locator(`${shownTab} [row-index="2999999"] [role="gridcell"]`).first()).not.toBeEmpty({
    timeout: 60_000,
  });
}

async function openFlights(window: Page): Promise<void> {
  await openDataset(window, 'Transport', flights);
  await expect(window.getByRole('status').filter({ hasText: '3,000,000 rows' })).toBeVisible({ timeout: 60_000 });
}

test.describe('when a part fails', () => {
  for (const [how, signal] of [
    ['is killed', 'SIGKILL'],
    ['runs out of memory', 'SIGABRT'],
    ['hangs', 'SIGSTOP'],
  ] as const) {
    test(`a backend that ${how} is restarted, and the window continues`, async ({ start }) => {
      const app = await start();
      await openFlights(app.window);
      // The heartbeat is lenient until the first answer, which has come by now; another interval makes sure of it.
      await app.window.waitForFunction(() => performance.now() > 5_000);
      const before = await backendId(app.electron);
      await expect(app.window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).not.toBeEmpty({
        timeout: 60_000,
      });
      process.kill(before, signal);
      const killed = Date.now();
      await app.window.getByRole('button', { name: 'Last row' }).click();
      await expectRecovered(app, before);
      test.info().annotations.push({ type: 'recovered', description: `${Date.now() - killed} ms` });
    });
  }

  test('a page that crashed can be reloaded, with its open datasets', async ({ start }) => {
    const app = await start();
    await openFlights(app.window);
    await app.electron.evaluate(({ dialog, BrowserWindow }) => {
      const requested: string[] = [];
      Reflect.set(globalThis, 'asked', requested);
      dialog.showMessageBox = async (...words: unknown[]) => {
        requested.push(Reflect.get(words.at(-1) as object, 'message') as string);
        return { response: 0, checkboxChecked: false };
      };
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    await expect
      .poll(() => app.electron.evaluate(() => Reflect.get(globalThis, 'asked') as string[]))
      .toEqual(['The window stopped working.']);
    // Playwright loses a page that crashed, so its content is read through the shell.
    const shown = () =>
      app.electron.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
          `[...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent).join('|') + document.body.innerText`,
        ),
      );
    await expect.poll(shown, { timeout: 60_000 }).toContain(flights);
    await expect.poll(shown, { timeout: 60_000 }).toContain('3,000,000 rows');
  });

  test('damaged settings are moved aside, and the window reports it', async ({ folder, start }) => {
    await (await start()).electron.close();
    const settings = path.join(folder, 'config', 'settings.json');
    writeFileSync(settings, '{"theme": "dark", ');
    const app = await start();
    const notices = await callShell(app.window, 'listNotices', {});
    expect(notices).toEqual([
      {
        kind: 'settings-damaged',
        message: null,
        where: settings,
        kept: `${settings}.damaged`,
      },
    ]);
    expect(readFileSync(`${settings}.damaged`, 'utf8')).toBe('{"theme": "dark", ');
    await expect(app.window.getByText('A settings file could not be read')).toBeVisible();
    await callShell(app.window, 'dismissNotice', { kind: 'settings-damaged', where: settings });
    await expect(app.window.getByText('A settings file could not be read')).toBeHidden();
  });

  test('a damaged catalogue is refused with a message, and rebuilt from the files beside it', async ({
    folder,
    start,
  }) => {
    const damaged = 'nothing of the kind '.repeat(1000);
    writeFileSync(path.join(folder, 'catalogue.sqlite'), damaged);
    const app = await start();
    const alert = app.window.getByRole('alert').filter({ hasText: 'is damaged (SQLITE_NOTADB)' });
    await expect(alert).toBeVisible({ timeout: 30_000 });
    expect(readFileSync(path.join(folder, 'catalogue.sqlite'), 'utf8')).toBe(damaged);
    const rebuild = alert.getByRole('button', { name: 'Rebuild the catalogue' });
    // Another process owns the folder: the button works until that is known, and the notice reports it.
    const lock = new Database(path.join(folder, 'service.lock'));
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
    await rebuild.click();
    await expect(alert.getByText(/^Rebuilding the catalogue/)).toBeVisible();
    await expect(rebuild).toBeDisabled();
    await expect(alert.getByText(/in use by another running Almanac/)).toBeVisible({ timeout: 60_000 });
    await pictureInBothThemes(app.window, 'notice-rebuild-failed');
    lock.close();
    await rebuild.click();
    await expect(app.window.getByRole('alert').filter({ hasText: 'The catalogue was rebuilt' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(alert).toBeHidden();
    const [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('damaged-'));
    expect(readFileSync(path.join(folder, kept, 'catalogue.sqlite'), 'utf8')).toBe(damaged);
    await openFlights(app.window);
  });

  test('a store of a newer Almanac is refused with a message, and left unchanged', async ({ folder, start }) => {
    await (await start()).electron.close();
    const file = path.join(folder, 'catalogue.sqlite');
    catalogueVersion(file, '= 9999');
    const app = await start();
    await expect(app.window.getByText('Install the newer Almanac to open it').first()).toBeVisible({ timeout: 30_000 });
    await app.electron.close();
    expect(catalogueVersion(file, '')).toEqual([{ user_version: 9999 }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('damaged'))).toEqual([]);
  });

  test('a store that the service cannot open can be replaced with a backup, and is moved aside', async ({
    folder,
    start,
  }) => {
    const backup = mkdtempSync(path.join(tmpdir(), 'almanac-faults-backup-'));
    backUp(folder, backup);
    catalogueVersion(path.join(folder, 'catalogue.sqlite'), '= 9999');
    const { window, electron } = await start();
    const alert = window.getByRole('alert').filter({ hasText: 'Install the newer Almanac to open it' });
    await expect(alert).toBeVisible({ timeout: 30_000 });
    const restore = async (from: string) => {
      await chooseNext(electron, from);
      await alert.getByRole('button', { name: 'Restore a backup…' }).click();
      await window.getByRole('menuitem', { name: 'Restore from folder…' }).click();
    };
    await restore(folder);
    await expect(alert.getByText('The backup was not restored.')).toBeVisible();
    await pictureInBothThemes(window, 'notice-restore-failed');
    await restore(backup);
    await expect(window.getByText(/^The backup was restored. What was there before is kept in /)).toBeVisible();
    await expect(alert).toBeHidden();
    await openFlights(window);
    const [kept = ''] = readdirSync(folder).filter((name) => name.startsWith('replaced-'));
    expect(catalogueVersion(path.join(folder, kept, 'catalogue.sqlite'), '')).toEqual([{ user_version: 9999 }]);
    rmSync(backup, { recursive: true, force: true });
  });

  test('an Almanac that was killed starts again, and a second start passes its arguments to the first', async ({
    start,
  }) => {
    const first = await start();
    const main = first.electron.process();
    main.kill('SIGKILL');
    await new Promise((resolve) => (main.exitCode === null ? main.once('exit', resolve) : resolve(undefined)));
    const again = await start();
    await expect(again.window.getByRole('tree')).toBeVisible();
    await expect(start()).rejects.toThrow();
    const other = await startApp(again.folder, ['--profile=other']);
    await expect(other.window.getByRole('tree')).toBeVisible();
    await other.electron.close();
    expect(readdirSync(path.join(again.folder, 'profiles'))).toEqual(['other']);
    expect(await again.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });
});
