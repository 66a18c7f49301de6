import type { LongWork } from '../lib/long-work.ts';
import type { BackupReport, BackupVerdict } from './catalogue/backup/backup.ts';
import type { RestoreOptions, RestoreReport, StagedRestore } from './catalogue/backup/restore.ts';
import type { StorePaths } from './catalogue/backup/store-snapshot.ts';
import type { ObjectOptions } from './cluster/objects/object-files.ts';
import type { CatalogueServer } from './opening/catalogue-location.ts';
import type { MovedCatalogue } from './opening/move-catalogue.ts';
import type { MovedRows } from './opening/move-rows.ts';
import type { RepairReport } from './operations/repair/repair.ts';

/** Whether a data folder has a store. */
export async function storeExists(dataFolder: string): Promise<boolean> {
  return (await import('./catalogue/backup/restore.ts')).isStore(dataFolder);
}

/** Copies a store, also while another process uses it. @throws {StoreCopyError} */
export async function backUpStore(paths: StorePaths, target: string, work: LongWork): Promise<BackupReport> {
  const { openCatalogue } = await import('./opening/open-catalogue.ts');
  const { backUp } = await import('./catalogue/backup/backup.ts');
  const catalogue = await openCatalogue(paths.dataFolder);
  try {
    return await backUp(paths, catalogue, target, work);
  } finally {
    await catalogue.close();
  }
}

/** Replaces a store by a backup. @throws {StoreCopyError | DataFolderInUseError} */
export async function restoreBackup(
  paths: StorePaths,
  source: string,
  options: RestoreOptions,
  work: LongWork,
): Promise<RestoreReport> {
  return (await import('./catalogue/backup/restore.ts')).restoreStore(paths, source, options, work);
}

/** Copies a backup beside a store, which it replaces at the next start. @throws {StoreCopyError} */
export async function stageBackup(paths: StorePaths, source: string, work: LongWork): Promise<StagedRestore> {
  return (await import('./catalogue/backup/restore.ts')).stageRestore(paths, source, work);
}

/** Completes a pending restore, or waits while another process does. */
export async function finishRestore(dataFolder: string): Promise<void> {
  return (await import('./catalogue/backup/switch-store.ts')).settleSwitch(dataFolder);
}

/** Makes the catalogue and the files of a store consistent; deletes nothing. */
export async function repairStore(dataFolder: string, work: LongWork): Promise<RepairReport> {
  return (await import('./operations/repair/repair.ts')).repairDataFolder(dataFolder, work);
}

/** Moves the catalogue of a data folder to an empty database. @throws {DataFolderInUseError | StoreProblemError} */
export async function moveToServer(dataFolder: string, server: CatalogueServer): Promise<MovedCatalogue> {
  return (await import('./opening/move-catalogue.ts')).moveCatalogueToServer(dataFolder, server);
}

/** Moves a catalogue from its server into a file. @throws {DataFolderInUseError | StoreProblemError} */
export async function moveToFile(dataFolder: string): Promise<MovedCatalogue> {
  return (await import('./opening/move-catalogue.ts')).moveCatalogueToFile(dataFolder);
}

/** Moves the versions and images of a data folder to object storage. */
export async function moveRowsToObjects(
  dataFolder: string,
  objects: ObjectOptions,
  work: LongWork,
): Promise<MovedRows> {
  return (await import('./opening/move-rows.ts')).moveVersionsToObjects(dataFolder, objects, work);
}

/** Moves the versions and images of a data folder back from object storage. */
export async function moveRowsToFolder(dataFolder: string, objects: ObjectOptions, work: LongWork): Promise<MovedRows> {
  return (await import('./opening/move-rows.ts')).moveVersionsToFolder(dataFolder, objects, work);
}

/** Compares a backup with its checksums. @throws {StoreCopyError} */
export async function verifyBackup(source: string, work: LongWork): Promise<BackupVerdict> {
  return (await import('./catalogue/backup/backup.ts')).verifyBackupAt(source, work);
}

export type { BackupReport, BackupVerdict } from './catalogue/backup/backup.ts';
export { canBeRebuilt, MissingCatalogueError } from './catalogue/database/missing-catalogue.ts';
export type { RepairReport } from './operations/repair/repair.ts';
export { OtherStorageError } from './rows/version-files/storage-marker.ts';
