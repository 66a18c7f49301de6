import { spawnSync } from 'node:child_process';
import { root } from '../../paths.ts';

/**
 * Lets every step of every operation fail, and every process end at each of them: some hours, so each operation is
 * reported when it has been tried.
 */
const { status } = spawnSync('npx', ['vitest', 'run', '--reporter=verbose', 'electron/commands/faults'], {
  cwd: root,
  stdio: 'inherit',
  env: { ALMANAC_TIER: 'all', ALMANAC_FAULTS: '1000000', ...process.env },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
