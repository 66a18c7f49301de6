import { globSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../../electron/service/service.ts';

/** Loads samples into an empty store, as a first start does. @see prepared-store.ts */
const [dataFolder = '', samples = ''] = process.argv.slice(2);

/** Milliseconds in which the row files of the samples are built, also on a busy machine. */
const timeoutMs = 240_000;

const count = (pattern: string) => globSync(pattern, { cwd: dataFolder }).length;
const service = await startService({ dataFolder, samples });
await service.whenSamplesLoaded;
const versions = count('rows/versions/*');
if (versions === 0) throw new Error(`There are no samples in ${samples}: npm run build makes them`);
for (const end = Date.now() + timeoutMs; count('rows/cache/*/rows/rows.off') < versions; await sleep(100)) {
  if (Date.now() > end) throw new Error(`The row files of the samples were not built within ${timeoutMs / 1000} s`);
}
await service.close();
