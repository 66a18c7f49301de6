import { checkAccessibility } from '../actions/check-accessibility.ts';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { readRow } from '../actions/read-row.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { openComputed, test } from '../computed/with-computed.ts';
import { expect, shownTab } from '../support/app.ts';

const places = 'Sixty thousand places';

test('a condition offers the values of its column', async ({ own: { window } }) => {
  await openComputed(window, places);
  expect(await readRow(window, 1, ['c0'])).toEqual(['1']);
  await beginCondition(window, 'Kind', 'is one of');
  await window.getByRole('combobox', { name: 'Values' }).click();
  await expect(window.getByText('Counted over all rows')).toBeVisible();
  await expect(window.getByRole('option')).toHaveText([/^house/, /^shop/, /^school/, /^park/]);
  await pictureInBothThemes(window, 'filter-values');
  await window.getByRole('option', { name: /^school/ }).click();
  await window.getByRole('option', { name: /^park/ }).click();
  await checkAccessibility(window);
  await window.keyboard.press('Tab');
  await window.getByRole('button', { name: 'Apply' }).click();
  await expect(window.getByText('Kind is one of school,park')).toBeVisible();
  await expect(window.getByRole('contentinfo')).toContainText('of 60,000 rows');
  expect((await readRow(window, 1, ['c1']))[0]).toMatch(/^(school|park)$/);
  await window.getByRole('button', { name: 'Clear all' }).click();
  await expect(window.getByRole('contentinfo')).not.toContainText('of 60,000 rows');

  await test.step('typing part of a name and Enter chooses the column', async () => {
    await window.getByRole('button', { name: 'Filter', exact: true }).click();
    const column = window.getByRole('combobox', { name: 'Column' });
    await column.click();
    await column.fill('kin');
    await window.keyboard.press('Enter');
    await expect(column).toHaveValue('Kind');
    await window.keyboard.press('Escape');
  });
});

test('details show a complete row: formatted, drawn, and with links that the browser opens', async ({ own }) => {
  const { window, electron } = own;
  await electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedOutside', opened);
    shell.openExternal = async (address) => void opened.push(address);
  });
  await openComputed(window, places);
  await window.locator(`${shownTab} [row-index="1"] [role="gridcell"][col-id="c4"]`).click();
  await window.keyboard.press('Space');
  const details = window.getByRole('complementary', { name: 'Row details' });
  await expect(details.getByRole('heading', { name: 'Row 2' })).toBeVisible();
  await expect(details.getByRole('img', { name: 'Shape of Place' })).toBeVisible();
  await expect(details.getByText('"seen": 1')).toBeVisible();
  await details.getByRole('link', { name: 'https://example.org/places/2' }).click();
  await expect
    .poll(() => electron.evaluate(() => Reflect.get(globalThis, 'openedOutside') as string[]))
    .toEqual(['https://example.org/places/2']);
  expect(window.url()).toBe('app://ui/index.html');
  await checkAndPicture(window, 'row-details');
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(window.locator(`${shownTab} [row-index="1"] [role="gridcell"]:focus`)).toBeVisible();
});

test('details follow the rows: after the view changes they show its first row', async ({ own: { window } }) => {
  await openDataset(window, 'Transport', 'Airports of the United States');
  await window.locator(`${shownTab} [row-index="2"] [role="gridcell"][col-id="c1"]`).click();
  await window.keyboard.press('Space');
  const details = window.getByRole('complementary', { name: 'Row details' });
  await expect(details.getByRole('heading', { name: 'Row 3' })).toBeVisible();
  const search = window.getByRole('textbox', { name: 'Search all text columns' });
  await search.fill('municipal');
  await window.keyboard.press('Enter');
  await expect(details.getByRole('heading', { name: 'Row 1' })).toBeVisible();
  await expect(details.getByText(/municipal/i).first()).toBeVisible();
  await window.locator(`${shownTab} [row-index="2"] [role="gridcell"][col-id="c1"]`).click();
  await expect(details.getByRole('heading', { name: 'Row 3' })).toBeVisible();
  await details.getByRole('button', { name: 'Previous row' }).click();
  await expect(details.getByRole('heading', { name: 'Row 2' })).toBeVisible();
  await search.fill('no airport is called this');
  await window.keyboard.press('Enter');
  await expect(details.getByText('Select a row to see all its values here.')).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await window.keyboard.press('Control+W');
});

test('dragging a range beyond the edge of the grid keeps scrolling', async ({ own: { window, electron } }) => {
  await openComputed(window, 'Three hundred columns');
  expect(await readRow(window, 1, ['c0'])).toEqual(['0']);
  const first = await window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c0"]`).boundingBox();
  const grid = await window.getByRole('grid').boundingBox();
  if (first === null || grid === null) throw new Error('There is no grid');
  await window.mouse.move(first.x + 20, first.y + 10);
  await window.mouse.down();
  await window.mouse.move(first.x + 60, grid.y + grid.height + 30, { steps: 5 });
  await expect(window.locator(`${shownTab} [row-index="60"] [role="gridcell"]`).first()).toBeVisible();
  const firstShown = async () => {
    const heading = await window.getByRole('columnheader').nth(1).textContent();
    return Number(/Measure (\d+)/.exec(heading ?? '')?.[1]);
  };
  // Over the vertical scroll bar, with small movements, because a hand is never quite still.
  const [side, middle] = [grid.x + grid.width - 4, grid.y + grid.height / 2];
  await expect(async () => {
    await window.mouse.move(side - 1, middle);
    await window.mouse.move(side, middle);
    expect(await firstShown()).toBeGreaterThan(14);
  }).toPass();
  await window.mouse.up();
  await window.getByRole('button', { name: 'Copy selection' }).click();
  await window.getByRole('menuitem', { name: /^CSV$/ }).click();
  await expect(window.getByText(/^[\d,]+ cells copied/)).toBeVisible();
  const lines = (await electron.evaluate(({ clipboard }) => clipboard.readText())).split('\n');
  expect(lines.length).toBeGreaterThan(40);
  expect(lines[0]?.split(',').length).toBeGreaterThan(14);
  expect([lines[0], lines[1]].map((line) => line?.split(',')[0])).toEqual(['Measure 1', '0']);
});

test('rows that cannot be read show an error in place, and can be retried', async ({ own: { window }, computed }) => {
  computed.breaks = [10_000, 12_000];
  try {
    await openComputed(window, 'Three hundred columns');
    expect(await readRow(window, 1, ['c0'])).toEqual(['0']);
    await window.getByRole('textbox', { name: 'Go to row' }).fill('11000');
    await window.keyboard.press('Enter');
    const notice = window.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(notice).toBeVisible({ timeout: 60_000 });
    await checkAndPicture(window, 'rows-failed');
    await window.getByRole('button', { name: 'First row' }).click();
    await expect(notice).toBeHidden();
    expect(await readRow(window, 1, ['c0'])).toEqual(['0']);
    await window.getByRole('textbox', { name: 'Go to row' }).fill('11000');
    await window.keyboard.press('Enter');
    computed.breaks = null;
    await notice.getByRole('button', { name: 'Try again' }).click();
    expect(await readRow(window, 11_000, ['c0'])).toEqual(['10,999,000']);
    await expect(notice).toBeHidden();
  } finally {
    computed.breaks = null;
  }
});

test('the progress towards a row of a service without random access is shown', async ({
  own: { window },
  computed,
}) => {
  computed.delay = 100;
  try {
    await openComputed(window, 'Page by page');
    expect(await readRow(window, 1, ['c0'])).toEqual(['1']);
    await window.getByRole('textbox', { name: 'Go to row' }).fill('59900');
    await window.keyboard.press('Enter');
    const note = window.getByRole('status').filter({ hasText: /Row [\d,]+ reached on the way to row [\d,]+/ });
    await expect(note).toBeVisible();
    await expect(note.getByRole('progressbar')).toBeVisible();
    await checkAndPicture(window, 'rows-reached');
    computed.delay = 0;
    expect(await readRow(window, 59_900, ['c0'])).toEqual(['59,900']);
    await expect(note).toBeHidden();
  } finally {
    computed.delay = 0;
  }
});

test('nothing shifts when rows arrive', async ({ own: { window }, computed }) => {
  await openComputed(window, 'A hundred million rows');
  expect(await readRow(window, 1, ['c0'])).toEqual(['1']);
  computed.delay = 1200;
  try {
    await window.evaluate(() => {
      const shifts: { value: number; hadRecentInput: boolean }[] = [];
      Reflect.set(globalThis, 'layoutShifts', shifts);
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push(entry as PerformanceEntry & { value: number; hadRecentInput: boolean });
      }).observe({ type: 'layout-shift' });
    });
    await openComputed(window, 'A million places');
    expect(await readRow(window, 1, ['c0'])).toEqual(['1']);
    // Held back until the rows were seen without their values.
    computed.delay = Number.POSITIVE_INFINITY;
    await window.getByRole('textbox', { name: 'Go to row' }).fill('500000');
    await window.keyboard.press('Enter');
    await expect(window.locator(`${shownTab} [row-index="499999"].rows-loading`)).toBeVisible();
    computed.delay = 0;
    expect(await readRow(window, 500_000, ['c0'])).toEqual(['500,000']);
    const moved = await window.evaluate(() => {
      const shifts = Reflect.get(globalThis, 'layoutShifts') as { value: number; hadRecentInput: boolean }[];
      return shifts.filter((shift) => !shift.hadRecentInput).reduce((sum, shift) => sum + shift.value, 0);
    });
    // The limit for a stable page (web.dev, "Cumulative Layout Shift").
    expect(moved).toBeLessThan(0.01);
  } finally {
    computed.delay = 0;
  }
});
