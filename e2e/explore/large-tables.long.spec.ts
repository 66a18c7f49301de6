import type { Page } from '@playwright/test';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { readRow } from '../actions/read-row.ts';
import { openComputed, test } from '../computed/with-computed.ts';
import { expect, shownTab } from '../support/app.ts';

const all = 100_000_000;
const shown = ['c0', 'c1', 'c2', 'c3'] as const;

/** The grid's text for a row of the hundred million, counted from 1. */
function endlessRow(row: number): string[] {
  const whole = new Intl.NumberFormat('en-GB');
  // A column with halves shows the decimals that its values have at most.
  const halves = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1 });
  return [whole.format(row), halves.format(row / 2), `row ${row}`, `group ${(row - 1) % 7}`];
}

/** The visible rows, 1-based, without those drawn beyond the edges of the grid. */
async function rowsInSight(window: Page): Promise<number[]> {
  return window.evaluate(() => {
    const viewport = document.querySelector('.ag-grid-viewport')?.getBoundingClientRect();
    const head = document.querySelector('.ag-header')?.getBoundingClientRect();
    if (viewport === undefined || head === undefined) return [];
    return [...document.querySelectorAll('[role="row"][row-index]')]
      .filter((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= Math.max(viewport.top, head.bottom) - 1 && box.bottom <= viewport.bottom + 1;
      })
      .map((row) => Number(row.getAttribute('row-index')) + 1)
      .sort((one, other) => one - other);
  });
}

/** Checks that visible rows are consecutive, and that each contains the values for its number. */
async function expectWholeView(window: Page): Promise<number[]> {
  let rows: number[] = [];
  await expect(async () => {
    rows = await rowsInSight(window);
    expect(rows.length).toBeGreaterThan(12);
    expect(rows).toEqual(Array.from({ length: rows.length }, (_, place) => (rows[0] ?? 0) + place));
    for (const row of [rows[0] ?? 0, rows.at(-1) ?? 0]) {
      expect(await readRow(window, row, shown)).toEqual(endlessRow(row));
    }
  }).toPass({ timeout: 20_000 });
  return rows;
}

test.describe('a hundred million rows', () => {
  test.beforeEach(async ({ own: { window } }) => {
    await openComputed(window, 'A hundred million rows');
    await expect(window.getByRole('contentinfo')).toContainText('100,000,000 rows');
    await window.getByRole('button', { name: 'First row' }).click();
    expect(await readRow(window, 1, shown)).toEqual(endlessRow(1));
  });

  test('End, a row by its number, and Home', async ({ own: { window } }) => {
    await window.keyboard.press('Control+End');
    expect((await expectWholeView(window)).at(-1)).toBe(all);
    await expect(window.locator(`${shownTab} [row-index="${all - 1}"] [role="gridcell"]:focus`)).toBeVisible();
    await pictureInBothThemes(window, 'rows-hundred-million');
    for (const row of [57_123_456, 99_999_998, 700_001, 2]) {
      await window.getByRole('textbox', { name: 'Go to row' }).fill(String(row));
      await window.keyboard.press('Enter');
      await expect.poll(() => rowsInSight(window)).toContain(row);
      await expectWholeView(window);
      await expect(window.locator(`${shownTab} [row-index="${row - 1}"] [role="gridcell"]:focus`)).toBeVisible();
    }
    await window.keyboard.press('Control+Home');
    expect((await expectWholeView(window))[0]).toBe(1);
  });

  test('row by row with the arrows, page by page, and a notch of the wheel is a few rows', async ({
    own: { window },
  }) => {
    await window.getByRole('textbox', { name: 'Go to row' }).fill('57123456');
    await window.keyboard.press('Enter');
    await expect(window.locator(`${shownTab} [row-index="57123455"] [role="gridcell"]:focus`)).toBeVisible();
    for (let step = 1; step <= 40; step += 1) await window.keyboard.press('ArrowDown');
    await expect(window.locator(`${shownTab} [row-index="57123495"] [role="gridcell"]:focus`)).toBeVisible();
    expect(await expectWholeView(window)).toContain(57_123_496);
    for (let step = 1; step <= 60; step += 1) await window.keyboard.press('ArrowUp');
    expect(await expectWholeView(window)).toContain(57_123_436);

    const before = await expectWholeView(window);
    await window.keyboard.press('PageDown');
    await expect.poll(async () => (await rowsInSight(window))[0]).toBeGreaterThan(before[0] ?? 0);
    const after = await expectWholeView(window);
    expect((after[0] ?? 0) - (before[0] ?? 0)).toBeLessThanOrEqual(2 * before.length);

    await window.locator('.ag-grid-viewport').hover();
    for (let notch = 1; notch <= 10; notch += 1) {
      const from = (await rowsInSight(window))[0] ?? 0;
      await window.mouse.wheel(0, 78);
      await expect.poll(async () => (await rowsInSight(window))[0]).toBe(from + 3);
    }
    await expectWholeView(window);
  });

  test('the scroll bar reaches the last row', async ({ own: { window } }) => {
    const box = await window.locator('.ag-grid-viewport').boundingBox();
    const head = await window.locator('.ag-header').boundingBox();
    if (box === null || head === null) throw new Error('There is no grid');
    const right = box.x + box.width - 6;
    // The thumb is between the header and the arrow at the end of the bar.
    await window.mouse.move(right, head.y + head.height + 30);
    await window.mouse.down();
    // Dragged until it is in place, then released: a busy browser drops mouse moves.
    let at = box.y + box.height / 2;
    const pull = async () => {
      at += 1;
      await window.mouse.move(right, at, { steps: 2 });
      return await rowsInSight(window);
    };
    await expect.poll(async () => (await pull())[0]).toBeGreaterThan(all / 4);
    at = box.y + box.height + 40;
    await expect.poll(pull).toContain(all);
    await window.mouse.up();
    expect((await expectWholeView(window)).at(-1)).toBe(all);
  });
});

test('three hundred columns: the last is reached and read, one is found by its name, one stays frozen', async ({
  own: { window },
}) => {
  await openComputed(window, 'Three hundred columns');
  expect(await readRow(window, 1, ['c0', 'c2'])).toEqual(['0', '1/3']);
  const drawn = await window.locator('[role="columnheader"]').count();
  expect(drawn).toBeLessThan(40);

  await window.getByRole('button', { name: 'Choose columns' }).click();
  await window.getByLabel('Find a column').fill('measure 299');
  await window.getByRole('button', { name: /Go to.*Measure 299/ }).click();
  await window.keyboard.press('Escape');
  expect(await readRow(window, 1, ['c298'])).toEqual(['298']);
  await window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c298"]`).click();
  await window.keyboard.press('ArrowRight');
  await expect(window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c299"]:focus`)).toBeVisible();
  expect(await readRow(window, 1, ['c299'])).toEqual(['1/300']);
  await window.keyboard.press('Control+End');
  expect(await readRow(window, 20_000, ['c298', 'c299'])).toEqual(['19,999,298', '20000/300']);
  await pictureInBothThemes(window, 'rows-three-hundred-columns');
});
