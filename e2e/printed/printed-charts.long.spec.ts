import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { formatOpenLink } from '#shared/open-link.ts';
import { show } from '../actions/check-and-screenshot.ts';
import { saveNextTo } from '../actions/input/choose-files.ts';
import { publishInto } from '../actions/remote-service.ts';
import { speak } from '../actions/speak.ts';
import { test as base, expect, quitApp, type RunningApp, savesPictures, startApp } from '../support/app.ts';
import { copyPreparedStore } from '../support/store/prepared-store.ts';
import { awkwardTables } from './awkward-tables.ts';
import { type PrintedChart, printedCharts } from './printed-charts.ts';
import { misplacedTexts, textBoxes } from './text-boxes.ts';

/** Where the pictures stay, for people to look at. */
const pictures = path.join(import.meta.dirname, '..', 'out', 'charts');

const test = base.extend<object, { own: RunningApp }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: the first parameter of a fixture must be a destructuring pattern.
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'almanac-printed-'));
      const tables = path.join(folder, 'tables');
      mkdirSync(tables);
      for (const [name, text] of Object.entries(awkwardTables)) writeFileSync(path.join(tables, name), text);
      copyPreparedStore(folder);
      publishInto(folder, tables, 'awkward');
      const app = await startApp(folder);
      await use(app);
      await quitApp(app);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** The languages and themes in which each chart is exported. */
const variants = [
  { language: 'en', theme: 'light' },
  { language: 'de', theme: 'dark' },
] as const;

function textsOf(language: string): Readonly<Record<'saveSvg' | 'savePng' | 'saved', string>> {
  const file = path.join(import.meta.dirname, `../../shared/locales/${language}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { charts: ReturnType<typeof textsOf> }).charts;
}

/** Opens a chart by its link, alone in a tab. */
async function open({ electron, window }: RunningApp, { namespace, dataset, chart }: PrintedChart) {
  const link = formatOpenLink({ service: null, namespace, dataset, view: [], chart });
  const tabs = window.locator('[data-region="tabs"] [role="tab"], [role="tablist"] [data-tab]');
  for (let left = await tabs.count(); left > 0; left -= 1) await window.keyboard.press('Control+w');
  await electron.evaluate(
    ({ app }, address) => app.emit('open-url', { preventDefault: () => undefined }, address),
    link,
  );
  const card = window.locator('[data-pane]:not([inert])').getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('contentinfo').or(card.locator('footer'))).toBeVisible();
  return card;
}

async function saveAs(app: RunningApp, page: Page, file: string, item: string, saved: string): Promise<Buffer> {
  rmSync(file, { force: true });
  await saveNextTo(app.electron, file);
  await page.locator('[data-pane]:not([inert]) article header button[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: item }).click();
  await expect(page.getByText(saved.replace('{name}', path.basename(file)))).toBeVisible();
  return readFileSync(file);
}

test('values that are all missing are none to chart', async ({ own }) => {
  const late = printedCharts.find(({ name }) => name === 'half-missing');
  if (late === undefined) throw new Error('There is no such chart.');
  await open(own, { ...late, chart: { ...late.chart, from: '2005' } });
  await expect(own.window.getByText('No values to chart')).toBeVisible();
});

for (const { language, theme } of variants) {
  test.describe(`in ${language}, ${theme}`, () => {
    const texts = textsOf(language);
    test.beforeAll(async ({ own }) => {
      mkdirSync(pictures, { recursive: true });
      await speak(own.window, language);
      await show(own.window, theme);
    });
    for (const printed of printedCharts) {
      test(printed.name, async ({ own }) => {
        const card = await open(own, printed);
        await expect(card.locator('canvas').first()).toBeVisible();
        const file = path.join(pictures, `${printed.name}-${language}`);
        const svg = (await saveAs(own, own.window, `${file}.svg`, texts.saveSvg, texts.saved)).toString();
        expect(misplacedTexts(await textBoxes(own.electron, svg))).toEqual([]);
        expect(svg.replace(/<desc>[\s\S]*<\/desc>/, '')).not.toContain('127.0.0.1');
        if (savesPictures) await saveAs(own, own.window, `${file}.png`, texts.savePng, texts.saved);
      });
    }
  });
}
