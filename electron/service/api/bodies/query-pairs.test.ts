import { describe, expect, it } from 'vitest';
import {
  assertUtf8,
  defaultLimit,
  lastValue,
  maxLimit,
  neighbours,
  parseQuery,
  type QueryPairs,
  readSlice,
} from './query-pairs.ts';

const address = 'http://service.example/data/';

/** The refusal of a request, by parameter. */
function refusal(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    const { status, body } = error as { status: number; body: object };
    for (const messages of Object.values(body)) expect(messages).toEqual([expect.any(String)]);
    return { status, names: Object.keys(body) };
  }
}

describe('the parameters of an address', () => {
  it('keep their order and repetitions', () => {
    expect(parseQuery('')).toEqual([]);
    expect(parseQuery('b=1&a=2&b=%C3%A9+x&c')).toEqual([
      ['b', '1'],
      ['a', '2'],
      ['b', 'é x'],
      ['c', ''],
    ]);
  });

  it('count by their last value', () => {
    const pairs = parseQuery('a=1&b=2&a=3');
    expect([lastValue(pairs, 'a'), lastValue(pairs, 'b'), lastValue(pairs, 'c')]).toEqual(['3', '2', null]);
    expect(lastValue([], 'a')).toBeNull();
  });

  it.each(['', 'a=b', 'a=%C3%A9', 'a=%c3%a9&b=%F0%9F%8C%8D', 'a=100%&b=%C3%A9', 'a=%zz%C3%A9', 'a=%7F'])(
    'may contain %s',
    (text) => {
      expect(() => assertUtf8(text)).not.toThrow();
    },
  );

  it.each([
    ['a=%C3', 'a'],
    ['a=%c3%28', 'a'],
    ['x=1&b=%FF', 'b'],
    ['x=%C3%A9&b=%80', 'b'],
    ['%E0%A4=1', '\ufffd'],
  ])('may not contain %s', (text, name) => {
    expect(refusal(() => assertUtf8(text))).toEqual({ status: 400, names: [name] });
  });
});

describe('the requested part of a list', () => {
  it.each<[string, number, number]>([
    ['', defaultLimit, 0],
    ['limit=7', 7, 0],
    ['limit=0&offset=12', 0, 12],
    ['offset=5&limit=1&limit=2', 2, 5],
    [`limit=${maxLimit}`, maxLimit, 0],
    [`limit=${maxLimit + 1}`, maxLimit, 0],
    ['limit=007', 7, 0],
    [`offset=${Number.MAX_SAFE_INTEGER}`, defaultLimit, Number.MAX_SAFE_INTEGER],
    // There are no items so far away: an empty part, not an error.
    ['offset=9007199254740993', defaultLimit, Number.MAX_SAFE_INTEGER],
  ])('of "%s"', (text, limit, offset) => {
    expect(readSlice(parseQuery(text))).toEqual({ limit, offset });
  });

  it.each([
    ['limit=', ['limit']],
    ['limit=-1', ['limit']],
    ['limit=1.5', ['limit']],
    ['offset=1e3', ['offset']],
    ['offset= 1', ['offset']],
    ['offset=1x', ['offset']],
    ['limit=a&offset=b', ['limit', 'offset']],
  ])('is refused as "%s"', (text, names) => {
    expect(refusal(() => readSlice(parseQuery(text)))).toEqual({ status: 400, names });
  });
});

describe('the neighbours of a page', () => {
  it('keep all other parameters', () => {
    const pairs: QueryPairs = [
      ['offset', '10'],
      ['a', 'é'],
      ['limit', '5'],
      ['a', '&'],
    ];
    expect(neighbours(address, pairs, { limit: 5, offset: 10 }, 16)).toEqual({
      next: `${address}?a=%C3%A9&a=%26&limit=5&offset=15`,
      previous: `${address}?a=%C3%A9&a=%26&limit=5&offset=5`,
    });
  });

  it.each([
    [0, 5, 5, null, null],
    [0, 5, 6, 5, null],
    [5, 5, 10, null, 0],
    [3, 5, 9, 8, 0],
    [7, 5, 12, null, 2],
    [50, 5, 12, null, 45],
    [3, 0, 9, null, 3],
    [0, 5, 0, null, null],
    [0, 5, Number.POSITIVE_INFINITY, 5, null],
  ])('of the rows from %i, %i of %i', (offset, limit, count, next, previous) => {
    const at = (link: string | null) => (link === null ? null : Number(new URL(link).searchParams.get('offset') ?? 0));
    const found = neighbours(address, [], { limit, offset }, count);
    expect([at(found.next), at(found.previous)]).toEqual([next, previous]);
    for (const link of [found.next, found.previous]) {
      if (link === null) continue;
      expect(new URL(link).searchParams.get('limit')).toBe(String(limit));
      expect(new URL(link).searchParams.get('offset')).not.toBe('0');
    }
  });

  it('lead through every item once, in both directions', () => {
    for (const count of [0, 1, 4, 5, 6, 23]) {
      const items = Array.from({ length: count }, (_, item) => item);
      const visit = (from: string, direction: 'next' | 'previous') => {
        const seen: number[][] = [];
        let link: string | null = from;
        while (link !== null) {
          const pairs = parseQuery(new URL(link).search.slice(1));
          const slice = readSlice(pairs);
          seen.push(items.slice(slice.offset, slice.offset + slice.limit));
          link = neighbours(address, pairs, slice, count)[direction];
        }
        return seen;
      };
      expect(visit(`${address}?limit=5`, 'next').flat()).toEqual(items);
      const last = Math.max(0, Math.ceil(count / 5) - 1) * 5;
      expect(visit(`${address}?limit=5&offset=${last}`, 'previous').reverse().flat()).toEqual(items);
    }
  });
});
