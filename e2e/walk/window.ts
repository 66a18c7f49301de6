import type { Page } from '@playwright/test';
import { expect, type RunningApp, shownTab } from '../support/app.ts';
import { localServiceAddress } from '../support/local-service-address.ts';
import { type Column, type Dataset, type Expected, type Order, parametersOf, type WindowModel } from './model.ts';
import { textIn } from './tree.ts';

const small = 20_000;

interface Listed {
  readonly url: string;
  readonly label: string;
  readonly columns: readonly Column[];
}

/** What a service answers, once it listens again after the end of its process. */
export async function readService<Answer>(address: string): Promise<Answer> {
  let answer: Response | undefined;
  await expect(async () => {
    answer = await fetch(address);
    expect(answer.status, address).toBe(200);
  }).toPass({ timeout: 60_000 });
  return (await answer?.json()) as Answer;
}

/** The small datasets of a namespace; none if there is no such namespace. */
async function smallDatasetsOf(namespace: string, isRemote: boolean): Promise<Dataset[]> {
  const listing = await fetch(`${namespace}datasets/`);
  if (!listing.ok) return [];
  const found: Dataset[] = [];
  for (const { url, label, columns } of ((await listing.json()) as { results: Listed[] }).results) {
    const { count } = await readService<{ count: number }>(`${url}data/?limit=1`);
    if (count <= small) found.push({ address: url, label, namespace: null, isRemote, columns, isEmpty: false });
  }
  return found;
}

/**
 * The datasets of the walk: the small samples, once all have been imported, and those of the other service; each under
 * the only label that begins so.
 */
export async function smallDatasets(app: RunningApp, remote: string): Promise<Dataset[]> {
  const api = `${await localServiceAddress(app)}api/v1/`;
  const flights = `${api}namespaces/transport/datasets/flights/data/?limit=1`;
  // The largest sample is imported last.
  await expect.poll(async () => (await (await fetch(flights)).json()).count, { timeout: 240_000 }).toBe(3_000_000);
  const found: Dataset[] = [];
  for (const name of ['environment', 'transport', 'society-and-culture']) {
    found.push(...(await smallDatasetsOf(`${api}namespaces/${name}/`, false)));
  }
  return [...found, ...(await smallDatasetsOf(remote, true))];
}

/**
 * What the window shows, in the terms of the model.
 * @param sorted the order that the rows must have
 */
function shownBy(window: Page, sorted: Order | null): Promise<Expected> {
  const parameters = { shown: shownTab, sorted };
  return window.evaluate(({ shown, sorted }) => {
    const tabs = [...document.querySelectorAll('[data-region="tabs"] [role="tab"]')];
    const selected = (tab: Element) => tab.getAttribute('aria-selected') === 'true';
    const panel = document.querySelector(shown);
    const views = [...(panel?.querySelectorAll('[data-region="views"] [role="tab"]') ?? [])];
    const isAway =
      sorted !== null && panel?.querySelector(`[role="columnheader"][col-id="c${sorted.column}"]`) === null;
    const head = panel?.querySelector('[role="columnheader"]:is([aria-sort="ascending"], [aria-sort="descending"])');
    const view = views.findIndex(selected);
    const field = panel?.querySelector<HTMLInputElement>('[data-field="row-search"]');
    return {
      tabs: tabs.map((tab) => tab.getAttribute('aria-label') ?? ''),
      active: tabs.findIndex(selected),
      title: panel?.querySelector('header h2')?.textContent ?? '',
      view,
      search: field?.value ?? '',
      // A column beyond the edge of the grid is not drawn.
      order:
        head === null || head === undefined
          ? isAway
            ? sorted
            : null
          : {
              column: Number(head.getAttribute('col-id')?.slice(1)),
              direction: head.getAttribute('aria-sort') as Order['direction'],
            },
      conditions: panel?.querySelectorAll('.mantine-Pill-root').length ?? 0,
    };
  }, parameters);
}

/** Whether the active tab's rows can be read again, or stay as they were read. */
const hasRows = ({ active, isAway }: WindowModel) =>
  active?.view === 0 && !active.dataset.isEmpty && (active.isRead || !active.dataset.isRemote || !isAway);

const withoutQuery = (shown: Expected): Expected => ({ ...shown, search: '', order: null, conditions: 0 });

/** Whether the window shows what the model says. Other views show as much of the query as they need. */
export async function expectShown(window: Page, model: WindowModel): Promise<void> {
  const { expected } = model;
  const visible = hasRows(model) ? (shown: Expected) => shown : withoutQuery;
  await expect.poll(async () => visible(await shownBy(window, expected.order))).toEqual(visible(expected));
}

/** Numbers in a text, whatever the language separates their digits by. */
const numbersIn = (text: string) =>
  (text.match(/\d[\d.,\s’]*/g) ?? []).map((digits) => Number(digits.replaceAll(/\D/g, '')));

/** Whether the number of rows and the first row are those that the service itself gives for the tab's query. */
async function expectServed(window: Page, model: WindowModel): Promise<void> {
  const { active } = model;
  if (active === undefined || !hasRows(model)) return;
  const { dataset, query } = active;
  const parameters = parametersOf(dataset, query);
  parameters.set('limit', '1');
  const { count, results } = await readService<{ count: number; results: Record<string, string | null>[] }>(
    `${dataset.address}data/?${parameters}`,
  );
  const status = window.locator('[data-region="status"] [role="status"]').first();
  await expect
    .poll(async () => numbersIn((await status.textContent()) ?? '')[0], { message: String(parameters) })
    .toBe(count);
  for (const [position, { name, type }] of dataset.columns.entries()) {
    const value = results[0]?.[name];
    const cell = window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c${position}"]`);
    // A column beyond the edge of the grid is not drawn, and dates are written in the language of the window.
    if (type !== 'char' || !value || /\d/.test(value) || (await cell.count()) === 0) continue;
    await expect(cell, String(parameters)).toHaveText(value.replaceAll(/\s+/g, ' ').trim());
  }
  model.noteRead();
}

/** Whether the window says that a dataset has no data yet, and which of its datasets cannot be reached now. */
async function expectStates(window: Page, { active, isAway, language }: WindowModel): Promise<void> {
  if (active === undefined) return;
  const sign = window.locator(`${shownTab} header [role="status"]`);
  await expect(sign).toHaveCount(active.dataset.isRemote && isAway ? 1 : 0);
  if (!active.dataset.isEmpty || active.view !== 0) return;
  await expect(window.locator(shownTab)).toContainText(await textIn(language, ['rows', 'noDataTitle']));
}

/** Checks everything that must hold after each act. */
export async function expectWindow(window: Page, model: WindowModel): Promise<void> {
  await expectShown(window, model);
  await expectStates(window, model);
  await expectServed(window, model);
  const beyond = () =>
    window.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(beyond, { message: 'pixels beyond the edge of the window' }).toBeLessThanOrEqual(0);
}
