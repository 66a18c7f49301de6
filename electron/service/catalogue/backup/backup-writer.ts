import { type FileHandle, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Header } from 'tar';
import { explain } from '#shared/failures.ts';
import { syncFolder, writeTextDurably } from '../../../lib/durable-file.ts';
import { isOpenedInPlace } from '../../../lib/user-file.ts';
import { freeBytes } from '../../files/disk-full.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { isLocked, openExclusively } from '../database/libsql-database.ts';
import { type BackupReader, openBackup, paddedBytes, tarBlockBytes } from './backup-reader.ts';
import { contentFolder, headerName, headerText, manifestName, StoreCopyError } from './manifest.ts';

/** A backup being written. An existing one stays unchanged until `finish`. */
export interface BackupWriter {
  /** Folder for temporary files, removed at the end. */
  readonly scratch: string;
  /** The existing backup of this store; null if there is none, or it is replaced. */
  readonly before: BackupReader | null;
  freeBytes(): Promise<number>;
  /**
   * Writes a content durably.
   * @param fill writes all of it and returns its checksum
   * @returns false if the checksum differs: nothing was added then
   */
  add(
    sha256: string,
    bytes: number,
    fill: (write: (piece: Buffer) => Promise<void>) => Promise<string>,
  ): Promise<boolean>;
  /** Reads what has been written so far, before it is finished. */
  readBack(): Promise<Pick<BackupReader, 'content' | 'close'>>;
  /** Publishes the backup atomically. @param kept checksums of its contents */
  finish(manifest: string, kept: ReadonlySet<string>): Promise<void>;
  /** Removes temporary files; after `finish`, or instead of it. */
  close(): Promise<void>;
}

/** Whether a backup is a single file, judging by what exists, or by its name. */
async function isArchive(target: string): Promise<boolean> {
  const found = await stat(target).catch(() => null);
  return found === null ? /\.tar$/i.test(target) : !found.isDirectory();
}

/**
 * Opens a backup for the one process that writes to it.
 * @param store the id of the store that is backed up
 * @throws {StoreCopyError} if the path is inside the store, contains something else, or belongs to another store
 */
export async function openBackupWriter(target: string, dataFolder: string, store: string): Promise<BackupWriter> {
  await refuseInside(target, dataFolder);
  const archive = await isArchive(target);
  const existing = await existingBackup(target, archive);
  if (existing !== null && existing.store !== store) {
    await existing.close();
    throw new StoreCopyError(explain('backup-other-store', { target }));
  }
  const scratch = archive
    ? path.join(path.dirname(target), `.${path.basename(target)}.unfinished`)
    : path.join(target, 'unfinished');
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const lock = lockScratch(scratch, target);
  const close = async () => {
    await existing?.close();
    lock.close();
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    for (const name of await readdir(scratch))
      if (!name.startsWith('lock')) await rm(path.join(scratch, name), { recursive: true, force: true });
    return archive
      ? await writeArchive(target, scratch, store, close)
      : await writeFolder(target, scratch, store, existing, close);
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function lockScratch(scratch: string, target: string): { close: () => void } {
  try {
    return openExclusively(path.join(scratch, 'lock'));
  } catch (error) {
    throw isLocked(error) ? new StoreCopyError(explain('backup-in-use', { target })) : error;
  }
}

/** The nearest existing folder, by its real path, and what must be created below it. */
async function realTarget(target: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path.resolve(target); ; at = path.dirname(at)) {
    const real = await realpath(at).catch(() => null);
    if (real !== null) return path.join(real, ...rest);
    if (at === path.dirname(at)) return path.resolve(target);
    rest.unshift(path.basename(at));
  }
}

async function refuseInside(target: string, dataFolder: string): Promise<void> {
  const below = path.relative(await realpath(dataFolder), await realTarget(target));
  if (below === '' || !(below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below)))
    throw new StoreCopyError(explain('backup-inside', { target, folder: dataFolder }));
}

/** The backup at a path; null if nothing exists there. @throws {StoreCopyError} if something else does */
async function existingBackup(target: string, archive: boolean): Promise<BackupReader | null> {
  if ((await stat(target).catch(() => null)) === null) return null;
  // An archive is not written from its start to its end, as a device or a pipe is.
  if (await isOpenedInPlace(target)) throw new StoreCopyError(explain('backup-not-ours', { target }));
  if (!archive) {
    const names = await readdir(target);
    // A backup that was interrupted before its first file leaves only this.
    if (names.every((name) => name === 'unfinished' || name === `${headerName}.part`)) return null;
  }
  try {
    return await openBackup(target);
  } catch (error) {
    if (!(error instanceof StoreCopyError)) throw error;
    throw error.reason.code === 'backup-newer' ? error : new StoreCopyError(explain('backup-not-ours', { target }));
  }
}

async function writeDurably<Result>(file: string, fill: (handle: FileHandle) => Promise<Result>): Promise<Result> {
  const handle = await open(file, 'w', 0o600);
  try {
    const result = await fill(handle);
    await handle.sync();
    return result;
  } finally {
    await handle.close();
  }
}

async function writeFolder(
  target: string,
  scratch: string,
  store: string,
  before: BackupReader | null,
  close: () => Promise<void>,
): Promise<BackupWriter> {
  const content = path.join(target, contentFolder);
  const header = path.join(target, headerName);
  if ((await readFile(header, 'utf8').catch(() => null)) !== headerText(store))
    await writeTextDurably(header, headerText(store));
  await mkdir(content, { recursive: true, mode: 0o700 });
  if (!(await lstat(content)).isDirectory()) throw new StoreCopyError(explain('backup-not-ours', { target }));
  return {
    scratch,
    before,
    freeBytes: () => freeBytes(target),
    async add(sha256, _bytes, fill) {
      const part = path.join(scratch, sha256);
      const found = await writeDurably(part, (handle) => fill((piece) => writeWhole(handle, piece)));
      if (found === sha256) await rename(part, path.join(content, sha256));
      else await rm(part, { force: true });
      return found === sha256;
    },
    readBack: async () => await openBackup(target),
    async finish(manifest, kept) {
      await syncFolder(content);
      await writeTextDurably(path.join(target, manifestName), manifest);
      for (const name of await readdir(content))
        if (/^[0-9a-f]{64}$/.test(name) && !kept.has(name)) await rm(path.join(content, name), { force: true });
    },
    close,
  };
}

async function writeArchive(
  target: string,
  scratch: string,
  store: string,
  close: () => Promise<void>,
): Promise<BackupWriter> {
  const part = path.join(scratch, 'archive.tar');
  const handle = await open(part, 'w', 0o600);
  let end = 0;
  const startEntry = async (name: string, bytes: number) => {
    const header = new Header({
      path: name,
      size: bytes,
      type: 'File',
      mode: 0o600,
      mtime: new Date(),
      uid: 0,
      gid: 0,
    });
    const block = Buffer.alloc(tarBlockBytes);
    header.encode(block);
    await handle.write(block, 0, tarBlockBytes, end);
  };
  const addText = async (name: string, text: string) => {
    const bytes = Buffer.from(text);
    await startEntry(name, bytes.length);
    await handle.write(bytes, 0, bytes.length, end + tarBlockBytes);
    end += tarBlockBytes + paddedBytes(bytes.length);
    await handle.truncate(end);
  };
  await addText(headerName, headerText(store));
  return {
    scratch,
    before: null,
    freeBytes: () => freeBytes(scratch),
    async add(sha256, bytes, fill) {
      await startEntry(`${contentFolder}/${sha256}`, bytes);
      let at = end + tarBlockBytes;
      const found = await fill(async (piece) => {
        await writeWhole(handle, piece, at);
        at += piece.length;
      });
      const isWhole = found === sha256 && at === end + tarBlockBytes + bytes;
      if (isWhole) end += tarBlockBytes + paddedBytes(bytes);
      await handle.truncate(end);
      return isWhole;
    },
    readBack: async () => await openBackup(part),
    async finish(manifest) {
      await addText(manifestName, manifest);
      // An archive ends with two empty blocks.
      await handle.truncate(end + 2 * tarBlockBytes);
      await handle.sync();
      await rename(part, target);
      await syncFolder(path.dirname(target));
    },
    async close() {
      await handle.close();
      await close();
    },
  };
}
