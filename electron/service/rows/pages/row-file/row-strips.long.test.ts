import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseCount, seed } from '../../../../lib/testing/tier.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';
import { joinRowFiles, joinRows } from './row-strips.ts';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-strips-'));
  store = await openTestStore({ memoryBytes: 256 * 2 ** 20, prepareAlways: false });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function joinedInFiles(strips: readonly string[], name: string): Promise<{ rows: number; text: string }> {
  const paths = strips.map((_, at) => join(folder, `${name}.${at}`));
  await Promise.all(paths.map((path, at) => writeFile(path, strips[at] ?? '')));
  const target = join(folder, name);
  const rows = joinRowFiles({ from: paths, to: target }, () => {});
  return { rows, text: await readFile(target, 'utf8') };
}

describe('strips of rows', () => {
  it('are joined line by line, in memory and in files', async () => {
    const line = fc.oneof(
      fc.constantFrom('', 'null', '"ä"'),
      fc.nat({ max: 700_000 }).map((length) => 'x'.repeat(length)),
    );
    const strips = fc
      .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 5 }))
      .chain(([count, rows]) =>
        fc.array(fc.array(line, { minLength: rows, maxLength: rows }), { minLength: count, maxLength: count }),
      );
    let number = 0;
    await fc.assert(
      fc.asyncProperty(strips, async (lines) => {
        const rows = lines[0]?.length ?? 0;
        const whole = Array.from(
          { length: rows },
          (_, at) => `${lines.map((strip) => strip[at]).join('\u001f')}\n`,
        ).join('');
        const texts = lines.map((strip) => strip.map((one) => `${one}\n`).join(''));
        expect(joinRows(texts.map((text) => Buffer.from(text))).toString()).toBe(whole);
        number += 1;
        expect(await joinedInFiles(texts, `joined-${number}`)).toEqual({ rows, text: whole });
      }),
      { seed, numRuns: caseCount(10, 40) },
    );
  });

  it('that lack rows are refused', async () => {
    expect(() => joinRows([Buffer.from('1\n2\n'), Buffer.from('1\n')])).toThrow(/different numbers of rows/);
    await expect(joinedInFiles(['1\n', '1\n2\n'], 'uneven')).rejects.toThrow(/different numbers of rows/);
  });
});

describe('a version of 2,500 columns', () => {
  it('is read in pages from the stored file and from its row file alike', async () => {
    const names = Array.from({ length: 2_500 }, (_, at) => `c${at}`);
    const value = (row: number, at: number) => (at % 3 === 0 ? row * at : `"${at} says ""${row}"",\nand more"`);
    const records = [1, 2, 3].map((row) => names.map((_, at) => value(row, at)).join(','));
    const version = await store.take(`${names.join(',')}\n${records.join('\n')}\n`);
    const expected = [2, 3].map((row) =>
      Object.fromEntries(
        names.map((name, at) => [name, at % 3 === 0 ? row * at : `${at} says "${row}",\nand more`] as const),
      ),
    );
    expect(await store.page(version, {}, 1, 2)).toEqual(expected);
    await store.rows.open(version).prepare({});
    expect(await store.page(version, {}, 1, 2)).toEqual(expected);
    const [last] = await store.page(version, { ordering: [{ column: 'c3', descending: true }] }, 0, 1);
    expect(last).toEqual(expected[1]);
  });
});
