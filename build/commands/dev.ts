import { spawn } from 'node:child_process';
import { electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { root } from '../paths.ts';
import { ensureSystemPackages, toRun } from '../system-packages.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);

ensureSystemPackages(toRun, log);
const runtime = await electronRuntime(log);
log(runtimeLine(runtime));
const vite = spawn('vite', process.argv.slice(2), {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: runtime.folder },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => vite.kill(signal));
vite.on('exit', (code) => process.exit(code ?? 1));
