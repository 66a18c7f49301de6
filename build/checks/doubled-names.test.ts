import { expect, it } from 'vitest';
import { doubledNames } from './doubled-names.ts';
import { parseSource } from './source-files.ts';

const sources = [
  parseSource('a.ts', 'export interface Row {}\nexport const Row = {}, one = 1;\nfunction inner() {}'),
  parseSource('b.ts', "export type Row = 1;\nexport { one } from './a.ts';\nexport function inner() {}"),
];

it.each([
  [{}, ['Row is exported by a.ts, b.ts']],
  [{ Row: 2 }, []],
  [{ Row: 3 }, ['Row: 3 are accepted, 2 are left']],
  [{ Row: 2, one: 2 }, ['one: 2 are accepted, 1 are left']],
])('with %j accepted, finds %j', (accepted, problems) => {
  expect(doubledNames(sources, accepted)).toEqual(problems);
});
