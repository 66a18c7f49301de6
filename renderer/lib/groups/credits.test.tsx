import { t } from 'i18next';
import { expect, test } from 'vitest';
import { footerText } from './credits.ts';

test('a printed chart names its licence without the address of the text, and no address of this computer', () => {
  const footer = footerText(t, {
    source: 'Office',
    licence: 'Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/)',
    version: '1 May 2020',
    address: 'http://127.0.0.1:22518/api/v1/namespaces/city/datasets/people/data/',
  });
  expect(footer).toBe('Source: Office · Licence: Creative Commons Attribution 4.0 · Version\u00a01\u00a0May\u00a02020');
  const address = 'https://statistics.example/api/v1/namespaces/city/datasets/people/data/';
  expect(footerText(t, { source: '', licence: 'own (see there)', version: '', address })).toBe(
    'Licence: own (see there) · statistics.example/api/v1/namespaces/city/datasets/people',
  );
});
