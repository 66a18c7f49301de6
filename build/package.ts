import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { electronRuntime, runtimeLine } from './electron-runtime.ts';
import { drawIcons } from './icons.ts';
import { packDeb } from './packaging/deb.ts';
import { root } from './places.ts';
import { standInFolders } from './stand-in/install.ts';
import { ensureSystemPackages } from './system-packages.ts';

const say = (line: string) => process.stderr.write(`${line}\n`);
const config = path.join(root, 'build', 'packaging', 'electron-builder.mjs');
const out = path.join(root, 'out', 'package');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

const runtime = await electronRuntime(say);
say(runtimeLine(runtime));
const icons = await drawIcons();
must('npm', ['run', '-s', 'build']);

if (runtime.kind === 'stand-in') await packageWithStandIn();
else must('electron-builder', ['--config', config, '--publish', 'never', ...process.argv.slice(2)]);

/** Where Electron's downloads are out of reach: what the machine's own tools can make, and the rest by name. */
async function packageWithStandIn(): Promise<void> {
  process.env.ALMANAC_ELECTRON_DIST = standInFolders.bare;
  process.env.ALMANAC_ELECTRON_VERSION = runtime.version;
  const zipper = '/usr/bin/7za';
  ensureSystemPackages([['p7zip-full']], say);
  if (existsSync(zipper)) process.env.ELECTRON_BUILDER_7ZIP_PATH = zipper;
  const targets = existsSync(zipper) ? ['tar.gz'] : ['dir'];
  must('electron-builder', ['--config', config, '--publish', 'never', '--linux', ...targets]);
  const unpacked = path.join(out, 'linux-unpacked');
  const launcher = path.join(unpacked, 'resources', 'almanac');
  await copyFile(path.join(root, 'build', 'packaging', 'almanac'), launcher);
  await chmod(launcher, 0o755);
  const deb = await packDeb(unpacked, icons, version, out);
  say(`Made ${unpacked}, ${targets.includes('tar.gz') ? 'the tar.gz beside it, ' : ''}and ${deb}`);
  say('Left out: AppImage, dmg, zip, nsis and portable, whose tools are downloaded from places not reached from here.');
}

function must(program: string, words: readonly string[]): void {
  const { status } = spawnSync(program, words, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    say(`${program} failed`);
    process.exit(status ?? 1);
  }
}
