import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { ObjectAddress, ObjectKey } from '../../../lib/objects/object-address.ts';
import { ObjectStore, type ReaderHeaders } from '../../../lib/objects/object-store.ts';
import { defaultRequestLimits } from '../../../lib/objects/s3-request.ts';
import { Tally } from '../../../lib/tally.ts';
import { verifiedStream } from '../../files/checked-file.ts';
import { checksumOf } from '../../files/checksum.ts';
import type { DiskCache } from '../../files/disk-cache.ts';
import { type StoreFolders, versionFolder } from '../../files/store-folders.ts';
import { dataFileName, readStored, smallBytes } from '../../files/stored-files.ts';
import {
  type ByteRange,
  type CheckVerdict,
  DamagedVersionError,
  type StoredFile,
  type StoredVersion,
  type VersionKey,
} from '../../files/stored-version.ts';
import { readVerificationText, type VerificationRecord } from '../../files/verification-record.ts';
import type { Leases } from '../../rows/version-files/leases.ts';
import type { NamedKeys, VersionFiles } from '../../rows/version-files/version-files.ts';
import { collectObjects, defaultGarbageTimes, type GarbageTimes, removedMark, renewMarks } from './collect-garbage.ts';
import { Absence, LocalCopies, openData } from './local-copies.ts';
import { checkKey, dataKey, garbageKey } from './object-keys.ts';
import { SharedObjects } from './shared-objects.ts';

/** Where versions are, and how their objects are removed. */
export interface ObjectOptions {
  readonly address: ObjectAddress;
  readonly key: ObjectKey;
  /** Reads the key again when the storage has refused it. */
  readonly renewKey?: () => Promise<ObjectKey>;
  readonly garbage?: GarbageTimes;
  /** Endpoint at which readers are given stored files directly; by default they are not. */
  readonly readersEndpoint?: string;
}

/** A reader who could also do without the store's answer does not wait for a store that is away. */
const impatient = { ...defaultRequestLimits, attempts: 4, maxFailingMs: 5_000, stallMs: 5_000, firstDelayMs: 50 };

/** How long a version that was found to be damaged is refused before its object is read again, in milliseconds. */
const damagedMs = 60_000;

/** For how long a client may begin a request at an address of its own, in seconds: also one that resumes a download. */
const readerSeconds = 300;

/** How long an answer may take before the storage counts as away, in milliseconds. */
const awayMs = 3_000;

/** As slow as gentle reading of a disk: see `readChecksum`. */
const gentleBytesPerSecond = 40 * 2 ** 20;

/** What {@link ObjectFiles} work with. */
interface ObjectFilesParts {
  readonly options: ObjectOptions;
  readonly folders: StoreFolders;
  readonly cache: DiskCache;
  /** Of what one machine builds for all; null if there is only this one. */
  readonly leases: Leases | null;
  readonly log: (message: string, error?: unknown) => void;
}

/** The versions that this process is reading, and those that were found to be damaged. */
class ReadVersions {
  readonly #reading = new Tally<VersionKey>();
  readonly #damaged = new LRUCache<VersionKey, DamagedVersionError>({ max: 10_000, ttl: damagedMs });

  get keys(): readonly VersionKey[] {
    return this.#reading.keys;
  }

  has(key: VersionKey): boolean {
    return this.#reading.of(key) > 0;
  }

  /** @returns the function that ends reading */
  begin(key: VersionKey): () => void {
    return this.#reading.hold(key);
  }

  async during<Result>({ key }: StoredFile, read: () => Promise<Result>): Promise<Result> {
    const end = this.begin(key);
    try {
      return await read();
    } catch (error) {
      if (error instanceof DamagedVersionError && error.key === key) this.#damaged.set(key, error);
      throw error;
    } finally {
      end();
    }
  }

  noteVerdict(key: VersionKey, verdict: CheckVerdict): void {
    if (verdict === 'verified') {
      this.clear(key);
      return;
    }
    const reason = explain(verdict === 'missing' ? 'version-file-missing' : 'version-file-altered');
    this.#damaged.set(key, new DamagedVersionError(key, reason));
  }

  clear(key: VersionKey): void {
    this.#damaged.delete(key);
  }

  /** @throws {DamagedVersionError} */
  assertWhole(key: VersionKey): void {
    const known = this.#damaged.get(key);
    if (known !== undefined) throw known;
  }
}

/** Versions as objects that several machines share, with copies in the cache of this one. */
export class ObjectFiles implements VersionFiles {
  readonly #parts: ObjectFilesParts;
  readonly #store: ObjectStore;
  readonly #quick: ObjectStore;
  readonly #absence = new Absence();
  readonly #copies: LocalCopies;
  readonly #versions = new ReadVersions();
  readonly #marking = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly shared: SharedObjects;

  constructor(parts: ObjectFilesParts) {
    const { options, folders, cache, leases, log } = parts;
    const { address, key, renewKey } = options;
    this.#parts = parts;
    this.#store = new ObjectStore(address, key, defaultRequestLimits, renewKey);
    this.#quick = new ObjectStore(address, key, impatient, renewKey);
    this.#copies = new LocalCopies(this.#store, cache, folders.cache, this.#absence);
    this.shared = new SharedObjects({ store: this.#quick, cache, folders, leases, log, absence: this.#absence });
  }

  path(version: Pick<StoredFile, 'key'>): string {
    return this.#copies.path(version);
  }

  use<Result>(version: StoredFile, work: LongWork, read: () => Promise<Result>): Promise<Result> {
    return this.#versions.during(version, () => this.#copies.use(version, work, read));
  }

  async assertWhole({ key }: StoredFile): Promise<void> {
    this.#versions.assertWhole(key);
  }

  async assertContent(version: StoredFile, work: LongWork, force?: boolean): Promise<void> {
    const { files } = this.#copies;
    try {
      await files.assertContent(version, work, force);
    } catch (error) {
      if (!(error instanceof DamagedVersionError)) throw error;
      // Only the copy is damaged, as far as is known.
      await this.#copies.discard(version);
      await this.use(version, work, () => files.assertContent(version, work, true));
    }
  }

  async read(version: StoredVersion, range?: ByteRange): Promise<Readable> {
    this.#versions.assertWhole(version.key);
    const { start, end }: ByteRange = range ?? { start: 0, end: version.bytes };
    const isWhole = start === 0 && end === version.bytes;
    return this.#versions.during(version, async () => {
      const isLocal = await this.#copies.isIntact(version);
      const isSmall = version.bytes <= smallBytes;
      if (isLocal || !(isWhole || isSmall))
        return this.#copies.use(version, {}, () => readStored(this.#copies.files, version, range));
      const stream = await this.#streamed(version);
      if (!isSmall) {
        stream.once('close', this.#versions.begin(version.key));
        return stream;
      }
      const content = Buffer.concat(await stream.toArray());
      return Readable.from([content.subarray(start, end)], { objectMode: false });
    });
  }

  /** Fails if the object is not what was written, at the latest before its last bytes. */
  async #streamed(version: StoredVersion): Promise<Readable> {
    const altered = async () => new DamagedVersionError(version.key, explain('version-file-altered'));
    return verifiedStream(await openData(this.#store, version, this.#closing.signal), version.checksum, altered);
  }

  async readerAddress(version: StoredVersion, headers: ReaderHeaders): Promise<string | null> {
    const { readersEndpoint } = this.#parts.options;
    if (readersEndpoint === undefined) return null;
    this.#versions.assertWhole(version.key);
    return this.#quick.addressForReaders(readersEndpoint, dataKey(version.key), headers, readerSeconds);
  }

  async verify(version: StoredFile, work: LongWork, gently = false): Promise<CheckVerdict> {
    const { key } = version;
    const verdict = await this.#versions.during(version, () => verdictOf(this.#store, version, work, gently));
    this.#versions.noteVerdict(key, verdict);
    if (verdict !== 'verified') await this.#copies.discard(version);
    const record = { file: null, verdict, at: new Date().toISOString(), asWritten: false };
    // A missing object stays one of no version, so that its record is not left behind.
    if (verdict !== 'missing') await this.#store.put(checkKey(key), Buffer.from(JSON.stringify(record)));
    return verdict;
  }

  async lastCheck({ key }: Pick<StoredFile, 'key'>): Promise<VerificationRecord | null> {
    return readVerificationText((await this.#quick.readWhole(checkKey(key)))?.toString('utf8') ?? '');
  }

  async commit(folder: string, version: StoredVersion, { signal }: LongWork): Promise<void> {
    const path = join(folder, dataFileName);
    // What is sent is read once more, in another thread: the checksum is that of the file when it was written.
    const checked = version.bytes > smallBytes ? checksumOf(path, signal) : Promise.resolve(version.checksum);
    checked.catch(() => {});
    const confirm = async () => {
      if ((await checked) !== version.checksum) throw new Error('A file has changed since it was written.');
    };
    await this.#store.putFile(dataKey(version.key), path, version.checksum, { signal, confirm });
    await this.#copies.adopt(version, path);
    for (const name of await readdir(folder)) {
      const target = join(versionFolder(this.#parts.folders.cache, version.key), name);
      await rename(join(folder, name), target);
      void this.shared.offer([target]);
    }
    await rm(folder, { recursive: true, force: true });
  }

  async remove(key: VersionKey): Promise<void> {
    await this.#copies.end(key, new DOMException('The version is removed.', 'AbortError'));
    await rm(versionFolder(this.#parts.folders.cache, key), { recursive: true, force: true, maxRetries: 5 });
    this.#versions.clear(key);
    this.shared.rows.invalidate(key);
    const { signal } = this.#closing;
    // Others may be reading it. Without a mark it is found later.
    const mark = this.#store.put(garbageKey(key), Buffer.from(removedMark), signal).catch((error: unknown) => {
      if (!signal.aborted) this.#parts.log('A removed version could not be marked in the object storage.', error);
    });
    this.#marking.add(mark);
    void mark.finally(() => this.#marking.delete(mark));
  }

  /** Other nodes may have made what this catalogue does not name yet: see `collectObjects`. */
  async keepOnly(): Promise<readonly VersionKey[]> {
    return [];
  }

  collectGarbage(named: NamedKeys, signal: AbortSignal): Promise<readonly VersionKey[]> {
    const { options, log } = this.#parts;
    const times = options.garbage ?? defaultGarbageTimes;
    return collectObjects(this.#store, { times, signal, named, isRead: (key) => this.#versions.has(key), log });
  }

  keepWhatIsRead(signal: AbortSignal): Promise<void> {
    return renewMarks(this.#store, this.#versions.keys, signal);
  }

  async localBytes(): Promise<null> {
    return null;
  }

  async assertReachable(): Promise<void> {
    await this.#quick.now(awayMs);
    this.#absence.end();
  }

  async close(): Promise<void> {
    // What is being sent is soon sent, unless the store is away.
    const sent = Promise.allSettled([...this.#marking, this.shared.settled()]);
    await Promise.race([sent, sleep(closingMs, undefined, { ref: false })]);
    this.#closing.abort(new DOMException('The row store is closed.', 'AbortError'));
    await Promise.allSettled([...this.#marking, this.shared.close(), this.#copies.close()]);
    await Promise.all([this.#store.close(), this.#quick.close()]);
  }
}

/** How long a closing store waits for files that it offers to others, in milliseconds. */
const closingMs = 2_000;

/** Reads the object of a version and compares it with its checksum. @param gently at a limited rate */
async function verdictOf(
  store: ObjectStore,
  version: StoredFile,
  { signal, onProgress }: LongWork,
  gently: boolean,
): Promise<CheckVerdict> {
  const object = await store.open(dataKey(version.key), signal);
  if (object === null) return 'missing';
  const hash = createHash('sha256');
  const begun = performance.now();
  let bytes = 0;
  for await (const piece of object.body as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
    onProgress?.({ phase: 'checking', rows: 0, bytes, fraction: Math.min(1, bytes / version.bytes) });
    const aheadMs = gently ? (bytes / gentleBytesPerSecond) * 1000 - (performance.now() - begun) : 0;
    if (aheadMs > 1) await sleep(aheadMs, undefined, { signal });
  }
  signal?.throwIfAborted();
  return hash.digest('hex') === version.checksum ? 'verified' : 'differs';
}
