import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The literal words that the keys of a file's queries begin with. */
function keysIn(source: string): string[][] {
  const definitions = source.matchAll(
    /(?:queryOptions|useQuery|useInfiniteQuery)(?:<[^(]*>)?\(\{\s*queryKey: \[((?:'[\w-]+'(?:, )?)+)/g,
  );
  return [...definitions].map(([, words = '']) => [...words.matchAll(/'([\w-]+)'/g)].map(([, word = '']) => word));
}

test('no query can be invalidated by the key of another', () => {
  const files = globSync(['renderer/**/*.ts', 'renderer/**/*.tsx']).filter((file) => !/\.test\.tsx?$/.test(file));
  const keys = files.flatMap((file) => keysIn(readFileSync(file, 'utf8')));
  expect(keys.length).toBeGreaterThan(40);
  const shared = keys.filter((key, at) =>
    keys.some((other, place) => place !== at && key.every((word, position) => word === other[position])),
  );
  expect(shared).toEqual([]);
});
