import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Simulates weeks of use by several people, and prints the seed, with which a failure can be replayed.
 * @see `npm run simulate -- --seed 1 --seconds 120`
 */
const root = path.join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    seconds: { type: 'string', default: '120' },
  },
});
console.log(`Seed ${values.seed}, ${values.seconds} seconds`);
const { status } = spawnSync('npx', ['vitest', 'run', 'electron/commands/simulation'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ALMANAC_SEED: values.seed, ALMANAC_SIMULATION_SECONDS: values.seconds },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
