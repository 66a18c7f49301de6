import type { DatasetName } from '#shared/dataset-name.ts';
import type { BackupContents, LastBackup, Replacement } from '#shared/rpc/jobs.ts';
import type { LongWork } from '../lib/long-work.ts';
import type { WorkbookSheets } from '../lib/workbook-source.ts';
import type { BackupReport, BackupVerdict } from './catalogue/backup/backup.ts';
import type { RestoreOptions, RestoreReport, StagedRestore } from './catalogue/backup/restore.ts';
import { sidecarsOf } from './catalogue/sidecars/sidecars.ts';
import type { ObjectOptions } from './cluster/objects/object-files.ts';
import type { ServiceDeps } from './deps.ts';
import type { CatalogueServer } from './opening/catalogue-location.ts';
import type { MovedCatalogue } from './opening/move-catalogue.ts';
import type { MovedRows } from './opening/move-rows.ts';
import { openCatalogue } from './opening/open-catalogue.ts';
import { openRowStore } from './opening/open-row-store.ts';
import type { VersionPair } from './operations/diff.ts';
import type { ExportedVersion, ExportFile, VersionExport } from './operations/export/export-version.ts';

import type { Candidate, CandidateOutcome } from './operations/follow/publish-candidate.ts';
import { catalogueOver, type LocalCatalogue } from './operations/local-accounts.ts';
import type { IsReadableByAll } from './operations/pin/close-restricted-copies.ts';
import type { FilePublishing, PublishedVersion } from './operations/publish/publish-file.ts';
import type { RepairReport } from './operations/repair/repair.ts';
import { type SourceFiles, sourceFilesIn } from './operations/source-files.ts';
import type { PastCheck, VersionVerdict } from './operations/verify.ts';
import type { ReadingOptions } from './reading/reading.ts';
import type { DiffSummary } from './rows/diffs/row-differences.ts';
import type { UnusualValues } from './rows/export/xlsx/write-workbook.ts';
import { type OpenedService, openService, type RunningService, type ServiceOptions, startService } from './server.ts';
import { joinStore, type Membership, type OwnerKind } from './store-sharing.ts';

/**
 * What jobs, commands and the backend may call in the service of their own process: plain data in and out, one method
 * per operation, each the same one that the HTTP routes use. They import nothing else of the service.
 */
export interface LocalService extends LocalCatalogue {
  readonly dataFolder: string;
  /** Work on the user's files with the store's own engine. */
  readonly files: SourceFiles;
  /**
   * Publishes a file: complete and ready when this resolves, otherwise nothing is published.
   * @throws {IngestError | NotFoundError | ReadersChangedError | LossError}
   */
  publish(request: FilePublishing, work: LongWork): Promise<PublishedVersion>;
  /** What publishing a file would change in a dataset; null if it has no version yet. @throws {IngestError} */
  reviewReplacement(name: DatasetName, file: ReadingOptions, work: LongWork): Promise<Replacement | null>;
  /** Writes rows of a version to a file. @throws {NotFoundError} */
  exportVersion(request: VersionExport, file: ExportFile, work: LongWork): Promise<ExportedVersion>;
  /** Names of the columns of a dataset's newest version. @throws {NotFoundError} */
  columnNames(name: DatasetName): Promise<readonly string[]>;
  /**
   * Compares the stored file of a version with its checksum.
   * @param version null for the newest
   * @throws {NotFoundError}
   */
  verify(name: DatasetName, version: string | null, work: LongWork): Promise<VersionVerdict>;
  /** The last check of each version of a dataset that was checked since it was written. */
  pastChecks(name: DatasetName): Promise<readonly PastCheck[]>;
  /** Counts how two versions differ. @throws {NotFoundError} */
  diff(name: DatasetName, pair: VersionPair, work: LongWork): Promise<DiffSummary>;
  /** Removes a dataset for good, with its versions; one that does not exist is no error. */
  removeDataset(name: DatasetName): Promise<void>;
  /**
   * Makes public copies private if their original is not public.
   * @returns those that were made private, as `namespace/dataset`
   */
  closeRestrictedCopies(isReadableByAll: IsReadableByAll): Promise<readonly string[]>;
  /**
   * Publishes fetched data as a version of a followed dataset if they differ from the newest one; otherwise only the
   * check is recorded. Null if the dataset is no longer followed. @throws {IngestError | IncompleteSourceError}
   */
  publishCandidate(candidate: Candidate, work: LongWork): Promise<CandidateOutcome | null>;
  /**
   * Runs the recipe of a derived dataset, and publishes the result like a candidate. Null if it has none.
   * @throws {IngestError} and other failures, which are recorded
   */
  runRecipe(datasetId: number, work: LongWork): Promise<CandidateOutcome | null>;
  /** Publishes or discards the held version. @returns false if none is held */
  decideHeld(name: DatasetName, accept: boolean, now: string): Promise<boolean>;
  /** The last backup; null if the store was never backed up. */
  lastBackup(): Promise<LastBackup | null>;
  /** Copies the store. @param configFolder folder of settings and connections @throws {StoreCopyError} */
  backUp(configFolder: string, target: string, work: LongWork): Promise<BackupReport>;
  /** Describes a backup by its manifest. @throws {StoreCopyError} */
  describeBackup(source: string): Promise<BackupContents>;
  /** Copies a backup beside the store, which it replaces at the next start. @throws {StoreCopyError} */
  stageRestore(configFolder: string, source: string, work: LongWork): Promise<StagedRestore>;
}

/** Options of a service in this process. */
export interface LocalServiceOptions extends Omit<ServiceOptions, 'beforeListening'> {
  /** Called before the service accepts requests. */
  readonly beforeListening?: (service: LocalService) => Promise<void>;
}

/** A service in this process that also serves HTTP. */
export interface RunningLocalService extends Omit<RunningService, 'deps'> {
  readonly operations: LocalService;
}

/** A service in this process that serves HTTP on demand. */
export interface OpenedLocalService extends Omit<OpenedService, 'deps' | 'listen'> {
  readonly operations: LocalService;
  listen(): Promise<RunningLocalService>;
}

/**
 * The operations of an opened service. Each is loaded on first use: a command needs only one of them, and start-up
 * none.
 */
export function operationsOf(deps: ServiceDeps): LocalService {
  const { records } = deps.catalogue;
  const onChanged = async () => {
    await deps.sidecars.flush();
    deps.announce();
  };
  const places = (configFolder: string) => ({ dataFolder: deps.dataFolder, configFolder });
  return {
    ...catalogueOver(records, onChanged, async (keys) =>
      (await import('./operations/remove-versions.ts')).removeVersions(deps, keys),
    ),
    dataFolder: deps.dataFolder,
    files: sourceFilesIn(deps.rows),
    publish: async (request, work) =>
      (await import('./operations/publish/publish-file.ts')).publishFile(deps, request, work),
    reviewReplacement: async (name, file, work) =>
      (await import('./operations/publish/review-replacement.ts')).reviewReplacement(deps, name, file, work),
    exportVersion: async (request, file, work) =>
      (await import('./operations/export/export-version.ts')).exportVersion(deps, request, file, work),
    columnNames: async (name) => (await import('./operations/export/export-version.ts')).columnNamesOf(deps, name),
    verify: async (name, version, work) =>
      (await import('./operations/verify.ts')).verifyVersion(deps, name, version, work),
    pastChecks: async (name) => (await import('./operations/verify.ts')).pastChecks(deps, name),
    diff: async (name, pair, work) => (await import('./operations/diff.ts')).countDifferences(deps, name, pair, work),
    async removeDataset(name) {
      const { lookUpDataset } = await import('./operations/find-dataset.ts');
      const dataset = await lookUpDataset(records, name);
      if (dataset === null) return;
      const { removeDataset } = await import('./operations/remove-dataset.ts');
      await removeDataset(deps, dataset, { onlyEmpty: false, permanent: true });
    },
    async closeRestrictedCopies(isReadableByAll) {
      const { closeRestrictedCopies } = await import('./operations/pin/close-restricted-copies.ts');
      const closed = await closeRestrictedCopies(deps, isReadableByAll);
      if (closed.length > 0) deps.announce();
      return closed;
    },
    publishCandidate: async (candidate, work) =>
      (await import('./operations/follow/publish-candidate.ts')).publishCandidate(deps, candidate, work),
    runRecipe: async (datasetId, work) =>
      (await import('./operations/recipes/run-recipe.ts')).runRecipe(deps, datasetId, work),
    async decideHeld(name, accept, now) {
      const { lookUpDataset } = await import('./operations/find-dataset.ts');
      const dataset = await lookUpDataset(records, name);
      if (dataset === null) return false;
      return (await import('./operations/follow/decide-held.ts')).decideHeld(deps, dataset.id, accept, now);
    },
    lastBackup: async () => (await import('./catalogue/backup/last-backup.ts')).lastBackup(records),
    backUp: async (configFolder, target, work) =>
      (await import('./catalogue/backup/backup.ts')).backUp(places(configFolder), deps.catalogue, target, work),
    async describeBackup(source) {
      const { storeIdOf } = await import('./catalogue/sidecars/describe.ts');
      return (await import('./catalogue/backup/describe-backup.ts')).describeBackup(source, await storeIdOf(records));
    },
    stageRestore: async (configFolder, source, work) =>
      (await import('./catalogue/backup/restore.ts')).stageRestore(places(configFolder), source, work),
  };
}

/** A running service, represented by its operations. */
export function localServiceOf({ deps, ...service }: RunningService): RunningLocalService {
  return { ...service, operations: operationsOf(deps) };
}

function inside({ beforeListening, ...options }: LocalServiceOptions): ServiceOptions {
  if (beforeListening === undefined) return options;
  return { ...options, beforeListening: (deps) => beforeListening(operationsOf(deps)) };
}

/**
 * Starts the service over a data folder and listens. Waits for a command that has locked the folder.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function startLocalService(options: LocalServiceOptions): Promise<RunningLocalService> {
  return localServiceOf(await startService(inside(options)));
}

/**
 * Locks a data folder, for work within this process.
 * @param kind reported to other processes as the owner of the folder
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function openLocalService(options: LocalServiceOptions, kind: OwnerKind): Promise<OpenedLocalService> {
  const { dataFolder, deps, listen, close } = await openService(inside(options), kind);
  return { dataFolder, operations: operationsOf(deps), listen: async () => localServiceOf(await listen()), close };
}

/** The service of the process that owns the data folder, while this process works through it. */
export interface JoinedLocalService extends Membership {
  readonly catalogue: LocalCatalogue;
}

/**
 * Works through the process that owns a data folder; waits while it opens the store.
 * @returns null if no process responds: it has just ended, or is still starting
 */
export async function joinLocalService(dataFolder: string, timeoutMs: number): Promise<JoinedLocalService | null> {
  const membership = await joinStore(dataFolder, timeoutMs);
  if (membership === null) return null;
  try {
    const catalogue = await openCatalogue(dataFolder);
    const { records } = catalogue;
    let leaving: Promise<void> | null = null;
    return {
      ...membership,
      catalogue: catalogueOver(
        records,
        () => sidecarsOf(catalogue, dataFolder).flush(),
        // The rows belong to the other process, whose next start removes rows without a record.
        async () => {},
      ),
      leave() {
        leaving ??= membership.leave().then(() => catalogue.close());
        return leaving;
      },
    };
  } catch (error) {
    await membership.leave();
    throw error;
  }
}

/**
 * Reads the user's files without a store.
 * @param folder for temporary files; the caller removes it
 * @param forPreview whether files are only previewed
 */
export async function openSourceFiles(
  folder: string,
  forPreview = false,
): Promise<SourceFiles & { close(): Promise<void> }> {
  const rows = await openRowStore(folder, forPreview ? { prepareAlways: false } : {});
  return { ...sourceFilesIn(rows), close: () => rows.close() };
}

/** Writes a workbook from rows collected as lines of JSON. @returns the values that cells cannot hold as they are */
export async function workbookOfLines(
  lines: string,
  sheets: WorkbookSheets,
  target: string,
  rows: number,
  work: LongWork,
): Promise<UnusualValues> {
  return (await import('./operations/export/write-rows.ts')).linesToWorkbook(lines, sheets, target, rows, work);
}

/** SHA-256 of a file in hexadecimal. @param onBytes called with the bytes that were read */
export async function checksumOfFile(
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<string> {
  return (await import('./files/checksum.ts')).checksumOf(file, signal, onBytes);
}

/** The data files of a folder, in the order of their names. */
export async function dataFilesInFolder(folder: string): Promise<string[]> {
  return (await import('./reading/formats/combine/data-files.ts')).dataFilesIn(folder);
}

/** The data files of a ZIP archive by their paths in it; empty for any other file. @throws {IngestError} */
export async function dataFilesInArchive(file: string): Promise<string[]> {
  const { parts } = await (await import('./reading/formats/combine/list-parts.ts')).listParts(file, []);
  return parts.flatMap(({ entry }) => entry ?? []);
}

/** Operations on whole stores as folders, which need no open service. */
export interface StoreFolder {
  /** Whether a store exists. */
  exists(): Promise<boolean>;
  /** Copies the store, also while another process uses it. @throws {StoreCopyError} */
  backUp(target: string, work: LongWork): Promise<BackupReport>;
  /** Replaces the store by a backup. @throws {StoreCopyError | DataFolderInUseError} */
  restore(source: string, options: RestoreOptions, work: LongWork): Promise<RestoreReport>;
  /** Copies a backup beside the store, which it replaces at the next start. @throws {StoreCopyError} */
  stageRestore(source: string, work: LongWork): Promise<StagedRestore>;
  /** Completes a pending restore, or waits while another process does. */
  finishRestore(): Promise<void>;
}

/** @param configFolder folder of the settings and of the list of connections */
export function storeFolder(dataFolder: string, configFolder: string): StoreFolder {
  const places = { dataFolder, configFolder };
  return {
    exists: async () => (await import('./catalogue/backup/restore.ts')).isStore(dataFolder),
    async backUp(target, work) {
      const catalogue = await openCatalogue(dataFolder);
      try {
        return await (await import('./catalogue/backup/backup.ts')).backUp(places, catalogue, target, work);
      } finally {
        await catalogue.close();
      }
    },
    restore: async (source, options, work) =>
      (await import('./catalogue/backup/restore.ts')).restoreStore(places, source, options, work),
    stageRestore: async (source, work) =>
      (await import('./catalogue/backup/restore.ts')).stageRestore(places, source, work),
    finishRestore: async () => (await import('./catalogue/backup/switch-store.ts')).settleSwitch(dataFolder),
  };
}

/** Makes the catalogue and the files of a store consistent; deletes nothing. */
export async function repairStore(dataFolder: string, work: LongWork): Promise<RepairReport> {
  return (await import('./operations/repair/repair.ts')).repairDataFolder(dataFolder, work);
}

/** Moves the catalogue of a data folder to an empty database. @throws {DataFolderInUseError | StoreProblemError} */
export async function moveToServer(dataFolder: string, server: CatalogueServer): Promise<MovedCatalogue> {
  return (await import('./opening/move-catalogue.ts')).moveCatalogueToServer(dataFolder, server);
}

/**
 * Moves the catalogue of a data folder from its server into a file.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
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

export type { LongWork, Progress } from '../lib/long-work.ts';
export type { ReadersOfNamespace } from './catalogue/access/readers.ts';
export type { BackupReport, BackupVerdict } from './catalogue/backup/backup.ts';
export { DamagedCatalogueError } from './catalogue/database/damaged-catalogue.ts';
export { DataFolderInUseError } from './catalogue/database/data-folder-lock.ts';
export { canBeRebuilt, MissingCatalogueError } from './catalogue/database/missing-catalogue.ts';
export type { UnannouncedNews } from './catalogue/sources/news.ts';
export type { DueSource, NewSource, SourceEntry } from './catalogue/sources/sources.ts';
export { isParted as isWrittenInParts } from './operations/export/parted-file.ts';
export type { LocalHosts } from './operations/follow/local-hosts.ts';
export type { FollowedRecord, LocalSources } from './operations/follow/local-sources.ts';
export type { Candidate, CandidateOutcome } from './operations/follow/publish-candidate.ts';
export type { LocalAccounts, LocalCatalogue } from './operations/local-accounts.ts';
export { NotFoundError } from './operations/not-found-error.ts';
export type { FilePublishing } from './operations/publish/publish-file.ts';
export { ReadersChangedError } from './operations/publish/publish-file.ts';
export { LossError } from './operations/publish/review-replacement.ts';
export type { RepairReport } from './operations/repair/repair.ts';
export type { CheckedFile, SourceFiles } from './operations/source-files.ts';
export { isVisibleData } from './reading/formats/combine/data-files.ts';
export type { Plan, ReadingOptions, TablePreview, TableSurvey } from './reading/reading.ts';
export { IngestError } from './reading/reading.ts';
export type { UnusualValues } from './rows/export/xlsx/write-workbook.ts';
export { OtherStorageError } from './rows/version-files/storage-marker.ts';
