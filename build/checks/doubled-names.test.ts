import { expect, it } from 'vitest';
import { doubledNames } from './doubled-names.ts';
import { parseSource } from './source-files.ts';

const sources = [
  parseSource('a.ts', 'export interface Row {}\nexport const Row = {}, one = 1;\nfunction inner() {}'),
  parseSource('b.ts', "export type Row = 1;\nexport { one } from './a.ts';\nexport function inner() {}"),
];

it('finds what two modules export, but neither what one passes on nor what is not exported', () => {
  expect(doubledNames(sources)).toEqual(['Row is exported by a.ts, b.ts']);
});
