import { existsSync } from 'node:fs';
import path from 'node:path';
import { publish } from '../../lib/durable-file.ts';
import type { LongWork } from '../../lib/long-work.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { openImages } from '../catalogue/images/image-store.ts';
import { imageFileNames } from '../catalogue/records/namespaces.ts';
import { heldFiles, readyFiles } from '../catalogue/records/versions.ts';
import { type CopiedVersions, copyToFolder, copyToObjects } from '../cluster/objects/copy-versions.ts';
import type { ObjectOptions } from '../cluster/objects/object-files.ts';
import { type SharedImages, shareImages } from '../cluster/objects/shared-images.ts';
import type { StoredFile } from '../files/stored-version.ts';
import { noteFolder, noteObjectStorage } from '../rows/version-files/storage-marker.ts';
import { openCatalogue } from './catalogue-location.ts';
import { withLock } from './move-catalogue.ts';

/** What moving the rows of a store has done. */
export interface MovedRows {
  /** Number of versions that are there now, including those of an earlier, interrupted move. */
  readonly versions: number;
  /** Bytes that were copied now. */
  readonly bytes: number;
  /** Versions that are damaged or missing where they were: `namespace/dataset version`. */
  readonly damaged: readonly string[];
  /** Names of images that are damaged or missing where they were copied from. */
  readonly damagedImages: readonly string[];
  /** Folder of the versions that is no longer used, but kept; null if they were moved into it. */
  readonly kept: string | null;
}

/**
 * Moves the versions and images of a data folder to object storage. The folder of the versions is renamed when all of
 * them are there; until then the store is as before, and another call copies what is missing.
 * @throws {DataFolderInUseError | StoreProblemError | ObjectStoreError}
 */
export async function moveVersionsToObjects(
  dataFolder: string,
  objects: ObjectOptions,
  work: LongWork,
): Promise<MovedRows> {
  return await moveRows(dataFolder, objects, async (files, images, names) => {
    const rows = path.join(dataFolder, 'rows');
    const copied = await copyToObjects(files, rows, objects, work);
    const damagedImages = await images.share(names, work.signal);
    await noteObjectStorage(rows, objects.address);
    const versions = path.join(rows, 'versions');
    const kept = unusedName(`${versions}.moved`);
    await publish(versions, kept);
    return { ...copied, damagedImages, kept };
  });
}

/**
 * Moves the versions and images of a data folder back from object storage, from which nothing is removed. Interrupted,
 * it is completed by another call.
 * @throws {DataFolderInUseError | StoreProblemError | ObjectStoreError | DiskFullError}
 */
export async function moveVersionsToFolder(
  dataFolder: string,
  objects: ObjectOptions,
  work: LongWork,
): Promise<MovedRows> {
  return await moveRows(dataFolder, objects, async (files, images, names) => {
    const rows = path.join(dataFolder, 'rows');
    const copied = await copyToFolder(files, rows, objects, work);
    const damagedImages: string[] = [];
    for (const name of names) if ((await images.state(name)) !== 'intact') damagedImages.push(name);
    await noteFolder(rows);
    return { ...copied, damagedImages, kept: null };
  });
}

async function moveRows(
  dataFolder: string,
  objects: ObjectOptions,
  move: (
    files: readonly StoredFile[],
    images: SharedImages,
    names: readonly string[],
  ) => Promise<CopiedVersions & Pick<MovedRows, 'damagedImages' | 'kept'>>,
): Promise<MovedRows> {
  return await withLock(dataFolder, async () => {
    const catalogue = await openCatalogue(dataFolder);
    try {
      const images = shareImages(await openImages(dataFolder), dataFolder, objects);
      try {
        const files = await storedFiles(catalogue.records);
        const moved = await move([...files.values()], images, await imagesOf(catalogue.records));
        return { ...moved, damaged: moved.damaged.map((key) => files.get(key)?.name ?? key) };
      } finally {
        await images.close();
      }
    } finally {
      await catalogue.close();
    }
  });
}

/** The files of all versions, also of those that wait for a decision, by their keys. */
async function storedFiles(records: Records): Promise<Map<string, StoredFile & { readonly name: string }>> {
  const ready = (await readyFiles(records)).map(({ slug, dataset, ...file }) => ({
    ...file,
    name: `${dataset} ${slug}`,
  }));
  const held = (await heldFiles(records)).map((file) => ({ ...file, name: file.key }));
  return new Map([...ready, ...held].map((file) => [file.key, file]));
}

async function imagesOf(records: Records): Promise<string[]> {
  return [...(await imageFileNames(records))].filter((name) => name !== '');
}

/** The path itself, or if it exists, one with a number. */
function unusedName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`;
  return name;
}
