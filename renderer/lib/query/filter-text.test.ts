import { expect, test } from 'vitest';
import { everyRow, type Lookup } from '#shared/row-query.ts';
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

async function english() {
  const { createInstance } = await import('i18next');
  const { allTexts } = await import('#shared/testing/all-texts.ts');
  const { icuTexts } = await import('../../locales/language.ts');
  const { textFormatter } = await import('#shared/locales/text-formatter.ts');
  const i18n = createInstance().use(icuTexts(textFormatter('en', String)));
  await i18n.init({ lng: 'en', resources: { en: { translation: allTexts.en } } });
  return i18n.t;
}

test('a text is told from a missing value', async () => {
  const t = await english();
  const column = { name: 'name', label: 'Name', type: 'char', description: '' };
  const words = (lookup: Lookup, value: string) => filterText(t, { column: 'name', lookup, value }, column);
  expect([words('isnull', 'true'), words('ne', 'empty'), words('icontains', 'not missing'), words('ne', 'x')]).toEqual([
    'Name is missing',
    'Name is not "empty"',
    'Name contains "not missing"',
    'Name is not x',
  ]);
});

test('a box is described in degrees, and an invalid one is kept unchanged', async () => {
  const t = await english();
  const column = { name: 'place', label: 'Place', type: 'geometry', description: '' };
  const words = (value: string) => filterText(t, { column: 'place', lookup: 'bbox', value }, column);
  expect([words('-10.5,0,20,45.128'), words('1,2,x,4')]).toEqual([
    'Place within 10.5° W to 20° E, 0° to 45.13° N',
    'Place is within 1,2,x,4',
  ]);
});
