import { closeSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import {
  type NumberFile,
  numbersIn,
  numbersInFile,
  openNumberFile,
  writeNumberFile,
} from '../../../files/number-file.ts';
import type { RankFile } from './column-ranks.ts';
import { planKeys, writeOrder } from './write-order.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-ranks-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A rank file of these ranks. */
async function rankFile(name: string, ranks: readonly number[], distinct: number): Promise<RankFile> {
  const { path } = await numberFile(name, [...ranks, distinct]);
  return { path, distinct };
}

/** The numbers in a file. @throws if they are not what their checksums say */
async function wholeFile(path: string): Promise<number[]> {
  const count = numbersInFile((await stat(path)).size) ?? 0;
  const file = openNumberFile({ path, count });
  try {
    return [...numbersIn(file, 0, count)];
  } finally {
    closeSync(file.file);
  }
}

async function numberFile(name: string, numbers: readonly number[]): Promise<NumberFile> {
  const path = join(folder, name);
  await writeNumberFile(path, (write) => write(new Uint8Array(Int32Array.from(numbers).buffer)));
  return { path, count: numbers.length };
}

/** Few and many distinct values, so that all keys are counted, or only the first. */
const columns = fc.array(
  fc.record({ distinct: fc.constantFrom(1, 3, 2000, 1 << 20), descending: fc.boolean(), seed: fc.nat() }),
  { minLength: 1, maxLength: 3 },
);

describe('an order by ranks', () => {
  it('has the rows in the order of their ranks, missing values last, ties by number', async () => {
    const property = fc.asyncProperty(
      columns,
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      // From a few rows at a time to all of them.
      fc.constantFrom(8, 100, 800, 1 << 20),
      async (given, rows, all, sortedBytes) => {
        const ranks = given.map(({ distinct, seed }) =>
          // Every eleventh value is missing.
          Array.from({ length: rows }, (_, at) =>
            (at + seed) % 11 === 0 ? distinct : ((at + 1) * (seed % 9973)) % distinct,
          ),
        );
        const terms = await Promise.all(
          given.map(async ({ distinct, descending }, at) => ({
            ranks: await rankFile(`column-${at}`, ranks[at] ?? [], distinct),
            descending,
          })),
        );
        const chosen = Array.from({ length: rows }, (_, at) => at).filter((at) => all || at % 3 !== 1);
        const selected = all ? null : await numberFile('chosen', chosen);
        const to = join(folder, 'sorted');
        const plan = planKeys(terms);
        if (plan === null) return;
        const outcome = writeOrder({ terms, rows, selected, to }, () => {}, sortedBytes);
        // Rows of one key cannot be divided if they are yet to be sorted.
        if (plan.rest > 1 && outcome.kind === 'uneven') return;
        expect(outcome).toEqual({ kind: 'written' });
        const expected = chosen.sort((one, other) => {
          for (const [at, { distinct, descending }] of given.entries()) {
            const [left, right] = [ranks[at]?.[one] ?? 0, ranks[at]?.[other] ?? 0];
            if (left === right) continue;
            if (left === distinct) return 1;
            if (right === distinct) return -1;
            return descending ? right - left : left - right;
          }
          return one - other;
        });
        expect(await wholeFile(to)).toEqual(expected);
      },
    );
    await fc.assert(property, { seed, numRuns: caseCount(30, 100) });
  });

  it('counts as many terms as there is memory for, sorts the rest, and is refused beyond', async () => {
    const term = async (distinct: number) => ({ ranks: await rankFile('one', [0], distinct), descending: false });
    const [few, many] = [await term(999), await term((1 << 20) - 1)];
    expect(planKeys([few, few])).toEqual({ counted: 2, keys: 1_000_000, rest: 1 });
    expect(planKeys([few, many])).toEqual({ counted: 1, keys: 1000, rest: 1 << 20 });
    expect(planKeys([many, many, few])).toBeNull();
  });

  it('is refused if the rows of one key do not fit into memory, and reports how far it is', async () => {
    const [first, second] = [
      await rankFile('first', [0, 1, 1, 1], (1 << 20) - 1),
      await rankFile('second', [3, 2, 1, 0], 1 << 20),
    ];
    const terms = [first, second].map((ranks) => ({ ranks, descending: false }));
    const order = { terms, rows: 4, selected: null, to: join(folder, 'sorted') };
    expect(writeOrder(order, () => {}, 2 * 8)).toEqual({ kind: 'uneven' });
    const read: number[] = [];
    expect(writeOrder(order, (rows) => read.push(rows), 3 * 8)).toEqual({ kind: 'written' });
    expect(await wholeFile(order.to)).toEqual([0, 3, 2, 1]);
    expect(read).toEqual([4, 6, 8]);
  });

  it('names a file that the cache has evicted or that was cut', async () => {
    const ranks = await rankFile('column', [1, 0, 2], 3);
    const order = { terms: [{ ranks, descending: false }], rows: 3, selected: null, to: join(folder, 'sorted') };
    await writeFile(ranks.path, Buffer.alloc(4));
    expect(writeOrder(order, () => {})).toEqual({ kind: 'damaged', path: ranks.path });
    await rm(ranks.path);
    expect(writeOrder(order, () => {})).toEqual({ kind: 'damaged', path: ranks.path });
    const selected = { path: join(folder, 'none'), count: 1 };
    const whole = await rankFile('column', [1, 0, 2], 3);
    const outcome = writeOrder({ ...order, terms: [{ ranks: whole, descending: false }], selected }, () => {});
    expect(outcome).toEqual({ kind: 'damaged', path: selected.path });
  });

  it('names a damaged file of selected rows', async () => {
    const ranks = await rankFile('column', [1, 0, 2], 3);
    const selected = await numberFile('chosen', [0, 2]);
    const bytes = await readFile(selected.path);
    await writeFile(selected.path, bytes.fill(1, 4, 5));
    const order = { terms: [{ ranks, descending: false }], rows: 3, selected, to: join(folder, 'sorted') };
    expect(writeOrder(order, () => {})).toEqual({ kind: 'damaged', path: selected.path });
  });
});
