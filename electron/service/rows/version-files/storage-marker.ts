import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeTextDurably } from '../../../lib/durable-file.ts';
import { type ObjectAddress, objectAddressText } from '../../../lib/objects/object-address.ts';

/** Names the object storage in the folder of the rows: without it, the versions of the catalogue would seem lost. */
const markerName = 'objects.json';

/** The versions of a store are not where they are looked for. */
export class OtherStorageError extends Error {
  override readonly name = 'OtherStorageError';
}

/** Records that the versions are in object storage. @param folder of the rows */
export async function noteObjectStorage(folder: string, address: ObjectAddress): Promise<void> {
  const objects = objectAddressText(address);
  // A store that is noted already starts even if the disk is full.
  if ((await notedObjectStorage(folder)) === objects) return;
  await writeTextDurably(join(folder, markerName), `${JSON.stringify({ objects })}\n`);
}

/** Records that the versions are in the folder again. @param folder of the rows */
export async function noteFolder(folder: string): Promise<void> {
  await rm(join(folder, markerName), { force: true });
}

async function notedObjectStorage(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, markerName), 'utf8').catch(() => null);
  return text === null ? null : String((JSON.parse(text) as { objects?: unknown }).objects);
}

/** Whether the versions of a store are in object storage. @param folder of the rows */
export async function isInObjects(folder: string): Promise<boolean> {
  return (await notedObjectStorage(folder)) !== null;
}

/** @param doing what needs the versions in the folder @throws {OtherStorageError} if they are in object storage */
export async function assertInFolder(folder: string, doing: string): Promise<void> {
  const address = await notedObjectStorage(folder);
  if (address === null) return;
  throw new OtherStorageError(`The versions of the store in ${folder} are in object storage, ${address}: ${doing}.`);
}

/**
 * Checks that a store may use object storage. The bucket may be reached by another address than before, so addresses
 * are not compared.
 * @throws {OtherStorageError} if its versions are in the folder
 */
export async function assertInObjects(folder: string): Promise<void> {
  if (await isInObjects(folder)) return;
  const versions = await readdir(join(folder, 'versions')).catch(() => []);
  if (versions.length === 0) return;
  throw new OtherStorageError(
    `The store in ${folder} has ${versions.length} versions of its own, which would not be found in object storage. Copy them there with "almanac migrate --objects".`,
  );
}
