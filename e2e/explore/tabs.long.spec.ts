import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, picture, shownTab, startApp, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const air = 'Carbon dioxide in the air at Mauna Loa';
const quakes = 'A week of earthquakes';

/** A namespace's line in the catalogue. */
function treeLine(window: Page, name: string) {
  return window.getByRole('treeitem', { name, exact: true }).and(window.locator('[aria-level="2"]'));
}

/** Names of the open tabs in their order. */
async function tabsOf(window: Page): Promise<string[]> {
  const tabs = window.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab');
  return Promise.all((await tabs.all()).map(async (tab) => (await tab.getAttribute('aria-label')) ?? ''));
}

test('tabs are restored after a restart with their complete state', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-tabs-'));
  const first = await startApp(folder);
  let tabs: string[] = [];
  let rows = '';
  try {
    const { window } = first;
    await openDataset(window, 'Environment', air);
    await expect(window.getByRole('contentinfo')).toContainText('741 rows', { timeout: 60_000 });
    await window.getByRole('tab', { name: 'Versions' }).click();
    await window
      .getByRole('button', { name: /^Open version/ })
      .last()
      .click();
    await expect(window.getByRole('contentinfo')).toContainText('137 rows');
    await openDataset(window, 'Transport', airports);
    await window.getByRole('tab', { name: airports }).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    await window.getByRole('textbox', { name: 'Search all text columns' }).fill('municipal');
    await window.keyboard.press('Enter');
    await window.getByRole('columnheader', { name: 'State' }).click();
    await window.getByRole('button', { name: 'Choose columns' }).click();
    await window.getByRole('checkbox', { name: 'Country' }).uncheck();
    await window.keyboard.press('Escape');
    await expect(window.getByText('Text: municipal')).toBeVisible();
    await expect(window.getByRole('contentinfo').getByRole('status').first()).toHaveText(/^1?,?\d{3} of [\d,]+ rows$/);
    rows = (await window.getByRole('contentinfo').getByRole('status').first().textContent()) ?? '';
    await window.getByRole('textbox', { name: 'Go to row' }).fill('300');
    await window.keyboard.press('Enter');
    await expect(window.locator(`${shownTab} [row-index="299"]`).first()).toBeVisible();
    await openDataset(window, 'Society and culture', 'ZIP codes of the United States');
    await window.keyboard.press('Control+W');
    await openDataset(window, 'Environment', quakes);
    await window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c0"]`).click();
    await window.keyboard.press('End');
    await expect(window.getByRole('columnheader', { name: 'Place and depth' })).toBeInViewport();
    await expect(window.getByRole('columnheader', { name: 'Magnitude', exact: true })).not.toBeInViewport();
    await treeLine(window, 'Transport').focus();
    await window.keyboard.press('ArrowLeft');
    await expect(treeLine(window, 'Transport')).toHaveAttribute('aria-expanded', 'false');
    await window.getByRole('tab', { name: `${airports}, pinned` }).click();
    tabs = await tabsOf(window);
    expect(tabs).toEqual([`${airports}, pinned`, air, expect.stringMatching(`^${air} at \\d{20}$`), quakes]);
  } finally {
    await first.electron.close();
  }

  const second = await startApp(folder);
  try {
    const { window } = second;
    await expect(window.getByRole('tab', { name: `${airports}, pinned` })).toHaveAttribute('aria-selected', 'true');
    await expect.poll(() => tabsOf(window)).toEqual(tabs);
    await expect(window.getByText('Text: municipal')).toBeVisible();
    await expect(window.getByRole('contentinfo').getByRole('status').first()).toHaveText(rows);
    await expect(window.getByRole('columnheader', { name: 'State' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(window.getByRole('columnheader', { name: 'Country' })).toBeHidden();
    await expect(window.locator(`${shownTab} [row-index="299"]`).first()).toBeVisible();
    await checkAccessibility(window);
    await picture(window, 'tabs-restored');
    // Namespaces in the catalogue are expanded or collapsed as before.
    await expect(treeLine(window, 'Environment')).toHaveAttribute('aria-expanded', 'true');
    await expect(treeLine(window, 'Transport')).toHaveAttribute('aria-expanded', 'false');

    await window.getByRole('tab', { name: quakes }).click();
    await expect(window.getByRole('columnheader', { name: 'Place and depth' })).toBeInViewport();
    await expect(window.getByRole('columnheader', { name: 'Magnitude', exact: true })).not.toBeInViewport();

    await window.getByRole('tab', { name: air, exact: true }).click();
    await expect(window.getByRole('tab', { name: 'Versions' })).toHaveAttribute('aria-selected', 'true');
    await window.getByRole('tab', { name: tabs[2] ?? '' }).click();
    await expect(window.getByRole('contentinfo')).toContainText('137 rows');

    await window.keyboard.press('Control+K');
    await window.keyboard.type('Reopen ZIP');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('tab', { name: 'ZIP codes of the United States' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  } finally {
    await second.electron.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('tabs are reordered by mouse and keyboard, closed, and reopened', async ({ app: { window } }) => {
  const strip = window.getByRole('tablist', { name: 'Open datasets' });
  const tab = (name: string) => strip.getByRole('tab', { name, exact: true });
  const films = 'Films';
  const boroughs = 'Boroughs of London';
  await openDataset(window, 'Society and culture', films);
  // Tabs left open by other tests would be between those that are moved here.
  if ((await tabsOf(window)).length > 1) {
    await tab(films).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Close other tabs' }).click();
  }
  await expect.poll(() => tabsOf(window)).toEqual([films]);
  await openDataset(window, 'Society and culture', boroughs);
  await window
    .getByRole('treeitem', { name: /^Football results/ })
    .last()
    .click();
  await expect.poll(async () => (await tabsOf(window)).length).toBe(3);
  const order = () => tabsOf(window);
  const last = (await order()).at(-1) ?? '';
  expect(await order()).toEqual([films, boroughs, last]);

  await test.step('dragged by the mouse', async () => {
    await tab(last).dragTo(tab(films));
    await expect.poll(order).toEqual([last, films, boroughs]);
  });

  await test.step('moved, switched and closed by keys', async () => {
    await tab(last).click();
    await window.keyboard.press('Control+Shift+ArrowRight');
    await expect.poll(order).toEqual([films, last, boroughs]);
    await expect(tab(last)).toBeFocused();
    await window.keyboard.press('ArrowRight');
    await expect(tab(boroughs)).toBeFocused();
    await expect(tab(boroughs)).toHaveAttribute('aria-selected', 'true');
    await window.keyboard.press('Delete');
    await expect(tab(boroughs)).toBeHidden();
    await window.keyboard.press('Control+Shift+T');
    await expect(tab(boroughs)).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a pinned one comes first, stays when others are closed, and cannot be closed by keys', async () => {
    await tab(boroughs).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Pin', exact: true }).click();
    const pinned = tab(`${boroughs}, pinned`);
    await expect.poll(async () => (await tabsOf(window))[0]).toBe(`${boroughs}, pinned`);
    await window.keyboard.press('Control+W');
    await expect(pinned).toBeVisible();
    await tab(films).click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Close other tabs' }).click();
    await expect.poll(() => tabsOf(window)).toEqual([`${boroughs}, pinned`, films]);
    await pinned.click({ button: 'right' });
    await window.getByRole('menuitem', { name: 'Unpin' }).click();
    await expect(tab(boroughs)).toBeVisible();
  });
});

test('a grid stays as it was left while other tabs are shown', async ({ app: { window } }) => {
  const names = [quakes, airports, air, 'Films', 'Boroughs of London', 'ZIP codes of the United States'];
  const grids = window.locator('.ag-root-wrapper');
  await openDataset(window, 'Environment', quakes);
  await window.locator(`${shownTab} [row-index="3"] [role="gridcell"][col-id="c1"]`).click();
  await window.keyboard.press('Shift+ArrowDown');
  await grids.evaluate((grid) => grid.setAttribute('data-same', ''));
  await openDataset(window, 'Transport', airports);
  // What is kept can neither be seen nor reached.
  await expect(window.getByRole('grid')).toHaveCount(1);
  await expect(window.locator('[data-same]')).toBeHidden();
  await window.locator(`${shownTab} [row-index="1"] [role="gridcell"][col-id="c1"]`).click();
  await window.keyboard.press('Control+Shift+Tab');
  await expect(window.locator('[data-same]')).toBeVisible();
  await expect(window.locator(`${shownTab} [row-index="4"] [role="gridcell"][col-id="c1"]`)).toBeFocused();
  await expect(window.locator(`${shownTab} .rows-chosen`)).toHaveCount(2);
  await window.keyboard.press('Control+Tab');
  await expect(window.locator(`${shownTab} [row-index="1"] [role="gridcell"][col-id="c1"]`)).toBeFocused();
  await checkAccessibility(window);

  await openDataset(window, 'Environment', air);
  for (const name of names.slice(3)) await openDataset(window, 'Society and culture', name);
  await expect(grids).toHaveCount(5);
  await expect(window.locator('[data-same]')).toHaveCount(0);
});

test('many tabs keep their names in a narrow window, and a search finds them', async ({ app: { window } }) => {
  const strip = window.getByRole('tablist', { name: 'Open datasets' });
  const datasets = [
    ['Society and culture', 'Films'],
    ['Society and culture', 'Boroughs of London'],
    ['Environment', quakes],
    ['Environment', air],
    ['Transport', airports],
    ['Transport', 'Bird strikes'],
  ] as const;
  for (const [namespace, dataset] of datasets) await openDataset(window, namespace, dataset);
  await window.setViewportSize({ width: 700, height: 640 });
  const active = strip.getByRole('tab', { selected: true });
  await expect(active).toHaveAccessibleName('Bird strikes');
  await expect(active).toBeInViewport({ ratio: 1 });
  const widths = await strip
    .getByRole('tab')
    .locator('..')
    .evaluateAll((tabs) => tabs.map((tab) => tab.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(120);

  await window.getByRole('button', { name: 'All tabs' }).click();
  const search = window.getByLabel('Search open tabs');
  await expect(search).toBeFocused();
  await expect(window.getByRole('option', { name: /^Films/ })).toContainText('This computer');
  await picture(window, 'tabs-found');
  await checkAccessibility(window);
  await search.fill('nothing is called this');
  await expect(window.getByText('No tab matches.')).toBeVisible();
  await search.fill('film');
  await window.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(active).toHaveAccessibleName('Films');
  await expect(active).toBeInViewport({ ratio: 1 });
  await window.setViewportSize({ width: 1280, height: 800 });
  await active.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Close other tabs' }).click();
  await expect(strip.getByRole('tab')).toHaveCount(1);
  await window.keyboard.press('Control+W');
  await expect(strip).toBeHidden();
});
