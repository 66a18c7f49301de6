import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { shell } from 'electron';
import type { GivenTargets } from './given-targets.ts';
import { PersonError } from './person-error.ts';

/** Files that hold data alone. What the system would run or interpret is never opened. */
const dataExtensions = new Set(['.csv', '.tsv', '.json', '.ndjson', '.geojson', '.parquet', '.xlsx', '.txt']);

/** The address as it may be handed to the browser. @throws {PersonError} unless it is plain http or https. */
export function vettedAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol) || address.hostname === '') {
    throw new PersonError('Only web addresses (http or https) are opened in the browser.');
  }
  if (address.username !== '' || address.password !== '') {
    throw new PersonError('An address that carries a name or a password is not opened.');
  }
  return address.href;
}

/** Opens a web address in the person's browser. */
export async function openWebAddress(text: string): Promise<void> {
  await shell.openExternal(vettedAddress(text));
}

/** Shows a file that Almanac wrote in the file manager. */
export function showInFolder(file: string, targets: GivenTargets): void {
  if (!targets.hasBeside(file)) throw new PersonError('Only files that Almanac wrote can be shown.');
  if (!existsSync(file)) throw new PersonError(`The file is no longer there: ${file}`);
  shell.showItemInFolder(path.resolve(file));
}

/** Opens a data file that Almanac wrote with its usual program. */
export async function openFile(file: string, targets: GivenTargets): Promise<void> {
  if (!targets.has(file)) throw new PersonError('Only files that Almanac wrote can be opened.');
  if (!existsSync(file)) throw new PersonError(`The file is no longer there: ${file}`);
  // A link put in its place since may lead to a program.
  const real = realpathSync(file);
  if (![file, real].every((name) => dataExtensions.has(path.extname(name).toLowerCase()))) {
    throw new PersonError('Only data files can be opened.');
  }
  const problem = await shell.openPath(real);
  if (problem !== '') throw new PersonError(problem);
}
