import { spawnSync } from 'node:child_process';
import { builtSince } from '../build/built.ts';
import { root } from '../build/paths.ts';

/** Builds the program if its sources are newer than what was built. Ends the process if that fails. */
export function ensureBuilt(): void {
  if (!builtSince()) run(['npm', 'run', '-s', 'build'], {}, true);
}

/** Runs tests of the laboratory with Vitest, each with all its cases. */
export function runTests(files: readonly string[], env: NodeJS.ProcessEnv): void {
  run(['npx', 'vitest', 'run', '--reporter=verbose', ...files], { ALMANAC_TIER: 'all', ...env });
}

/** Runs journeys of the laboratory in the window of the built program. */
export function runJourneys(files: readonly string[], env: NodeJS.ProcessEnv): void {
  ensureBuilt();
  run(['node', 'build/commands/e2e.ts', ...files], { ALMANAC_TIER: 'all', ...env });
}

function run([program = '', ...words]: readonly string[], env: NodeJS.ProcessEnv, mustPass = false): void {
  const { status } = spawnSync(program, words, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    // npm is a script of the shell on Windows.
    shell: process.platform === 'win32',
  });
  process.exitCode = status ?? 1;
  if (mustPass && status !== 0) process.exit();
}
