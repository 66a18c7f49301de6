import { expect, test } from 'vitest';
import { findable, findableAt, isFound, wordsOf } from './find-words.ts';

const address = 'https://data.example/api/v1/namespaces/city/datasets/trees/';
const trees = findableAt([address, 'city/trees'], 'Bäume', 'height');
const city = findable('City of Zürich');

test.each([
  ['words in any order, in whatever part', 'zurich baume', true],
  ['a part of a word', 'eigh', true],
  ['case and accents do not matter', 'ZÜRICH', true],
  ['special spaces separate words', 'bäume\u00a0city', true],
  ['all words are needed', 'bäume bern', false],
  ['an address with or without its last slash', address.slice(0, -1), true],
  ['the short name of a dataset', 'city/trees/', true],
  ['a word of every address finds nothing', 'data', false],
  ['nothing typed finds everything', '  ', true],
])('%s', (_what, typed, found) => {
  expect(isFound(wordsOf(typed), trees, city)).toBe(found);
});
