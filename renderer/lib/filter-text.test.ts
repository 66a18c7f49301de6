import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { viewAddress } from './filter-text.ts';

test('the address of a view carries everything that is asked', () => {
  const query = {
    ...everyRow,
    filters: [{ column: 'a b', lookup: 'gte' as const, value: '1&2' }],
    ordering: [{ column: 'c', descending: true }],
    search: 'é',
  };
  expect([viewAddress('http://x/data/?_format=json', query), viewAddress('http://x/data/', everyRow)]).toEqual([
    'http://x/data/?_format=json&a+b__gte=1%262&ordering=-c&search=%C3%A9',
    'http://x/data/',
  ]);
});
