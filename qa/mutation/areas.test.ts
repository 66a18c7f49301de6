import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.ts';
import { areas } from './areas.ts';

test('every area names files and tests that there are', () => {
  const missing = areas.flatMap(({ mutate, tests }) =>
    [...mutate, ...tests].filter((pattern) => globSync(pattern, { cwd: root }).length === 0),
  );
  expect(missing).toEqual([]);
});
