import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { publish } from '../../lib/durable-file.ts';
import { finishSwitch } from '../catalogue/backup/switch-store.ts';
import { type Catalogue, inTransaction } from '../catalogue/database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../catalogue/database/catalogue-file.ts';
import { lockDataFolder } from '../catalogue/database/data-folder-lock.ts';
import { StoreProblemError } from '../catalogue/database/store-problem.ts';
import { dropInterruptedImports } from '../catalogue/imports/unfinished-imports.ts';
import { versionKeys } from '../catalogue/records/versions.ts';
import { storeIdOf } from '../catalogue/sidecars/describe.ts';
import { versionKeysOnDisk } from '../catalogue/sidecars/sidecar-files.ts';
import { isInObjects } from '../rows/version-files/storage-marker.ts';
import { type CatalogueServer, labelOfServer, onServer, openCatalogue } from './catalogue-location.ts';
import { copyRecords, differingTables, isEmptyCatalogue } from './copy-catalogue.ts';
import { readNode, removeNode, writeNode } from './node-record.ts';

export interface MovedCatalogue {
  /** Number of records of all kinds. */
  readonly records: number;
  /** The file that is no longer used, but kept; null if the catalogue was moved into it. */
  readonly kept: string | null;
}

/**
 * Moves the catalogue of a data folder to an empty database, in one transaction, and compares all records before it is
 * committed. Interrupted afterwards, it is completed by the next call. The rows stay in the folder, which belongs to a
 * node from then on.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function moveCatalogueToServer(dataFolder: string, server: CatalogueServer): Promise<MovedCatalogue> {
  return await withLock(dataFolder, async () => {
    const file = path.join(dataFolder, catalogueFile);
    const known = await readNode(dataFolder);
    if (known !== null || !existsSync(file)) {
      const label = labelOfServer(known?.url ?? server.url);
      throw new StoreProblemError(explain('catalogue-nothing-to-move', { folder: dataFolder, server: label }), null);
    }
    const source = await openCatalogue(dataFolder);
    const node = randomUUID();
    const location = await onServer(server, node);
    const { openPostgres } = await import('../cluster/postgres/open-postgres.ts');
    const target = await openPostgres(location).catch(async (error: unknown) => {
      await source.close();
      throw error;
    });
    let records = 0;
    let store = '';
    try {
      await dropInterruptedImports(source.records);
      store = await storeIdOf(source.records);
      records = await copy(source, target, location.label);
    } finally {
      await target.close();
      await source.close();
    }
    await writeNode(dataFolder, { node, store, ...server });
    const kept = `${file}.moved`;
    await publish(file, kept);
    return { records, kept };
  });
}

/**
 * Moves the catalogue of a node's data folder back into a file in it, which may not exist. Nothing is removed from the
 * database.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function moveCatalogueToFile(dataFolder: string): Promise<MovedCatalogue> {
  return await withLock(dataFolder, async () => {
    const known = await readNode(dataFolder);
    const file = path.join(dataFolder, catalogueFile);
    if (known === null) {
      throw new StoreProblemError(explain('catalogue-nothing-to-move', { folder: dataFolder, server: file }), null);
    }
    const source = await openCatalogue(dataFolder);
    const making = `${file}.moving`;
    let records = 0;
    try {
      await refuseRowsElsewhere(source, dataFolder);
      for (const suffix of ['', '-wal', '-shm']) await rm(making + suffix, { force: true });
      const target = openCatalogueFile(making);
      try {
        records = await copy(source, target, file);
      } finally {
        await target.close();
      }
    } finally {
      await source.close();
    }
    await publish(making, file);
    await removeNode(dataFolder);
    return { records, kept: null };
  });
}

/** Acts on a data folder that no process uses, and none can use meanwhile. @throws {DataFolderInUseError} */
export async function withLock<Result>(dataFolder: string, act: () => Promise<Result>): Promise<Result> {
  const lock = await lockDataFolder(dataFolder);
  try {
    await finishSwitch(dataFolder);
    return await act();
  } finally {
    lock.release();
  }
}

/** Copies all records unless an interrupted move has done so. @returns their number */
async function copy(source: Catalogue, target: Catalogue, where: string): Promise<number> {
  return await inTransaction(target.records, async (into) => {
    const isEmpty = await isEmptyCatalogue(into);
    const records = isEmpty ? await copyRecords(source.records, into) : 0;
    const differing = await differingTables(source.records, into);
    if (differing.length === 0) return records;
    throw new StoreProblemError(
      isEmpty
        ? explain('catalogue-copy-differs', { where, tables: differing.join(', ') })
        : explain('catalogue-not-empty', { where }),
      null,
    );
  });
}

/** Refuses to move a catalogue whose rows only another node has. @throws {StoreProblemError} */
async function refuseRowsElsewhere({ records }: Catalogue, dataFolder: string): Promise<void> {
  if (await isInObjects(path.join(dataFolder, 'rows'))) return;
  const here = new Set(await versionKeysOnDisk(dataFolder));
  const missing = [...(await versionKeys(records))].filter((key) => !here.has(key)).length;
  if (missing > 0)
    throw new StoreProblemError(explain('catalogue-rows-elsewhere', { folder: dataFolder, missing }), null);
}
