import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import type { ListedObject } from '../../../lib/objects/s3-request.ts';
import type { VersionKey } from '../../files/stored-version.ts';
import { garbageKey, garbagePrefix, isDerived, versionOf, versionPrefix, versionsPrefix } from './object-keys.ts';

/** When objects that no version needs are removed, in milliseconds. */
export interface GarbageTimes {
  /** After a version was found to be in no catalogue: longer than anything that reads or publishes one takes. */
  readonly graceMs: number;
  /** After a derived file was written, which is then built and written again if it is needed. */
  readonly derivedMs: number;
}

const day = 24 * 3600_000;
export const defaultGarbageTimes: GarbageTimes = { graceMs: day, derivedMs: 30 * day };

/** Content of the mark of a version that was removed on purpose; marks of others are empty. */
export const removedMark = 'removed';

/** What is known about the process that collects. */
export interface GarbageWork {
  readonly times: GarbageTimes;
  readonly signal: AbortSignal;
  /** The keys among some that the catalogue names, also for versions that are being imported. */
  readonly named: (keys: readonly VersionKey[]) => Promise<ReadonlySet<VersionKey>>;
  /** Whether this process is reading the files of a version. */
  readonly isRead: (key: VersionKey) => boolean;
  readonly log: (message: string) => void;
}

/** Versions about which the catalogue is asked at a time. */
const versionsAtOnce = 1000;

/**
 * Removes objects that no version of the catalogue needs. What is found for the first time is only marked, by an object
 * of its own, and removed if it is still in no catalogue when the mark is as old as the grace period: by the clock of
 * the store, which all nodes share. The catalogue is asked after the objects were listed, so that a version that is
 * being published is never taken for garbage. Only what is garbage is held in memory.
 * @returns the keys of the versions whose objects were removed
 */
export async function collectObjects(store: ObjectStore, work: GarbageWork): Promise<readonly VersionKey[]> {
  const { times, signal, isRead, log } = work;
  const now = await store.now();
  const marks = new Map<VersionKey, ListedObject>();
  for await (const page of store.list(garbagePrefix, signal))
    for (const mark of page) marks.set(mark.key.slice(garbagePrefix.length), mark);
  const { unnamed, count } = await findUnnamed(store, work, now);
  // Another catalogue than that of these versions must not remove them.
  const isOwn = unnamed.size < count;
  const removed: VersionKey[] = [];
  for (const key of unnamed) {
    signal.throwIfAborted();
    const mark = marks.get(key);
    if (mark === undefined) {
      if (isOwn) await store.put(garbageKey(key), Buffer.alloc(0), signal);
      continue;
    }
    if (now - mark.modified <= times.graceMs || isRead(key)) continue;
    if (!isOwn && mark.bytes !== removedMark.length) continue;
    await removeVersion(store, key, signal);
    removed.push(key);
  }
  if (!isOwn && [...unnamed].some((key) => !marks.has(key))) {
    log(
      `None of the ${count} versions in the object storage is in this catalogue, so none is removed. Is it the catalogue of another store?`,
    );
  }
  const others = [...marks.keys()].filter((key) => !unnamed.has(key));
  for (let from = 0; from < others.length; from += versionsAtOnce) {
    const keys = others.slice(from, from + versionsAtOnce);
    const named = await work.named(keys);
    for (const key of keys) {
      const isStale = now - (marks.get(key)?.modified ?? now) > times.graceMs;
      if (named.has(key) || isStale) await store.remove(garbageKey(key));
    }
  }
  await removeUploads(store, now - times.graceMs, signal);
  return removed;
}

/**
 * Finds the versions with objects that the catalogue does not name, and removes old derived files of the others. The
 * objects of a version follow each other in the list.
 * @returns also the number of all versions with objects
 */
async function findUnnamed(
  store: ObjectStore,
  { times, signal, named }: GarbageWork,
  now: number,
): Promise<{ readonly unnamed: ReadonlySet<VersionKey>; readonly count: number }> {
  const unnamed = new Set<VersionKey>();
  /** Listed versions about which the catalogue was not asked yet, with their old derived files. */
  const listed = new Map<VersionKey, string[]>();
  let count = 0;
  const settle = async (keys: readonly VersionKey[]) => {
    const known = await named(keys);
    for (const key of keys) {
      if (!known.has(key)) unnamed.add(key);
      else for (const object of listed.get(key) ?? []) await store.remove(object);
      listed.delete(key);
    }
    count += keys.length;
  };
  for await (const page of store.list(versionsPrefix, signal)) {
    for (const { key: object, modified } of page) {
      const key = versionOf(object);
      if (key === '') continue;
      const stale = listed.get(key) ?? [];
      listed.set(key, stale);
      if (isDerived(object) && now - modified > times.derivedMs) stale.push(object);
    }
    // The next page may continue the last one.
    if (listed.size > versionsAtOnce) await settle([...listed.keys()].slice(0, -1));
  }
  await settle([...listed.keys()]);
  return { unnamed, count };
}

/** Removes the objects of a version, its mark last: the next collection completes an interrupted removal. */
async function removeVersion(store: ObjectStore, key: VersionKey, signal: AbortSignal): Promise<void> {
  for await (const page of store.list(versionPrefix(key), signal))
    for (const { key: object } of page) await store.remove(object);
  await store.remove(garbageKey(key));
}

/**
 * Renews the marks of versions that are being read, so that no node removes them within another grace period.
 * @param keys of the versions that this process is reading
 */
export async function renewMarks(store: ObjectStore, keys: Iterable<VersionKey>, signal: AbortSignal): Promise<void> {
  for (const key of keys) {
    const mark = await store.readWhole(garbageKey(key), signal);
    if (mark !== null) await store.put(garbageKey(key), mark, signal);
  }
}

/** Removes the parts of uploads that a killed process has left. */
async function removeUploads(store: ObjectStore, before: number, signal: AbortSignal): Promise<void> {
  for await (const page of store.listUploads(versionsPrefix, signal))
    for (const upload of page) if (upload.modified < before) await store.removeUpload(upload);
}
