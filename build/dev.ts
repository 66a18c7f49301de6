import { spawn } from 'node:child_process';
import { electronRuntime, runtimeLine } from './electron-runtime.ts';
import { root } from './places.ts';
import { ensureSystemPackages, toRun } from './system-packages.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);

ensureSystemPackages(toRun, say);
const runtime = await electronRuntime(say);
say(runtimeLine(runtime));
const vite = spawn('vite', process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: runtime.folder },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vite.kill(signal));
vite.on('exit', (code) => process.exit(code ?? 1));
