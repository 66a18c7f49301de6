import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../build/paths.ts';
import { labCommand, seedOption } from '../lab-command.ts';
import { soak } from './soak.ts';

/**
 * Runs a service for hours under mixed load, and fails if it uses more memory, handles, threads, disk or time for a page
 * at the end than at the beginning. Linux only: it reads `/proc`.
 * @see `npm run qa -- soak --hours 8`; `--minutes 3` to try it, `--seed 1` for the same rows and requests
 */
const values = labCommand('soak')
  .option('--minutes <number>', 'how long it runs', '20')
  .option('--hours <number>', 'the same in hours')
  .addOption(seedOption())
  .parse()
  .opts<{ minutes: string; hours?: string; seed: string }>();
const minutes = values.hours === undefined ? Number(values.minutes) : 60 * Number(values.hours);
const folder = path.join(root, 'out');
mkdirSync(folder, { recursive: true });
console.log(`Seed ${values.seed}, ${minutes} minutes`);
const isGood = await soak({ minutes, seed: Number(values.seed), series: path.join(folder, 'soak.ndjson') });
process.exitCode = isGood ? 0 : 1;
