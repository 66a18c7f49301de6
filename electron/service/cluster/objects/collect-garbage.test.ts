import { describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import type { ListedObject } from '../../../lib/objects/s3-request.ts';
import { collectObjects, renewMarks } from './collect-garbage.ts';
import { dataKey, garbageKey, rowsKey } from './object-keys.ts';

const never = new AbortController().signal;
const pageSize = 1000;

/** Objects in memory, listed by their keys as every store does. */
class MemoryStore implements Pick<ObjectStore, 'list' | 'listUploads' | 'put' | 'readWhole' | 'remove' | 'now'> {
  readonly objects = new Map<string, ListedObject & { readonly content: Buffer }>();
  time = 1_000_000;

  async put(key: string, content: Uint8Array): Promise<void> {
    const object = { key, bytes: content.length, modified: this.time, uploadId: null, content: Buffer.from(content) };
    this.objects.set(key, object);
  }

  async readWhole(key: string): Promise<Buffer | null> {
    return this.objects.get(key)?.content ?? null;
  }

  async remove(key: string): Promise<void> {
    this.objects.delete(key);
  }

  async now(): Promise<number> {
    return this.time;
  }

  async *list(prefix: string): AsyncGenerator<readonly ListedObject[]> {
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
    for (let from = 0; from < keys.length; from += pageSize)
      yield keys.slice(from, from + pageSize).flatMap((key) => this.objects.get(key) ?? []);
  }

  async *listUploads(): AsyncGenerator<readonly ListedObject[]> {}
}

describe('garbage of a large store', () => {
  const versions = Array.from({ length: 3500 }, (_, at) => `v${at}`);
  const day = 24 * 3600_000;

  async function filled(): Promise<MemoryStore> {
    const store = new MemoryStore();
    for (const key of versions) {
      await store.put(dataKey(key), Buffer.from('a'));
      await store.put(rowsKey(key), Buffer.from('b'));
      await store.put(`versions/${key}/derived/x.view`, Buffer.from('c'));
    }
    return store;
  }

  /** @param asked receives the number of keys in each question to the catalogue */
  const collect = (store: MemoryStore, isNamed: (key: string) => boolean, asked: number[] = []) =>
    collectObjects(store as unknown as ObjectStore, {
      times: { graceMs: day, derivedMs: 30 * day },
      signal: never,
      named: async (keys) => {
        asked.push(keys.length);
        return new Set(keys.filter(isNamed));
      },
      isRead: () => false,
      log: () => {},
    });

  it('is found by asking the catalogue for a limited number of versions at a time, each once', async () => {
    const store = await filled();
    const asked: number[] = [];
    const isNamed = (key: string) => key !== 'v77' && key !== 'v3499';
    expect(await collect(store, isNamed, asked)).toEqual([]);
    expect(asked.reduce((sum, keys) => sum + keys, 0)).toBe(versions.length);
    expect(Math.max(...asked)).toBeLessThan(2000);
    expect(asked.length).toBeGreaterThan(2);
    store.time += day + 1000;
    expect([...(await collect(store, isNamed))].sort()).toEqual(['v3499', 'v77']);
    const left = new Set([...store.objects.keys()].map((key) => key.split('/')[1]));
    expect(left).toEqual(new Set(versions.filter(isNamed)));
  });

  it('are derived files of a named version, once they are old, and nothing else of it', async () => {
    const store = await filled();
    store.time += 31 * day;
    await store.put('versions/v5/derived/young.view', Buffer.from('d'));
    await collect(store, () => true);
    expect([...store.objects.keys()].filter((key) => key.includes('derived'))).toEqual([
      'versions/v5/derived/young.view',
    ]);
    expect(store.objects.size).toBe(2 * versions.length + 1);
  });

  it('is not what a node has been reading for longer than the grace period', async () => {
    const store = await filled();
    const isNamed = (key: string) => key !== 'v1' && key !== 'v2';
    await collect(store, isNamed);
    store.time += day - 1000;
    await renewMarks(store as unknown as ObjectStore, ['v1', 'v3'], never);
    expect(store.objects.has(garbageKey('v3'))).toBe(false);
    store.time += 2000;
    expect(await collect(store, isNamed)).toEqual(['v2']);
    store.time += day;
    expect(await collect(store, isNamed)).toEqual(['v1']);
    expect([...store.objects.keys()].filter((key) => key.startsWith('garbage/'))).toEqual([]);
  });
});
