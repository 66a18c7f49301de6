import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import { blockBytes, blockCount, blocksOf } from '../../files/block-checksums.ts';
import type { FoundNumbers, NumberFile } from '../../files/shared-files.ts';
import { numberBytes } from '../../rows/pages/row-file/read-row-file.ts';

/** Memory for checksums of all views: those of a view of ten million rows take 160 KB. */
const cachedBytes = 32 * 2 ** 20;

/** Bytes before the checksums: the number of rows. */
const headBytes = 4;

/** Reads numbers from views in the object store without fetching these. Beside each are its checksums, by block. */
export class ViewObjects {
  readonly #store: ObjectStore;
  /** By the key of the view: the number of rows, and the checksums. */
  readonly #sums = new LRUCache<string, Uint32Array>({
    maxSize: cachedBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
  });

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /**
   * Numbers at positions `from` to `to` (exclusive): one request for them, and one for the checksums unless these were
   * read before.
   * @returns null if the store has no such view, or a damaged one
   * @throws {ObjectStoreError}
   */
  async read(key: string, from: number, to: number): Promise<FoundNumbers | null> {
    const sums = this.#sums.get(key) ?? (await this.#readSums(key));
    if (sums === null) return null;
    const [count = 0] = sums;
    const [start, end] = [Math.min(from, count) * numberBytes, Math.min(to, count) * numberBytes];
    const first = Math.floor(start / blockBytes);
    const at = first * blockBytes;
    const until = Math.min(count * numberBytes, Math.ceil(end / blockBytes) * blockBytes);
    const bytes = await this.#store.read(key, at, until);
    if (bytes === null || !isIntact(bytes, sums.subarray(1 + first))) {
      this.#sums.delete(key);
      return null;
    }
    // In memory of their own, which is aligned.
    const numbers = new Int32Array(new Uint8Array(bytes.subarray(start - at, end - at)).buffer);
    return { numbers, count };
  }

  async #readSums(key: string): Promise<Uint32Array | null> {
    const content = await this.#store.readWhole(sumsKey(key));
    if (content === null || content.length < headBytes) return null;
    const sums = new Uint32Array(new Uint8Array(content).buffer);
    if (sums.length !== 1 + blockCount((sums[0] ?? 0) * numberBytes)) return null;
    this.#sums.set(key, sums);
    return sums;
  }

  /** Writes the checksums of a view, which other machines can read once both are there. */
  async putSums(key: string, { count, sums }: NumberFile, signal: AbortSignal): Promise<void> {
    if (sums === null) throw new Error('A view without checksums cannot be shared.');
    const blocks = blocksOf(sums);
    const content = new Uint32Array(1 + blocks.length);
    content[0] = count;
    content.set(blocks, 1);
    await this.#store.put(sumsKey(key), new Uint8Array(content.buffer), signal);
  }
}

function sumsKey(key: string): string {
  return `${key}.sums`;
}

function isIntact(bytes: Buffer, sums: Uint32Array): boolean {
  for (let block = 0; block * blockBytes < bytes.length; block += 1)
    if (crc32(bytes.subarray(block * blockBytes, (block + 1) * blockBytes)) !== sums[block]) return false;
  return true;
}
