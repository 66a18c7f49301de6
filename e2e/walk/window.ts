import type { Page } from '@playwright/test';
import { expect, type RunningApp, shownTab } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';
import type { Dataset, Expected, Order, WindowModel } from './model.ts';

const small = 20_000;

interface Listed {
  readonly url: string;
  readonly label: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** What the service answers, once it listens again after the end of its process. */
async function read<Answer>(address: string): Promise<Answer> {
  let answer: Response | undefined;
  await expect(async () => {
    answer = await fetch(address);
    expect(answer.status, address).toBe(200);
  }).toPass({ timeout: 60_000 });
  return (await answer?.json()) as Answer;
}

/** The small samples, once all have been imported; each under the only label that begins so. */
export async function smallDatasets(app: RunningApp): Promise<Dataset[]> {
  const api = `${await localServiceAddress(app)}api/v1/`;
  const flights = `${api}namespaces/transport/datasets/flights/data/?limit=1`;
  // The largest sample is imported last.
  await expect.poll(async () => (await (await fetch(flights)).json()).count, { timeout: 240_000 }).toBe(3_000_000);
  const found: Dataset[] = [];
  for (const namespace of ['environment', 'transport', 'society-and-culture']) {
    const listing = await fetch(`${api}namespaces/${namespace}/datasets/`);
    if (!listing.ok) continue;
    for (const { url, label, columns } of ((await listing.json()) as { results: Listed[] }).results) {
      const { count } = await read<{ count: number }>(`${url}data/?limit=1`);
      if (count > small) continue;
      const ordered = columns.flatMap(({ type }, position) => (type === 'geometry' ? [] : [position]));
      const texts = columns.flatMap(({ type }, position) => (type === 'char' ? [position] : []));
      found.push({ address: url, label, columns: columns.map(({ name }) => name), ordered, texts });
    }
  }
  return found;
}

/** What the window shows, in the terms of the model. */
export function shownBy(window: Page): Promise<Expected> {
  return window.evaluate((shown) => {
    const tabs = [...document.querySelectorAll('.tab-list [role="tab"]')];
    const selected = (tab: Element) => tab.getAttribute('aria-selected') === 'true';
    const panel = document.querySelector(shown);
    const views = [...(panel?.querySelectorAll('.dataset-views [role="tablist"] [role="tab"]') ?? [])];
    const head = panel?.querySelector('[role="columnheader"]:is([aria-sort="ascending"], [aria-sort="descending"])');
    const view = views.findIndex(selected);
    const field = panel?.querySelector<HTMLInputElement>('[data-field="row-search"]');
    return {
      tabs: tabs.map((tab) => tab.getAttribute('aria-label') ?? ''),
      active: tabs.findIndex(selected),
      view,
      search: field?.value ?? '',
      order:
        head === null || head === undefined
          ? null
          : {
              column: Number(head.getAttribute('col-id')?.slice(1)),
              direction: head.getAttribute('aria-sort') as Order['direction'],
            },
    };
  }, shownTab);
}

/** Whether the window shows what the model says; in views other than the rows, their query is not on the screen. */
async function expectShown(window: Page, model: WindowModel): Promise<void> {
  const { expected } = model;
  const visible = expected.view === 0 ? expected : { ...expected, search: '', order: null };
  await expect.poll(() => shownBy(window)).toEqual(visible);
}

/** Numbers in a text, whatever the language separates their digits by. */
const numbersIn = (text: string) =>
  (text.match(/\d[\d.,\s’]*/g) ?? []).map((digits) => Number(digits.replaceAll(/\D/g, '')));

/** Whether the number of rows and the first row are those that the service itself gives for the tab's query. */
async function expectServed(window: Page, { active }: WindowModel): Promise<void> {
  if (active === undefined || active.view !== 0) return;
  const { dataset, query } = active;
  const ordering =
    query.order === null
      ? []
      : [['ordering', `${query.order.direction === 'descending' ? '-' : ''}${dataset.columns[query.order.column]}`]];
  const parameters = new URLSearchParams([
    ...ordering,
    ...(query.search === '' ? [] : [['search', query.search]]),
    ['limit', '1'],
  ]);
  const { count, results } = await read<{ count: number; results: Record<string, string | null>[] }>(
    `${dataset.address}data/?${parameters}`,
  );
  const status = window.locator('.status-bar [role="status"]').first();
  await expect
    .poll(async () => numbersIn((await status.textContent()) ?? '')[0], { message: String(parameters) })
    .toBe(count);
  const [first] = results;
  if (first === undefined) return;
  for (const position of dataset.texts) {
    const cell = window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c${position}"]`);
    const value = first[dataset.columns[position] ?? ''];
    // A column beyond the edge of the grid is not drawn, and dates are written in the language of the window.
    if ((await cell.count()) === 0 || !value || /\d/.test(value)) continue;
    await expect(cell, String(parameters)).toHaveText(value.replaceAll(/\s+/g, ' ').trim());
  }
}

/** Checks everything that must hold after each act. */
export async function expectWindow(window: Page, model: WindowModel): Promise<void> {
  await expectShown(window, model);
  await expectServed(window, model);
  const beyond = () =>
    window.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, { message: 'pixels beyond the edge of the window' }).toBeLessThanOrEqual(0);
}
