import { lstat, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseAs } from '#shared/parse-as.ts';
import { LastBackup } from '#shared/rpc/jobs.ts';
import { checksumOf } from '../../files/checksum.ts';
import { assertInFolder } from '../../rows/version-files/storage-marker.ts';
import type { Catalogue, Records } from '../database/catalogue.ts';
import { catalogueFile, openCatalogueFile } from '../database/catalogue-file.ts';
import { migrations } from '../database/migrate.ts';
import { mediaFolder } from '../images/image-store.ts';
import { imageFileNames } from '../records/namespaces.ts';
import { readSetting, writeSetting } from '../records/settings.ts';
import { readyFiles, versionKeys } from '../records/versions.ts';
import {
  describeAccounts,
  describeDataset,
  describeNamespace,
  describeVersion,
  storeIdOf,
} from '../sidecars/describe.ts';
import { documentText } from '../sidecars/documents.ts';
import { cataloguePath, type Manifest, versionPath } from './manifest.ts';

/** A file of a store at one moment, or its content. */
export type SnapshotFile = { readonly path: string } & (
  | {
      readonly kind: 'file';
      readonly file: string;
      /** Null if the checksum can only be determined by reading; the file is small then. */
      readonly sha256: string | null;
      readonly bytes: number | null;
      /** Whether the store still references it; otherwise it may be removed. */
      readonly isNamed: () => Promise<boolean>;
    }
  | { readonly kind: 'content'; readonly content: Buffer }
);

export interface StoreSnapshot {
  readonly about: Omit<Manifest, 'damaged' | 'files' | 'tool'>;
  /** The catalogue comes last. */
  readonly files: readonly SnapshotFile[];
  /** Removes temporary files. */
  release(): Promise<void>;
}

/** Locations of the parts of a store that a backup contains. */
export interface StorePaths {
  readonly dataFolder: string;
  /** Folder of the settings and of the list of connections. */
  readonly configFolder: string;
}

/** Settings that are part of a backup; none of them holds a secret. */
export const configFiles = ['settings.json', 'connections.json'] as const;

/**
 * Takes a snapshot of a store while others write to it. The catalogue's copy is of one moment, and references the
 * files; those never change, and are removed only after the catalogue no longer references them. The documents beside
 * the rows are derived from that copy, so that they agree with it.
 */
export async function takeSnapshot({ dataFolder, configFolder }: StorePaths, live: Catalogue): Promise<StoreSnapshot> {
  const rows = path.join(dataFolder, 'rows');
  await assertInFolder(
    rows,
    'a copy of the folder would lack them; keep versions of the bucket, and copies of the catalogue',
  );
  // This folder is emptied at every start, in case an earlier process was killed.
  const unfinished = path.join(rows, 'unfinished');
  await mkdir(unfinished, { recursive: true });
  const scratch = await mkdtemp(path.join(unfinished, 'backup-'));
  const release = () => rm(scratch, { recursive: true, force: true });
  try {
    const made = new Date().toISOString();
    const working = path.join(scratch, 'snapshot.sqlite');
    const final = path.join(scratch, catalogueFile);
    live.copyTo(working);
    const copy = openCatalogueFile(working);
    try {
      await dropTransient(copy.records);
      const documents = await documentsOf(copy.records);
      const stored = await storedFiles(copy.records, live.records, dataFolder);
      const about = await aboutStore(copy, made);
      copy.copyTo(final);
      const sha256 = await checksumOf(final);
      const { size } = await lstat(final);
      const catalogue = { kind: 'file', path: cataloguePath, file: final, sha256, bytes: size } as const;
      const files = [
        ...stored,
        ...documents,
        ...(await settingsIn(configFolder)),
        { ...catalogue, isNamed: async () => false },
      ];
      return { about, files, release };
    } finally {
      await copy.close();
    }
  } catch (error) {
    await release();
    throw error;
  }
}

/** Removes what is meaningless elsewhere: sessions, temporary tokens of commands, pending work. */
async function dropTransient(records: Records): Promise<void> {
  await records.deleteFrom('sessions').execute();
  await records.deleteFrom('tokens').where('label', 'like', 'command %').execute();
  await records.deleteFrom('sidecar_changes').execute();
  await dropLastBackup(records);
}

async function aboutStore({ records }: Catalogue, made: string): Promise<StoreSnapshot['about']> {
  const count = async (table: 'namespaces' | 'datasets' | 'users') =>
    (await records.selectFrom(table).select('id').execute()).length;
  return {
    store: await storeIdOf(records),
    made,
    catalogueVersion: migrations.length,
    namespaces: await count('namespaces'),
    datasets: await count('datasets'),
    versions: (await readyFiles(records)).length,
    accounts: await count('users'),
  };
}

async function documentsOf(records: Records): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = [];
  const add = (name: string, document: { readonly kind: string } | null) => {
    if (document !== null) files.push({ kind: 'content', path: name, content: Buffer.from(documentText(document)) });
  };
  add('rows/records/accounts.json', await describeAccounts(records));
  for (const { id } of await records.selectFrom('namespaces').select('id').execute())
    add(`rows/records/namespace-${id}.json`, await describeNamespace(records, id));
  for (const { id } of await records.selectFrom('datasets').select('id').execute())
    add(`rows/records/dataset-${id}.json`, await describeDataset(records, id));
  for (const { id, key } of await records.selectFrom('versions').select(['id', 'key']).execute())
    add(`rows/versions/${key}/record.json`, await describeVersion(records, id));
  return files;
}

async function storedFiles(records: Records, live: Records, dataFolder: string): Promise<SnapshotFile[]> {
  const versions = (await readyFiles(records)).map(({ key, checksum, bytes }): SnapshotFile => {
    const name = versionPath(key);
    const isNamed = async () => (await versionKeys(live)).has(key);
    return { kind: 'file', path: name, file: path.join(dataFolder, name), sha256: checksum, bytes, isNamed };
  });
  const images = [...(await imageFileNames(records))]
    .filter((name) => name !== '')
    .map((name): SnapshotFile => {
      const file = path.join(dataFolder, mediaFolder, name);
      const isNamed = async () => (await imageFileNames(live)).has(name);
      return { kind: 'file', path: `${mediaFolder}/${name}`, file, sha256: null, bytes: null, isNamed };
    });
  return [...versions, ...images];
}

async function settingsIn(configFolder: string): Promise<SnapshotFile[]> {
  const files: SnapshotFile[] = [];
  for (const name of configFiles) {
    const content = await readFile(path.join(configFolder, name)).catch(() => null);
    if (content !== null) files.push({ kind: 'content', path: `config/${name}`, content });
  }
  return files;
}

const settingName = 'last-backup';

/** Records in the store itself that it was backed up. */
export async function noteBackup(records: Records, { made, target, bytes }: LastBackup): Promise<void> {
  await writeSetting(records, settingName, JSON.stringify({ made, target, bytes }));
}

/** The last backup; null if the store was never backed up. */
export async function lastBackup(records: Records): Promise<LastBackup | null> {
  return parseAs(LastBackup, (await readSetting(records, settingName)) ?? '');
}

/** Removes the record from a copy, so that an unchanged store always produces the same backup. */
async function dropLastBackup(records: Records): Promise<void> {
  await records.deleteFrom('settings').where('name', '=', settingName).execute();
}
