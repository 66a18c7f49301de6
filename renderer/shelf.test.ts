import { beforeEach, expect, test } from 'vitest';
import { isFavourite, noteOpened, readShelf, toggleFavourite, useShelf } from './shelf.ts';

const entry = (dataset: string) => ({ reference: { connection: 'local', namespace: 'n', dataset }, label: dataset });

beforeEach(() => useShelf.setState({ favourites: [], recent: [] }));

test('a favourite is one until it is toggled again', () => {
  toggleFavourite(entry('a'));
  toggleFavourite(entry('b'));
  expect(isFavourite(useShelf.getState().favourites, { ...entry('a').reference })).toBe(true);
  toggleFavourite(entry('a'));
  expect(useShelf.getState().favourites).toEqual([entry('b')]);
});

test('what was opened last comes first, once, and the memory ends', () => {
  for (const name of ['a', 'b', 'a']) noteOpened(entry(name));
  expect(useShelf.getState().recent).toEqual([entry('a'), entry('b')]);
  for (let count = 0; count < 20; count += 1) noteOpened(entry(`d${count}`));
  expect([useShelf.getState().recent.length, useShelf.getState().recent[0]]).toEqual([12, entry('d19')]);
});

test.each([null, '', '{}', '{"favourites":[{"label":"x"}],"recent":[]}'])('%s is an empty shelf', (text) => {
  expect(readShelf(text)).toEqual({ favourites: [], recent: [] });
});
