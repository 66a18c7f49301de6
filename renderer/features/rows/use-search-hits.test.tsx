import { expect, test } from 'vitest';
import { findHit, type HitSearch } from './use-search-hits.ts';

/** 450 rows of two texts, with matches at the given positions. */
function searchIn(
  places: readonly (readonly [row: number, place: number])[],
): HitSearch & { readonly requested: number[] } {
  const requested: number[] = [];
  const cell = (row: number, place: number) =>
    places.some((one) => one[0] === row && one[1] === place) ? 'Port of call' : 'nothing';
  return {
    requested,
    search: 'port',
    columns: [0, 1],
    rows: 450,
    read: async (offset, limit) => {
      requested.push(offset);
      return Array.from({ length: limit }, (_, index) => [cell(offset + index, 0), cell(offset + index, 1)]);
    },
  };
}

const places = [
  [3, 0],
  [3, 1],
  [410, 0],
] as const;

test.each([
  [{ row: 0, place: 0 }, true, { row: 3, place: 0 }],
  [{ row: 3, place: 0 }, true, { row: 3, place: 1 }],
  [{ row: 3, place: 1 }, true, { row: 410, place: 0 }],
  [{ row: 410, place: 0 }, true, { row: 3, place: 0 }],
  [{ row: 410, place: 0 }, false, { row: 3, place: 1 }],
  [{ row: 3, place: 0 }, false, { row: 410, place: 0 }],
])('from %o, forward %s', async (from, forward, found) => {
  expect(await findHit(searchIn(places), from, forward)).toEqual(found);
});

test('the only match is found again from itself, and without a match the result is null', async () => {
  expect(await findHit(searchIn([[7, 1]]), { row: 7, place: 1 }, true)).toEqual({ row: 7, place: 1 });
  expect(await findHit(searchIn([]), { row: 7, place: 1 }, true)).toBeNull();
  expect(await findHit({ ...searchIn([]), rows: 0 }, { row: 0, place: 0 }, true)).toBeNull();
});

test('distant rows are not read if a match is near', async () => {
  const search = searchIn(places);
  await findHit(search, { row: 0, place: 0 }, true);
  expect(search.requested).toEqual([0]);
});
