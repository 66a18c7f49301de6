import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { seed } from '../../electron/lib/testing/tier.ts';
import { checkAccessibility } from '../actions/check-accessibility.ts';
import { addConnection } from '../actions/connect.ts';
import { picture, quitApp, type RunningApp, startApp, test } from '../support/app.ts';
import { act } from './acts.ts';
import { WindowModel } from './model.ts';
import { startOtherService } from './other-service.ts';
import { awaitDeletions, remoteName } from './tree.ts';
import type { Walk } from './walk.ts';
import { expectWindow, smallDatasets } from './window.ts';

const seconds = Number(process.env.ALMANAC_SECONDS ?? 15);
/** Number of acts between two checks of accessibility, which take a second or two, and of acts in a trace. */
const checkEvery = 8;
const traceEvery = 25;
/** The keyboard enters a grid by its guards, which this rule does not know; it fails while no row is drawn. */
const ignored = ['scrollable-region-focusable'];

const traces = path.join(import.meta.dirname, '..', 'out');

/** Reports the errors of the window, and begins to trace what is done in it. */
async function watch({ electron, window }: RunningApp, faults: string[]): Promise<void> {
  window.on('pageerror', (error) => faults.push(`${error.stack ?? error.message}`));
  window.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await electron.context().tracing.start({ snapshots: true });
  await electron.context().tracing.startChunk();
}

test(`whatever a user does, the window shows what a model of it says (ALMANAC_SEED=${seed})`, async () => {
  test.setTimeout(600_000 + seconds * 1_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-walk-'));
  const other = await startOtherService();
  const random = seededRandom(seed);
  const model = new WindowModel();
  const acts: string[] = [];
  const faults: string[] = [];
  const app = await startApp(folder);
  await watch(app, faults);
  const walk: Walk = {
    app,
    model,
    datasets: [],
    door: other.door,
    below: (bound) => Math.floor(random() * bound),
    async restart() {
      await quitApp(walk.app);
      walk.app = await startApp(folder);
      await watch(walk.app, faults);
    },
  };
  try {
    await addConnection(app.window, other.door.address, remoteName);
    walk.datasets.push(...(await smallDatasets(app, other.namespace)));
    const end = Date.now() + seconds * 1_000;
    while (Date.now() < end) {
      acts.push(await act(walk));
      await expectWindow(walk.app.window, model);
      if (acts.length % checkEvery === 0) await checkAccessibility(walk.app.window, undefined, ignored);
      if (faults.length > 0) throw new Error(`The window reported: ${faults.join('\n')}`);
      if (acts.length % traceEvery === 0) {
        await walk.app.electron.context().tracing.stopChunk();
        await walk.app.electron.context().tracing.startChunk();
      }
    }
    await awaitDeletions(model);
  } catch (error) {
    await picture(walk.app.window, 'walk-failed');
    mkdirSync(traces, { recursive: true });
    const trace = path.join(traces, `walk-${seed}.zip`);
    await walk.app.electron.context().tracing.stopChunk({ path: trace });
    console.log(`ALMANAC_SEED=${seed}, after:\n${acts.map((one, number) => `${number + 1}. ${one}`).join('\n')}`);
    console.log(`The last acts: npx playwright show-trace ${trace}`);
    throw error;
  } finally {
    console.log(`Walk: ${acts.length} acts, ALMANAC_SEED=${seed}`);
    await quitApp(walk.app);
    await other.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
