import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BlockSums } from '../files/block-checksums.ts';
import type { CheckedFile } from '../files/checked-file.ts';
import { DamagedCacheError } from '../files/damaged-cache-error.ts';
import { gatherRows } from './row-reading.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-reading-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function checkedFile(name: string, content: Buffer): Promise<CheckedFile> {
  const path = join(folder, name);
  await writeFile(path, content);
  const sums = new BlockSums();
  sums.add(content);
  return { path, file: openSync(path, 'r'), bytes: content.length, sums: { kind: 'memory', sums: sums.finish() } };
}

/** The table of rows with some lengths. */
function offsetsOf(lengths: readonly number[], stride: number): Float64Array {
  const starts = [0];
  for (const length of lengths) starts.push((starts[starts.length - 1] ?? 0) + length);
  const end = starts[starts.length - 1] ?? 0;
  return Float64Array.from([...starts.slice(0, -1).filter((_, at) => at % stride === 0), end]);
}

it('rows are the same by the offset of each of them, of groups of them, and by the file of offsets', async () => {
  const rows = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });
  const wanted = fc.array(fc.nat(), { maxLength: 30 });
  const property = fc.asyncProperty(rows, wanted, fc.integer({ min: 1, max: 9 }), async (lengths, numbers, stride) => {
    const lines = lengths.map((length, at) => Buffer.from(`${`${at} `.padEnd(length, 'x')}\n`));
    const asked = Int32Array.from(numbers, (number) => number % lines.length);
    const table = offsetsOf(
      lines.map(({ length }) => length),
      1,
    );
    const file = await checkedFile('rows', Buffer.concat(lines));
    const offsets = await checkedFile('offsets', Buffer.from(table.buffer));
    const starts = offsetsOf(
      lines.map(({ length }) => length),
      stride,
    );
    const expected = Buffer.concat([...asked].map((number) => lines[number] ?? Buffer.alloc(0))).toString();
    expect(gatherRows(file, { kind: 'memory', starts, stride }, asked).toString()).toBe(expected);
    expect(gatherRows(file, { kind: 'memory', starts: table, stride: 1 }, asked).toString()).toBe(expected);
    expect(gatherRows(file, { kind: 'file', file: offsets }, asked).toString()).toBe(expected);
    for (const { file: open } of [file, offsets]) closeSync(open);
  });
  await fc.assert(property, { numRuns: 200 });
});

it('a group with fewer rows than its table says is damaged', async () => {
  const file = await checkedFile('rows', Buffer.from('one\ntwo\n'));
  const starts = Float64Array.from([0, 8]);
  expect(() => gatherRows(file, { kind: 'memory', starts, stride: 3 }, Int32Array.of(2))).toThrow(DamagedCacheError);
  closeSync(file.file);
});
