import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { formatOpenLink } from '#shared/open-link.ts';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { test as base, expect, quitApp, type RunningApp, startApp } from '../support/app.ts';
import { callShell } from '../support/shell-calls.ts';

const carbon = 'Carbon dioxide in the air at Mauna Loa';
const airports = 'Airports of the United States';

const test = base.extend<{ folder: string; start: () => Promise<RunningApp> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-windows-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ folder }, use) => {
    const running: RunningApp[] = [];
    await use(async () => {
      const app = await startApp(folder);
      running.push(app);
      return app;
    });
    for (const app of running) await quitApp(app).catch(() => undefined);
  },
});

/** Chooses an item of the native menus. */
async function chooseMenu(application: ElectronApplication, id: string): Promise<void> {
  await application.evaluate(({ Menu }, item) => {
    Menu.getApplicationMenu()?.getMenuItemById(item)?.click();
  }, id);
}

async function tabsOf(window: Page): Promise<string[]> {
  return await window.getByRole('tablist').first().getByRole('tab').allTextContents();
}

/** Quits Almanac as its menu does. */
async function quit({ electron }: RunningApp): Promise<void> {
  const ended = new Promise((resolve) => electron.process().once('exit', resolve));
  await electron.evaluate(({ app }) => app.quit());
  await ended;
}

test('windows have their own tabs, are restored after a restart, but not once closed', async ({ start }) => {
  const app = await start();
  await openDataset(app.window, 'Environment', carbon);
  const opened = app.electron.waitForEvent('window');
  await chooseMenu(app.electron, 'new-window');
  const second = await opened;
  await expect(second.getByRole('region', { name: 'Home' })).toBeVisible();
  await openDataset(second, 'Transport', airports);
  // Without rows, the grid has nothing that the keyboard can reach yet.
  await expect(second.locator('[row-index="0"] [role="gridcell"]').first()).toBeVisible();
  await app.electron.evaluate(({ BrowserWindow }) => {
    const newest = BrowserWindow.getAllWindows().sort((a, b) => b.id - a.id)[0];
    newest?.setBounds({ x: 40, y: 30, width: 940, height: 640 });
  });
  expect([await tabsOf(app.window), await tabsOf(second)]).toEqual([[carbon], [airports]]);

  await test.step('a menu command applies to the most recently used window', async () => {
    await chooseMenu(app.electron, 'shortcuts');
    await expect(second.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await expect(app.window.getByRole('dialog')).toBeHidden();
    await expect(second.getByText('New window')).toBeVisible();
    await checkAccessibility(second);
    await second.keyboard.press('Escape');
  });

  await test.step('a link from outside opens in the most recently used window', async () => {
    const link = formatOpenLink({ service: null, namespace: 'society-and-culture', dataset: 'gapminder', view: [] });
    await app.electron.evaluate(({ app: application, BrowserWindow }, word) => {
      // A display without a window manager does not report focus.
      BrowserWindow.getAllWindows()
        .sort((a, b) => a.id - b.id)[0]
        ?.emit('focus');
      application.emit('second-instance', {}, ['almanac', word], '/');
    }, link);
    await expect.poll(() => tabsOf(app.window)).toHaveLength(2);
    expect(await tabsOf(second)).toEqual([airports]);
    await app.window.keyboard.press('Control+W');
    await expect.poll(() => tabsOf(app.window)).toEqual([carbon]);
  });

  await test.step('a setting in one window applies to the other', async () => {
    await second.keyboard.press('Control+,');
    await second.getByRole('radiogroup', { name: 'Contrast' }).getByText('High').click();
    await expect(app.window.locator('html')).toHaveAttribute('data-contrast', 'high');
    await second.getByRole('radiogroup', { name: 'Contrast' }).getByText('System default').click();
    await second.keyboard.press('Escape');
  });

  await test.step('a changed shortcut applies in the other window and in the menus', async () => {
    await second.keyboard.press('Shift+F1');
    const sheet = second.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByRole('button', { name: 'Change the shortcut of Settings', exact: true }).click();
    await second.keyboard.press('Control+Shift+J');
    await expect(sheet.getByRole('button', { name: 'Reset the shortcut of Settings', exact: true })).toBeVisible();
    const shown = () =>
      app.electron.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('settings')?.accelerator);
    await expect.poll(shown).toBe('CmdOrCtrl+Shift+J');
    await app.window.keyboard.press('Control+Shift+J');
    await expect(app.window.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await app.window.keyboard.press('Escape');
    await sheet.getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(shown).toBe('CmdOrCtrl+,');
    await second.keyboard.press('Escape');
  });

  await quit(app);
  const again = await start();
  await expect.poll(() => again.electron.windows().length).toBe(2);
  const places = await again.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getNormalBounds()),
  );
  expect(places).toContainEqual({ x: 40, y: 30, width: 940, height: 640 });
  const tabs = async () => (await Promise.all(again.electron.windows().map(tabsOf))).flat().sort();
  await expect.poll(tabs).toEqual([airports, carbon]);

  const pages = again.electron.windows();
  const owners = await Promise.all(pages.map(tabsOf));
  const closing = pages[owners.findIndex(([first]) => first === airports)];
  const closed = closing?.waitForEvent('close');
  // The window closes before the keys are released.
  await closing?.keyboard.press('Control+Shift+W').catch(() => undefined);
  await closed;
  await quit(again);
  const last = await start();
  await expect.poll(() => tabsOf(last.window)).toEqual([carbon]);
  expect(last.electron.windows()).toHaveLength(1);
});

/** Answers the next dialogs of the shell with the button at this position, and records their texts. */
async function answerDialogs(application: ElectronApplication, response: number): Promise<void> {
  await application.evaluate(({ dialog }, chosen) => {
    const requested: unknown[] = [];
    Reflect.set(globalThis, 'shellDialogs', requested);
    dialog.showMessageBox = async (...given: unknown[]) => {
      requested.push(given.at(-1));
      return { response: chosen, checkboxChecked: false };
    };
  }, response);
}

function shellDialogs(application: ElectronApplication): Promise<{ message: string; defaultId: number }[]> {
  return application.evaluate(() => Reflect.get(globalThis, 'shellDialogs'));
}

async function reached(address: string): Promise<number | null> {
  return await fetch(new URL('api/', address)).then(
    ({ status }) => status,
    () => null,
  );
}

test('only the user can open the local service to the network, in a dialog of the shell', async ({ start }) => {
  const { window, electron } = await start();
  await expect(window.getByRole('treeitem', { name: 'This computer' })).toBeVisible();
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
  const addressNow = async () => (await window.locator('[data-region="status"] bdi').textContent()) ?? '';
  const before = await addressNow();
  const fromOutside = (address: string) => `http://${outside}:${new URL(address).port}/`;

  await test.step('a page that requests it only triggers the question', async () => {
    await answerDialogs(electron, 0);
    expect(await callShell(window, 'changeLocalService', { port: 0, network: true })).toBe(false);
    const [requested] = await shellDialogs(electron);
    expect(requested).toMatchObject({
      message: 'Allow other computers to connect to this one’s data?',
      defaultId: 0,
      cancelId: 0,
    });
    expect(await callShell(window, 'readShellSettings', {})).toMatchObject({ service: { port: 0, network: false } });
    expect(await reached(before)).toBe(200);
    if (outside !== undefined) expect(await reached(fromOutside(before))).toBeNull();
  });

  await window.keyboard.press('Control+,');
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Local service' }).click();
  await test.step('the user is warned and asked by the shell, and the service is restarted', async () => {
    await answerDialogs(electron, 1);
    await dialog.getByLabel('Other computers on the network').check();
    await expect(dialog.getByText(/can then read what is published here/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Available to others at')).toBeVisible({ timeout: 60_000 });
    await expect.poll(() => reached(before)).toBe(200);
    if (outside !== undefined) await expect.poll(() => reached(fromOutside(before))).toBe(200);
    // The port stays the same, so that copied addresses remain valid.
    expect(await addressNow()).toBe(before);
    await checkAndPicture(window, 'settings-network');
  });

  await test.step('closing it again needs no question', async () => {
    await answerDialogs(electron, 0);
    await dialog.getByLabel('This computer only').check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Available to others at')).toBeHidden({ timeout: 60_000 });
    await expect.poll(() => reached(before)).toBe(200);
    expect(await shellDialogs(electron)).toEqual([]);
    if (outside !== undefined) expect(await reached(fromOutside(before))).toBeNull();
    expect(await addressNow()).toBe(before);
  });
  await window.keyboard.press('Escape');
  await expect(window.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible({ timeout: 180_000 });
});
