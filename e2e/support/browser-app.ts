import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium, firefox, type Page } from '@playwright/test';
import { chromiumProgram, firefoxProgram } from '../../build/browsers.ts';
import { nodeEnvironment } from './node-environment.ts';
import { copyPreparedStore } from './store/prepared-store.ts';

/** The built command line. */
export const cliProgram = path.join(import.meta.dirname, '..', '..', 'out', 'cli.cjs');

/** `almanac serve --ui` over a folder, and the address of its window. */
export interface ServedWindow {
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the window of a data folder as an operator does; a folder without a store gets the one with the samples. */
export async function serveWindow(folder: string, words: readonly string[] = []): Promise<ServedWindow> {
  copyPreparedStore(folder);
  const child = spawn(process.execPath, [cliProgram, 'serve', '--ui', '--port', '0', '--data', folder, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: nodeEnvironment,
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended(child)])) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    address: `${url}app/`,
    async close() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function ended(child: ChildProcess): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`almanac serve ended with ${code} before it was ready`);
}

/** Starts Firefox, which Playwright drives by WebDriver BiDi. */
const firefoxBridge = path.join(import.meta.dirname, 'firefox-bridge.ts');

export type BrowserName = 'chromium' | 'firefox';

/** A browser as readers have it, without any data of its own. */
export async function startBrowser(name: BrowserName = 'chromium'): Promise<Browser> {
  const executablePath = name === 'chromium' ? chromiumProgram() : firefoxProgram();
  if (executablePath === null) throw new Error(`There is no ${name} here: its project should not run`);
  if (name === 'firefox') {
    const env = { ...nodeEnvironment, ALMANAC_FIREFOX: executablePath };
    return await firefox.launch({ channel: 'moz-firefox', executablePath: firefoxBridge, env });
  }
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return await chromium.launch({ executablePath, args: flags });
}

/** Opens an address in a browser of a reader with a screen of this size. */
export async function openPage(browser: Browser, address: string, width = 1280, height = 800): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width, height },
    // Firefox does not ask before a page writes to the clipboard, and lets no page read it.
    ...(browser.browserType().name() === 'chromium' && { permissions: ['clipboard-read', 'clipboard-write'] }),
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}
