import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { BlockSums } from '../../../files/block-checksums.ts';
import type { BlockCheckedFile } from '../../../files/checked-file.ts';
import { gatherRows } from './read-row-file.ts';

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

it('rows are read by their numbers, in any order and repeated', async () => {
  const rows = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 40 });
  const wanted = fc.array(fc.nat(), { maxLength: 30 });
  const property = fc.asyncProperty(rows, wanted, async (lengths, numbers) => {
    const lines = lengths.map((length, at) => Buffer.from(`${`${at} `.padEnd(length, 'x')}\n`));
    const asked = Int32Array.from(numbers, (number) => number % lines.length);
    const starts = startsOf(lines.map(({ length }) => length));
    const file = await checkedFile('rows', Buffer.concat(lines));
    const offsets = await checkedFile('offsets', Buffer.from(starts.buffer));
    const expected = Buffer.concat([...asked].map((number) => lines[number] ?? Buffer.alloc(0))).toString();
    expect(gatherRows(file, offsets, asked).toString()).toBe(expected);
    for (const { file: open } of [file, offsets]) closeSync(open);
  });
  await fc.assert(property, { seed, numRuns: caseCount(100, 200) });
});
