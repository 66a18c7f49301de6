import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { publish, syncFile } from '../../../lib/durable-file.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { finishSwitch } from '../../catalogue/backup/switch-store.ts';
import type { Catalogue } from '../../catalogue/database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../../catalogue/database/catalogue-file.ts';
import { lockDataFolder } from '../../catalogue/database/data-folder-lock.ts';
import { MissingCatalogueError } from '../../catalogue/database/missing-catalogue.ts';
import { asStoreProblemError, DamagedCatalogueError } from '../../catalogue/database/store-problem.ts';
import { mediaFolder } from '../../catalogue/images/image-store.ts';
import { listDatasets } from '../../catalogue/records/datasets.ts';
import { namespaceEntries } from '../../catalogue/records/namespaces.ts';
import { findStoredVersion, listVersions, versionKeys } from '../../catalogue/records/versions.ts';
import { type Restored, restoreDocuments } from '../../catalogue/sidecars/restore-documents.ts';
import {
  readDocumentFile,
  readSidecars,
  versionDocumentName,
  versionFolderIn,
} from '../../catalogue/sidecars/sidecar-files.ts';
import { openSidecars } from '../../catalogue/sidecars/sidecars.ts';
import { openCatalogue, refuseServer } from '../../opening/catalogue-location.ts';
import { openRows } from '../../opening/open-row-store.ts';
import type { RowStore } from '../../rows/row-store.ts';
import { leftoversFolder } from '../../set-aside.ts';
import { recoverRows } from './recover-rows.ts';

/** The result of a repair. Versions are named `namespace/dataset/version`. */
export interface RepairReport {
  /** `rebuilt` if a new catalogue was created from the documents beside the rows. */
  readonly catalogue: 'whole' | 'rebuilt';
  /** Why it was rebuilt; empty if it was intact. */
  readonly reason: string;
  /** Where the unusable catalogue was moved; null if there was none. */
  readonly putAside: string | null;
  readonly restored: Restored;
  /** Versions of which only the rows were left: they are now in a private namespace. */
  readonly recovered: readonly string[];
  /** Keys of versions whose rows cannot be read; their files were put into `putAside`. */
  readonly unreadable: readonly string[];
  /** Versions in the catalogue whose files are missing. */
  readonly missing: readonly string[];
  readonly differing: readonly string[];
  /** Number of versions whose bytes match their checksum. */
  readonly verified: number;
  /** Images in the catalogue whose files are missing, by the names of their records. */
  readonly missingImages: readonly string[];
  /** Unreadable documents beside the rows; they were rewritten if the catalogue has their content. */
  readonly damagedDocuments: readonly string[];
  /** Names of the accounts that have no password yet. */
  readonly withoutPassword: readonly string[];
}

/**
 * Reconciles catalogue and files of a data folder: rebuilds a lost catalogue from the documents beside the rows,
 * recovers versions that it does not contain, and verifies every version's bytes. Nothing is deleted: unusable files
 * are moved aside, and missing ones are reported.
 * @throws {DataFolderInUseError | StoreProblemError}
 */
export async function repairDataFolder(dataFolder: string, work: LongWork): Promise<RepairReport> {
  const lock = await lockDataFolder(dataFolder);
  try {
    await refuseServer(dataFolder);
    await finishSwitch(dataFolder);
    return await repairLocked(dataFolder, work);
  } catch (error) {
    throw asStoreProblemError(error, dataFolder);
  } finally {
    lock.release();
  }
}

async function repairLocked(dataFolder: string, work: LongWork): Promise<RepairReport> {
  const rebuilt = await rebuildUnlessIntact(dataFolder);
  const catalogue = await openCatalogue(dataFolder);
  try {
    const { records } = catalogue;
    const sidecars = openSidecars(records, dataFolder, rethrow);
    // Process pending deletions of documents first, so that nothing deleted reappears.
    await sidecars.flush();
    const adopted = rebuilt === null ? await adopt(catalogue, dataFolder) : null;
    const rows = await openRows(dataFolder, { prepareAlways: false });
    try {
      const recovered =
        rebuilt === null
          ? { recovered: [], unreadable: [] }
          : await recoverRows({ catalogue, rows, sidecars, dataFolder, aside: rebuilt.aside, work });
      const damagedDocuments = await removeDamaged(catalogue, dataFolder);
      await sidecars.sweep();
      await sidecars.flush();
      const checked = await checkVersions(catalogue, rows, work);
      return {
        catalogue: rebuilt === null ? 'whole' : 'rebuilt',
        reason: rebuilt?.reason ?? '',
        putAside: rebuilt !== null && existsSync(rebuilt.aside) ? rebuilt.aside : null,
        restored: rebuilt?.restored ?? adopted ?? nothing(),
        ...recovered,
        ...checked,
        missingImages: await missingImages(catalogue, dataFolder),
        damagedDocuments: [...new Set([...(rebuilt?.damaged ?? []), ...damagedDocuments])],
        withoutPassword: await withoutPassword(catalogue),
      };
    } finally {
      await rows.close();
    }
  } finally {
    await catalogue.close();
  }
}

const nothing = (): Restored => ({ namespaces: 0, datasets: 0, versions: 0, users: 0, groups: 0, madePrivate: [] });

function rethrow(error: unknown): never {
  throw error;
}

interface Rebuilt {
  readonly reason: string;
  /** Folder for unusable files. */
  readonly aside: string;
  readonly restored: Restored;
  readonly damaged: readonly string[];
}

async function rebuildUnlessIntact(dataFolder: string): Promise<Rebuilt | null> {
  let reason = '';
  try {
    await (await openCatalogue(dataFolder)).close();
    return null;
  } catch (error) {
    if (!(error instanceof MissingCatalogueError) && !(error instanceof DamagedCatalogueError)) throw error;
    reason = error.message;
  }
  const documents = await readSidecars(dataFolder);
  const making = path.join(dataFolder, `${catalogueFile}.rebuilding`);
  await removeCatalogue(making);
  // An open file keeps a write-ahead log under its own name: a copy of it gets the final name.
  const ready = path.join(dataFolder, `${catalogueFile}.rebuilt`);
  await removeCatalogue(ready);
  const catalogue = openCatalogueFile(making);
  let restored: Restored;
  try {
    // It is the same store as before, so it keeps its documents.
    const store = (documents.accounts ?? documents.namespaces[0] ?? documents.datasets[0] ?? documents.versions[0])
      ?.store;
    if (store !== undefined) {
      await catalogue.records.updateTable('settings').set({ value: store }).where('name', '=', 'store').execute();
    }
    restored = await restoreDocuments(catalogue.records, documents);
    catalogue.copyTo(ready);
  } finally {
    await catalogue.close();
    await removeCatalogue(making);
  }
  await syncFile(ready);
  const aside = path.join(dataFolder, `damaged-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`);
  for (const suffix of suffixes) {
    const from = path.join(dataFolder, catalogueFile + suffix);
    if (!existsSync(from)) continue;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(from, path.join(aside, catalogueFile + suffix));
  }
  await publish(ready, path.join(dataFolder, catalogueFile));
  return { reason, aside, restored, damaged: documents.damaged };
}

/** A catalogue's file, and those that SQLite keeps beside it. */
const suffixes = ['', '-wal', '-shm'];

async function removeCatalogue(file: string): Promise<void> {
  for (const suffix of suffixes) await rm(file + suffix, { force: true });
}

/** Recovers versions beside the rows, or among the leftovers, that are not in the catalogue. */
async function adopt(catalogue: Catalogue, dataFolder: string): Promise<Restored> {
  await restoreFromLeftovers(catalogue, dataFolder);
  const documents = await readSidecars(dataFolder);
  return await restoreDocuments(catalogue.records, documents);
}

/** Moves versions with a document out of the leftovers: deleted versions have none. */
async function restoreFromLeftovers(catalogue: Catalogue, dataFolder: string): Promise<void> {
  const known = await versionKeys(catalogue.records);
  const leftovers = path.join(dataFolder, leftoversFolder);
  for (const day of (await readdir(leftovers).catch(() => [])).sort().reverse()) {
    const folder = path.join(leftovers, day, 'rows', 'versions');
    for (const name of await readdir(folder).catch(() => [])) {
      const document = await readDocumentFile('version', path.join(folder, name, versionDocumentName));
      if (document?.key !== name || known.has(name)) continue;
      const target = versionFolderIn(dataFolder, name);
      if (existsSync(target)) continue;
      await mkdir(path.dirname(target), { recursive: true });
      await rename(path.join(folder, name), target);
    }
  }
}

/** Removes unreadable documents whose content the catalogue has, to be rewritten. @returns all such names */
async function removeDamaged({ records }: Catalogue, dataFolder: string): Promise<readonly string[]> {
  const { damaged } = await readSidecars(dataFolder);
  const known = await versionKeys(records);
  for (const name of damaged) {
    // The document of a version outside the catalogue is the only trace of it.
    const key = /^rows[/\\]versions[/\\]([^/\\]+)/.exec(name)?.[1];
    if (key === undefined || known.has(key)) await rm(path.join(dataFolder, name), { force: true });
  }
  return damaged;
}

async function checkVersions({ records }: Catalogue, rows: RowStore, work: LongWork) {
  const namespaces = await namespaceEntries(records);
  const datasets = await listDatasets(
    records,
    namespaces.map(({ id }) => id),
  );
  const versions = (
    await listVersions(
      records,
      datasets.map(({ id }) => id),
    )
  ).filter(({ ready }) => ready);
  const total = versions.reduce((sum, { bytes }) => sum + bytes, 0);
  const found = { missing: [] as string[], differing: [] as string[], verified: 0 };
  let done = 0;
  for (const { datasetId, slug, bytes } of versions) {
    work.signal?.throwIfAborted();
    const dataset = datasets.find(({ id }) => id === datasetId);
    const namespace = namespaces.find(({ id }) => id === dataset?.namespaceId);
    const name = `${namespace?.slug}/${dataset?.slug}/${slug}`;
    const stored = await findStoredVersion(records, datasetId, slug);
    const verdict = stored === null ? 'missing' : await rows.verify(stored, work.signal ? { signal: work.signal } : {});
    if (verdict === 'missing') found.missing.push(name);
    else if (verdict === 'differs') found.differing.push(name);
    else found.verified += 1;
    done += bytes;
    work.onProgress?.({ phase: 'checking', rows: 0, bytes: done, fraction: total === 0 ? 1 : done / total });
  }
  return found;
}

async function missingImages({ records }: Catalogue, dataFolder: string): Promise<string[]> {
  const shown = [
    ...(await records.selectFrom('namespaces').selectAll().execute()),
    ...(await records.selectFrom('datasets').selectAll().execute()),
  ];
  return shown
    .filter((one) => one.image !== '' && !existsSync(path.join(dataFolder, mediaFolder, one.image)))
    .map(({ slug }) => slug);
}

async function withoutPassword({ records }: Catalogue): Promise<string[]> {
  const users = await records
    .selectFrom('users')
    .select('username')
    .where('password_hash', '=', '')
    .where('is_operator', '=', 0)
    .orderBy('id')
    .execute();
  return users.map(({ username }) => username);
}
