import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { footerText } from './credits.ts';

const t = ((key: string, values: object) =>
  [key.split('.')[1], ...Object.values(values)].join(' ')) as unknown as TFunction;

test('a printed chart names its licence without the address of the text, and no address of this computer', () => {
  const footer = footerText(t, {
    source: 'Office',
    licence: 'Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    version: '1 May 2020',
    address: 'http://127.0.0.1:22518/api/v1/namespaces/city/datasets/people/data/',
  });
  expect(footer).toBe('sourceLine Office · licenceLine Creative Commons Attribution 4.0 · atVersion 1 May 2020');
  const address = 'https://statistics.example/api/v1/namespaces/city/datasets/people/data/';
  expect(footerText(t, { source: '', licence: 'own (see there)', version: '', address })).toBe(
    'licenceLine own (see there) · statistics.example/api/v1/namespaces/city/datasets/people',
  );
});
