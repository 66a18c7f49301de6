import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import type { Chart } from '#shared/chart.ts';
import { embedParameters, embedPath, type PictureFormat, picturePath } from '#shared/embed.ts';
import { linkParameters, webLinkPath } from '#shared/open-link.ts';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { openPage, type ServedWindow, serveWindow, startBrowser } from '../support/browser-app.ts';

let folder = '';
let served: ServedWindow;
let browser: Browser;

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-pictures-'));
  served = await serveWindow(folder);
  browser = await startBrowser();
});
test.afterAll(async () => {
  await browser?.close();
  await served?.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain: Omit<Chart, 'x' | 'measure'> = {
  id: 'chart-1',
  mark: 'bar',
  y: null,
  color: null,
  facet: null,
  top: 20,
  sort: 'descending',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: false,
};
const count = { function: 'Count', column: null } as const;

interface Shown {
  readonly namespace: string;
  readonly dataset: string;
  readonly chart: Chart;
}

const perState: Shown = {
  namespace: 'transport',
  dataset: 'airports',
  chart: { ...plain, x: { column: 'state', function: null, step: 0 }, measure: count },
};

function addressOf(path: string, { namespace, dataset, chart }: Shown, more: Readonly<Record<string, string>> = {}) {
  const link = linkParameters({ namespace, dataset, view: [], parts: { tab: 'charts', charts: [chart] } });
  return new URL(`../${path}?${link}&${new URLSearchParams(more)}`, served.address).href;
}

const pictureAddress = (format: PictureFormat, shown: Shown, more?: Readonly<Record<string, string>>) =>
  addressOf(picturePath(format), shown, more);

test('a picture drawn by the service shows the bars and the words of the embedded chart', async () => {
  const page = await openPage(browser, addressOf(embedPath, perState, { [embedParameters.view]: 'chart' }));
  const title = 'Number of rows by State';
  await page.getByRole('group', { name: title }).focus();
  await page.keyboard.press('t');
  const table = page.getByRole('table');
  const bars = Number(await table.getAttribute('aria-rowcount')) - 1;
  const states = await table.locator('tbody td:first-child').allTextContents();
  expect([bars, states.length > 5]).toEqual([20, true]);
  const credits = (await page.locator('footer').last().locator('span').textContent()) ?? '';

  const answer = await fetch(pictureAddress('svg', perState, { [embedParameters.language]: 'en' }));
  await page.setContent(await answer.text());
  await expect(page.locator('path[ecmeta_ssr_type="chart"]')).toHaveCount(bars);
  const texts = (await page.locator('text').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
  expect(texts).toEqual(expect.arrayContaining([title, ...states]));
  expect(texts.join(' ')).toContain(credits.split(' · ')[0]);
});

test('the dialog offers the address of a picture, with a preview', async () => {
  const page = await openPage(browser, addressOf(webLinkPath, perState));
  await page.getByRole('button', { name: 'Embed…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed…' });
  for (const [format, theme] of [
    ['SVG picture', 'Light'],
    ['PNG picture', 'Dark'],
  ] as const) {
    for (const [label, choice] of [
      ['Format', format],
      ['Theme', theme],
    ] as const) {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: choice }).click();
    }
    const preview = dialog.getByRole('img', { name: 'Airports of the United States' });
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
    await pictureInBothThemes(page, `embed-${format.slice(0, 3).toLowerCase()}`);
  }
  await checkAccessibility(page);
  const address = await dialog.getByLabel('Address of the picture').inputValue();
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // As a program for emails does, which has no session.
  const { status, headers } = await fetch(address);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
});
