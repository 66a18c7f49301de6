import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { hideJobs } from '../actions/hide-jobs.ts';
import { test as base, expect, picture, quitApp, type RunningApp, shownTab, startApp } from '../support/app.ts';
import { type HostileService, startHostile } from './hostile-service.ts';

const test = base.extend<{ hostile: HostileService; own: RunningApp }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async hostile({}, use) {
    const service = await startHostile();
    await use(service);
    await service.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
  async own({}, use) {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-hostile-'));
    const app = await startApp(folder);
    await use(app);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true });
  },
});

test('a hostile service can execute nothing, open nothing, and receives nothing', async ({ hostile, own }) => {
  const { window, electron } = own;
  const violations: string[] = [];
  window.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text());
  });
  const dialogs: string[] = [];
  window.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedOutside', opened);
    shell.openExternal = async (address) => void opened.push(address);
    shell.openPath = async (file) => {
      opened.push(file);
      return '';
    };
  });

  await addConnection(window, hostile.url, 'Strangers');
  await openRemoteDataset(window, ['Strangers', 'City', 'Everything']);
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first()).not.toBeEmpty();
  const shown = (text: string) => window.getByText(text, { exact: false }).first();
  await expect(shown('onerror="window.intruder=1"')).toBeVisible();
  // However long the names are, the view's actions stay reachable.
  await expect(window.getByRole('button', { name: 'Copy link to this view' })).toBeInViewport({ ratio: 1 });
  for (const view of ['Columns', 'Versions', 'Map', 'About', 'Rows']) {
    await window.getByRole('tab', { name: view }).click();
    await expect(window.getByRole('tab', { name: view })).toHaveAttribute('aria-selected', 'true');
    await picture(window, `hostile-${view.toLowerCase()}`);
  }
  await test.step('the details of a row, the values offered for a condition, the legend of the map', async () => {
    await window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first().click();
    await window.keyboard.press('Space');
    const details = window.getByRole('complementary', { name: 'Row details' });
    await expect(details.getByText('onerror="window.intruder=1"').first()).toBeVisible();
    await expect(details.getByRole('link')).toHaveCount(0);
    await picture(window, 'hostile-details');
    await details.getByRole('button', { name: 'Close' }).click();
    await window.getByRole('button', { name: 'Filter', exact: true }).click();
    await window.getByRole('combobox', { name: 'Column' }).click();
    await expect(window.getByRole('option').first()).toBeVisible();
    await picture(window, 'hostile-filter');
    await window.keyboard.press('Escape');
    await window.keyboard.press('Escape');
    await window.getByRole('tab', { name: 'Map' }).click();
    await expect(window.getByText(/rows (on the map|read)/)).toBeVisible();
    await window.getByLabel('Colour by').first().click();
    await window.getByRole('option', { name: /Prototype/ }).click();
    const legend = window.getByRole('figure', { name: 'Legend' });
    await expect(legend.getByText('<', { exact: false }).first()).toBeVisible();
    await picture(window, 'hostile-map');
  });
  await test.step('the list of columns, the palette, an export, a job', async () => {
    const label = /onerror="window\.intruder=1"/;
    await window.getByRole('tab', { name: 'Rows', exact: true }).click();
    await window.getByRole('button', { name: 'Choose columns' }).click();
    await expect(window.getByRole('dialog').getByText(label).first()).toBeVisible();
    await window.keyboard.press('Escape');
    await window.keyboard.press('Control+k');
    await window.keyboard.type('Everything');
    await expect(window.getByRole('dialog').getByText(label).first()).toBeVisible();
    await picture(window, 'hostile-palette');
    await window.keyboard.press('Escape');
    await window.getByRole('button', { name: 'Export…' }).click();
    await expect(window.getByRole('dialog').getByRole('heading', { name: label })).toBeVisible();
    await window.keyboard.press('Escape');
    await window
      .getByRole('treeitem', { name: /^Everything/ })
      .last()
      .click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Make available offline' }).click();
    const jobs = window.getByRole('region', { name: 'Jobs' });
    await expect(jobs.getByRole('listitem').first()).toContainText('Available offline in city/everything.');
    await picture(window, 'hostile-jobs');
    await hideJobs(window);
  });
  await window.getByRole('tab', { name: 'About' }).click();
  await expect(shown('<script>window.intruder=2</script>')).toBeVisible();

  const page = await window.evaluate(() => ({
    intruder: 'intruder' in window,
    address: location.href,
    foreign: [...document.querySelectorAll('script, iframe, img, link, object, embed')]
      .map((element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '')
      .filter((address) => /^(https?:|javascript:|\/\/)/.test(address)),
    scriptLinks: document.querySelectorAll('a[href^="javascript:" i]').length,
  }));
  expect(page).toEqual({ intruder: false, address: 'app://ui/index.html', foreign: [], scriptLinks: 0 });
  expect(await electron.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string[])).toEqual([]);
  expect(await electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(dialogs).toEqual([]);
  expect(violations).toEqual([]);
  expect(hostile.caught).toEqual([]);
  expect([...hostile.tokens]).toEqual([]);
  // If nothing went wrong there is no log at all.
  const logs = globSync('logs/*', { cwd: own.folder }).map((name) => readFileSync(path.join(own.folder, name), 'utf8'));
  expect(logs.join('')).not.toContain('intruder');
});
