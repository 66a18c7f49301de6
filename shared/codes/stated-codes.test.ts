import { expect, test } from 'vitest';
import { maxCodes } from './code-list.ts';
import { listedCodes, maxLists, statedCodes } from './stated-codes.ts';

const stated = (column: string, count: number, first = 0) =>
  statedCodes(
    column,
    Array.from({ length: count }, (_, at) => [String(first + at), `label ${at}`] as const),
  );
const typed = (codes: readonly { readonly column: string }[], type: 'integer' | 'float' = 'integer') =>
  codes.map(({ column }) => ({ name: column, type }));
const namesOf = (codes: readonly { readonly column: string }[]) => codes.map(({ column }) => column);

test('columns with the same codes count as one list', () => {
  const codes = Array.from({ length: 3 * maxLists }, (_, at) => stated(`answer ${at}`, 5, at % maxLists));
  expect(listedCodes(codes, typed(codes))).toEqual({ lists: codes, notes: [] });
});

test('columns with one list too many are counted', () => {
  const codes = Array.from({ length: maxLists + 2 }, (_, at) => stated(`answer ${at}`, 5, at));
  const again = stated('again', 5, 0);
  const { lists, notes } = listedCodes([...codes, again], typed([...codes, again]));
  expect(namesOf(lists)).toEqual([...namesOf(codes.slice(0, maxLists)), 'again']);
  expect(notes).toEqual([{ code: 'code-lists-too-many', values: { count: 2, limit: maxLists } }]);
});

test('a column with too many codes is named', () => {
  const codes = [stated('place', maxCodes + 1), stated('region', maxCodes)];
  const { lists, notes } = listedCodes(codes, typed(codes));
  expect(namesOf(lists)).toEqual(['region']);
  expect(notes).toEqual([{ code: 'code-list-too-long', values: { column: 'place', limit: maxCodes } }]);
});

test('measures and single codes have no list', () => {
  const codes = [stated('share', 5), stated('unit', 1), stated('gone', 5)];
  const columns = [...typed(codes.slice(0, 1), 'float'), ...typed(codes.slice(1, 2))];
  expect(listedCodes(codes, columns)).toEqual({ lists: [], notes: [] });
});
