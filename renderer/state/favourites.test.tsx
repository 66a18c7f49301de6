import { beforeEach, expect, test } from 'vitest';
import { addRecent, isFavourite, toggleFavourite, useFavourites } from './favourites.ts';

const entry = (dataset: string) => ({ reference: { connection: 'local', namespace: 'n', dataset }, label: dataset });

beforeEach(() => useFavourites.setState({ favourites: [], recent: [] }));

test('a favourite stays one until it is toggled again', () => {
  toggleFavourite(entry('a'));
  toggleFavourite(entry('b'));
  expect(isFavourite(useFavourites.getState().favourites, { ...entry('a').reference })).toBe(true);
  toggleFavourite(entry('a'));
  expect(useFavourites.getState().favourites).toEqual([entry('b')]);
});

test('the last opened dataset comes first, once, and the list is limited', () => {
  for (const name of ['a', 'b', 'a']) addRecent(entry(name));
  expect(useFavourites.getState().recent).toEqual([entry('a'), entry('b')]);
  for (let count = 0; count < 20; count += 1) addRecent(entry(`d${count}`));
  expect([useFavourites.getState().recent.length, useFavourites.getState().recent[0]]).toEqual([12, entry('d19')]);
});
