import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../build/paths.ts';
import { ensureSystemPackages } from '../../build/system-packages.ts';
import { labCommand } from '../lab-command.ts';
import { distributionSources } from './apt-sources.ts';
import { readmeCommands } from './readme-commands.ts';

/**
 * Creates a minimal root of this machine's own release (Debian or Ubuntu) with only Node, and runs the README's commands
 * in it, on a fresh clone of HEAD.
 */
const command = labCommand('clean-machine')
  .argument('[command]', 'runs the set-up and this command instead')
  .option('--root <folder>', 'where the system is made, and kept')
  .parse();
const log = (line: string) => process.stderr.write(`clean machine: ${line}\n`);
const home = '/home/almanac';
/** How long `npm start` may take until its service answers, in milliseconds: it installs and builds first. */
const startTimeoutMs = 45 * 60_000;

const started = Date.now();
try {
  const summary = await testCleanMachine(command.args.join(' '));
  log(`passed in ${Math.ceil((Date.now() - started) / 60_000)} min: ${summary}`);
} catch (error) {
  log(`failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function testCleanMachine(chosen: string): Promise<string> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('Only the administrator of a Debian or Ubuntu machine can make a root to change into.');
  }
  if (!ensureSystemPackages([['mmdebstrap']], log)) throw new Error('mmdebstrap could not be installed.');
  const { root: named } = command.opts<{ root?: string }>();
  const folder = named ? path.resolve(named) : mkdtempSync(path.join(tmpdir(), 'almanac-clean-'));
  try {
    makeRoot(folder);
    cloneInto(path.join(folder, home));
    const commands = readmeCommands(readFileSync(path.join(root, 'README.md'), 'utf8'));
    if (chosen !== '') {
      await run(folder, 'npm install');
      await run(folder, 'npm run setup');
      await run(folder, chosen);
      return chosen;
    }
    await startAndAsk(folder, commands.run);
    await run(folder, commands.test);
    return `${commands.run}; ${commands.test}`;
  } finally {
    if (!named) rmSync(folder, { recursive: true, force: true });
  }
}

/** A minimal root with this machine's configuration for package sources and registries. */
function makeRoot(folder: string): void {
  const release = readFileSync('/etc/os-release', 'utf8');
  const codename = /^VERSION_CODENAME=(.+)$/m.exec(release)?.[1] ?? '';
  const { lines, stanzas } = distributionSources(sourceTexts(), codename);
  if (codename === '' || lines + stanzas === '')
    throw new Error('This machine names no package sources of its release.');
  mkdirSync(folder, { recursive: true });
  const place = mkdtempSync(path.join(tmpdir(), 'almanac-sources-'));
  try {
    const files = { 'own.list': lines, 'own.sources': stanzas, 'apt.conf': aptSettings() };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(place, name), text);
    const sources = [lines && 'own.list', stanzas && 'own.sources']
      .filter(Boolean)
      .map((name) => path.join(place, name));
    log(`making a minimal ${codename} in ${folder}`);
    const words = [
      '--variant=minbase',
      '--include=ca-certificates',
      '--quiet',
      `--aptopt=${path.join(place, 'apt.conf')}`,
    ];
    const made = spawnSync('mmdebstrap', [...words, codename, folder, ...sources], { stdio: ['ignore', 2, 2] });
    if (made.status !== 0) throw new Error(`mmdebstrap ended with ${made.status ?? made.signal}.`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs']) copyUnchanged(file, folder);
  placeNode(folder);
}

function sourceTexts(): string[] {
  const parts = '/etc/apt/sources.list.d';
  const names = existsSync(parts) ? readdirSync(parts).map((name) => path.join(parts, name)) : [];
  const files = ['/etc/apt/sources.list', ...names].filter(
    (file) => existsSync(file) && /\.(list|sources)$/.test(file),
  );
  return files.map((file) => readFileSync(file, 'utf8'));
}

/** Settings with which this machine reaches its package sources: proxies, certificates, a wrong clock. */
function aptSettings(): string {
  const dumped = execFileSync('apt-config', ['dump'], { encoding: 'utf8' });
  const copied = /^Acquire::(https?|ftp|Check-|Retries|ForceIPv|Proxy|Max-)/;
  return dumped
    .split('\n')
    .filter((line) => copied.test(line))
    .map((line) => `${line}\n`)
    .join('');
}

function copyUnchanged(file: string, folder: string): void {
  if (!existsSync(file)) return;
  cpSync(file, path.join(folder, file), { recursive: true, dereference: true, force: true });
}

/** Only the Node and npm that this script was started with. */
function placeNode(folder: string): void {
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error('Run it by npm: npm run qa -- clean-machine');
  const npmFolder = path.resolve(path.dirname(npm), '..');
  log(`Node from ${node}, npm from ${npmFolder}`);
  const bin = path.join(folder, 'usr/bin');
  cpSync(node, path.join(bin, 'node'), { dereference: true });
  cpSync(npmFolder, path.join(folder, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  for (const program of ['npm', 'npx']) {
    const text = `#!/bin/sh\nexec node /usr/lib/node_modules/npm/bin/${program}-cli.js "$@"\n`;
    writeFileSync(path.join(bin, program), text, { mode: 0o755 });
  }
  for (const kind of ['globalconfig', 'userconfig']) {
    const file = execFileSync(node, [npm, 'config', 'get', kind], { encoding: 'utf8', cwd: tmpdir() }).trim();
    if (!existsSync(file)) continue;
    const target = path.join(folder, kind === 'userconfig' ? 'root/.npmrc' : 'usr/etc/npmrc');
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(file, target, { dereference: true });
  }
}

function cloneInto(target: string): void {
  log('cloning HEAD');
  rmSync(target, { recursive: true, force: true });
  const revision = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  execFileSync('git', ['clone', '--quiet', '--no-local', '--no-checkout', root, target], { stdio: ['ignore', 2, 2] });
  execFileSync('git', ['-C', target, 'checkout', '--quiet', revision], { stdio: ['ignore', 2, 2] });
}

/** Starts a command in the root, with its own processes, mounts and shared memory. */
function enter(folder: string, command: string) {
  const passed = /^((https?|no|all|ftp)_proxy|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS)$/i;
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  const environment = {
    ...Object.fromEntries(kept),
    HOME: '/root',
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LANG: 'C.UTF-8',
  };
  const mounts = [
    'mount --make-rprivate /',
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm"',
    'mount --rbind /sys "$0/sys"',
    `exec chroot "$0" env -i ${Object.keys(environment)
      .map((name) => `${name}="$${name}"`)
      .join(' ')} sh -c 'cd ${home} && exec sh -c "$0"' "$1"`,
  ];
  log(`$ ${command}`);
  const words = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', mounts.join('\n'), folder, command];
  return spawn('unshare', words, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
}

async function run(folder: string, command: string): Promise<void> {
  const child = enter(folder, command);
  child.stdout.pipe(process.stderr);
  const [status, signal] = await once(child, 'exit');
  if (status !== 0) throw new Error(`"${command}" ended with ${status ?? signal}.`);
}

/** Runs a command that does not end by itself until the service that it starts has answered. */
async function startAndAsk(folder: string, command: string): Promise<void> {
  const child = enter(folder, command);
  const ended = once(child, 'exit');
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`"${command}" did not answer within ${startTimeoutMs / 60_000} min.`);
    timer = setTimeout(() => reject(error), startTimeoutMs);
  });
  const address = new Promise<string>((resolve) => {
    let output = '';
    child.stdout.on('data', (piece: Buffer) => {
      process.stderr.write(piece);
      output += piece.toString();
      const url = /"url":"(http:\/\/127\.0\.0\.1:\d+\/)"/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
  const exited = ended.then(([status, signal]) => {
    throw new Error(`"${command}" ended with ${status ?? signal} before its service answered.`);
  });
  try {
    const url = await Promise.race([address, exited, late]);
    const answer = await fetch(`${url}api/v1/namespaces/`, { headers: { Accept: 'application/json' } });
    if (!answer.ok) throw new Error(`${url} answered with ${answer.status}.`);
    log(`"${command}" answers`);
  } finally {
    clearTimeout(timer);
    exited.catch(() => undefined);
    child.kill('SIGKILL');
    await ended;
  }
}
