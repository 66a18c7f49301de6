import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { runCli, signIn } from '../actions/sign-in.ts';
import { openPage, type ServedWindow, serveWindow, startBrowser } from '../support/browser-app.ts';

const airports = 'Airports of the United States';

/** A page of another site, which embeds a number. */
let news: Server;
let newsPort = 0;
let folder = '';
let served: ServedWindow;
let browser: Browser;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-browser-'));
  news = createServer((_, response) => response.setHeader('content-type', 'text/html').end(newsPage()));
  await new Promise<void>((resolve) => void news.listen(0, '127.0.0.1', resolve));
  newsPort = (news.address() as AddressInfo).port;
  served = await serveWindow(folder, ['--embed-from', `http://127.0.0.1:${newsPort}`]);
  browser = await startBrowser();
});
test.afterAll(async () => {
  await browser?.close();
  await served?.close();
  news?.close();
  rmSync(folder, { recursive: true, force: true });
});

function newsPage(): string {
  const embed = new URL('../embed/', served.address).href;
  const link = 'namespace=environment&amp;dataset=co2-concentration&amp;as=number';
  return `<!doctype html><title>News</title><iframe src="${embed}?${link}" title="CO2" width="600" height="20"></iframe><script src="${embed}fit.js"></script>`;
}

async function dropText(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text ?? ''], name ?? ''));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );
}

/** What the browser refused or could not load, and what the page threw. */
function problemsOf(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

test('an address is what is shown: it opens elsewhere, and the buttons of the browser lead back and forward', async () => {
  const page = await openPage(browser, new URL('..', served.address).href);
  expect(page.url()).toBe(served.address);
  const problems = problemsOf(page);
  await openDataset(page, 'Transport', airports);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('Alaska');
  await page.keyboard.press('Enter');
  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('of 3,376 rows');
  const found = await status.getByRole('status').filter({ hasText: 'rows' }).textContent();
  const rows = page.url();
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page).not.toHaveURL(rows);

  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(status).toContainText('3,376 rows');
  await page.goForward();
  await expect(status).toContainText(found ?? '-');
  await expect(page).toHaveURL(rows);
  await expect(page.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab')).toHaveCount(1);

  const other = await openPage(browser, rows);
  await expect(other.getByRole('contentinfo')).toContainText(found ?? '-');
  expect(await readRow(other, 1, ['c0'])).toEqual(await readRow(page, 1, ['c0']));
  expect(problems).toEqual([]);
});

test('the copied link is pinned to the version, and opens for anybody', async () => {
  const page = await openPage(browser, served.address);
  await openDataset(page, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(page.getByText(/Link copied/)).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${served.address}?namespace=environment`);
  expect(decodeURIComponent(decodeURIComponent(link))).toMatch(/version=\d{20}/);
  const other = await openPage(browser, link);
  await expect(other.getByRole('contentinfo')).toContainText('741 rows');
});

test('what a browser cannot do is absent, and what it can is accessible', async () => {
  const page = await openPage(browser, served.address);
  await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Publish|Add a connection|Jobs|Followed/ })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('window');
  await expect(page.getByRole('dialog').getByRole('button', { name: /New window/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openDataset(page, 'Transport', airports);
  await expect(page.locator('[row-index="0"] [col-id="c0"]')).toBeVisible();
  await checkAccessibility(page);
});

test('one signs in on the page of the service, and comes back to the same view', async () => {
  const page = await openPage(browser, `${served.address}?namespace=transport&dataset=airports`);
  const status = page.getByRole('contentinfo');
  await expect(status).toContainText('3,376 rows');
  await signIn(page, folder, 'anna');
  await expect(status).toContainText('3,376 rows');
  await page.getByRole('treeitem', { name: 'Environment', exact: true }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: /Edit/ }).first()).toBeEnabled();
  await page.keyboard.press('Escape');
  await status.getByRole('button', { name: 'anna' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(status.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('an account publishes files of its own computer, chosen or dropped, after a preview', async () => {
  const page = await openPage(browser, served.address);
  const problems = problemsOf(page);
  await signIn(page, folder, 'bert');
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Publish/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  const text = 'Stadt;Einwohner\nKöln;1.090.000\nUlm;128.928\n';
  await (await chooser).setFiles({ name: 'städte.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(dialog.getByRole('cell', { name: 'Köln' })).toBeVisible();
  await checkAccessibility(page);
  await pictureInBothThemes(page, 'browser-publish');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(dialog.getByText('Published', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Open dataset' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('2 rows');
  expect(await readRow(page, 1, ['c0', 'c1'])).toEqual(['Köln', '1,090,000']);

  await dropText(page, 'more.csv', 'a,b\n1,2\n');
  await expect(dialog.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(problems).toEqual([]);
});

test('rows that cannot be read are left out, and downloaded', async () => {
  const page = await openPage(browser, served.address);
  await signIn(page, folder, 'carla');
  const lines = Array.from({ length: 60 }, (_, row) => `Town ${row},${row * 7},${1910 + row}`);
  await dropText(page, 'towns.csv', `name,people,founded\n${lines.join('\n')}\nBonn, am Rhein,331,1949\n`);
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Publish without them…' }).click();
  await expect(dialog.getByText('Published', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the rows that were left out' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('towns-rejects.csv');
  const text = Buffer.concat(await (await saved.createReadStream()).toArray()).toString('utf8');
  expect(text).toContain('"Bonn, am Rhein,331,1949"');
});

test('the result of a statement is sorted, downloaded, and published by an account as a dataset', async () => {
  const page = await openPage(browser, served.address);
  const problems = problemsOf(page);
  // The window takes keys as soon as it has been drawn.
  await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'Transport', exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+E');
  const editor = page.getByRole('textbox', { name: 'SQL statement' });
  await expect(editor).toBeFocused();
  await expect(page.getByRole('button', { name: 'Publish…' })).toHaveCount(0);
  const sql = 'SELECT cluster, max(fertility) AS highest FROM "society-and-culture/gapminder" GROUP BY ALL';
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => readRow(page, 1, ['c0'])).toEqual(['0']);
  await page.locator('[row-index="0"] [col-id="c0"]').click();
  await page.keyboard.press('Control+e');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const text = Buffer.concat(await (await (await download).createReadStream()).toArray()).toString('utf8');
  expect(text.split('\r\n')[0]).toBe('cluster,highest');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'The result is no longer kept' })).toBeVisible();
  await checkAccessibility(page);
  await signIn(page, folder, 'doris');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect.poll(() => readRow(page, 1, ['c0'])).toEqual(['0']);
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('menuitem', { name: /max\(fertility\)/ })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the result as a dataset' });
  await dialog.getByRole('combobox', { name: 'Namespace' }).fill('sql-results');
  await dialog.getByLabel('Name in the address').fill('highest');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'highest' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('6 rows');
  expect(problems).toEqual([]);
});

test('rows are downloaded as a file', async () => {
  const page = await openPage(browser, served.address);
  await openDataset(page, 'Environment', 'Carbon dioxide in the air at Mauna Loa');
  await expect(page.getByRole('contentinfo')).toContainText('741 rows');
  await page.keyboard.press('Control+e');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const text = await (await (await download).createReadStream()).toArray();
  expect(Buffer.concat(text).toString('utf8').trimEnd().split('\n')).toHaveLength(742);
});

test('a lost connection is reported, and restored: the page keeps its view and asks again for what it shows', async () => {
  const own = mkdtempSync(path.join(tmpdir(), 'almanac-lost-'));
  const first = await serveWindow(own);
  const { port } = new URL(first.address);
  const page = await openPage(browser, first.address);
  await openDataset(page, 'Transport', airports);
  await expect(page.locator('[row-index="0"] [col-id="c0"]')).toBeVisible();
  await first.close();
  await expect(page.getByText('The connection was lost. Connecting again…')).toBeVisible();
  // The page does not learn of what changes meanwhile.
  const towns = path.join(own, 'towns.csv');
  writeFileSync(towns, 'name,inhabitants\nUlm,128928\nKiel,252668\n');
  runCli(['publish', towns, '--to', 'transport/towns', '--data', own]);
  const again = await serveWindow(own, ['--port', port]);
  await expect(page.getByText('The connection was lost. Connecting again…')).toBeHidden();
  await expect(page.locator('[row-index="0"] [col-id="c0"]')).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'towns' })).toBeVisible();
  await page.getByRole('tab', { name: 'Columns' }).click();
  await expect(page.getByText('Name of the airport.')).toBeVisible();
  await page.close();
  await again.close();
  rmSync(own, { recursive: true, force: true });
});

test('an embedded table fits into a page of another site, and nothing else may embed it', async () => {
  const page = await openPage(browser, `http://127.0.0.1:${newsPort}/`);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('741')).toBeVisible();
  await expect(frame.getByRole('link', { name: /^Open at/ })).toBeVisible();
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.height ?? 0).toBeGreaterThan(80);
  const elsewhere = await openPage(browser, `http://localhost:${newsPort}/`);
  await expect(elsewhere.frameLocator('iframe').getByText('741')).toHaveCount(0);
});

for (const [name, width, height] of [
  ['phone', 390, 844],
  ['tablet', 768, 1024],
  ['desktop', 1440, 900],
] as const) {
  test(`on the screen of a ${name}, one finds a dataset, reads, filters and sees charts`, async () => {
    const page = await openPage(browser, served.address, width, height);
    await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible();
    await pictureInBothThemes(page, `browser-${name}-home`);
    if (width < 700) {
      await page.getByRole('button', { name: 'Show the catalogue' }).click();
      await pictureInBothThemes(page, `browser-${name}-catalogue`);
    }
    await openDataset(page, 'Transport', airports);
    await expect(page.locator('[row-index="0"] [col-id="c0"]')).toBeVisible();
    await expect(page.getByRole('tree')).toHaveCount(width < 700 ? 0 : 1);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Alaska');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('contentinfo')).toContainText('of 3,376 rows');
    await pictureInBothThemes(page, `browser-${name}-rows`);
    await page.getByRole('tab', { name: 'Charts' }).click();
    await expect(page.locator('canvas, svg[role="img"], figure').first()).toBeVisible();
    await pictureInBothThemes(page, `browser-${name}-charts`);
    // Nothing is wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await checkAccessibility(page);
  });
}
