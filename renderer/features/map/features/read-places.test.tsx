import { expect, test } from 'vitest';
import type { RowPage } from '#shared/rpc/records.ts';
import { pageSize, readThrough } from './read-places.ts';

/** Pages of a table of the given number of rows; later ones arrive sooner. */
function service(total: number, counts: boolean) {
  const requested: number[] = [];
  return {
    requested,
    async read(offset: number, limit: number): Promise<RowPage> {
      requested.push(offset);
      const length = Math.max(0, Math.min(limit, total - offset));
      await new Promise((resolve) => setTimeout(resolve, offset === 0 ? 10 : 1));
      const rows = Array.from({ length }, (_, step) => [offset + step]);
      return { offset, rows, count: counts ? total : null, last: offset + length >= total, version: null };
    },
  };
}

async function readAll(total: number, counts: boolean, from: number, to: number) {
  const { read, requested } = service(total, counts);
  const firsts: unknown[] = [];
  const result = await readThrough(
    { read, onPage: (rows, offset) => void firsts.push([offset, rows.length]), signal: new AbortController().signal },
    from,
    to,
  );
  return { result, firsts, requested };
}

test('pages come in order, whatever the order of the answers', async () => {
  expect(await readAll(2 * pageSize + 5, true, 0, 10 * pageSize)).toEqual({
    result: { read: 2 * pageSize + 5, last: true },
    firsts: [
      [0, pageSize],
      [pageSize, pageSize],
      [2 * pageSize, 5],
    ],
    requested: [0, pageSize, 2 * pageSize],
  });
});

test('exactly the requested range is read', async () => {
  const { result, firsts } = await readAll(1_000_000, false, pageSize, 2 * pageSize + 7);
  expect([result, firsts]).toEqual([
    { read: 2 * pageSize + 7, last: false },
    [
      [pageSize, pageSize],
      [2 * pageSize, 7],
    ],
  ]);
});

test('an empty table is one empty page', async () => {
  const { result, firsts } = await readAll(0, true, 0, pageSize);
  expect([result, firsts]).toEqual([{ read: 0, last: true }, [[0, 0]]]);
});

test('reading ends on a failure, and when the user cancels it', async () => {
  const controller = new AbortController();
  const broken = readThrough(
    { read: () => Promise.reject(new Error('gone')), onPage: () => {}, signal: controller.signal },
    0,
    pageSize,
  );
  await expect(broken).rejects.toThrow('gone');
  const { read } = service(1_000_000, true);
  const left = readThrough({ read, onPage: () => controller.abort(), signal: controller.signal }, 0, 1_000_000);
  await expect(left).rejects.toThrow(/abort/i);
});
