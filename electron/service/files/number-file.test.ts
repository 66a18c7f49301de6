import { closeSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numbersIn, numbersInFile, openNumberFile, writeNumberFile } from './number-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-numbers-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it.each([0, 1, 255, 256, 257, 512, 5000])(
  'a file of %d numbers has what was written, and its size says how many',
  async (count) => {
    const path = join(folder, `${count}`);
    const numbers = Int32Array.from({ length: count }, (_, at) => at * 7 - 3);
    await writeNumberFile(path, async (write) => {
      for (let from = 0; from < count; from += 100) await write(new Uint8Array(numbers.slice(from, from + 100).buffer));
    });
    const { size } = await stat(path);
    expect(numbersInFile(size)).toBe(count);
    expect([size - 4, size + 1, size + 2].map(numbersInFile)).not.toContain(count);
    const file = openNumberFile({ path, count });
    expect(numbersIn(file, 0, count)).toEqual(numbers);
    const middle = Math.floor(count / 2);
    expect(numbersIn(file, middle, count)).toEqual(numbers.subarray(middle));
    closeSync(file.file);
  },
);

it('no file has a size between', () => {
  expect([4, 1028, 1032].map(numbersInFile)).toEqual([null, 256, null]);
});
