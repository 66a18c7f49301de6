import { existsSync, realpathSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shell } from 'electron';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { writeUserFile } from '../../lib/user-file.ts';
import type { AllowedTargets } from './allowed-targets.ts';

/** Extensions of files that contain only data. Nothing that the system would run or interpret is opened. */
const dataExtensions = new Set(['.csv', '.tsv', '.json', '.ndjson', '.geojson', '.parquet', '.xlsx', '.px', '.txt']);

/** The address if it may be handed to the browser. @throws {ExplainedError} unless it is plain http or https. */
export function webAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') {
    throw new ExplainedError(explain('only-web-addresses'));
  }
  if (address.username !== '' || address.password !== '') {
    throw new ExplainedError(explain('address-with-credentials'));
  }
  return address.href;
}

/** Opens a web address in the user's browser. */
export async function openWebAddress(text: string): Promise<void> {
  await shell.openExternal(webAddress(text));
}

/** Shows a file that Almanac wrote in the file manager. */
export function showInFolder(file: string, targets: AllowedTargets): void {
  if (!targets.hasBeside(file)) throw new ExplainedError(explain('only-own-files-shown'));
  if (!existsSync(file)) throw new ExplainedError(explain('file-gone', { file }));
  shell.showItemInFolder(path.resolve(file));
}

/** Opens a data file that Almanac wrote with its usual program. */
export async function openFile(file: string, targets: AllowedTargets): Promise<void> {
  if (!targets.has(file)) throw new ExplainedError(explain('only-own-files-opened'));
  if (!existsSync(file)) throw new ExplainedError(explain('file-gone', { file }));
  // The file may since have been replaced by a link to a program.
  const real = realpathSync(file);
  if (![file, real].every((name) => dataExtensions.has(path.extname(name).toLowerCase()))) {
    throw new ExplainedError(explain('only-data-files'));
  }
  const problem = await shell.openPath(real);
  if (problem !== '') throw new ExplainedError(explain('program-said', { text: problem }));
}

/**
 * Writes a file at a path that the user chose, atomically and durably.
 * @throws {ExplainedError} for any other path, and if the system refuses
 */
export async function writeChosenFile(file: string, content: Buffer, targets: AllowedTargets): Promise<void> {
  if (!targets.has(file)) throw new ExplainedError(explain('only-chosen-places-written'));
  try {
    await writeUserFile(file, (part) => writeFile(part, content));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(explain('file-not-written', { file, reason }));
  }
}
