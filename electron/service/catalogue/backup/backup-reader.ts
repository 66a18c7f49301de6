import { type FileHandle, lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Header } from 'tar';
import { explain } from '#shared/failures.ts';
import type { BackupContents } from '#shared/rpc/jobs.ts';
import { migrations } from '../database/migrate.ts';
import { openPlain, type Stretch } from './copy-content.ts';
import {
  contentFolder,
  headerName,
  type Manifest,
  manifestName,
  readHeader,
  readManifest,
  StoreCopyError,
  unlessWritable,
} from './manifest.ts';

/** An existing backup, in a folder or an archive. */
export interface BackupReader {
  /** Its name for the user. */
  readonly source: string;
  /** The id of the store that was backed up. */
  readonly store: string;
  /** @throws {StoreCopyError} if there is none, or it is damaged */
  manifest(): Promise<Manifest>;
  /** Location of a content; null if it is missing. Release it after use. */
  content(sha256: string): Promise<(Stretch & { release(): Promise<void> }) | null>;
  close(): Promise<void>;
}

/** Maximum size of a manifest in bytes. */
const maxListBytes = 512 * 2 ** 20;

/** Opens a backup in a folder or an archive. @throws {StoreCopyError} */
export async function openBackup(source: string): Promise<BackupReader> {
  // The user may specify a link; links within the backup are not followed.
  const real = await realpath(source).catch(() => null);
  if (real === null) throw new StoreCopyError(explain('backup-none', { source }));
  return (await lstat(real)).isDirectory() ? await openFolder(source) : await openArchive(source, real);
}

async function readSmall(file: string, source: string): Promise<string | null> {
  const opened = await openPlain(file).catch(() => null);
  if (opened === null) return null;
  try {
    if (opened.bytes > maxListBytes) throw new StoreCopyError(explain('backup-list-damaged', { source }));
    return await opened.handle.readFile('utf8');
  } finally {
    await opened.handle.close();
  }
}

/**
 * The id of the store that was backed up. The manifest contains it too, with a checksum, so that an intact backup is
 * not lost because of a few bytes of its header.
 * @param header null if there is none
 * @throws {StoreCopyError}
 */
async function storeOf(header: string | null, source: string, manifest: () => Promise<Manifest>): Promise<string> {
  try {
    return readHeader(header ?? '', source);
  } catch (error) {
    if (!(error instanceof StoreCopyError) || error.reason.code !== 'backup-none') throw error;
    const list = await manifest().catch(() => null);
    if (list === null) throw error;
    return list.store;
  }
}

async function openFolder(source: string): Promise<BackupReader> {
  const header = await readSmall(path.join(source, headerName), source);
  async function manifest(): Promise<Manifest> {
    const text = await readSmall(path.join(source, manifestName), source);
    if (text === null) throw new StoreCopyError(explain('backup-incomplete', { source }));
    return readManifest(text, source, migrations.length);
  }
  return {
    source,
    store: await storeOf(header, source, manifest),
    manifest,
    async content(sha256) {
      const folder = await lstat(path.join(source, contentFolder)).catch(() => null);
      if (folder?.isDirectory() !== true) return null;
      const opened = await openPlain(path.join(source, contentFolder, sha256)).catch(() => null);
      if (opened === null) return null;
      return { handle: opened.handle, offset: 0, bytes: opened.bytes, release: () => opened.handle.close() };
    },
    close: async () => {},
  };
}

export const tarBlockBytes = 512;

/** Bytes that a content takes up in an archive, without its header. */
export const paddedBytes = (bytes: number) => Math.ceil(bytes / tarBlockBytes) * tarBlockBytes;

interface Entry {
  readonly offset: number;
  readonly bytes: number;
}

async function openArchive(source: string, real: string): Promise<BackupReader> {
  const opened = await openPlain(real).catch(() => null);
  if (opened === null) throw new StoreCopyError(explain('backup-none', { source }));
  const { handle, bytes } = opened;
  try {
    const entries = await entriesOf(handle, bytes, source);
    const header = entries.get(headerName);
    const text = async ({ offset, bytes: size }: Entry) => {
      if (size > maxListBytes) throw new StoreCopyError(explain('backup-list-damaged', { source }));
      const buffer = Buffer.alloc(size);
      await handle.read(buffer, 0, size, offset);
      return buffer.toString('utf8');
    };
    const manifest = async () => {
      const entry = entries.get(manifestName);
      if (entry === undefined) throw new StoreCopyError(explain('backup-incomplete', { source }));
      return readManifest(await text(entry), source, migrations.length);
    };
    return {
      source,
      store: await storeOf(header === undefined ? null : await text(header), source, manifest),
      manifest,
      async content(sha256) {
        const entry = entries.get(`${contentFolder}/${sha256}`);
        return entry === undefined ? null : { handle, ...entry, release: async () => {} };
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const entryName = new RegExp(
  `^(${headerName}|${manifestName}|${contentFolder}/[0-9a-f]{64})$`.replaceAll('.json', '\\.json'),
);

/**
 * The positions of all files in an archive, without unpacking it. A backup contains only plain files with three kinds
 * of names; anything else means that the archive is not a backup.
 */
async function entriesOf(handle: FileHandle, bytes: number, source: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  const block = Buffer.alloc(tarBlockBytes);
  for (let offset = 0; offset + tarBlockBytes <= bytes; ) {
    await handle.read(block, 0, tarBlockBytes, offset);
    const header = headerIn(block);
    if (header === 'end') break;
    // A file that is not an archive at all is not reported as damaged.
    if (header === null && offset === 0) throw new StoreCopyError(explain('backup-none', { source }));
    if (header === null) throw new StoreCopyError(explain('backup-incomplete', { source }));
    const { path: name = '', type, size = 0 } = header;
    const isPlain = type === 'File' || type === 'OldFile';
    if (!isPlain || !entryName.test(name) || entries.has(name))
      throw new StoreCopyError(explain('backup-odd-entry', { source, name: JSON.stringify(name) }));
    offset += tarBlockBytes;
    if (offset + size > bytes) throw new StoreCopyError(explain('backup-incomplete', { source }));
    entries.set(name, { offset, bytes: size });
    offset += paddedBytes(size);
  }
  return entries;
}

function headerIn(block: Buffer): Header | 'end' | null {
  try {
    const header = new Header(block);
    if (header.nullBlock) return 'end';
    return header.cksumValid && Number.isSafeInteger(header.size) && (header.size ?? 0) >= 0 ? header : null;
  } catch {
    return null;
  }
}

/**
 * Describes a backup by its manifest, whose checksum is verified; the files themselves are not read.
 * @param ownStore id of the store that it might replace
 * @throws {StoreCopyError} if there is no backup, or this Almanac cannot restore it
 */
export async function describeBackup(source: string, ownStore: string): Promise<BackupContents> {
  return await unlessWritable(source, async () => {
    const reader = await openBackup(source);
    try {
      const { files, damaged, made, tool, store, namespaces, datasets, versions, accounts } = await reader.manifest();
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const withSettings = files.some(({ path }) => path.startsWith('config/'));
      return {
        source,
        made,
        tool,
        namespaces,
        datasets,
        versions,
        accounts,
        bytes,
        damaged: damaged.length,
        isOwn: store === ownStore,
        withSettings,
      };
    } finally {
      await reader.close();
    }
  });
}
