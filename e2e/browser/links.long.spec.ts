import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { isNumeric } from '#shared/api/column.ts';
import { formatWebLink, type LinkedParts, type OpenLink } from '#shared/open-link.ts';
import { everyRow, type Filter, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { addConnection } from '../actions/connect.ts';
import { quitApp, type RunningApp, shownTab, startApp } from '../support/app.ts';
import { type ServedWindow, serveWindow, startBrowser } from '../support/browser-app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-links-'));
let served: ServedWindow;
let browser: Browser;
let program: RunningApp;

test.beforeAll(async () => {
  served = await serveWindow(path.join(folder, 'served'));
  browser = await startBrowser();
  program = await startApp(path.join(folder, 'program'), [], 'empty');
  await addConnection(program.window, new URL('..', served.address).href, 'Served');
});
test.afterAll(async () => {
  await quitApp(program);
  await browser.close();
  await served.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Listed {
  readonly slug: string;
  readonly columns: readonly Column[];
  readonly data: string;
}

async function read<Answer>(address: string): Promise<Answer> {
  const answer = await fetch(address, { headers: { accept: 'application/json' } });
  expect(answer.status, address).toBe(200);
  return (await answer.json()) as Answer;
}

/** Datasets that are small enough to be read often. */
const places = [
  ['environment', 'penguins'],
  ['environment', 'seattle-weather'],
  ['environment', 'co2-concentration'],
  ['society-and-culture', 'movies'],
  ['society-and-culture', 'gapminder'],
  ['transport', 'airports'],
] as const;

const tabNames = { rows: 'Rows', columns: 'Columns', charts: 'Charts', summary: 'Summary', about: 'About' } as const;

/** Random links to the samples. */
function linksFrom(random: () => number) {
  const below = (count: number) => Math.floor(random() * count);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const maybe = (share: number) => random() < share;

  async function filterOn({ name, type }: Column, { data }: Listed): Promise<Filter[]> {
    const { count } = await read<{ count: number }>(`${data}?limit=1`);
    const page = await read<{ results: Record<string, unknown>[] }>(`${data}?limit=1&offset=${below(count)}`);
    const value = page.results[0]?.[name];
    if (value === null || value === undefined || typeof value === 'object')
      return [{ column: name, lookup: 'isnull', value: String(maybe(0.5)) }];
    const ordered = isNumeric(type) || type.startsWith('date');
    const lookups = ordered ? (['exact', 'gte', 'lt', 'ne'] as const) : (['exact', 'icontains', 'ne', 'in'] as const);
    return [{ column: name, lookup: one(lookups), value: String(value) }];
  }

  return async (): Promise<{ readonly link: OpenLink; readonly listed: Listed; view: RowQuery }> => {
    const [namespace, dataset] = one(places);
    const address = new URL(`../api/v1/namespaces/${namespace}/datasets/${dataset}/`, served.address).href;
    const listed = await read<Listed>(address);
    const { columns } = listed;
    const filters = await Promise.all([...Array(below(3))].map(() => filterOn(one(columns), listed)));
    const ordered = columns.filter(({ type }) => type !== 'geometry');
    const ordering = [...Array(below(3))].map(() => ({ column: one(ordered).name, descending: maybe(0.5) }));
    const chosen = columns.filter(() => maybe(0.6)).map(({ name }) => name);
    const view: RowQuery = {
      ...everyRow,
      filters: filters.flat(),
      ...(maybe(0.2) && { join: 'or' as const }),
      ordering: ordering.filter(({ column }, at) => ordering.findIndex((other) => other.column === column) === at),
      search: maybe(0.2) ? one(['a', 'the', 'Ö', '%', '1 2']) : '',
      fields: maybe(0.4) && chosen.length > 0 ? (maybe(0.5) ? chosen.toReversed() : chosen) : null,
    };
    const tab = one(Object.keys(tabNames) as (keyof typeof tabNames)[]);
    const parts: LinkedParts = tab === 'rows' ? {} : { tab };
    return { link: { service: null, namespace, dataset, view: rowQueryToParameters(view), parts }, listed, view };
  };
}

/** A page of a reader with the screen and the languages of the program. */
async function openAsProgram(): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ locale: 'en', timezoneId: 'UTC', viewport });
  return await context.newPage();
}

/** Waits until a window shows a view of so many rows. */
async function expectView(page: Page, tab: string, count: string): Promise<void> {
  const shown = page.locator(shownTab).getByRole('tab', { name: tab, exact: true });
  await expect(shown).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('contentinfo')).toContainText(count);
}

/** What one reads in a view, without what depends on the moment. Null while something is missing. */
async function textOf(page: Page): Promise<string | null> {
  const panel = page.locator(shownTab);
  if ((await panel.locator('[aria-busy="true"], [role="progressbar"]').count()) > 0) return null;
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not shown.
  const text = await panel.innerText();
  return text.replaceAll(/\d+ (second|minute|hour|day)s? ago|now|(Row requests|Views)\s+[\d,]+/g, '…');
}

/** The cells and headings that a grid draws, by their places; none in a view without one. */
async function cellsOf(page: Page): Promise<Map<string, string>> {
  const cells = page.locator(shownTab).locator('[role="gridcell"], [role="columnheader"]');
  return new Map(
    await cells.evaluateAll((all) =>
      all.map((cell): [string, string] => [
        `${cell.closest('[row-index]')?.getAttribute('row-index')} ${cell.getAttribute('col-id')}`,
        cell.textContent ?? '',
      ]),
    ),
  );
}

/** Figures appear one after the other, in both. A grid draws some rows and columns beyond the view, not always as many. */
async function expectSame(page: Page, other: Page): Promise<void> {
  await expect(async () => {
    const [texts, cells] = [
      [await textOf(page), await textOf(other)],
      [await cellsOf(page), await cellsOf(other)],
    ];
    expect(texts).not.toContain(null);
    const [own = new Map(), others = new Map()] = cells;
    const shared = [...own.keys()].filter((place) => others.has(place));
    expect(shared.length).toBeGreaterThanOrEqual(0.7 * Math.max(own.size, others.size));
    expect(shared.map((place) => [place, others.get(place)])).toEqual(shared.map((place) => [place, own.get(place)]));
    if (own.size === 0) expect(texts[1]).toBe(texts[0]);
  }).toPass({ timeout: 120_000 });
}

test('a link opens the same view in a browser, in another one, and in the program', async () => {
  test.setTimeout(3_600_000);
  const nextLink = linksFrom(seededRandom(seed));
  const first = await openAsProgram();
  const second = await openAsProgram();
  for (let tried = 0; tried < caseCount(5, 100); tried += 1) {
    const { link, listed, view } = await nextLink();
    const address = formatWebLink(new URL('..', served.address).href, link);
    await test.step(address, async () => {
      const parameters = new URLSearchParams([...rowQueryToParameters(view), ['limit', '1']]);
      const { count } = await read<{ count: number }>(`${listed.data}?${parameters}`);
      const words = `${count.toLocaleString('en-GB')} `;
      const tab = tabNames[(link.parts?.tab ?? 'rows') as keyof typeof tabNames];
      await first.goto(address);
      await expectView(first, tab, words);
      await second.goto(first.url());
      await expectView(second, tab, words);
      await expectSame(first, second);
      expect(second.url()).toBe(first.url());
      await program.electron.evaluate(({ app }, opened) => {
        app.emit('open-url', { preventDefault: () => {} }, opened);
      }, first.url());
      await expectView(program.window, tab, words);
      await expectSame(first, program.window);
      await program.window.keyboard.press('Control+w');
    });
  }
});
