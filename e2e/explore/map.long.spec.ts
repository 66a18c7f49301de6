import type { Locator, Page } from '@playwright/test';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { readRow } from '../actions/read-row.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { openComputed, test } from '../computed/with-computed.ts';
import { expect, shownTab } from '../support/app.ts';

function status(window: Page): Locator {
  return window.getByRole('status').filter({ hasText: 'on the map' });
}

/** Moves one finger over the screen, as a touch screen reports it. */
async function dragByFinger(window: Page, from: readonly number[], to: readonly number[]): Promise<void> {
  const session = await window.context().newCDPSession(window);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', [x = 0, y = 0]: readonly number[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (const share of [0.3, 0.6, 1]) {
    await touch(
      'touchMove',
      from.map((start, at) => start + share * ((to[at] ?? 0) - start)),
    );
  }
  await touch('touchEnd', to);
  await session.detach();
}

/** The middle of the map on the screen. */
async function middleOf(map: Locator): Promise<readonly [x: number, y: number]> {
  const box = await map.boundingBox();
  if (box === null) throw new Error('There is no map');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

test('sixty thousand places: groups at low zoom, each one of fewer, an area, colours, sizes', async ({
  own: { window },
}) => {
  await openComputed(window, 'Sixty thousand places');
  await window.getByRole('tab', { name: 'Map' }).click();
  const map = window.getByLabel('Map of Sixty thousand places');
  await expect(status(window)).toContainText('All 60,000 rows on the map');
  await expect(status(window)).toContainText(
    /\d+ of (5[6-9],\d{3}|60,000) in view drawn individually, the rest in [\d,]+ groups/,
  );

  await test.step('colours by a column, with a legend whose classes can be singled out', async () => {
    await window.getByLabel('Colour by').first().click();
    await window.getByRole('option', { name: 'Kind' }).click();
    const legend = window.getByRole('figure', { name: 'Legend' });
    await expect(legend.getByRole('button')).toHaveText(['house', 'shop', 'school', 'park']);
    await legend.getByRole('button', { name: 'park' }).click();
    await expect(legend.getByRole('button', { name: 'park' })).toHaveAttribute('aria-pressed', 'true');
    await legend.getByRole('button', { name: 'park' }).click();
    await checkAndPicture(window, 'map-groups');
  });

  await test.step('drawing an area filters the rows and the map', async () => {
    const [x, y] = await middleOf(map);
    await window.getByRole('button', { name: 'Select an area' }).click();
    await window.mouse.move(x - 120, y - 190);
    await window.mouse.down();
    await window.mouse.move(x + 60, y - 40, { steps: 4 });
    await window.mouse.up();
    const chip = window.getByRole('group', { name: 'Active filters and sorting' }).getByText(/^Place within /);
    await expect(chip).toBeVisible();
    await expect(status(window)).not.toContainText('60,000');
    await expect(status(window)).toContainText(/All [\d,]+ rows/);
    const drawn = Number(
      /All ([\d,]+) rows/.exec((await status(window).textContent()) ?? '')?.[1]?.replaceAll(',', ''),
    );
    expect(drawn).toBeGreaterThan(1000);
    expect(drawn).toBeLessThan(50_000);
    await expect(status(window)).toContainText(/all [\d,]+ in view drawn/);
    await pictureInBothThemes(window, 'map-area');
    await window.getByRole('tab', { name: 'Rows', exact: true }).click();
    await expect(window.getByRole('contentinfo')).toContainText(`${drawn.toLocaleString('en')} of `);
    await window.getByRole('button', { name: 'First row' }).click();
    await expect(window.locator('[role="gridcell"]:focus')).toBeVisible();
  });

  await test.step('points are sized by a column, with a legend, and those in an area are filtered by finger', async () => {
    await window.getByRole('tab', { name: 'Map' }).click();
    await window.getByRole('combobox', { name: 'Size by' }).click();
    await window.getByRole('option', { name: 'Height' }).click();
    await expect(window.getByRole('figure', { name: 'Sizes' })).toHaveText('Height100250');
    await checkAndPicture(window, 'map-sizes');
    const before = await status(window).textContent();
    await window.getByRole('button', { name: 'Select an area' }).click();
    const [x, y] = await middleOf(map);
    await dragByFinger(window, [x - 115, y - 180], [x - 45, y - 100]);
    await expect(window.getByRole('button', { name: 'Select an area' })).toHaveAttribute('aria-pressed', 'false');
    await expect(status(window)).not.toHaveText(before ?? '');
    await expect(status(window)).toContainText(/All [\d,]{3,} rows on the map/);
    await window.getByRole('tab', { name: 'Rows', exact: true }).click();
  });

  await test.step('rows chosen in the grid are marked on the map', async () => {
    await window.locator(`${shownTab} [row-index="2"] [role="gridcell"][col-id="c0"]`).click();
    await window.locator(`${shownTab} [row-index="5"] [role="gridcell"][col-id="c1"]`).click({ modifiers: ['Shift'] });
    await window.getByRole('tab', { name: 'Map' }).click();
    await expect(status(window)).toContainText('4 selected rows marked');
    await pictureInBothThemes(window, 'map-chosen');
  });
});

test('a place leads to its row, by mouse and keyboard; zoomed in, each one is drawn', async ({ own: { window } }) => {
  await openComputed(window, 'Sixty thousand places');
  await beginCondition(window, 'Place');
  await window.getByLabel('West, south, east, north').fill('-31, -1, -29, 1');
  await window.getByRole('button', { name: 'Apply' }).click();
  await window.getByRole('tab', { name: 'Map' }).click();
  const map = window.getByLabel('Map of Sixty thousand places');
  await expect(status(window)).toContainText('1 row on the map · 1 in view, drawn');
  const [x, y] = await middleOf(map);
  await expect(async () => {
    await window.mouse.move(x + 9, y + 9);
    await window.mouse.move(x, y);
    await expect(window.getByText('Click to see all values')).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(window.getByText('Row 1', { exact: true })).toBeVisible();
  await expect(window.getByText('Number 1')).toBeVisible();
  await pictureInBothThemes(window, 'map-hint');
  await window.mouse.click(x, y);
  const details = window.getByRole('complementary', { name: 'Row details' });
  await expect(details.getByRole('heading', { name: 'Row 1' })).toBeVisible();
  await expect(details.getByText('Number')).toBeVisible();
  await expect(details.getByText('"coordinates"')).toBeVisible();
  await pictureInBothThemes(window, 'map-details');
  await details.getByRole('button', { name: 'Show in rows' }).click();
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]:focus`)).toBeVisible();
  expect(await readRow(window, 1, ['c0', 'c3'])).toEqual(['1', 'Point -30, 0']);

  await window.getByRole('tab', { name: 'Map' }).click();
  await expect(status(window)).toContainText('1 selected row marked');
  await map.focus();
  await expect(async () => {
    await window.keyboard.press('Enter');
    await expect(details.getByRole('heading', { name: 'Row 1' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await details.getByRole('button', { name: 'Show in rows' }).click();
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"]:focus`)).toBeVisible();

  await test.step('zoomed in, each of many is drawn, however many others there are', async () => {
    await window.getByRole('button', { name: 'Clear all' }).click();
    await beginCondition(window, 'Place');
    await window.getByLabel('West, south, east, north').fill('12.49, 41.89, 12.51, 41.91');
    await window.getByRole('button', { name: 'Apply' }).click();
    await window.getByRole('tab', { name: 'Map' }).click();
    await expect(status(window)).toContainText(/All [\d,]{3,} rows on the map · all [\d,]{3,} in view drawn/);
    await window.getByRole('button', { name: 'Zoom in' }).click();
    await window.getByRole('button', { name: 'Clear all' }).click();
    await expect(status(window)).toContainText(/All 60,000 rows on the map · all [\d,]{3,} in view drawn/);
    await pictureInBothThemes(window, 'map-near');
  });
});
