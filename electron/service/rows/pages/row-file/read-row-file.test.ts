import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { BlockSums } from '../../../files/block-checksums.ts';
import type { BlockCheckedFile } from '../../../files/checked-file.ts';
import { DamagedCacheError } from '../../../files/damaged-cache-error.ts';
import { emptyOffsets, gatherRows, type Offsets, setStart, startOf } from './read-row-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-reading-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function checkedFile(name: string, content: Buffer): Promise<BlockCheckedFile> {
  const path = join(folder, name);
  await writeFile(path, content);
  const sums = new BlockSums();
  sums.add(content);
  return { path, file: openSync(path, 'r'), bytes: content.length, sums: { kind: 'memory', sums: sums.finish() } };
}

/** The starts of rows with some lengths, and the end of the last one. */
function startsOf(lengths: readonly number[]): Float64Array {
  const starts = new Float64Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) starts[at + 1] = (starts[at] ?? 0) + length;
  return starts;
}

function groupsOf(starts: Float64Array, stride: number): Offsets {
  const rows = starts.length - 1;
  const table = emptyOffsets(rows, stride);
  for (let row = 0; row < rows; row += stride) expect(setStart(table, row / stride, starts[row] ?? 0)).toBe(true);
  expect(setStart(table, Math.ceil(rows / stride), starts[rows] ?? 0)).toBe(true);
  return { kind: 'memory', ...table };
}

it('rows are the same by the offset of each of them, of groups of them, and by the file of offsets', async () => {
  const rows = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });
  const wanted = fc.array(fc.nat(), { maxLength: 30 });
  const property = fc.asyncProperty(rows, wanted, fc.integer({ min: 1, max: 9 }), async (lengths, numbers, stride) => {
    const lines = lengths.map((length, at) => Buffer.from(`${`${at} `.padEnd(length, 'x')}\n`));
    const asked = Int32Array.from(numbers, (number) => number % lines.length);
    const starts = startsOf(lines.map(({ length }) => length));
    const file = await checkedFile('rows', Buffer.concat(lines));
    const offsets = await checkedFile('offsets', Buffer.from(starts.buffer));
    const expected = Buffer.concat([...asked].map((number) => lines[number] ?? Buffer.alloc(0))).toString();
    expect(gatherRows(file, groupsOf(starts, stride), asked).toString()).toBe(expected);
    expect(gatherRows(file, groupsOf(starts, 1), asked).toString()).toBe(expected);
    expect(gatherRows(file, { kind: 'file', file: offsets }, asked).toString()).toBe(expected);
    for (const { file: open } of [file, offsets]) closeSync(open);
  });
  await fc.assert(property, { seed, numRuns: caseCount(100, 200) });
});

it('a group with fewer rows than its table says is damaged', async () => {
  const file = await checkedFile('rows', Buffer.from('one\ntwo\n'));
  const offsets = groupsOf(Float64Array.of(0, 2, 4, 8), 3);
  expect(() => gatherRows(file, offsets, Int32Array.of(2))).toThrow(DamagedCacheError);
  closeSync(file.file);
});

it('starts beyond 4 GiB are known exactly, but not rows that are so long', () => {
  const table = emptyOffsets(5000, 1);
  const start = (group: number) => group * 3_000_017;
  for (let group = 0; group <= 5000; group += 1) expect(setStart(table, group, start(group))).toBe(true);
  for (const group of [0, 1, 1023, 1024, 4999, 5000]) expect(startOf(table, group)).toBe(start(group));
  expect(setStart(table, 1, 2 ** 32)).toBe(false);
});
