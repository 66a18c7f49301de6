import { randomInt } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../paths.ts';
import { soak } from '../../soak/soak.ts';

/**
 * Runs a service for hours under mixed load, and fails if it uses more memory, handles, threads, disk or time for a page
 * at the end than at the beginning. Linux only: it reads `/proc`.
 * @see `npm run soak -- --hours 8`; `--minutes 3` to try it, `--seed 1` for the same rows and requests
 */
const { values } = parseArgs({
  options: {
    hours: { type: 'string' },
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const minutes = values.hours === undefined ? Number(values.minutes) : 60 * Number(values.hours);
const folder = path.join(root, 'out');
mkdirSync(folder, { recursive: true });
console.log(`Seed ${values.seed}, ${minutes} minutes`);
const isGood = await soak({ minutes, seed: Number(values.seed), series: path.join(folder, 'soak.ndjson') });
process.exitCode = isGood ? 0 : 1;
