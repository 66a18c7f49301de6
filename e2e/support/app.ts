import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import { runsAll } from '../../electron/lib/testing/tier.ts';
import { type BrowserName, openPage, serveWindow, startBrowser } from './browser-app.ts';
import { copyPreparedStore } from './store/prepared-store.ts';
import { workerScreen } from './worker-screen.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Where screenshots go. */
const pictures = path.join(import.meta.dirname, '..', 'out');

/** Milliseconds for which a start waits for its window, and an action for its element. */
const actionTimeoutMs = 120_000;

/** A running Almanac, its first window, and the folder with all its data. */
export interface RunningApp {
  readonly electron: ElectronApplication;
  readonly window: Page;
  readonly folder: string;
}

/**
 * Starts Almanac as a user would, with all its data in `folder`. `ALMANAC_PROGRAM` names a packaged program to run
 * instead of the built tree.
 * @param store `empty` for a real first start; otherwise a folder without a store gets the one with the samples
 * @param locale variables of the environment that say which languages the system has
 */
export async function startApp(
  folder: string,
  words: readonly string[] = [],
  store: 'samples' | 'empty' = 'samples',
  locale: { readonly LANGUAGE: string; readonly LC_ALL: string } = { LANGUAGE: 'en', LC_ALL: 'C.UTF-8' },
): Promise<RunningApp> {
  if (store === 'samples') copyPreparedStore(folder);
  const program = process.env.ALMANAC_PROGRAM ?? process.env.ALMANAC_ELECTRON;
  if (!program) throw new Error('Run these tests with `npm run e2e`: it finds the Electron runtime');
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const application = await electron.launch({
    executablePath: program,
    args: [...(process.env.ALMANAC_PROGRAM ? [] : [root]), ...flags, `--data=${folder}`, '--lang=en-GB', ...words],
    env: { ...definedEnvironment(), ...(await workerScreen()), ...locale, TZ: 'UTC' },
    timeout: actionTimeoutMs,
  });
  const window = await application.firstWindow({ timeout: actionTimeoutMs });
  // A busy machine may need longer than Playwright's half a minute to draw the first window.
  application.context().setDefaultTimeout(actionTimeoutMs);
  await window.setViewportSize({ width: 1280, height: 800 });
  return { electron: application, window, folder };
}

/** Quits Almanac even if jobs are running. */
export async function quitApp({ electron: application }: RunningApp): Promise<void> {
  await application.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  await application.close();
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Whether screenshots are saved: neither in the quick tier nor in continuous integration. */
export const savesPictures = runsAll && !process.env.CI;

/** Saves a screenshot of the window in `e2e/out/`, for people to look at. */
export async function picture(window: Page, name: string): Promise<void> {
  if (!savesPictures) return;
  mkdirSync(pictures, { recursive: true });
  await window.screenshot({ path: path.join(pictures, `${name}.png`) });
}

/** The tab on the screen: recent ones stay drawn behind it. */
export const shownTab = '[data-pane]:not([inert])';

/** Closes the tabs that an earlier test left open, and returns to the start of the catalogue: only lines in view exist. */
async function resetWindow(window: Page): Promise<void> {
  const tabs = window.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab');
  await expect(async () => {
    if ((await tabs.count()) > 0) await tabs.first().click({ button: 'middle', timeout: 1000 });
    expect(await tabs.count()).toBe(0);
    // A dialog that is still being closed is in the way.
  }).toPass({ intervals: [50] });
  await window
    .getByRole('tree')
    .locator('..')
    .evaluate((catalogue) => catalogue.scrollTo(0, 0));
}

/** Almanac in a browser: there is no Electron to ask, and tests that need it are not run there. */
async function startInBrowser(folder: string, name: BrowserName): Promise<RunningApp & { close(): Promise<void> }> {
  const served = await serveWindow(folder);
  const browser = await startBrowser(name);
  const window = await openPage(browser, served.address);
  return {
    window,
    folder,
    get electron(): ElectronApplication {
      throw new Error('This test needs Electron: it cannot run in a browser');
    },
    async close() {
      await browser.close();
      await served.close();
    },
  };
}

/**
 * Tests that use `app` share one Almanac per worker: the desktop program, or its window in the browser of the project.
 * Each begins without open tabs, at the start of the catalogue. A
 * test must not rely on what another one changes; one that restarts or breaks things starts its own.
 */
export const test = base.extend<{ app: RunningApp }, { sharedApp: RunningApp; inBrowser: BrowserName | null }>({
  inBrowser: [null, { option: true, scope: 'worker' }],
  sharedApp: [
    async ({ inBrowser }, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'almanac-e2e-'));
      if (inBrowser !== null) {
        const app = await startInBrowser(folder, inBrowser);
        await use(app);
        await app.close();
      } else {
        const app = await startApp(folder);
        await use(app);
        await quitApp(app);
      }
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  app: async ({ sharedApp }, use) => {
    await resetWindow(sharedApp.window);
    await use(sharedApp);
  },
});

export { expect };
