import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import { rowIndexKey, rowsKey } from './object-keys.ts';
import { groupRows, type IndexRecords, parseRecords, recordBytes, recordCount, rowsWithin } from './row-index.ts';

/** Records that are read at a time: those of the pages around the one that was asked for. */
const chunkRecords = 1024;

const chunkBytes = chunkRecords * recordBytes;

/** An index up to this size (of 16 million rows) is read at once instead of by more than a few requests. */
const [maxWholeBytes, fewRequests] = [8 * 2 ** 20, 8];

/** Memory for records of all versions. */
const cachedBytes = 32 * 2 ** 20;

/** Reads pages from row files in the object store, without fetching these. */
export class RowObjects {
  readonly #store: ObjectStore;
  readonly #chunks = new LRUCache<string, Buffer>({
    maxSize: cachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  });

  readonly #reading = new SharedWork<Buffer | null>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Bytes of a version's row file; null if the store has none. @throws {ObjectStoreError} */
  async bytes(version: StoredVersion): Promise<number | null> {
    const last = recordCount(version.rows) - 1;
    const records = await this.#records(version, last, last + 1);
    return records?.starts[0] ?? null;
  }

  /**
   * Raw rows `from` to `to` (exclusive): one request for them, and one for their records unless these were read before.
   * @returns null if the store has no row file, or a damaged one
   * @throws {ObjectStoreError}
   */
  async range(version: StoredVersion, from: number, to: number): Promise<Buffer | null> {
    const first = Math.floor(from / groupRows);
    const end = Math.floor((to - 1) / groupRows) + 1;
    const records = await this.#records(version, first, end + 1);
    if (records === null) return null;
    const { starts, checksums } = records;
    const [start = 0, stop = 0] = [starts[0], starts[end - first]];
    const raw = await this.#store.read(rowsKey(version.key), start, stop);
    if (raw === null) return null;
    for (let group = 0; group < end - first; group += 1) {
      const content = raw.subarray((starts[group] ?? 0) - start, (starts[group + 1] ?? 0) - start);
      if (crc32(content) !== checksums[group]) {
        this.invalidate(version.key);
        return null;
      }
    }
    return rowsWithin(raw, from - first * groupRows, to - first * groupRows);
  }

  /** Raw rows by their numbers, in the order of the numbers; the groups of all of them are read at the same time. */
  async numbered(version: StoredVersion, numbers: Int32Array): Promise<Buffer | null> {
    const groups = [...new Set(Array.from(numbers, (number) => Math.floor(number / groupRows)))];
    await this.#readWholeIndex(version, groups);
    const raw = new Map<number, Buffer | null>();
    await Promise.all(
      groups.map(async (group) => {
        const from = group * groupRows;
        raw.set(group, await this.range(version, from, Math.min(version.rows, from + groupRows)));
      }),
    );
    const rows: Buffer[] = [];
    for (const number of numbers) {
      const group = raw.get(Math.floor(number / groupRows));
      const row = group && rowsWithin(group, number % groupRows, (number % groupRows) + 1);
      if (!row) return null;
      rows.push(row);
    }
    return Buffer.concat(rows);
  }

  /** Reads a small index in one request if that saves many. */
  async #readWholeIndex({ key, rows }: StoredVersion, groups: readonly number[]): Promise<void> {
    const count = recordCount(rows);
    if (count * recordBytes > maxWholeBytes) return;
    const chunks = new Set(groups.map((group) => Math.floor(group / chunkRecords)));
    const missing = [...chunks].filter((chunk) => !this.#chunks.has(chunkName(key, chunk)));
    if (missing.length > fewRequests) await this.#readChunks(key, 0, Math.ceil(count / chunkRecords), count);
  }

  /**
   * Records `from` to `to` (exclusive), from memory or by one request; null if there are none, or damaged ones. Only
   * these are verified: rows that are far apart need two of each chunk.
   */
  async #records({ key, rows }: StoredVersion, from: number, to: number): Promise<IndexRecords | null> {
    const firstChunk = Math.floor(from / chunkRecords);
    const endChunk = Math.ceil(to / chunkRecords);
    const numbers = Array.from({ length: endChunk - firstChunk }, (_, at) => firstChunk + at);
    let chunks = numbers.map((chunk) => this.#chunks.get(chunkName(key, chunk)));
    if (chunks.includes(undefined)) {
      const read = await this.#readChunks(key, firstChunk, endChunk, recordCount(rows));
      if (read === null) return null;
      chunks = read;
    }
    const known = Buffer.concat(chunks.filter((chunk) => chunk !== undefined));
    const start = (from - firstChunk * chunkRecords) * recordBytes;
    const records = parseRecords(known.subarray(start, start + (to - from) * recordBytes));
    if (records === null) this.invalidate(key);
    return records;
  }

  /** Reads chunks `from` to `to` (exclusive) by one request; null if there are none. @param count of all records */
  async #readChunks(key: string, from: number, to: number, count: number): Promise<Buffer[] | null> {
    const read = await this.#read(key, from * chunkRecords, Math.min(count, to * chunkRecords));
    if (read === null) return null;
    return Array.from({ length: to - from }, (_, at) => {
      // In memory of its own, which is freed with it.
      const chunk = Buffer.from(read.subarray(at * chunkBytes, (at + 1) * chunkBytes));
      this.#chunks.set(chunkName(key, from + at), chunk);
      return chunk;
    });
  }

  /** Readers of the same records share one request. */
  #read(key: string, from: number, to: number): Promise<Buffer | null> {
    return this.#reading.join(`${key} ${from} ${to}`, undefined, (signal) =>
      this.#store.read(rowIndexKey(key), from * recordBytes, to * recordBytes, signal),
    );
  }

  /** Drops the records of a version from memory. */
  invalidate(key: string): void {
    for (const name of [...this.#chunks.keys()]) if (name.startsWith(`${key} `)) this.#chunks.delete(name);
  }
}

function chunkName(key: string, chunk: number): string {
  return `${key} ${chunk}`;
}
