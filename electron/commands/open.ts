import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { readFileSource } from '../jobs/publish/file-source.ts';
import { explainJobError } from '../jobs/queue/job-failure.ts';
import { openRowStore } from '../service/rows/open-row-store.ts';
import { readableFile } from '../viewed-files.ts';
import { CommandFailure, exitCodes } from './run.ts';

interface OpenWords {
  readonly data?: string;
}

/** Starts the window, or hands over to the one that runs, with these words; settles when that is done. */
export type LaunchWindow = (words: readonly string[]) => Promise<void>;

/** `almanac open`: the window, and files in it that are shown without being published. */
export function addOpenCommand(program: Command, launch: LaunchWindow = launchWindow): void {
  program
    .command('open')
    .description('Open the window; files are shown in it without being published.')
    .argument('[files...]', 'CSV, TSV, JSON, NDJSON, GeoJSON, Parquet or XLSX; packed with gzip, zstd or zip')
    .option('--data <folder>', 'folder of the local store (default: the application’s own)')
    .action((files: readonly string[], words: OpenWords) => openFiles(files, words, launch));
}

async function openFiles(files: readonly string[], { data }: OpenWords, launch: LaunchWindow): Promise<void> {
  const there: string[] = [];
  for (const file of files) {
    const whole = path.resolve(file);
    const isReadable = await readableFile(whole).then(
      () => true,
      (error: unknown) => complain(file, error),
    );
    if (isReadable) there.push(whole);
  }
  if (files.length > 0 && there.length === 0) return;
  const place = data === undefined ? [] : [`--data=${path.resolve(data)}`];
  // The window shows the files, and what is wrong with them, while they are looked at here.
  await Promise.all([launch([...place, '--', ...there.map((file) => pathToFileURL(file).href)]), checkFiles(there)]);
}

/** Says what is wrong with a file. @returns false */
function complain(file: string, error: unknown): false {
  process.stderr.write(`almanac: ${file}: ${explainJobError(error).failure.message}\n`);
  process.exitCode = exitCodes.failed;
  return false;
}

/** Looks whether files can be read as tables, by their beginnings. */
async function checkFiles(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-open-'));
  const rows = await openRowStore(folder, { prepareAlways: false });
  try {
    for (const file of files) {
      await readFileSource(rows, file, {}, folder, 'show').catch((error: unknown) => complain(file, error));
    }
  } finally {
    await rows.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long a window that is started may take to fail. */
const launchMs = 2_000;

/** The program with the window: this very program where it is installed, the one of the source tree otherwise. */
function windowProgram(): readonly [program: string, ...words: string[]] {
  if (process.versions.electron !== undefined) return [process.execPath];
  const start = ['../../build/start.ts', '../build/start.ts']
    .map((file) => path.join(import.meta.dirname, file))
    .find((file) => existsSync(file));
  if (start === undefined) throw new CommandFailure('The program with the window is not installed here.');
  return [process.execPath, start];
}

async function launchWindow(words: readonly string[]): Promise<void> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new CommandFailure('There is no display here to open a window on.');
  }
  const [program, ...first] = windowProgram();
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(program, [...first, ...words], { detached: true, stdio: 'ignore', env });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new CommandFailure(`The window could not be opened: ${why}`));
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code, signal) => (code === 0 ? resolve() : fail(signal ?? `exit code ${code}`)));
    // One that goes on is the window itself; one that ran already has taken the files over and lets this one end.
    setTimeout(resolve, launchMs);
  });
  child.unref();
}
