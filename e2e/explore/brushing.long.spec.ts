import { checkAndPicture } from '../actions/check-and-screenshot.ts';
import {
  byOrigin,
  byWeek,
  chart,
  columnButton,
  dataOf,
  drawing,
  openCharts,
  removeCharts,
} from '../actions/views/charts.ts';
import { expect, test } from '../support/app.ts';

function sumOf(groups: readonly (readonly [string, number])[]): number {
  return groups.reduce((sum, [, value]) => sum + value, 0);
}

test('brushing one chart filters the other, and leads to its rows', async ({ app }) => {
  const { window } = app;
  await openCharts(window);
  await expect(window.getByRole('region', { name: 'Suggested charts' })).toBeVisible();
  await checkAndPicture(window, 'charts-empty');
  await columnButton(window, 'Departure').click();
  const weeks = await drawing(window, byWeek);
  const canvas = weeks.locator('canvas').first();
  const hasAccent = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
      const wanted = Number.parseInt(accent.slice(1), 16);
      const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
      const isNear = (at: number) =>
        [16, 8, 0].every((shift, channel) => Math.abs((data[at + channel] ?? 0) - ((wanted >> shift) & 255)) < 12);
      for (let at = 0; at < data.length; at += 4) if (isNear(at)) return true;
      return false;
    });
  for (const colorScheme of ['light', 'dark', null] as const) {
    await window.emulateMedia({ colorScheme });
    await expect.poll(hasAccent).toBe(true);
  }
  const pixelsOfWidth = () => canvas.evaluate((element: HTMLCanvasElement) => element.width / element.clientWidth);
  for (const zoom of [1.5, 1]) {
    await app.electron.evaluate(({ BrowserWindow }, factor) => {
      for (const { webContents } of BrowserWindow.getAllWindows()) webContents.setZoomFactor(factor);
    }, zoom);
    await expect.poll(pixelsOfWidth).toBeCloseTo(zoom, 1);
  }
  await columnButton(window, 'From').click();
  await drawing(window, byOrigin);
  const whole = await dataOf(app, byWeek);
  expect(sumOf(whole)).toBe(3_000_000);
  // The largest airports alone, without the others.
  expect(sumOf(await dataOf(app, byOrigin))).toBeLessThan(3_000_000);

  const box = await weeks.boundingBox();
  if (box === null) throw new Error('The chart is not drawn.');
  const y = box.y + box.height / 2;
  await window.mouse.move(box.x + box.width * 0.3, y);
  await window.mouse.down();
  await window.mouse.move(box.x + box.width * 0.45, y, { steps: 5 });
  // While the pointer moves, the values of the other chart are drawn anew with each move.
  const moving = chart(window, byOrigin).locator('canvas').first();
  const pixels = () => moving.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
  const before = await pixels();
  await window.mouse.move(box.x + box.width * 0.6, y, { steps: 5 });
  await expect.poll(pixels).not.toBe(before);
  await expect(chart(window, byWeek).locator('[data-values]')).toBeHidden();
  await checkAndPicture(window, 'charts-brushing');
  await window.mouse.up();
  const selected =
    (await window.getByRole('region', { name: 'Selection' }).locator('span').first().textContent()) ?? '';
  const [, first = '', last = ''] = /^Departure (\S+) – (\S+) · /.exec(selected) ?? [];
  const within = sumOf(whole.filter(([week]) => week >= first && week <= last));
  expect(within).toBeGreaterThan(0);
  expect(within).toBeLessThan(3_000_000);
  await expect.poll(async () => sumOf(await dataOf(app, byOrigin))).toBeLessThanOrEqual(within);
  await checkAndPicture(window, 'charts-brushed');

  await window.getByRole('button', { name: 'Show these rows' }).click();
  await expect(window.getByRole('tab', { name: 'Rows', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(window.getByRole('contentinfo')).toContainText(within.toLocaleString('en-GB'));
  await window.getByRole('button', { name: 'Clear all' }).click();
  await window.getByRole('tab', { name: 'Charts', exact: true }).click();
  await expect(chart(window, byOrigin)).toBeVisible();
  const undo = window.getByRole('button', { name: 'Undo' });
  // The conditions are back, and with the step before them the selection.
  await undo.click();
  await undo.click();
  await expect(window.getByText(selected, { exact: true })).toBeVisible();
  await undo.click();
  await expect(window.getByRole('region', { name: 'Selection' })).toBeHidden();
  await undo.click();
  await expect(chart(window, byOrigin)).toBeHidden();
  await window.getByRole('button', { name: 'Redo' }).click();
  await expect(chart(window, byOrigin)).toBeVisible();
  await removeCharts(window);
});
