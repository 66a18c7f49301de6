import { createHash } from 'node:crypto';
import { openSync, readSync } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { blockBytes, blockCount, sumBytes } from './block-checksums.ts';
import { DamagedCacheError } from './disk-cache.ts';

/** Location of the checksums of a file's blocks: in memory, or in a file from `position` on. */
export type Sums =
  | { readonly kind: 'memory'; readonly sums: Uint32Array }
  | { readonly kind: 'file'; readonly file: number; readonly position: number };

/** An open file of the cache whose blocks have checksums. */
export interface BlockCheckedFile {
  readonly path: string;
  readonly file: number;
  /** Bytes of content in the file; nothing beyond is ever read. */
  readonly bytes: number;
  readonly sums: Sums;
}

/**
 * Reads the bytes `from` to `to` (exclusive), and verifies every block that contains them.
 * @param allocate returns the memory for them and for the rest of their blocks
 * @throws {DamagedCacheError}
 */
export function readChecked(
  checked: BlockCheckedFile,
  from: number,
  to: number,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafeSlow,
): Buffer {
  const { path, file, bytes, sums } = checked;
  if (!(from >= 0 && from <= to && to <= bytes)) throw new DamagedCacheError(path);
  if (from === to) return Buffer.alloc(0);
  const first = Math.floor(from / blockBytes);
  const start = first * blockBytes;
  const read = allocate(Math.min(bytes, Math.ceil(to / blockBytes) * blockBytes) - start);
  readFully(path, file, read, start);
  const count = Math.ceil(read.length / blockBytes);
  const inMemory = sums.kind === 'memory';
  const expected = inMemory ? sums.sums : readSums(path, sums.file, sums.position + first * sumBytes, count);
  const offset = inMemory ? first : 0;
  for (let block = 0; block < count; block += 1) {
    const at = block * blockBytes;
    const content = count === 1 ? read : read.subarray(at, at + blockBytes);
    if (crc32(content) !== expected[offset + block]) throw new DamagedCacheError(path);
  }
  return read.subarray(from - start, to - start);
}

function readSums(path: string, file: number, position: number, count: number): Uint32Array {
  const read = new Uint32Array(count);
  readFully(path, file, new Uint8Array(read.buffer), position);
  return read;
}

/** Reads all checksums of so many bytes from a position of a file. @throws {DamagedCacheError} */
export function loadSums(path: string, file: number, position: number, bytes: number): Sums {
  return { kind: 'memory', sums: readSums(path, file, position, blockCount(bytes)) };
}

/** Opens a file for reading. @throws {DamagedCacheError} if it is not there: the cache may evict it at any time */
export function openCached(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new DamagedCacheError(path);
    throw error;
  }
}

/** Fills the target from a position of a file. @throws {DamagedCacheError} if the file is too short */
export function readFully(path: string, file: number, target: Uint8Array, position: number): void {
  let done = 0;
  while (done < target.length) {
    const read = readSync(file, target, done, target.length - done, position + done);
    if (read === 0) throw new DamagedCacheError(path);
    done += read;
  }
}

/**
 * The bytes of a whole file, read once, whose last chunk is held back until the SHA-256 of all bytes is verified: if it
 * differs, the stream fails and its reader never receives the announced number of bytes.
 * @param onAltered awaited before the stream fails; returns its error
 */
export function verifiedStream(source: Readable, checksum: string, onAltered: () => Promise<Error>): Readable {
  const hash = createHash('sha256');
  let held: Buffer | null = null;
  const verified = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      const ready = held;
      held = piece;
      done(null, ready ?? undefined);
    },
    flush(done) {
      if (hash.digest('hex') === checksum) return done(null, held ?? undefined);
      onAltered().then(done, done);
    },
  });
  source.once('error', (error) => verified.destroy(error));
  verified.once('close', () => source.destroy());
  return source.pipe(verified);
}
