import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { explain } from '#shared/failures.ts';
import { syncFolder } from '../../../lib/durable-file.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { freeBytes } from '../../files/disk-full.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { findRow } from '../database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../database/catalogue-file.ts';
import { lockDataFolder } from '../database/data-folder-lock.ts';
import { readyFiles } from '../records/versions.ts';
import { storeIdOf } from '../sidecars/describe.ts';
import { refuseWithoutRoom } from './backup.ts';
import { type BackupReader, openBackup } from './backup-reader.ts';
import { copyContent, openPlain } from './copy-content.ts';
import {
  type BackupFile,
  cataloguePath,
  type Manifest,
  StoreCopyError,
  unlessWritable,
  versionPath,
} from './manifest.ts';
import type { StorePaths } from './store-snapshot.ts';
import { finishSwitch, planSwitch, stagingIn } from './switch-store.ts';

export interface RestoreReport extends Omit<Manifest, 'files'> {
  readonly source: string;
  readonly files: number;
  readonly bytes: number;
  /** Where the previous store was moved; null if there was none. */
  readonly putAside: string | null;
}

export interface RestoreOptions {
  /** Whether a store that is not empty may be moved aside. */
  readonly replace?: boolean;
  /** Whether files that are damaged in the backup are skipped and reported, instead of refusing the whole backup. */
  readonly skipDamaged?: boolean;
}

/**
 * Restores a store from a backup and replaces the existing one atomically. The existing store is not touched until
 * everything has been copied and compared with its checksums; then it is moved aside, never deleted.
 * @throws {StoreCopyError | DataFolderInUseError}
 */
export async function restoreStore(
  places: StorePaths,
  source: string,
  { replace = false, skipDamaged = false }: RestoreOptions,
  work: LongWork,
): Promise<RestoreReport> {
  // A mistyped backup leaves no folder behind.
  await (await openBackup(source)).close();
  const lock = await lockDataFolder(places.dataFolder);
  try {
    await finishSwitch(places.dataFolder);
    const isEmpty = await isEmptyStore(places.dataFolder);
    if (!isEmpty && !replace) throw new StoreCopyError(explain('restore-not-empty', { folder: places.dataFolder }));
    const { aside: _, ...report } = await stageRestore(places, source, work, skipDamaged);
    const putAside = await finishSwitch(places.dataFolder);
    return { ...report, putAside: await unlessEmpty(putAside) };
  } finally {
    lock.release();
  }
}

/** Removes the folder for the previous store if there was none. */
async function unlessEmpty(folder: string | null): Promise<string | null> {
  if (folder === null) return null;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  if (entries.some((entry) => !entry.isDirectory())) return folder;
  await rm(folder, { recursive: true, force: true });
  return null;
}

/** Whether a data folder contains nothing from any user. */
async function isEmptyStore(dataFolder: string): Promise<boolean> {
  const rows = await readdir(path.join(dataFolder, 'rows', 'versions')).catch(() => []);
  const media = await readdir(path.join(dataFolder, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  if (rows.length > 0 || media.some((entry) => !entry.isDirectory())) return false;
  const file = path.join(dataFolder, catalogueFile);
  if (!existsSync(file)) return true;
  try {
    const catalogue = openCatalogueFile(file);
    try {
      const { records } = catalogue;
      const namespace = await findRow(records, 'namespaces', {});
      const user = await findRow(records, 'users', { is_operator: 0 });
      return namespace === undefined && user === undefined;
    } finally {
      await catalogue.close();
    }
  } catch {
    return false;
  }
}

/** The store of the next start; `aside` is the path that the previous one will be moved to. */
export type StagedRestore = Omit<RestoreReport, 'putAside'> & { readonly aside: string };

/**
 * Copies a backup into the data folder, beside the store, and schedules the switch: the next process that acquires the
 * folder's lock performs it before anything else. The store may be in use meanwhile.
 * @param skipDamaged see {@link RestoreOptions}
 * @throws {StoreCopyError} if the backup is damaged; then no copied file remains
 */
export async function stageRestore(
  places: StorePaths,
  source: string,
  work: LongWork,
  skipDamaged = false,
): Promise<StagedRestore> {
  const { dataFolder, configFolder } = places;
  const { folder } = stagingIn(dataFolder);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new StoreCopyError(explain('restore-running')) : error;
  });
  try {
    return await unlessWritable(source, async () => {
      const reader = await openBackup(source);
      try {
        const { files: listed, damaged: before, ...rest } = await reader.manifest();
        const broken: string[] = [];
        const onBroken = (error: StoreCopyError, file: string) => {
          if (!skipDamaged) throw error;
          broken.push(file);
        };
        const there = await withoutMissing(reader, listed, onBroken);
        await refuseWithoutRoom(bytesOf(there), await freeBytes(folder), dataFolder);
        const files = await copyAll(reader, there, dataFolder, onBroken, work);
        const about = { ...rest, damaged: [...before, ...broken] };
        // A store without its catalogue is rebuilt from the records beside the rows.
        if (!broken.includes(cataloguePath)) await checkCatalogue(reader, { files, ...about }, dataFolder);
        work.signal?.throwIfAborted();
        const aside = asideName(dataFolder);
        await planSwitch(dataFolder, { aside, configFolder });
        return { ...about, source, files: files.length, bytes: bytesOf(files), aside: path.join(dataFolder, aside) };
      } finally {
        await reader.close();
      }
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const bytesOf = (files: readonly BackupFile[]) => files.reduce((sum, file) => sum + file.bytes, 0);

/** Receives a problem with a file of a backup; throws if it ends the restore. */
type OnBroken = (error: StoreCopyError, file: string) => void;

/** Reports missing files before anything is copied. @returns the existing files */
async function withoutMissing(
  reader: BackupReader,
  files: readonly BackupFile[],
  onBroken: OnBroken,
): Promise<BackupFile[]> {
  const { source } = reader;
  const there: BackupFile[] = [];
  for (const entry of files) {
    const { sha256, bytes, path: file } = entry;
    const content = await reader.content(sha256);
    await content?.release();
    if (content?.bytes === bytes) there.push(entry);
    else if (content === null) onBroken(new StoreCopyError(explain('backup-content-missing', { source, file })), file);
    else onBroken(new StoreCopyError(explain('backup-content-differs', { source, file })), file);
  }
  return there;
}

/** Path of a file of the store while it is being assembled. */
function stagedFile(dataFolder: string, file: string): string {
  const { folder, store } = stagingIn(dataFolder);
  return path.join(file.startsWith('config/') ? folder : store, ...file.split('/'));
}

/** @returns the files that were copied and match their checksums */
async function copyAll(
  reader: BackupReader,
  files: readonly BackupFile[],
  dataFolder: string,
  onBroken: OnBroken,
  work: LongWork,
): Promise<BackupFile[]> {
  const { signal } = work;
  const total = bytesOf(files);
  const folders = new Set<string>();
  let done = 0;
  // Everything is written once and read once more.
  const step = (phase: 'writing' | 'checking') => (bytes: number) => {
    done += bytes;
    work.onProgress?.({ phase, rows: 0, bytes: done, fraction: total === 0 ? 1 : Math.min(1, done / (2 * total)) });
  };
  const differs = (file: string) =>
    new StoreCopyError(explain('backup-content-differs', { source: reader.source, file }));
  const copied: BackupFile[] = [];
  for (const entry of files) {
    const { path: file, sha256 } = entry;
    signal?.throwIfAborted();
    const target = stagedFile(dataFolder, file);
    await makeFolders(path.dirname(target), stagingIn(dataFolder).folder, folders);
    const content = await reader.content(sha256);
    if (content === null) throw new StoreCopyError(explain('backup-content-missing', { source: reader.source, file }));
    const handle = await open(target, 'wx', 0o600);
    let found: string;
    try {
      const write = (piece: Buffer) => writeWhole(handle, piece);
      found = await copyContent(content, write, { signal, onBytes: step('writing') });
      await handle.sync();
    } finally {
      await handle.close();
      await content.release();
    }
    if (found === sha256) {
      copied.push(entry);
      continue;
    }
    onBroken(differs(file), file);
    await rm(target);
  }
  for (const { path: file, sha256 } of copied) {
    const { handle, bytes } = await openPlain(stagedFile(dataFolder, file));
    try {
      const stretch = { handle, offset: 0, bytes };
      if ((await copyContent(stretch, async () => {}, { signal, onBytes: step('checking') })) !== sha256)
        throw differs(file);
    } finally {
      await handle.close();
    }
  }
  for (const folder of [...folders].reverse()) await syncFolder(folder);
  return copied;
}

async function makeFolders(folder: string, root: string, made: Set<string>): Promise<void> {
  if (made.has(folder)) return;
  if (folder !== root) await makeFolders(path.dirname(folder), root, made);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  made.add(folder);
}

/** Tests on a copy whether the catalogue can be opened and is consistent with the list of files. */
async function checkCatalogue(reader: BackupReader, manifest: Manifest, dataFolder: string): Promise<void> {
  const tried = path.join(stagingIn(dataFolder).folder, 'tried');
  await mkdir(tried, { mode: 0o700 });
  const file = path.join(tried, 'tried.sqlite');
  await copyFile(stagedFile(dataFolder, cataloguePath), file);
  const contradiction = () => new StoreCopyError(explain('backup-list-damaged', { source: reader.source }));
  try {
    const catalogue = openCatalogueFile(file);
    try {
      const sums = new Map(manifest.files.map(({ path: name, sha256 }) => [name, sha256]));
      const damaged = new Set(manifest.damaged);
      if ((await storeIdOf(catalogue.records)) !== reader.store || reader.store !== manifest.store)
        throw contradiction();
      for (const { key, checksum } of await readyFiles(catalogue.records)) {
        const name = versionPath(key);
        if (sums.get(name) !== checksum && !damaged.has(name)) throw contradiction();
      }
    } finally {
      await catalogue.close();
    }
  } catch (error) {
    throw error instanceof StoreCopyError
      ? error
      : new StoreCopyError(explain('backup-content-differs', { source: reader.source, file: cataloguePath }), error);
  }
  await rm(tried, { recursive: true, force: true });
}

function asideName(dataFolder: string): string {
  const name = `replaced-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`;
  for (let copy = 2, free = name; ; copy += 1) {
    if (!existsSync(path.join(dataFolder, free))) return free;
    free = `${name}-${copy}`;
  }
}

/** Whether the folder contains a store, or remains of one. */
export async function isStore(dataFolder: string): Promise<boolean> {
  return await stat(path.join(dataFolder, catalogueFile)).then(
    () => true,
    () => existsSync(path.join(dataFolder, 'rows')),
  );
}
