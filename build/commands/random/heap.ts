import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { root } from '../../paths.ts';

/** Opens and closes datasets in the window and counts what stays; needs a build. @see `npm run heap -- --openings 200` */
const { values } = parseArgs({ options: { openings: { type: 'string', default: '200' } } });
const { status } = spawnSync('node', ['build/commands/e2e.ts', 'heap/window-heap.long'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ALMANAC_OPENINGS: values.openings },
  shell: process.platform === 'win32',
});
process.exitCode = status ?? 1;
