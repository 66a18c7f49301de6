import { webcrypto } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../lib/long-work.ts';
import { verifiedStream } from './checked-file.ts';
import { checksumOf } from './checksum.ts';
import { type StoreFolders, versionFolder } from './store-folders.ts';
import {
  type ByteRange,
  type CheckVerdict,
  DamagedVersionError,
  type StoredFile,
  type StoredVersion,
  type VersionKey,
} from './stored-version.ts';
import {
  type FileState,
  fileState,
  isSameState,
  readVerification,
  type VerificationRecord,
  writeVerification,
} from './verification-record.ts';

/** Name of the stored file within the folder of a version. */
export const dataFileName = 'data.parquet';
/** Name of the file of rejected records beside it, until it is moved to its target. */
export const rejectsFileName = 'rejects.csv';

/** Milliseconds for which a checked file is trusted before it is checked again. */
const trustedMs = 1000;

/** Milliseconds for which the content of an unmodified file is trusted if more than a page depends on it. */
const contentTrustedMs = 10 * 60 * 1000;

interface Trust {
  readonly note: VerificationRecord;
  /** Time before which the file's metadata are not checked again. */
  readonly until: number;
}

/** When the content of a file was last verified in this run, and its identity then. */
interface ContentRead {
  readonly file: FileState;
  readonly at: number;
}

/**
 * The stored files of versions and whether they are intact. A file is verified if its metadata do not show that it is
 * unchanged, which is checked again while the file is used. A damaged file is not served until it is restored.
 */
export class StoredFiles {
  readonly #folders: Pick<StoreFolders, 'versions'>;
  readonly #trusted = new Map<VersionKey, Trust>();
  readonly #checking = new Map<VersionKey, Promise<void>>();
  readonly #contentRead = new Map<VersionKey, ContentRead>();

  constructor(folders: Pick<StoreFolders, 'versions'>) {
    this.#folders = folders;
  }

  path({ key }: Pick<StoredVersion, 'key'>): string {
    return join(versionFolder(this.#folders.versions, key), dataFileName);
  }

  /** Checks that a stored file may be served. @throws {DamagedVersionError} */
  async assertWhole(version: StoredFile): Promise<void> {
    const trust = this.#trusted.get(version.key);
    if (trust !== undefined && Date.now() < trust.until) return;
    const checking =
      this.#checking.get(version.key) ??
      this.#check(version, trust).finally(() => {
        this.#checking.delete(version.key);
      });
    this.#checking.set(version.key, checking);
    await checking;
  }

  async #check(version: StoredFile, trust: Trust | undefined): Promise<void> {
    const file = await this.#look(version);
    const note = trust?.note ?? (await readVerification(this.#folderOf(version)));
    if (note === null || !isSameState(note.file, file)) return this.#readThrough(version, file, {});
    if (note.verdict !== 'verified') throw altered(version);
    this.#trusted.set(version.key, { note, until: Date.now() + trustedMs });
  }

  async #look(version: StoredFile): Promise<FileState> {
    const found = await fileState(this.path(version)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
      throw error;
    });
    if (found === null) throw new DamagedVersionError(version.key, explain('version-file-missing'));
    if (found.bytes === version.bytes) return found;
    throw new DamagedVersionError(
      version.key,
      explain('version-file-size', { found: found.bytes, expected: version.bytes }),
    );
  }

  async #readThrough(version: StoredFile, file: FileState, work: LongWork, gently = false): Promise<void> {
    const onBytes = (bytes: number) =>
      work.onProgress?.({ phase: 'checking', rows: 0, bytes, fraction: Math.min(1, bytes / file.bytes) });
    const checksum = await checksumOf(this.path(version), work.signal, onBytes, gently).catch((error: unknown) => {
      // A file that the disk can no longer read counts as altered.
      if (/\bEIO\b/.test(String(error))) return null;
      throw error;
    });
    if (checksum !== version.checksum) {
      await this.noteDamaged(version);
      throw altered(version);
    }
    const note: VerificationRecord = noteOf(file, 'verified');
    await writeVerification(this.#folderOf(version), note);
    this.#trusted.set(version.key, { note, until: Date.now() + trustedMs });
    this.#contentRead.set(version.key, { file, at: performance.now() });
  }

  /** Takes a version out of service until its file is restored. */
  async noteDamaged(version: StoredFile): Promise<void> {
    this.invalidate(version.key);
    const file = await fileState(this.path(version)).catch(() => null);
    const verdict = file === null ? 'missing' : 'differs';
    await writeVerification(this.#folderOf(version), noteOf(file, verdict));
  }

  /**
   * Verifies the bytes of a stored file before others are derived from them.
   * @param force even if that was done recently
   * @throws {DamagedVersionError}
   */
  async assertContent(version: StoredFile, work: LongWork, force = false): Promise<void> {
    const file = await this.#look(version);
    const read = this.#contentRead.get(version.key);
    const isKnown = read !== undefined && performance.now() - read.at < contentTrustedMs;
    if (force || !isKnown || !isSameState(read.file, file)) {
      await this.#readThrough(version, file, work);
    }
  }

  /** Records that a file that was just written and hashed is intact. */
  async noteWritten(version: StoredFile): Promise<void> {
    const file = await fileState(this.path(version));
    await writeVerification(this.#folderOf(version), noteOf(file, 'verified', true));
    this.#contentRead.set(version.key, { file, at: performance.now() });
  }

  /** Verifies a stored file, whatever its last result. @param gently at a limited rate */
  async verify(version: StoredFile, work: LongWork, gently = false): Promise<CheckVerdict> {
    try {
      await this.#readThrough(version, await this.#look(version), work, gently);
      return 'verified';
    } catch (error) {
      if (!(error instanceof DamagedVersionError)) throw error;
      await this.noteDamaged(version);
      const there = await stat(this.path(version)).catch(() => null);
      return there === null ? 'missing' : 'differs';
    }
  }

  /** Outcome of the last verification; null if there was none. */
  async lastCheck(version: Pick<StoredFile, 'key'>): Promise<VerificationRecord | null> {
    return await readVerification(this.#folderOf(version));
  }

  invalidate(key: VersionKey): void {
    this.#trusted.delete(key);
    this.#contentRead.delete(key);
  }

  #folderOf(version: Pick<StoredFile, 'key'>): string {
    return dirname(this.path(version));
  }
}

function noteOf(file: FileState | null, verdict: CheckVerdict, asWritten = false): VerificationRecord {
  return { file, verdict, at: new Date().toISOString(), asWritten };
}

function altered(version: StoredFile): DamagedVersionError {
  return new DamagedVersionError(version.key, explain('version-file-altered'));
}

/** A file of at most this size is read and verified before its first byte is sent. */
export const smallBytes = 8 * 2 ** 20;

/**
 * The verified bytes of a stored file: a small file is verified before it is sent, a large one while it is sent, and a
 * range of one by reading the whole file, unless that was done recently.
 * @throws {DamagedVersionError} now, or as an error of the stream before its last bytes
 */
export async function readStored(files: StoredFiles, version: StoredVersion, range?: ByteRange): Promise<Readable> {
  await files.assertWhole(version);
  const { start, end } = range ?? { start: 0, end: version.bytes };
  const path = files.path(version);
  const altered = async () => {
    await files.noteDamaged(version);
    return new DamagedVersionError(version.key, explain('version-file-altered'));
  };
  if (version.bytes <= smallBytes) {
    const content = await readFile(path);
    const checksum = Buffer.from(await webcrypto.subtle.digest('SHA-256', content)).toString('hex');
    if (checksum !== version.checksum) throw await altered();
    return Readable.from([content.subarray(start, end)], { objectMode: false });
  }
  const isWhole = start === 0 && end === version.bytes;
  if (!isWhole) await files.assertContent(version, {});
  // Opened before the response starts, so that a removal does not interrupt reading.
  const file = await open(path);
  if (!isWhole) return file.createReadStream({ start, end: end - 1 });
  return verifiedStream(file.createReadStream({ highWaterMark: 2 ** 18 }), version.checksum, altered);
}
