import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../paths.ts';

/**
 * All checks and tests, one step after the other, up to the first that fails; then how long each took. The tests of the
 * command line run the one that was built, as users do; alone (`npm run unit`) they run the sources.
 */
const steps = ['setup', 'check', 'build', 'unit', 'e2e'] as const;
const env = { ...process.env, ALMANAC_COMMAND_LINE: path.join(root, 'out', 'cli.cjs') };

const times: string[] = [];
for (const step of steps) {
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', step], {
    cwd: root,
    stdio: 'inherit',
    env,
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  times.push(`${step} ${Math.floor(seconds / 60)} min ${seconds % 60} s`);
  if (status === 0) continue;
  process.exitCode = status ?? 1;
  break;
}
process.stderr.write(`${process.exitCode ? 'failed' : 'passed'}: ${times.join(', ')}\n`);
