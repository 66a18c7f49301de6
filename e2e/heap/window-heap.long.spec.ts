import type { CDPSession, Page } from '@playwright/test';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, shownTab, test } from '../support/app.ts';

/** A few among the end-to-end tests; `npm run qa -- heap --openings 200` tries as many as are asked for. */
const openings = Number(process.env.ALMANAC_OPENINGS ?? 12);
/** After so many, code is compiled, and every cache and list of recent things holds what it may. */
const warmUp = Math.max(6, Math.floor(openings / 4));

/** Objects of the window that are still reachable. */
interface Retained {
  readonly documents: number;
  readonly nodes: number;
  readonly listeners: number;
  /** In bytes. */
  readonly heap: number;
}

/** What each opening may leave on average, and what is allowed beyond: caches that are not yet full, and noise. */
const bounds: Readonly<Record<keyof Retained, { readonly each: number; readonly beyond: number }>> = {
  documents: { each: 0, beyond: 1 },
  nodes: { each: 1, beyond: 400 },
  listeners: { each: 0.25, beyond: 60 },
  heap: { each: 20_000, beyond: 3_000_000 },
};

const datasets = [
  ['Transport', 'Airports of the United States'],
  ['Society and culture', 'Films'],
] as const;

/** The views of an open dataset, one after the other, each until it has drawn; the rows last. */
async function showViews(window: Page): Promise<void> {
  const tabs = window.locator(`${shownTab} [data-region="views"] [role="tab"]`);
  const panel = window.locator(`${shownTab} [role="tabpanel"] [role="tabpanel"]:visible`);
  const firstCell = window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first();
  // The map is offered once the columns are known.
  await expect(firstCell).toBeVisible();
  for (let view = (await tabs.count()) - 1; view >= 0; view -= 1) {
    await tabs.nth(view).click();
    await expect(tabs.nth(view)).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expect(panel).not.toBeEmpty();
  }
  await expect(firstCell).toBeVisible();
}

/** What opens over the rows, and is closed again. */
async function showPopups(window: Page): Promise<void> {
  const popup = window.getByRole('dialog').or(window.getByRole('menu'));
  for (const name of ['Filter', 'Choose columns', 'Copy selection', 'Display']) {
    await window
      .locator(shownTab)
      .getByRole('button', { name, exact: name === 'Filter' })
      .click();
    await expect(popup.first()).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  }
  await window.locator(`${shownTab} [row-index="0"] [role="gridcell"]`).first().click({ button: 'right' });
  await expect(popup.first()).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
}

async function openAndClose(window: Page, [namespace, label]: readonly [string, string]): Promise<void> {
  await openDataset(window, namespace, label);
  await showViews(window);
  await showPopups(window);
  await window.keyboard.press('Control+W');
  await expect(window.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab')).toHaveCount(0);
}

async function count(session: CDPSession): Promise<Retained> {
  await session.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return { documents, nodes, listeners: jsEventListeners, heap: usedSize };
}

/** Counts until the number of nodes stays the same: what was closed is let go a moment later. */
async function settled(session: CDPSession): Promise<Retained> {
  let last = await count(session);
  await expect(async () => {
    const before = last;
    last = await count(session);
    expect(last.nodes).toBe(before.nodes);
  }).toPass({ intervals: [1_000] });
  return last;
}

test(`${openings} openings of datasets leave nothing in the window`, async ({ app: { window } }) => {
  test.setTimeout(300_000 + openings * 60_000);
  await window.emulateMedia({ reducedMotion: 'reduce' });
  const session = await window.context().newCDPSession(window);
  const series: Retained[] = [];
  let warm: Retained | null = null;
  const openSome = async (from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      await openAndClose(window, datasets[number % datasets.length] ?? datasets[0]);
      if (openings > 50 && number % 20 === 19) series.push(await count(session));
    }
  };
  await openSome(0, warmUp);
  warm = await settled(session);
  await openSome(warmUp, openings);
  const end = await settled(session);
  for (const { documents, nodes, listeners, heap } of series)
    console.log(`${documents} documents, ${nodes} nodes, ${listeners} listeners, ${(heap / 1e6).toFixed(1)} MB`);
  const names = Object.keys(bounds) as (keyof Retained)[];
  const figures = names.map((name) => `${name} ${warm[name]} → ${end[name]}`).join(', ');
  const grown = names.filter((name) => {
    const { each, beyond } = bounds[name];
    return end[name] - warm[name] > each * (openings - warmUp) + beyond;
  });
  console.log(`Heap: ${openings} openings, ${warmUp} to warm up: ${figures}; grew: ${grown.join(', ') || 'nothing'}`);
  expect(grown, figures).toEqual([]);
});
