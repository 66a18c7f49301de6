import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ElectronRuntime, electronRuntime, runtimeLine } from '../electron-runtime.ts';
import { drawIcons } from '../icons.ts';
import { packDeb } from '../packaging/deb.ts';
import { packTarball } from '../packaging/tarball.ts';
import { root } from '../paths.ts';
import { standInFolders } from '../stand-in/install.ts';
import { ensureSystemPackages, toPack } from '../system-packages.ts';

const log = (line: string) => process.stderr.write(`${line}\n`);
const config = path.join(root, 'build', 'packaging', 'electron-builder.mjs');
const out = path.join(root, 'out', 'package');
/** Creates only the unpacked program, for tests. */
const folderOnly = process.argv.includes('--folder');
/** Uses the output of `npm run build` as it is: a step with access to signing keys builds nothing. */
const isBuilt = process.argv.includes('--no-build');
const words = process.argv.slice(2).filter((word) => word !== '--folder' && word !== '--no-build');

const runtime = await electronRuntime(log);
log(runtimeLine(runtime));
const icons = await drawIcons();
if (!isBuilt) {
  for (const stale of globSync('out/*.{js,cjs,map}', { cwd: root })) rmSync(path.join(root, stale));
  must('npm', ['run', '-s', 'build']);
}
rmSync(out, { recursive: true, force: true });
if (process.platform === 'linux') await packageForLinux(runtime);
else must('electron-builder', ['--config', config, '--publish', 'never', ...(folderOnly ? ['--dir'] : []), ...words]);

/**
 * The folder, and from it archives and a deb with the system's own tools; an AppImage if its runtime can be fetched.
 */
async function packageForLinux({ kind, version: electronVersion }: ElectronRuntime): Promise<void> {
  const reachable = kind !== 'stand-in';
  if (!reachable) {
    process.env.ALMANAC_ELECTRON_DIST = standInFolders.bare;
    process.env.ALMANAC_ELECTRON_VERSION = electronVersion;
  }
  const target = reachable && !folderOnly ? ['AppImage', 'dir'] : ['dir'];
  must('electron-builder', ['--config', config, '--publish', 'never', '--linux', ...target, ...words]);
  if (!folderOnly) ensureSystemPackages(toPack, log);
  for (const unpacked of globSync('linux*-unpacked', { cwd: out })) {
    if (folderOnly) log(`Made ${path.join(out, unpacked)}`);
    else await packUnpacked(path.join(out, unpacked), unpacked.includes('arm64') ? 'arm64' : 'x64');
  }
  if (folderOnly) return;
  log('Left out: the dmg, zip, nsis and portable packages, which only macOS and Windows make.');
  if (!reachable) {
    log(
      `Left out: the AppImage, whose runtime is downloaded from a place not reached from here. And this package holds`,
    );
    log(`Electron ${electronVersion} in place of the current one: it is for testing, not for release.`);
  }
}

async function packUnpacked(unpacked: string, architecture: 'x64' | 'arm64'): Promise<void> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const licence = readFileSync(path.join(root, 'LICENSE'), 'utf8');
  const debian = architecture === 'x64' ? 'amd64' : 'arm64';
  const deb = await packDeb({ unpacked, icons, version, architecture: debian, licence }, out);
  const tarballs = (['gz', 'xz'] as const).map((one) => packTarball(unpacked, version, architecture, one, out));
  for (const file of [deb, ...tarballs]) log(`Made ${file} (${Math.round(statSync(file).size / 1e5) / 10} MB)`);
}

function must(program: string, programWords: readonly string[]): void {
  const { status } = spawnSync(program, programWords, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    log(`${program} failed`);
    process.exit(status ?? 1);
  }
}
