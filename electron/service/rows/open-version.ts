import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFileName } from '../ingest/ingest.ts';
import { DamagedVersionError, type StoredVersion } from './row-store.ts';
import { type StoreFolders, versionFolder } from './store-folders.ts';

/** Where the stored file of a version is. */
export function dataFile(folders: StoreFolders, { key }: Pick<StoredVersion, 'key'>): string {
  return join(versionFolder(folders.versions, key), dataFileName);
}

/** Makes sure that the stored file is there and as long as it was. @throws {DamagedVersionError} */
export async function assertWhole(folders: StoreFolders, version: StoredVersion): Promise<void> {
  const found = await stat(dataFile(folders, version)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (found === null) throw new DamagedVersionError(version.key, 'The file of this version is missing.');
  if (found.size !== version.bytes) {
    throw new DamagedVersionError(
      version.key,
      `The file of this version has ${found.size} bytes in place of ${version.bytes}.`,
    );
  }
}
