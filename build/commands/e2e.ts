import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { root } from '../paths.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const runtime = await electronRuntime(log);
log(runtimeLine(runtime));

const playwright = ['playwright', 'test', '-c', path.join(root, 'e2e'), ...process.argv.slice(2)];
const outcome = spawnSync('bash', ['-c', `${sessionPrefix()} exec "$@"`, 'e2e', ...displayPrefix(), ...playwright], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ALMANAC_ELECTRON: runtime.program },
});
process.exitCode = outcome.status ?? 1;

/** A virtual screen if there is none, so that the tests look the same everywhere. */
function displayPrefix(): string[] {
  if (process.platform !== 'linux' || process.env.ALMANAC_E2E_DISPLAY) return [];
  return ['xvfb-run', '-a', '-s', '-screen 0 1600x1000x24'];
}

/** A Secret Service on a private bus, so that no test touches the user's own keychain. */
function sessionPrefix(): string {
  if (process.platform !== 'linux') return '';
  const unlock = 'eval "$(printf almanac | gnome-keyring-daemon --unlock --components=secrets 2>/dev/null)"';
  return `if [ -z "$ALMANAC_PRIVATE_BUS" ]; then
    export ALMANAC_PRIVATE_BUS=1 XDG_DATA_HOME="$(mktemp -d)"
    exec dbus-run-session -- bash -c '${unlock}; exec "$@"' e2e "$@"
  fi;`;
}
