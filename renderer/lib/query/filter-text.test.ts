import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { filterText, viewAddress } from './filter-text.ts';

test('the address of a view contains the complete query', () => {
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

test('a box is described in degrees, and an invalid one is kept unchanged', async () => {
  const { createInstance } = await import('i18next');
  const { messages } = await import('../../messages/all.ts');
  const { t } = createInstance(
    { lng: 'en', resources: { en: { translation: messages.en } }, initAsync: false },
    () => {},
  );
  const column = { name: 'place', label: 'Place', type: 'geometry', description: '' };
  const words = (value: string) => filterText(t, { column: 'place', lookup: 'bbox', value }, column);
  expect([words('-10.5,0,20,45.128'), words('1,2,x,4')]).toEqual([
    'Place within 10.5° W to 20° E, 0° to 45.13° N',
    'Place is within 1,2,x,4',
  ]);
});
