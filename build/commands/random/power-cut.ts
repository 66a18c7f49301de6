import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Runs the test of power failures, which needs root and loop devices, or prints why it cannot. */
const root = path.join(import.meta.dirname, '../../..');
const { status } = spawnSync('npx', ['vitest', 'run', 'electron/commands/kill/power-cut'], {
  cwd: root,
  stdio: 'inherit',
  env: { ALMANAC_TIER: 'all', ALMANAC_POWER_CUTS: '1', ...process.env },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
