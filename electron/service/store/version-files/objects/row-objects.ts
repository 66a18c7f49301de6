import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../../../lib/objects/object-store.ts';
import type { StoredVersion } from '../../row-store.ts';
import { SharedWork } from '../../shared-work.ts';
import { rowIndexKey, rowsKey } from './object-keys.ts';
import { groupRows, type IndexRecords, parseRecords, recordBytes, recordCount, rowsWithin } from './row-index.ts';

/** Records that are read at a time: those of the pages around the one that was asked for. */
const chunkRecords = 1024;

/** Memory for records of all versions. */
const cachedBytes = 32 * 2 ** 20;
const bytesInMemory = 12;

/** Reads pages from row files in the object store, without fetching these. */
export class RowObjects {
  readonly #store: ObjectStore;
  readonly #chunks = new LRUCache<string, IndexRecords>({
    maxSize: cachedBytes,
    sizeCalculation: ({ starts }) => starts.length * bytesInMemory + 1,
  });

  readonly #reading = new SharedWork<IndexRecords | null>();

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

  /** Records `from` to `to` (exclusive), from memory or by one request; null if there are none, or damaged ones. */
  async #records({ key, rows }: StoredVersion, from: number, to: number): Promise<IndexRecords | null> {
    const firstChunk = Math.floor(from / chunkRecords);
    const endChunk = Math.ceil(to / chunkRecords);
    const numbers = Array.from({ length: endChunk - firstChunk }, (_, at) => firstChunk + at);
    let chunks = numbers.map((chunk) => this.#chunks.get(chunkName(key, chunk)));
    if (chunks.includes(undefined)) {
      const end = Math.min(recordCount(rows), endChunk * chunkRecords);
      const records = await this.#readRecords(key, firstChunk * chunkRecords, end);
      if (records === null) return null;
      chunks = numbers.map((chunk) => {
        const at = (chunk - firstChunk) * chunkRecords;
        const part = {
          starts: records.starts.slice(at, at + chunkRecords),
          checksums: records.checksums.slice(at, at + chunkRecords),
        };
        this.#chunks.set(chunkName(key, chunk), part);
        return part;
      });
    }
    const starts = new Float64Array(to - from);
    const checksums = new Uint32Array(to - from);
    for (let record = from; record < to; record += 1) {
      const chunk = chunks[Math.floor(record / chunkRecords) - firstChunk];
      starts[record - from] = chunk?.starts[record % chunkRecords] ?? 0;
      checksums[record - from] = chunk?.checksums[record % chunkRecords] ?? 0;
    }
    return { starts, checksums };
  }

  /** Readers of the same records share one request. */
  #readRecords(key: string, from: number, to: number): Promise<IndexRecords | null> {
    return this.#reading.join(`${key} ${from} ${to}`, undefined, async (signal) => {
      const read = await this.#store.read(rowIndexKey(key), from * recordBytes, to * recordBytes, signal);
      return read && parseRecords(read);
    });
  }

  /** Drops the records of a version from memory. */
  invalidate(key: string): void {
    for (const name of [...this.#chunks.keys()]) if (name.startsWith(`${key} `)) this.#chunks.delete(name);
  }
}

function chunkName(key: string, chunk: number): string {
  return `${key} ${chunk}`;
}
