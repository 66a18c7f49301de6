import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '#shared/failures.ts';
import { missingAsNull } from '../../../lib/errors/system-error.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { ObjectStore } from '../../../lib/objects/object-store.ts';
import { checksumOf } from '../../files/checksum.ts';
import { DiskFullError, freeBytes } from '../../files/disk-full.ts';
import { openFolders, versionFolder } from '../../files/store-folders.ts';
import { dataFileName } from '../../files/stored-files.ts';
import { DamagedVersionError, type StoredFile, type VersionKey } from '../../files/stored-version.ts';
import { folderFiles } from '../../rows/version-files/folder-files.ts';
import { openData, writeHashed } from './local-copies.ts';
import type { ObjectOptions } from './object-files.ts';
import { dataKey } from './object-keys.ts';

export interface CopiedVersions {
  /** Number of versions that are there now, including those of an earlier, interrupted copy. */
  readonly versions: number;
  /** Bytes that were sent or received. */
  readonly bytes: number;
  /** Versions whose files are damaged or missing where they were copied from. */
  readonly damaged: readonly VersionKey[];
}

/**
 * Copies the files of versions from the folder of a store to object storage, each verified by its checksum before it is
 * sent and by the storage when it arrives. Those that are there already are not sent again.
 * @param root folder of the rows @throws {ObjectStoreError}
 */
export async function copyToObjects(
  files: readonly StoredFile[],
  root: string,
  { address, key: accessKey }: ObjectOptions,
  work: LongWork,
): Promise<CopiedVersions> {
  const store = new ObjectStore(address, accessKey);
  try {
    return await copyEach(files, work, async ({ key, checksum, bytes }) => {
      const object = await store.open(dataKey(key), work.signal);
      object?.body.destroy();
      if (object !== null && object.bytes === bytes && object.sha256 === checksum) return 0;
      const path = join(versionFolder(join(root, 'versions'), key), dataFileName);
      const found = await checksumOf(path, work.signal).catch(missingAsNull);
      if (found !== checksum) throw new DamagedVersionError(key, damageOf(found));
      await store.putFile(dataKey(key), path, checksum, { signal: work.signal });
      return bytes;
    });
  } finally {
    await store.close();
  }
}

/**
 * Copies the files of versions from object storage to the folder of a store, each verified by its checksum. Those that
 * are there already are not fetched again.
 * @param root folder of the rows @throws {ObjectStoreError | DiskFullError}
 */
export async function copyToFolder(
  files: readonly StoredFile[],
  root: string,
  { address, key: accessKey }: ObjectOptions,
  work: LongWork,
): Promise<CopiedVersions> {
  const folders = await openFolders(root);
  const kept = folderFiles(folders);
  const store = new ObjectStore(address, accessKey);
  try {
    const there = await Promise.all(
      files.map(async (file) => ((await stat(kept.path(file)).catch(() => null)) ? 0 : file.bytes)),
    );
    const needed = there.reduce((sum, bytes) => sum + bytes, 0);
    const free = await freeBytes(root);
    if (needed > free) throw new DiskFullError(needed, free);
    // The progress is that of all versions.
    const quietly = work.signal === undefined ? {} : { signal: work.signal };
    return await copyEach(files, work, async (file) => {
      if ((await kept.verify(file, quietly)) === 'verified') return 0;
      await kept.remove(file.key);
      const folder = versionFolder(folders.unfinished, file.key);
      await mkdir(folder);
      try {
        const found = await writeHashed(
          await openData(store, file, work.signal),
          join(folder, dataFileName),
          work.signal,
        );
        if (found !== file.checksum) throw new DamagedVersionError(file.key, explain('version-file-altered'));
        await kept.commit(folder, { ...file, rows: 0, columns: [], conversions: [], rejected: 0 }, work);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
      return file.bytes;
    });
  } finally {
    await Promise.all([store.close(), kept.close()]);
  }
}

/** @param copy copies one version @returns bytes of it that were copied @throws {DamagedVersionError} */
async function copyEach(
  files: readonly StoredFile[],
  { signal, onProgress }: LongWork,
  copy: (file: StoredFile) => Promise<number>,
): Promise<CopiedVersions> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const damaged: VersionKey[] = [];
  let copied = 0;
  let done = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    try {
      copied += await copy(file);
    } catch (error) {
      if (!(error instanceof DamagedVersionError)) throw error;
      damaged.push(file.key);
    }
    done += file.bytes;
    onProgress?.({ phase: 'writing', rows: 0, bytes: done, fraction: total === 0 ? 1 : done / total });
  }
  return { versions: files.length - damaged.length, bytes: copied, damaged };
}

const damageOf = (found: string | null) => explain(found === null ? 'version-file-missing' : 'version-file-altered');
