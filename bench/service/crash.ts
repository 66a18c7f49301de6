import { fork } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openRowStore } from '../../electron/service/store/open-row-store.ts';
import type { StoredVersion } from '../../electron/service/store/row-store.ts';
import { numbersFrom, report, timed } from '../measure.ts';
import { cacheFolder, tableFile } from '../table.ts';

const folder = join(cacheFolder, 'crash');
const source = await tableFile('csv', 300_000);
const random = numbersFrom(4);
const rounds = 10;
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
let bad = 0;
let slowest = 0;
let versions = 0;

const one = start();
await one.begins();
const once = await timed(one.begins);
await one.kill();
bad += await wrongAfterCrash();
for (let round = 1; round < rounds; round += 1) {
  const child = start();
  await child.begins();
  // A random moment of its work, however fast the machine, sometimes after a complete round.
  await wait(random() * 1.5 * once);
  await child.kill();
  bad += await wrongAfterCrash();
}
if (versions === 0) throw new Error('No version was complete at any of the kills, so that nothing was shown.');
await rm(folder, { recursive: true, force: true });
report({
  name: 'Lost, damaged or leftover files after 10 kills',
  measured: bad,
  unit: 'files',
  bound: 0,
  detail: `${versions} versions checked by SHA-256`,
});
report({
  name: 'Slowest start after a kill',
  measured: slowest / 1000,
  unit: 's',
  bound: 2,
  detail: 'of the row store',
});

/** Opens the store as at start-up, and counts the errors. */
async function wrongAfterCrash(): Promise<number> {
  const notes = (await readdir(folder)).filter((name) => name.startsWith('done-'));
  const known: StoredVersion[] = [];
  for (const name of notes) known.push(JSON.parse(await readFile(join(folder, name), 'utf8').catch(() => 'null')));
  const complete = known.filter((version) => version !== null);
  const store: { rows?: Awaited<ReturnType<typeof openRowStore>> } = {};
  slowest = Math.max(
    slowest,
    await timed(async () => {
      store.rows = await openRowStore(join(folder, 'store'));
      await store.rows.keepOnly(new Set(complete.map(({ key }) => key)));
    }),
  );
  let wrong = 0;
  for (const version of complete) if ((await store.rows?.verify(version, {})) !== 'verified') wrong += 1;
  await store.rows?.close();
  versions += complete.length;
  const names = await readdir(folder, { recursive: true });
  const leftOver = names.filter(
    (name) => /\.part|tmp_|unfinished\/|spill\//.test(name) && !name.startsWith('export.csv'),
  );
  return wrong + leftOver.length;
}

/** Starts the process that ingests, sorts and exports. */
function start() {
  const child = fork(join(import.meta.dirname, 'crash-process.ts'), [folder, source]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return {
    /** Resolves when the next round of its work begins. */
    begins: () => new Promise((resolve) => child.once('message', resolve)),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
