import { spawn, spawnSync } from 'node:child_process';
import { builtSince } from '../built.ts';
import { electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { root } from '../paths.ts';
import { ensureSystemPackages, toRun } from '../system-packages.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const words = process.argv.slice(2);

if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
  log('There is no display here: starting the service without a window. Its pages can be opened from a browser.');
  run('npm', ['run', '-s', 'almanac', '--', 'serve', '--samples', ...words]);
} else {
  ensureSystemPackages(toRun, log);
  const runtime = await electronRuntime(log);
  log(runtimeLine(runtime));
  if (!builtSince()) {
    log('Building …');
    const built = spawnSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: ['ignore', 2, 2] });
    if (built.status !== 0) process.exit(built.status ?? 1);
  }
  // Chromium refuses its sandbox to root; the page's own sandbox stays.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  run(runtime.program, [root, ...flags, ...words]);
}

function run(program: string, programWords: readonly string[]): void {
  const child = spawn(program, programWords, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
}
