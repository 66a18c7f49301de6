import { createHash } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { ObjectAddress, ObjectKey } from '../../../lib/objects/object-address.ts';
import { type ObjectStore, openObjectStore } from '../../../lib/objects/object-store.ts';
import { defaultRequestLimits } from '../../../lib/objects/s3-request.ts';
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
import { readVerificationText } from '../../files/verification-record.ts';
import type { Leases } from '../../rows/version-files/leases.ts';
import type { VersionFiles } from '../../rows/version-files/version-files.ts';
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

/**
 * Versions as objects that several machines share, with copies in the cache of this one.
 * @param leases of what one of them builds for all; null if there is only this one
 */
export function objectFiles(
  { address, key: accessKey, renewKey, garbage = defaultGarbageTimes, readersEndpoint }: ObjectOptions,
  folders: StoreFolders,
  cache: DiskCache,
  leases: Leases | null,
  log: (message: string, error?: unknown) => void,
): VersionFiles {
  const store = openObjectStore(address, accessKey, defaultRequestLimits, renewKey);
  const quick = openObjectStore(address, accessKey, impatient, renewKey);
  const absence = new Absence();
  const copies = new LocalCopies(store, cache, folders.cache, absence);
  const shared = new SharedObjects({ store: quick, cache, folders, leases, log, absence });
  const damaged = new LRUCache<VersionKey, DamagedVersionError>({ max: 10_000, ttl: damagedMs });
  const reading = new Map<VersionKey, number>();
  const marking = new Set<Promise<void>>();
  const closing = new AbortController();

  function beginReading(key: VersionKey): () => void {
    reading.set(key, (reading.get(key) ?? 0) + 1);
    return () => {
      const left = (reading.get(key) ?? 1) - 1;
      if (left === 0) reading.delete(key);
      else reading.set(key, left);
    };
  }

  async function whileReading<Result>({ key }: StoredFile, read: () => Promise<Result>): Promise<Result> {
    const end = beginReading(key);
    try {
      return await read();
    } catch (error) {
      if (error instanceof DamagedVersionError && error.key === key) damaged.set(key, error);
      throw error;
    } finally {
      end();
    }
  }

  async function assertWhole({ key }: StoredFile): Promise<void> {
    const known = damaged.get(key);
    if (known !== undefined) throw known;
  }

  const use: VersionFiles['use'] = (version, work, read) =>
    whileReading(version, () => copies.use(version, work, read));

  /** Fails if the object is not what was written, at the latest before its last bytes. */
  async function streamed(version: StoredVersion): Promise<Readable> {
    const altered = async () => new DamagedVersionError(version.key, explain('version-file-altered'));
    return verifiedStream(await openData(store, version, closing.signal), version.checksum, altered);
  }

  return {
    shared,
    path: (version) => copies.path(version),
    use,
    assertWhole,
    async assertContent(version, work, force) {
      try {
        await copies.files.assertContent(version, work, force);
      } catch (error) {
        if (!(error instanceof DamagedVersionError)) throw error;
        // Only the copy is damaged, as far as is known.
        await copies.discard(version);
        await use(version, work, () => copies.files.assertContent(version, work, true));
      }
    },
    async read(version, range) {
      await assertWhole(version);
      const { start, end }: ByteRange = range ?? { start: 0, end: version.bytes };
      const isWhole = start === 0 && end === version.bytes;
      return whileReading(version, async () => {
        const isLocal = await copies.isIntact(version);
        const isSmall = version.bytes <= smallBytes;
        if (isLocal || !(isWhole || isSmall))
          return copies.use(version, {}, () => readStored(copies.files, version, range));
        const stream = await streamed(version);
        if (!isSmall) {
          stream.once('close', beginReading(version.key));
          return stream;
        }
        const content = Buffer.concat(await stream.toArray());
        return Readable.from([content.subarray(start, end)], { objectMode: false });
      });
    },
    async readerAddress(version, headers) {
      if (readersEndpoint === undefined) return null;
      await assertWhole(version);
      return quick.addressForReaders(readersEndpoint, dataKey(version.key), headers, readerSeconds);
    },
    async verify(version, work, gently = false) {
      const verdict = await whileReading(version, () => verdictOf(store, version, work, gently));
      if (verdict === 'verified') damaged.delete(version.key);
      else {
        const reason = explain(verdict === 'missing' ? 'version-file-missing' : 'version-file-altered');
        damaged.set(version.key, new DamagedVersionError(version.key, reason));
        await copies.discard(version);
      }
      const record = { file: null, verdict, at: new Date().toISOString(), asWritten: false };
      // A missing object stays one of no version, so that its record is not left behind.
      if (verdict !== 'missing') await store.put(checkKey(version.key), Buffer.from(JSON.stringify(record)));
      return verdict;
    },
    async lastCheck({ key }) {
      return readVerificationText((await quick.readWhole(checkKey(key)))?.toString('utf8') ?? '');
    },
    async commit(folder, version, work) {
      const { signal } = work;
      const path = join(folder, dataFileName);
      // What is sent is read once more, in another thread: the checksum is that of the file when it was written.
      const checked = version.bytes > smallBytes ? checksumOf(path, signal) : Promise.resolve(version.checksum);
      checked.catch(() => {});
      const confirm = async () => {
        if ((await checked) !== version.checksum) throw new Error('A file has changed since it was written.');
      };
      await store.putFile(dataKey(version.key), path, version.checksum, { signal, confirm });
      await copies.adopt(version, path);
      for (const name of await readdir(folder)) {
        const target = join(versionFolder(folders.cache, version.key), name);
        await rename(join(folder, name), target);
        void shared.offer([target]);
      }
      await rm(folder, { recursive: true, force: true });
    },
    async remove(key) {
      await copies.end(key, new DOMException('The version is removed.', 'AbortError'));
      await rm(versionFolder(folders.cache, key), { recursive: true, force: true, maxRetries: 5 });
      damaged.delete(key);
      shared.rows.invalidate(key);
      // Others may be reading it. Without a mark it is found later.
      const mark = store.put(garbageKey(key), Buffer.from(removedMark), closing.signal).catch((error: unknown) => {
        if (!closing.signal.aborted) log('A removed version could not be marked in the object storage.', error);
      });
      marking.add(mark);
      void mark.finally(() => marking.delete(mark));
    },
    // Other nodes may have made what this catalogue does not name yet: see `collectObjects`.
    keepOnly: async () => [],
    collectGarbage: (named, signal) =>
      collectObjects(store, {
        times: garbage,
        signal,
        named,
        isRead: (key) => reading.has(key),
        log,
      }),
    keepWhatIsRead: (signal) => renewMarks(store, [...reading.keys()], signal),
    localBytes: async () => null,
    async assertReachable() {
      await quick.now(awayMs);
      absence.end();
    },
    async close() {
      // What is being sent is soon sent, unless the store is away.
      const sent = Promise.allSettled([...marking, shared.settled()]);
      await Promise.race([sent, sleep(closingMs, undefined, { ref: false })]);
      closing.abort(new DOMException('The row store is closed.', 'AbortError'));
      await Promise.allSettled([...marking, shared.close(), copies.close()]);
      await Promise.all([store.close(), quick.close()]);
    },
  };
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
