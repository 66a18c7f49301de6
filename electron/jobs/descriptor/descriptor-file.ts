import { constants } from 'node:fs';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Value } from 'typebox/value';
import { parseAs } from '#shared/parse-as.ts';
import { followNoLink } from '../../lib/durable-file.ts';
import { systemCodeOf } from '../../lib/errors/system-error.ts';
import { userFileMode } from '../../lib/private-files.ts';
import { isOpenedInPlace, putUserFile } from '../../lib/user-file.ts';
import { DataPackage, DataResource, packageName } from './data-package.ts';

export const descriptorName = 'datapackage.json';

/** Name of a descriptor for this file alone, used if the folder's cannot be extended. */
function ownName(file: string): string {
  return `${file}.${descriptorName}`;
}

async function readPackage(file: string): Promise<{ resources: unknown[] } | 'absent' | 'unreadable'> {
  try {
    return parseAs(DataPackage, await readFile(file, 'utf8')) ?? 'unreadable';
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT' ? 'absent' : 'unreadable';
  }
}

/**
 * A descriptor that only needs to be renamed: written beside its final name, so that neither it nor the file is there
 * without the other for longer than a renaming takes.
 */
export interface PreparedDescriptor {
  readonly file: string;
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Prepares the descriptor of a file. The folder's `datapackage.json` describes all files that were exported into it; if
 * something else has that name, it is left alone and the file gets a descriptor of its own.
 * @param target the described file
 * @param scratch folder on the same disk
 */
export async function prepareDescriptor(
  target: string,
  resource: { readonly path: string; readonly created: string },
  scratch: string,
): Promise<PreparedDescriptor> {
  const folder = path.dirname(target);
  const shared = path.join(folder, descriptorName);
  const known = (await isOpenedInPlace(shared)) ? 'unreadable' : await readPackage(shared);
  const file = known === 'unreadable' ? ownName(target) : shared;
  const before = typeof known === 'object' ? known : {};
  const isOther = (one: unknown) => !Value.Check(DataResource, one) || one.path !== resource.path;
  const others = typeof known === 'object' ? known.resources.filter(isOther) : [];
  const described = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: packageName(path.basename(folder)),
    ...before,
    created: resource.created,
    resources: [...others, resource],
  };
  const part = path.join(scratch, 'descriptor');
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | followNoLink;
  const handle = await open(part, flags, 0o600);
  try {
    await handle.chmod(userFileMode());
    await handle.writeFile(`${JSON.stringify(described, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, commit: () => putUserFile(part, file), discard: () => rm(part, { force: true }) };
}

/** The file's entry in the descriptor beside it; null if there is none. */
export async function findDescription(target: string): Promise<DataResource | null> {
  const folder = path.dirname(path.resolve(target));
  const name = path.basename(target);
  for (const file of [ownName(path.join(folder, name)), path.join(folder, descriptorName)]) {
    const known = await readPackage(file);
    if (typeof known !== 'object') continue;
    for (const resource of known.resources) {
      if (Value.Check(DataResource, resource) && resource.path === name) return resource;
    }
  }
  return null;
}
