import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { root } from '../../paths.ts';

/**
 * Runs random tests for some seconds from a seed (`--seed`, `--seconds`), and prints it, so that a failure can be
 * replayed. They are given both in the environment, as `ALMANAC_SEED` and under `secondsName`.
 */
export function runSeeded(command: readonly string[], secondsName: string): void {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      seconds: { type: 'string', default: '120' },
    },
  });
  console.log(`Seed ${values.seed}, ${values.seconds} seconds`);
  const [program = '', ...words] = command;
  const { status } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ALMANAC_TIER: 'all', ALMANAC_SEED: values.seed, [secondsName]: values.seconds },
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
}
