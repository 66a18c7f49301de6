import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { rowQueryFromParameters } from '#shared/row-query.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';

/** Around the end of summer time. */
const written = [
  '2020-10-25T02:30:00+02:00',
  '2020-10-25T02:15:00+01:00',
  // The same as the first.
  '2020-10-25T00:30:00Z',
  '2020-10-25T03:00:00+01:00',
  '',
];
let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore({ prepareAlways: false });
  version = await store.take(`n,at\n${written.map((at, row) => `${row + 1},${at}`).join('\n')}\n`);
  expect(version.columns[1]?.moment).toBe('date-time-zone');
});
afterAll(() => store.close());

async function rows(parameters: string): Promise<number[]> {
  const query = rowQueryFromParameters(new URLSearchParams(parameters), new Set(['n', 'at']));
  return (await store.page(version, query)).map((row) => (row as { n: number }).n);
}

async function groups(parameters: string): Promise<unknown[][]> {
  const query = aggregateQueryFromParameters([...new URLSearchParams(parameters)], version.columns);
  const { json } = await store.rows.open(version).groups(query, 0, 100);
  return JSON.parse(`[${json.toString('utf8')}]`).map(Object.values);
}

describe('date-times', () => {
  it('are ordered by instant', async () => {
    expect(await rows('ordering=at')).toEqual([1, 3, 2, 4, 5]);
    expect(await rows('ordering=-at')).toEqual([4, 2, 1, 3, 5]);
  });

  it.each<[string, number[]]>([
    ['at=2020-10-25T00:30:00Z', [1, 3]],
    // As a plus that was not encoded.
    ['at=2020-10-25T02:30:00 02:00', [1, 3]],
    ['at__ne=2020-10-25T00:30:00Z', [2, 4, 5]],
    ['at__gt=2020-10-25T02:30:00%2B02:00', [2, 4]],
    ['at__gte=2020-10-25T00:30Z', [1, 2, 3, 4]],
    ['at__lt=2020-10-25T01:15Z', [1, 3]],
    ['at__lte=2020-10-25T01:15:00.0Z', [1, 2, 3]],
    ['at__in=2020-10-25T00:30Z,2020-10-25T03:00:00%2B01:00', [1, 3, 4]],
    ['at__range=2020-10-25T00:31Z,2020-10-25T02:00Z', [2, 4]],
    ['at__lt=9999-12-31T23:59:59Z', [1, 2, 3, 4]],
    ['at__gt=0000-01-01T00:00:00Z', [1, 2, 3, 4]],
    ['at__gt=9999-12-31T23:59:59Z', []],
  ])('are found by instant if the value has an offset: %s', async (filter, expected) => {
    expect(await rows(filter)).toEqual(expected);
  });

  it.each<[string, number[]]>([
    ['at__gte=2020-10-25T02:20', [1, 4]],
    ['at__gte=2020-10-25', [1, 2, 3, 4]],
    ['at__startswith=2020-10-25T02', [1, 2]],
    ['at=2020-10-25T00:30:00', []],
  ])('are found as written if it has none: %s', async (filter, expected) => {
    expect(await rows(filter)).toEqual(expected);
  });

  it('are grouped by instant, as the first row has it', async () => {
    expect(await groups('_group_by=at&_aggregate__n=Count(*)')).toEqual([
      [written[0], 2],
      [written[1], 1],
      [written[3], 1],
      [null, 1],
    ]);
    expect((await groups('_group_by=at&_aggregate__n=Count(*)&ordering=-at')).map(([at]) => at)).toEqual([
      written[3],
      written[1],
      written[0],
      null,
    ]);
  });

  it('have a first, a last and a number of distinct ones by instant', async () => {
    const functions = ['Min', 'Max', 'CountDistinct'].map((name) => `_aggregate__${name}=${name}(at)`);
    expect(await groups(functions.join('&'))).toEqual([[written[0], written[3], 3]]);
  });
});
