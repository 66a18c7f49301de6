import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from '@playwright/test';

const released = process.env.ALMANAC_RELEASED ?? '';
const program = path.join(released, 'almanac-window');
const commandLine = path.join(released, 'almanac');
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

test.skip(released === '', 'Tests of the packed program run by `npm run qa -- package`.');

let folder = '';
test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'almanac-released-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test('the fuses are set as a release requires', async () => {
  const wire = await getCurrentFuseWire(program);
  // The fuse wire contains the characters 0 and 1, and "r" for a removed fuse.
  const state = (fuse: FuseV1Options) => Number(wire[fuse]) === '1'.charCodeAt(0);
  expect({
    runAsNode: state(FuseV1Options.RunAsNode),
    cookieEncryption: state(FuseV1Options.EnableCookieEncryption),
    nodeOptions: state(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspector: state(FuseV1Options.EnableNodeCliInspectArguments),
    onlyFromArchive: state(FuseV1Options.OnlyLoadAppFromAsar),
    fileProtocolPrivileges: state(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: true,
    cookieEncryption: true,
    nodeOptions: false,
    inspector: false,
    onlyFromArchive: true,
    fileProtocolPrivileges: false,
  });
});

test('NODE_OPTIONS and --inspect do nothing', () => {
  const marker = path.join(folder, 'intruder');
  const script = path.join(folder, 'intruder.cjs');
  writeFileSync(script, `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`);
  const env = { ...process.env, NODE_OPTIONS: `--require ${script}` };
  const version = spawnSync(commandLine, ['--version'], { env, encoding: 'utf8' });
  const inspected = spawnSync(program, ['--inspect=0', ...flags, `--data=${folder}/data`], {
    env,
    timeout: 8_000,
    encoding: 'utf8',
  });
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(inspected.stderr).not.toContain('Debugger listening');
  expect(readdirSync(folder)).not.toContain('intruder');
});

test('code beside the archive is not run', () => {
  const copy = path.join(folder, 'copy');
  cpSync(released, copy, { recursive: true, verbatimSymlinks: true });
  const intruder = path.join(copy, 'resources', 'app');
  mkdirSync(intruder);
  writeFileSync(path.join(intruder, 'package.json'), '{"main": "main.js"}');
  writeFileSync(path.join(intruder, 'main.js'), 'process.stdout.write("INTRUDER\\n"); process.exit(0);');
  rmSync(path.join(copy, 'resources', 'app.asar'));
  const started = spawnSync(path.join(copy, 'almanac-window'), flags, { timeout: 15_000, encoding: 'utf8' });
  expect(started.stdout).not.toContain('INTRUDER');
});

test('it contains no native libraries for other platforms, no source maps and no sources, but the documents', () => {
  const files = readdirSync(released, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(darwin|win32|musl|arm64|armv7|ia32)/.test(file))).toEqual([]);
  expect(files.filter((file) => /\.(map|tsx?)$/.test(file))).toEqual([]);
  expect(files).toContain('LICENSES.chromium.html');
  // For administrators; the manual page refers to it.
  expect(files).toEqual(expect.arrayContaining(['resources/docs/files.md', 'resources/docs/security-model.md']));
});

test('every package has a reasonable size for a download', () => {
  const made = globSync('*.{deb,tar.gz,tar.xz}', { cwd: path.dirname(released) });
  test.skip(made.length === 0, 'There is no package here.');
  expect(made).toHaveLength(3);
  const sizes = made.map((file) => [file, statSync(path.join(path.dirname(released), file)).size] as const);
  expect(sizes.filter(([, size]) => size >= 130e6)).toEqual([]);
});

/** The id of the backend process whose data is below this folder. */
function backendIn(below: string): number {
  const found = globSync('/proc/[0-9]*/cmdline').find((file) => {
    try {
      const line = readFileSync(file, 'utf8');
      return line.includes(below) && line.includes('node.mojom.NodeService');
    } catch {
      // The process ended meanwhile.
      return false;
    }
  });
  return Number(found?.split('/')[2]);
}

test('the program quits normally after its output was closed', async () => {
  const started = spawn(program, [...flags, `--data=${folder}/data`], { stdio: ['ignore', 'pipe', 'pipe'] });
  started.stdout.destroy();
  started.stderr.destroy();
  const ended = once(started, 'exit');
  await expect.poll(() => existsSync(path.join(folder, 'data', 'service.address')), { timeout: 60_000 }).toBe(true);
  process.kill(backendIn(folder), 'SIGKILL');
  // The log also goes to standard error, which is closed.
  const log = path.join(folder, 'data', 'logs', 'almanac.log');
  const output = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  await expect.poll(output, { timeout: 60_000 }).toContain('The backend ended by itself');
  started.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('the command line lists and serves', async () => {
  const serve = spawn(commandLine, ['serve', '--port', '0', '--data', folder, '--samples'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line = ''] = await new Promise<string[]>((resolve) => {
    createInterface({ input: serve.stdout }).once('line', (text) => resolve([text]));
  });
  const { ready, url } = JSON.parse(line) as { ready: boolean; url: string };
  expect(ready).toBe(true);
  expect((await fetch(`${url}api/`)).status).toBe(200);
  await expect
    .poll(() => execFileSync(commandLine, ['ls', '--json', '--data', folder], { encoding: 'utf8' }), {
      timeout: 60_000,
    })
    .toContain('transport');
  const ended = new Promise((resolve) => serve.once('exit', resolve));
  serve.kill('SIGTERM');
  expect(await ended).toBe(0);
});
