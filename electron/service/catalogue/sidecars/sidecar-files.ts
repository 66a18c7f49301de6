import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeTextDurably } from '../../../lib/durable-file.ts';
import { missingAsNull } from '../../../lib/errors/system-error.ts';
import { unfinishedName } from '../../files/unfinished-name.ts';
import {
  type AccountsDocument,
  type DatasetDocument,
  type DocumentOf,
  documentText,
  type NamespaceDocument,
  readDocument,
  type SidecarKind,
  type VersionDocument,
} from './documents.ts';

export interface SidecarDocuments {
  readonly accounts: AccountsDocument | null;
  readonly namespaces: readonly NamespaceDocument[];
  readonly datasets: readonly DatasetDocument[];
  readonly versions: readonly VersionDocument[];
  /** Keys of versions that have a folder, but no readable document. */
  readonly undescribed: readonly string[];
  /** Names of documents, below the data folder, that could not be read. */
  readonly damaged: readonly string[];
}

/** Folders of the versions and of the other records below the data folder. */
const versionsIn = (dataFolder: string) => path.join(dataFolder, 'rows', 'versions');
const recordsIn = (dataFolder: string) => path.join(dataFolder, 'rows', 'records');

/** The folder of a version's files. */
export function versionFolderIn(dataFolder: string, key: string): string {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(key)) throw new Error(`Not a version key: ${JSON.stringify(key)}.`);
  return path.join(versionsIn(dataFolder), key);
}

/** Name of a version's document within its folder. */
export const versionDocumentName = 'record.json';

/** Path of a document: a version's is beside its rows, all others are in `rows/records`. */
export function documentFile(dataFolder: string, kind: string, subject: number, key: string): string {
  if (kind === 'version') return path.join(versionFolderIn(dataFolder, key), versionDocumentName);
  return path.join(recordsIn(dataFolder), kind === 'accounts' ? 'accounts.json' : `${kind}-${subject}.json`);
}

/** Writes a document atomically and durably. Nothing is written if the file has the same content. */
export async function writeDocument(file: string, document: { readonly kind: string }): Promise<void> {
  const text = documentText(document);
  if ((await readFile(file, 'utf8').catch(() => null)) === text) return;
  if (document.kind !== 'version') await mkdir(path.dirname(file), { recursive: true });
  await writeTextDurably(file, text, unfinishedName(`${file}.${process.pid}`));
}

/**
 * Removes temporary files of a process that was killed while writing a document. Only while no other process can be
 * writing.
 * @returns the files of all documents
 */
export async function removeUnfinishedDocuments(dataFolder: string): Promise<ReadonlySet<string>> {
  const documents = new Set<string>();
  const keys = await versionKeysOnDisk(dataFolder);
  for (const folder of [recordsIn(dataFolder), ...keys.map((key) => path.join(versionsIn(dataFolder), key))]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const file = path.join(folder, name);
      if (/\.json\.\d+\.\d+\.part$/.test(name)) await rm(file, { force: true });
      else if (name.endsWith('.json')) documents.add(file);
    }
  }
  return documents;
}

/** Keys of the versions with files. */
export async function versionKeysOnDisk(dataFolder: string): Promise<string[]> {
  return await namesIn(versionsIn(dataFolder));
}

/** The document in a file; null if it is missing or unreadable. */
export async function readDocumentFile<Kind extends SidecarKind>(kind: Kind, file: string) {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : readDocument(kind, text);
}

/** Reads every document of a data folder; damaged ones are reported, never guessed. */
export async function readSidecars(dataFolder: string): Promise<SidecarDocuments> {
  const damaged: string[] = [];
  const read = async <Kind extends SidecarKind>(kind: Kind, file: string) => {
    const text = await readFile(file, 'utf8').catch(() => null);
    const document = text === null ? null : readDocument(kind, text);
    if (text !== null && document === null) damaged.push(path.relative(dataFolder, file));
    return document;
  };
  const folder = recordsIn(dataFolder);
  const names = (await namesIn(folder)).sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const all = async <Kind extends SidecarKind>(kind: Kind) => {
    const found: DocumentOf<Kind>[] = [];
    for (const name of names.filter((one) => one.startsWith(`${kind}-`) && one.endsWith('.json'))) {
      const document = await read(kind, path.join(folder, name));
      if (document !== null) found.push(document);
    }
    return found;
  };
  const versions: VersionDocument[] = [];
  const undescribed: string[] = [];
  for (const key of await versionKeysOnDisk(dataFolder)) {
    if (!/^[A-Za-z0-9_-]{1,200}$/.test(key)) continue;
    const document = await read('version', documentFile(dataFolder, 'version', 0, key));
    if (document?.key === key) versions.push(document);
    else undescribed.push(key);
  }
  return {
    accounts: await read('accounts', documentFile(dataFolder, 'accounts', 0, '')),
    namespaces: await all('namespace'),
    datasets: await all('dataset'),
    versions: versions.sort((one, other) => one.id - other.id),
    undescribed,
    damaged,
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(missingAsNull)) ?? [];
}
