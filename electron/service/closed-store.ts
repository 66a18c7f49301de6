import { loaded } from '../lib/loaded.ts';
import type { LongWork } from '../lib/long-work.ts';
import type { BackupReport } from './catalogue/backup/backup.ts';
import type { StorePaths } from './catalogue/backup/store-snapshot.ts';

/** Whether a data folder has a store. */
export const storeExists = loaded(async () => (await import('./catalogue/backup/restore.ts')).isStore);

/** Copies a store, also while another process uses it. @throws {StoreCopyError} */
export async function backUpStore(paths: StorePaths, target: string, work: LongWork): Promise<BackupReport> {
  const { openCatalogue } = await import('./opening/catalogue-location.ts');
  const { backUp } = await import('./catalogue/backup/backup.ts');
  const catalogue = await openCatalogue(paths.dataFolder);
  try {
    return await backUp(paths, catalogue, target, work);
  } finally {
    await catalogue.close();
  }
}

export const restoreBackup = loaded(async () => (await import('./catalogue/backup/restore.ts')).restoreStore);
export const stageBackup = loaded(async () => (await import('./catalogue/backup/restore.ts')).stageRestore);
export const verifyBackup = loaded(async () => (await import('./catalogue/backup/backup.ts')).verifyBackupAt);
/** Completes a pending restore, or waits while another process does. */
export const finishRestore = loaded(async () => (await import('./catalogue/backup/switch-store.ts')).settleSwitch);
export const repairStore = loaded(async () => (await import('./operations/repair/repair.ts')).repairDataFolder);
export const moveToServer = loaded(async () => (await import('./opening/move-catalogue.ts')).moveCatalogueToServer);
export const moveToFile = loaded(async () => (await import('./opening/move-catalogue.ts')).moveCatalogueToFile);
export const moveRowsToObjects = loaded(async () => (await import('./opening/move-rows.ts')).moveVersionsToObjects);
export const moveRowsToFolder = loaded(async () => (await import('./opening/move-rows.ts')).moveVersionsToFolder);

export type { BackupReport, BackupVerdict } from './catalogue/backup/backup.ts';
export { canBeRebuilt, MissingCatalogueError } from './catalogue/database/missing-catalogue.ts';
export type { RepairReport } from './operations/repair/repair.ts';
export { OtherStorageError } from './rows/version-files/storage-marker.ts';
