import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { englishText } from '#shared/english/english-text.ts';
import type { CommandAction } from './running/help/define-command.ts';
import { CommandFailure, exitCodes } from './running/run.ts';

interface OpenOptions {
  readonly data?: string;
}

/** Starts the window, or passes these arguments to a running one; settles when that is done. */
export type LaunchWindow = (words: readonly string[]) => Promise<void>;

/** `almanac open`: opens the window, and shows files and links in it. */
export function openAction(launch: LaunchWindow = launchWindow): CommandAction {
  return { run: (files: readonly string[], words: OpenOptions) => openFiles(files, words, launch) };
}

async function openFiles(given: readonly string[], { data }: OpenOptions, launch: LaunchWindow): Promise<void> {
  const { fileStamp } = await import('../backend/handlers/viewed-files.ts');
  const { isOpenLink } = await import('#shared/open-link.ts');
  const links = given.filter((word) => isOpenLink(word));
  const files = given.filter((word) => !isOpenLink(word));
  const there: string[] = [];
  for (const file of files) {
    const whole = path.resolve(file);
    const isReadable = await fileStamp(whole).then(
      () => true,
      (error: unknown) => reportProblem(file, error),
    );
    if (isReadable) there.push(whole);
  }
  if (files.length > 0 && there.length === 0 && links.length === 0) return;
  const place = data === undefined ? [] : [`--data=${path.resolve(data)}`];
  // The window shows the files and their problems itself; here they are checked at the same time.
  await Promise.all([
    launch([...place, '--', ...there.map((file) => pathToFileURL(file).href), ...links]),
    checkFiles(there),
  ]);
}

/** Reports what is wrong with a file. @returns false */
async function reportProblem(file: string, error: unknown): Promise<false> {
  const { explainJobError } = await import('../jobs/queue/job-failure.ts');
  process.stderr.write(`almanac: ${file}: ${englishText(explainJobError(error).failure)}\n`);
  process.exitCode = exitCodes.failed;
  return false;
}

/** Checks by their first records whether files can be read as tables. */
async function checkFiles(files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-open-'));
  const { openSourceFiles } = await import('../service/user-files.ts');
  const { previewFile } = await import('../jobs/publish/planned-file.ts');
  const source = await openSourceFiles(folder, true);
  try {
    for (const file of files) {
      await previewFile(source, { path: file, options: {} }, folder, 'show').catch((error: unknown) =>
        reportProblem(file, error),
      );
    }
  } finally {
    await source.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long to watch a new window for failure. */
const launchMs = 2_000;

/** The program with the window: this one if it is installed, otherwise that of the source tree. */
function windowProgram(): readonly [program: string, ...words: string[]] {
  if (process.versions.electron !== undefined) return [process.execPath];
  const start = ['../../build/commands/start.ts', '../build/commands/start.ts']
    .map((file) => path.join(import.meta.dirname, file))
    .find((file) => existsSync(file));
  if (start === undefined) throw new CommandFailure('The desktop application is not installed here.');
  return [process.execPath, start];
}

async function launchWindow(words: readonly string[]): Promise<void> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    throw new CommandFailure('There is no display to open a window on.');
  }
  const [program, ...first] = windowProgram();
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const child = spawn(program, [...first, ...words], { detached: true, stdio: 'ignore', env });
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new CommandFailure(`The window could not be opened: ${why}`));
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code, signal) => (code === 0 ? resolve() : fail(signal ?? `exit code ${code}`)));
    // A process that keeps running is the window itself; one that exits has passed the files to a running window.
    setTimeout(resolve, launchMs);
  });
  child.unref();
}
