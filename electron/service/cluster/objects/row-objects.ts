import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import { SharedWork } from '../../../lib/shared-work.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { rowIndexKey, rowsKey } from './object-keys.ts';
import { groupRows, type IndexRecords, parseRecords, recordBytes, recordCount, rowsWithin } from './row-index.ts';

/** Records that are read at a time, 256 KiB: those of the half a million rows around the ones that were asked for. */
const chunkRecords = 1 << 14;

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

  /**
   * Records `from` to `to` (exclusive); null if there are none, or damaged ones. Only these are verified: rows that are
   * far apart need two of each chunk.
   */
  async #records(version: StoredVersion, from: number, to: number): Promise<IndexRecords | null> {
    const first = Math.floor(from / chunkRecords);
    const numbers = Array.from({ length: Math.ceil(to / chunkRecords) - first }, (_, at) => first + at);
    const chunks = await Promise.all(numbers.map((chunk) => this.#chunk(version, chunk)));
    const found = chunks.filter((chunk) => chunk !== null);
    if (found.length < chunks.length) return null;
    const start = (from - first * chunkRecords) * recordBytes;
    const records = parseRecords(Buffer.concat(found).subarray(start, start + (to - from) * recordBytes));
    if (records === null) this.invalidate(version.key);
    return records;
  }

  /** A chunk from memory, or by one request that all its readers share; null if there is none. */
  async #chunk({ key, rows }: StoredVersion, chunk: number): Promise<Buffer | null> {
    const name = `${key} ${chunk}`;
    const known = this.#chunks.get(name);
    if (known !== undefined) return known;
    const [from, to] = [chunk * chunkRecords, Math.min(recordCount(rows), (chunk + 1) * chunkRecords)];
    const read = await this.#reading.join(name, undefined, (signal) =>
      this.#store.read(rowIndexKey(key), from * recordBytes, to * recordBytes, signal),
    );
    if (read !== null) this.#chunks.set(name, read);
    return read;
  }

  /** Drops the records of a version from memory. */
  invalidate(key: string): void {
    for (const name of [...this.#chunks.keys()]) if (name.startsWith(`${key} `)) this.#chunks.delete(name);
  }
}
