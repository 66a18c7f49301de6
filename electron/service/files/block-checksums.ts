import { crc32 } from 'node:zlib';

/**
 * Bytes of one block, each of which has its own CRC-32: a few rows. A page of a sorted view reads a block for every
 * row; hashing 4 KiB takes longer than reading them, and smaller blocks would cost more memory for checksums than the
 * time they save is worth.
 */
export const blockBytes = 1024;

/** Bytes of one checksum. */
export const sumBytes = 4;

/** Number of checksums for this many bytes. */
export function blockCount(bytes: number): number {
  return Math.ceil(bytes / blockBytes);
}

/** Calculates the checksums of a file written from front to back. */
export class BlockSums {
  #sums = new Uint32Array(64);
  #whole = 0;
  #crc = 0;
  #held = 0;

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const piece = bytes.subarray(at, at + blockBytes - this.#held);
      this.#crc = crc32(piece, this.#crc);
      this.#held += piece.length;
      at += piece.length;
      if (this.#held === blockBytes) this.#end();
    }
  }

  #end(): void {
    if (this.#whole === this.#sums.length) {
      const grown = new Uint32Array(this.#sums.length * 2);
      grown.set(this.#sums);
      this.#sums = grown;
    }
    this.#sums[this.#whole] = this.#crc;
    this.#whole += 1;
    this.#crc = 0;
    this.#held = 0;
  }

  /** The checksums of all blocks, the last of which may be shorter; nothing may be added afterwards. */
  finish(): Uint32Array {
    if (this.#held > 0) this.#end();
    return this.#sums.subarray(0, this.#whole);
  }
}
