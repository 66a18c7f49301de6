import { closeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { BlockSums, blockBytes, sumBytes } from './block-checksums.ts';
import { type BlockCheckedFile, loadSums, openCached, readChecked } from './checked-file.ts';
import { DamagedCacheError } from './disk-cache.ts';

/** A file of row numbers of 32 bits, followed by the checksums of its blocks. */
export interface NumberFile {
  readonly path: string;
  readonly count: number;
}

/** Bytes of one row number. */
export const numberBytes = 4;

/** Numbers that are checked at a time, in about a millisecond. */
const checkedAtOnce = 1 << 18;

/** How many numbers a file of this size has; null if none has it. */
export function numbersInFile(bytes: number): number | null {
  const blocks = Math.ceil(bytes / (blockBytes + sumBytes));
  const count = (bytes - blocks * sumBytes) / numberBytes;
  const isWhole = Number.isInteger(count) && blocks === Math.ceil((count * numberBytes) / blockBytes);
  return isWhole ? count : null;
}

/** Opens a file. @throws {DamagedCacheError} if it is not there, or too short */
export function openNumberFile({ path, count }: NumberFile): BlockCheckedFile {
  const file = openCached(path);
  const bytes = count * numberBytes;
  try {
    return { path, file, bytes, sums: loadSums(path, file, bytes, bytes) };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The numbers `from` to `to` (exclusive). @throws {DamagedCacheError} */
export function numbersIn(file: BlockCheckedFile, from: number, to: number): Int32Array {
  const read = readChecked(file, from * numberBytes, to * numberBytes);
  return new Int32Array(read.buffer, read.byteOffset, to - from);
}

/** Reads a file to its end. @throws {DamagedCacheError} */
async function checkNumbers(numbers: NumberFile): Promise<void> {
  const file = openNumberFile(numbers);
  try {
    for (let from = 0; from < numbers.count; from += checkedAtOnce) {
      numbersIn(file, from, Math.min(numbers.count, from + checkedAtOnce));
      await otherWork();
    }
  } finally {
    closeSync(file.file);
  }
}

/** Whether a file is there, and all of it is as it was written. */
export async function isUndamaged(numbers: NumberFile): Promise<boolean> {
  return checkNumbers(numbers).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DamagedCacheError) return false;
      throw error;
    },
  );
}

/**
 * Writes a file from front to back.
 * @param fill calls `write` with the bytes of numbers
 */
export async function writeNumberFile<Result>(
  path: string,
  fill: (write: (numbers: Uint8Array) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const target = await open(path, 'w');
  const sums = new BlockSums();
  try {
    const result = await fill(async (numbers) => {
      sums.add(numbers);
      await target.write(numbers);
    });
    await target.write(sums.finish());
    return result;
  } finally {
    await target.close();
  }
}
