import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { picture, quitApp, startApp, test } from '../support/app.ts';
import { act } from './acts.ts';
import { WindowModel } from './model.ts';
import { expectWindow, smallDatasets } from './window.ts';

/** Always the same one among the end-to-end tests; `npm run walk` takes another each time. */
const seed = Number(process.env.ALMANAC_SEED ?? 1);
const seconds = Number(process.env.ALMANAC_WALK_SECONDS ?? 30);
/** Number of acts between two checks of accessibility, which take a second or two. */
const checkEvery = 8;
/** The keyboard enters a grid by its guards, which this rule does not know; it fails while no row is drawn. */
const ignored = ['scrollable-region-focusable'];

test(`whatever a user does, the window shows what a model of it says (ALMANAC_SEED=${seed})`, async () => {
  test.setTimeout(600_000 + seconds * 1_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-walk-'));
  const app = await startApp(folder);
  const acts: string[] = [];
  const faults: string[] = [];
  app.window.on('pageerror', (error) => faults.push(`${error.stack ?? error.message}`));
  app.window.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  try {
    const datasets = await smallDatasets(app);
    const random = seededRandom(seed);
    const model = new WindowModel();
    const walk = { app, model, datasets, below: (bound: number) => Math.floor(random() * bound) };
    const end = Date.now() + seconds * 1_000;
    while (Date.now() < end) {
      acts.push(await act(walk));
      await expectWindow(app.window, model);
      if (acts.length % checkEvery === 0) await checkAccessibility(app.window, undefined, ignored);
      if (faults.length > 0) throw new Error(`The window reported: ${faults.join('\n')}`);
    }
  } catch (error) {
    await picture(app.window, 'walk-failed');
    console.log(`ALMANAC_SEED=${seed}, after:\n${acts.map((one, number) => `${number + 1}. ${one}`).join('\n')}`);
    throw error;
  } finally {
    console.log(`Walk: ${acts.length} acts, ALMANAC_SEED=${seed}`);
    await quitApp(app);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
