import type { ListedObject } from '../../../../lib/objects/list-objects.ts';
import type { ObjectStore } from '../../../../lib/objects/object-store.ts';
import type { VersionKey } from '../../row-store.ts';
import { garbageKey, garbagePrefix, isDerived, versionOf, versionsPrefix } from './object-keys.ts';

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
  /** The keys of all versions in the catalogue, also of those that are being imported. */
  readonly named: () => Promise<ReadonlySet<VersionKey>>;
  /** Whether this process is reading the files of a version. */
  readonly isRead: (key: VersionKey) => boolean;
  readonly log: (message: string) => void;
}

/**
 * Removes objects that no version of the catalogue needs. What is found for the first time is only marked, by an object
 * of its own, and removed if it is still in no catalogue when the mark is as old as the grace period: by the clock of
 * the store, which all nodes share. The catalogue is asked after the objects were listed, so that a version that is
 * being published is never taken for garbage.
 * @returns the keys of the versions whose objects were removed
 */
export async function collectGarbage(store: ObjectStore, work: GarbageWork): Promise<readonly VersionKey[]> {
  const { times, signal, isRead, log } = work;
  const now = await store.now();
  const marks = new Map<VersionKey, ListedObject>();
  for await (const page of store.list(garbagePrefix, signal))
    for (const mark of page) marks.set(mark.key.slice(garbagePrefix.length), mark);
  const objects = new Map<VersionKey, string[]>();
  const stale: string[] = [];
  for await (const page of store.list(versionsPrefix, signal)) {
    for (const { key: object, modified } of page) {
      const key = versionOf(object);
      if (key === '') continue;
      objects.set(key, [...(objects.get(key) ?? []), object]);
      if (isDerived(object) && now - modified > times.derivedMs) stale.push(object);
    }
  }
  const named = await work.named();
  const unnamed = [...objects.keys()].filter((key) => !named.has(key));
  // Another catalogue than that of these versions must not remove them.
  const isOwn = [...objects.keys()].some((key) => named.has(key));
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
    for (const object of objects.get(key) ?? []) await store.remove(object);
    await store.remove(garbageKey(key));
    removed.push(key);
  }
  const strangers = unnamed.filter((key) => !marks.has(key));
  if (!isOwn && strangers.length > 0) {
    log(
      `None of the ${objects.size} versions in the object storage is in this catalogue, so none is removed. Is it the catalogue of another store?`,
    );
  }
  for (const key of marks.keys()) {
    const isStale = !objects.has(key) && now - (marks.get(key)?.modified ?? now) > times.graceMs;
    if (named.has(key) || isStale) await store.remove(garbageKey(key));
  }
  for (const object of stale) if (!removed.includes(versionOf(object))) await store.remove(object);
  await removeUploads(store, now - times.graceMs, signal);
  return removed;
}

/** Removes the parts of uploads that a killed process has left. */
async function removeUploads(store: ObjectStore, before: number, signal: AbortSignal): Promise<void> {
  for await (const page of store.listUploads(versionsPrefix, signal))
    for (const upload of page) if (upload.modified < before) await store.removeUpload(upload);
}
