import { createHash } from 'node:crypto';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import { toolVersion } from '../../../lib/tool-version.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { Catalogue } from '../database/catalogue.ts';
import { storeIdOf } from '../sidecars/describe.ts';
import { type BackupReader, openBackup } from './backup-reader.ts';
import { type BackupWriter, openBackupWriter } from './backup-writer.ts';
import { copyContent, openPlain } from './copy-content.ts';
import { type BackupFile, contentOf, type Manifest, manifestText, StoreCopyError, unlessWritable } from './manifest.ts';
import { noteBackup, type SnapshotFile, type StorePaths, type StoreSnapshot, takeSnapshot } from './store-snapshot.ts';

/** The size of a backup, and how much of it is new. */
export interface BackupReport extends Omit<Manifest, 'files' | 'store'> {
  readonly target: string;
  readonly files: number;
  readonly bytes: number;
  /** The part that the previous backup did not contain. */
  readonly copiedFiles: number;
  readonly copiedBytes: number;
}

/** Maximum number of snapshots, in case datasets are deleted faster than they are copied. */
const maxSnapshots = 50;

/**
 * Copies a store into a folder, or a file that ends with `.tar`, while others use it. Into a folder only new contents
 * are copied; existing ones are read and compared with their checksums, and replaced if they differ. Everything that
 * was written is read again at the end. The previous backup stays unchanged until this one is complete.
 * @param catalogue the store's, open
 * @throws {StoreCopyError}
 */
export async function backUp(
  places: StorePaths,
  catalogue: Catalogue,
  target: string,
  work: LongWork,
): Promise<BackupReport> {
  return await unlessWritable(target, async () => {
    const store = await storeIdOf(catalogue.records);
    const writer = await openBackupWriter(target, places.dataFolder, store);
    try {
      const report = await write(places, catalogue, writer, target, work);
      await noteBackup(catalogue.records, report);
      return report;
    } finally {
      await writer.close();
    }
  });
}

/** The store changed between the moment of the snapshot and the copying of one of its files. */
class OutdatedError extends Error {}

async function write(
  places: StorePaths,
  catalogue: Catalogue,
  writer: BackupWriter,
  target: string,
  work: LongWork,
): Promise<BackupReport> {
  const copying = new Copying(writer, target, work);
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = await takeSnapshot(places, catalogue);
    try {
      const { files, damaged } = await copying.copyAll(snapshot);
      await copying.readBack();
      const manifest = { ...snapshot.about, tool: `Almanac ${toolVersion}`, damaged, files };
      await writer.finish(manifestText(manifest), new Set(contentOf(files).keys()));
      const { store: _, ...about } = manifest;
      const bytes = [...contentOf(files).values()].reduce((sum, size) => sum + size, 0);
      return { ...about, target, files: files.length, bytes, ...copying.copied() };
    } catch (error) {
      if (!(error instanceof OutdatedError)) throw error;
      if (attempt >= maxSnapshots) throw new StoreCopyError(explain('backup-outrun'));
    } finally {
      await snapshot.release();
    }
  }
}

/** The copying of one backup, over several snapshots if the store changes meanwhile. */
class Copying {
  readonly #writer: BackupWriter;
  readonly #target: string;
  readonly #work: LongWork;
  /** Contents verified to be in the backup. */
  readonly #there = new Map<string, number>();
  readonly #added = new Map<string, number>();
  #done = 0;
  #total = 0;

  constructor(writer: BackupWriter, target: string, work: LongWork) {
    this.#writer = writer;
    this.#target = target;
    this.#work = work;
  }

  copied() {
    const bytes = [...this.#added.values()].reduce((sum, size) => sum + size, 0);
    return { copiedFiles: this.#added.size, copiedBytes: bytes };
  }

  async copyAll({ files }: StoreSnapshot): Promise<{ files: BackupFile[]; damaged: string[] }> {
    await this.#refuseWithoutRoom(files);
    const copied: BackupFile[] = [];
    const damaged: string[] = [];
    for (const file of files) {
      this.#work.signal?.throwIfAborted();
      const entry = await this.#copy(file);
      if (entry === null) damaged.push(file.path);
      else copied.push(entry);
    }
    return { files: copied, damaged };
  }

  /** Verifies what was written, by reading it from the backup. */
  async readBack(): Promise<void> {
    const reader = await this.#writer.readBack();
    try {
      for (const [sha256, bytes] of this.#added) {
        if (!(await this.#isWhole(reader, sha256, bytes)))
          throw new StoreCopyError(explain('backup-content-differs', { source: this.#target, file: sha256 }));
      }
    } finally {
      await reader.close();
    }
  }

  /** Refuses a backup that does not fit; a folder already has most of it. @throws {StoreCopyError} */
  async #refuseWithoutRoom(files: readonly SnapshotFile[]): Promise<void> {
    let needed = 0;
    let total = 0;
    for (const file of files) {
      const bytes = file.kind === 'content' ? file.content.length : (file.bytes ?? 0);
      const sha256 = file.kind === 'content' ? sumOf(file.content) : file.sha256;
      if (sha256 !== null && this.#there.has(sha256)) continue;
      const before = sha256 === null ? null : await this.#writer.before?.content(sha256);
      await before?.release();
      const isNew = before?.bytes !== bytes;
      // New contents are read twice: from the store, and from the backup.
      total += isNew ? 2 * bytes : bytes;
      if (isNew) needed += bytes;
    }
    this.#total = this.#done + total;
    await refuseWithoutRoom(needed, await this.#writer.freeBytes(), this.#target);
  }

  #step(phase: 'writing' | 'checking', bytes: number): void {
    this.#done += bytes;
    const fraction = this.#total === 0 ? null : Math.min(1, this.#done / this.#total);
    this.#work.onProgress?.({ phase, rows: 0, bytes: this.#done, fraction });
  }

  async #isWhole(reader: Pick<BackupReader, 'content'>, sha256: string, bytes: number): Promise<boolean> {
    const { signal } = this.#work;
    return await isWhole(reader, sha256, bytes, { signal, onBytes: (step) => this.#step('checking', step) });
  }

  /** Copies a file; null if it is damaged or missing in the store and not in the previous backup. */
  async #copy(file: SnapshotFile): Promise<BackupFile | null> {
    if (file.kind === 'content') {
      const { content } = file;
      const [sha256, bytes] = [sumOf(content), content.length];
      if (!(await this.#isThere(sha256, bytes))) {
        await this.#writer.add(sha256, bytes, async (write) => {
          await write(content);
          return sha256;
        });
        this.#note(sha256, bytes);
      }
      return { path: file.path, bytes, sha256 };
    }
    try {
      return await this.#copyFile(file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      if (!(await file.isNamed())) throw new OutdatedError();
      return null;
    }
  }

  async #copyFile(file: SnapshotFile & { kind: 'file' }): Promise<BackupFile | null> {
    if (file.sha256 !== null && file.bytes !== null && (await this.#isThere(file.sha256, file.bytes)))
      return { path: file.path, bytes: file.bytes, sha256: file.sha256 };
    const { signal } = this.#work;
    const { handle, bytes } = await openPlain(file.file);
    try {
      const sha256 = file.sha256 ?? (await checksumOf(file.file, signal));
      if (file.sha256 === null && (await this.#isThere(sha256, bytes))) return { path: file.path, bytes, sha256 };
      if (file.bytes !== null && file.bytes !== bytes) return null;
      const onBytes = (step: number) => this.#step('writing', step);
      const isAdded = await this.#writer.add(sha256, bytes, (write) =>
        copyContent({ handle, offset: 0, bytes }, write, { signal, onBytes }),
      );
      if (!isAdded) return null;
      this.#note(sha256, bytes);
      return { path: file.path, bytes, sha256 };
    } finally {
      await handle.close();
    }
  }

  #note(sha256: string, bytes: number): void {
    this.#there.set(sha256, bytes);
    this.#added.set(sha256, bytes);
  }

  async #isThere(sha256: string, bytes: number): Promise<boolean> {
    if (this.#there.has(sha256)) return true;
    const { before } = this.#writer;
    if (before === null || !(await this.#isWhole(before, sha256, bytes))) return false;
    this.#there.set(sha256, bytes);
    return true;
  }
}

const sumOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const mebibyte = 2 ** 20;

/** @throws {StoreCopyError} */
export async function refuseWithoutRoom(needed: number, free: number, folder: string): Promise<void> {
  if (needed <= free) return;
  const inMegabytes = (bytes: number, round: (value: number) => number) => round(bytes / mebibyte);
  throw new StoreCopyError(
    explain('backup-no-room', {
      folder,
      needed: inMegabytes(needed, Math.ceil),
      free: inMegabytes(free, Math.floor),
    }),
  );
}

async function isWhole(
  reader: Pick<BackupReader, 'content'>,
  sha256: string,
  bytes: number,
  work: Parameters<typeof copyContent>[2],
): Promise<boolean> {
  const content = await reader.content(sha256);
  if (content === null) return false;
  try {
    if (content.bytes !== bytes) return false;
    return (await copyContent(content, async () => {}, work)) === sha256;
  } finally {
    await content.release();
  }
}

/** The outcome of verifying a whole backup. */
export interface BackupVerdict extends Omit<Manifest, 'files'> {
  readonly files: number;
  readonly bytes: number;
  /** Paths of files of the store whose content is missing in the backup, or differs. */
  readonly broken: readonly string[];
}

/** Reads all of a backup. @throws {StoreCopyError} if there is none, or its manifest is damaged */
export async function verifyBackupAt(source: string, work: LongWork): Promise<BackupVerdict> {
  return await unlessWritable(source, async () => {
    const reader = await openBackup(source);
    try {
      const { files, ...about } = await reader.manifest();
      const content = contentOf(files);
      const total = [...content.values()].reduce((sum, bytes) => sum + bytes, 0);
      const broken = new Set<string>();
      let done = 0;
      const onBytes = (bytes: number) => {
        done += bytes;
        work.onProgress?.({ phase: 'checking', rows: 0, bytes: done, fraction: total === 0 ? 1 : done / total });
      };
      for (const [sha256, bytes] of content)
        if (!(await isWhole(reader, sha256, bytes, { signal: work.signal, onBytes }))) broken.add(sha256);
      return {
        ...about,
        files: files.length,
        bytes: total,
        broken: files.filter(({ sha256 }) => broken.has(sha256)).map(({ path }) => path),
      };
    } finally {
      await reader.close();
    }
  });
}
