import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { shell } from 'electron';
import { explain } from '#shared/failures.ts';
import { PersonError } from '../calls/user-error.ts';
import type { GivenTargets } from './allowed-targets.ts';

/** Files that hold data alone. What the system would run or interpret is never opened. */
const dataExtensions = new Set(['.csv', '.tsv', '.json', '.ndjson', '.geojson', '.parquet', '.xlsx', '.txt']);

/** The address as it may be handed to the browser. @throws {PersonError} unless it is plain http or https. */
export function vettedAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') {
    throw new PersonError(explain('only-web-addresses'));
  }
  if (address.username !== '' || address.password !== '') {
    throw new PersonError(explain('address-with-credentials'));
  }
  return address.href;
}

/** Opens a web address in the person's browser. */
export async function openWebAddress(text: string): Promise<void> {
  await shell.openExternal(vettedAddress(text));
}

/** Shows a file that Almanac wrote in the file manager. */
export function showInFolder(file: string, targets: GivenTargets): void {
  if (!targets.hasBeside(file)) throw new PersonError(explain('only-own-files-shown'));
  if (!existsSync(file)) throw new PersonError(explain('file-gone', { file }));
  shell.showItemInFolder(path.resolve(file));
}

/** Opens a data file that Almanac wrote with its usual program. */
export async function openFile(file: string, targets: GivenTargets): Promise<void> {
  if (!targets.has(file)) throw new PersonError(explain('only-own-files-opened'));
  if (!existsSync(file)) throw new PersonError(explain('file-gone', { file }));
  // A link put in its place since may lead to a program.
  const real = realpathSync(file);
  if (![file, real].every((name) => dataExtensions.has(path.extname(name).toLowerCase()))) {
    throw new PersonError(explain('only-data-files'));
  }
  const problem = await shell.openPath(real);
  if (problem !== '') throw new PersonError(explain('program-said', { text: problem }));
}
