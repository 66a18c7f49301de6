import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BlockSums, blockBytes, blockCount } from './block-checksums.ts';
import { type BlockCheckedFile, readChecked, readFully } from './checked-file.ts';
import { DamagedCacheError } from './disk-cache.ts';
import { writeFully } from './unfinished-name.ts';

let folder = '';
const open: number[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-checked-'));
});
afterEach(() => {
  for (const file of open.splice(0)) closeSync(file);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

/** Bytes of which no two blocks are equal. */
function content(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7 + Math.floor(at / blockBytes) * 13) % 251));
}

function blocksIn(bytes: Buffer): number[] {
  const starts = Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, block) => block * blockBytes);
  return starts.map((start) => crc32(bytes.subarray(start, start + blockBytes)));
}

function sumsOf(pieces: readonly Uint8Array[]): number[] {
  const sums = new BlockSums();
  for (const piece of pieces) sums.add(piece);
  return [...sums.finish()];
}

describe('the checksums of blocks', () => {
  it('do not depend on how the bytes were added', () => {
    for (const length of [0, 1, 1023, 1024, 1025, 2048, 3000, 64 * 1024, 64 * 1024 + 1, 200_000]) {
      const bytes = content(length);
      expect(sumsOf([bytes])).toEqual(blocksIn(bytes));
      expect(sumsOf([bytes])).toHaveLength(blockCount(length));
      for (const size of [1, 7, 1000, 1024, 1500]) {
        if (length / size > 5000) continue;
        const pieces = Array.from({ length: Math.ceil(length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(sumsOf(pieces)).toEqual(blocksIn(bytes));
      }
    }
  });
});

/** A file with its checksums in memory, and one with them behind the content. */
async function checkedFiles(bytes: Buffer, name = 'file'): Promise<BlockCheckedFile[]> {
  const sums = Uint32Array.from(blocksIn(bytes));
  const [file, sumFile] = [path.join(folder, name), path.join(folder, `${name}.sums`)];
  await writeFile(file, Buffer.concat([bytes, Buffer.from('beyond')]));
  await writeFile(sumFile, Buffer.concat([Buffer.from('head'), Buffer.from(sums.buffer)]));
  const opened = openSync(file, 'r');
  const openedSums = openSync(sumFile, 'r');
  open.push(opened, openedSums);
  const checked = { path: file, file: opened, bytes: bytes.length };
  return [
    { ...checked, sums: { kind: 'memory', sums } },
    { ...checked, sums: { kind: 'file', file: openedSums, position: 4 } },
  ];
}

const ranges = [
  [0, 0],
  [0, 1],
  [0, 1024],
  [1, 1023],
  [1023, 1025],
  [1024, 2048],
  [1000, 3500],
  [2047, 3500],
  [3072, 3500],
  [3499, 3500],
  [3500, 3500],
] as const;

describe('a checked file', () => {
  it('is read as it was written, from any byte to any other', async () => {
    const bytes = content(3500);
    for (const checked of await checkedFiles(bytes)) {
      for (const [from, to] of ranges) expect(readChecked(checked, from, to)).toEqual(bytes.subarray(from, to));
    }
  });

  it('is read in whole blocks, and no further than its content', async () => {
    const bytes = content(3500);
    for (const checked of await checkedFiles(bytes)) {
      const sizes = ranges.map(([from, to]) => {
        let size = 0;
        readChecked(checked, from, to, (length) => {
          size += length;
          return Buffer.alloc(length);
        });
        return size;
      });
      expect(sizes).toEqual([0, 1024, 1024, 1024, 2048, 1024, 3500, 2476, 428, 428, 0]);
    }
  });

  it.each([
    [-1, 10],
    [10, 9],
    [0, 3501],
    [Number.NaN, 10],
    [0, Number.NaN],
  ])('has no bytes from %d to %d', async (from, to) => {
    for (const checked of await checkedFiles(content(3500))) {
      expect(() => readChecked(checked, from, to)).toThrow(DamagedCacheError);
    }
  });

  it('is damaged exactly where a byte of a block has changed', async () => {
    const bytes = content(3500);
    for (const at of [0, 1023, 1024, 2047, 2048, 3071, 3072, 3499]) {
      const block = Math.floor(at / blockBytes);
      for (const good of await checkedFiles(bytes)) {
        const changed = path.join(folder, 'changed');
        const copy = Buffer.from(bytes);
        copy[at] = (copy[at] ?? 0) ^ 1;
        await writeFile(changed, copy);
        const file = openSync(changed, 'r');
        open.push(file);
        const checked = { ...good, path: changed, file };
        for (const [from, to] of ranges.filter(([start, end]) => end > start)) {
          const touches = Math.floor(from / blockBytes) <= block && block <= Math.floor((to - 1) / blockBytes);
          const read = () => readChecked(checked, from, to);
          if (touches) expect(read).toThrow(DamagedCacheError);
          else expect(read()).toEqual(bytes.subarray(from, to));
        }
      }
    }
  });

  it('is damaged if it is shorter than its content', async () => {
    const [checked] = await checkedFiles(content(3500));
    await writeFile(path.join(folder, 'short'), content(3400));
    const file = openSync(path.join(folder, 'short'), 'r');
    open.push(file);
    if (checked === undefined) throw new Error('There is no file.');
    expect(() => readChecked({ ...checked, file }, 3072, 3500)).toThrow(DamagedCacheError);
    expect(() => readFully('short', file, Buffer.alloc(3401), 0)).toThrow('damaged: short');
    const whole = Buffer.alloc(3400);
    readFully('short', file, whole, 0);
    expect(whole).toEqual(content(3400));
    const end = Buffer.alloc(100);
    readFully('short', file, end, 3300);
    expect(end).toEqual(content(3400).subarray(3300));
  });
});

it('writes all bytes, one after the other', () => {
  const file = openSync(path.join(folder, 'written'), 'w');
  open.push(file);
  for (const piece of ['one', '', 'two']) writeFully(file, Buffer.from(piece));
  expect(readFileSync(path.join(folder, 'written'), 'utf8')).toBe('onetwo');
});
