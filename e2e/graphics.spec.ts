import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, startApp, test } from './app.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-graphics-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Starts in a row that found no graphics processor, by the settings; there are none before something is set. */
function missed(): number {
  const file = path.join(folder, 'config', 'settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).graphics.missed : 0;
}

test('a graphics processor that two starts did not find is not looked for by the next', async () => {
  test.setTimeout(180_000);
  for (const start of [1, 2]) {
    const { electron } = await startApp(folder);
    const compositing = () => electron.evaluate(({ app }) => app.getGPUFeatureStatus().gpu_compositing);
    await expect.poll(compositing).not.toBe(undefined);
    test.skip((await compositing()) !== 'disabled_software', 'This computer has a graphics processor.');
    await expect.poll(missed, { timeout: 30_000 }).toBe(start);
    await electron.close();
  }

  const { electron, window } = await startApp(folder);
  await expect(window.getByRole('tree').first()).toBeVisible();
  // Maps are drawn all the same.
  expect(await window.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)).toBe(true);
  // What draws is the process that was begun first of all, and not one that took the place of another that failed.
  const begun = await electron.evaluate(({ app }) => {
    const processes = app.getAppMetrics();
    return processes.toSorted((one, other) => one.creationTime - other.creationTime).map(({ type }) => type);
  });
  expect(begun.indexOf('GPU')).toBeGreaterThan(0);
  expect(begun.indexOf('GPU')).toBeLessThan(begun.indexOf('Tab'));
  await electron.close();
});
