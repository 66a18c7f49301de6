import { expect, test } from 'vitest';
import { pagesWith } from '../testing/page-samples.ts';
import { readJsonTree } from './json-view.ts';
import { rowsPart } from './rows-table.ts';

const columns = [{ name: 'delay', label: 'Delay' }];

function part(query: string): string {
  const { rows } = pagesWith('plain');
  if (rows === undefined) throw new Error('no page of rows');
  const request = { method: 'GET', url: `http://h/data/${query}` };
  return String(rowsPart({ ...rows, request }, columns, readJsonTree('[{"delay":1}]')));
}

test('the other parameters of the address stay when the form is sent, but paging restarts', () => {
  const markup = part('?delay__gt=100&ordering=a&ordering=-b&search=x%26y&limit=5&offset=10&_format=api');
  const inputs = [...markup.matchAll(/<input type="(\w+)"[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)].map(
    ([, ...found]) => found,
  );
  expect(inputs).toEqual([
    ['hidden', 'delay__gt', '100'],
    ['hidden', '_format', 'api'],
    ['search', 'search', 'x&amp;y'],
    ['text', 'ordering', 'a,-b'],
    ['number', 'limit', '5'],
    // The form that groups these rows, whatever their order.
    ['hidden', 'delay__gt', '100'],
    ['hidden', 'search', 'x&amp;y'],
    ['hidden', '_format', 'api'],
    ['text', '_aggregate__value', 'Count(*)'],
  ]);
});

test('each filter can be removed on its own', () => {
  const markup = part('?delay__gt=100&delay__gt=200&search=x&offset=10');
  const links = [...markup.matchAll(/<a href="([^"]*)" aria-label="Remove delay__gt">/g)].map(([, address]) => address);
  expect(links).toEqual(['http://h/data/?delay__gt=200&amp;search=x', 'http://h/data/?delay__gt=100&amp;search=x']);
  expect(part('?search=x')).toContain('<code>delay__gte=…</code>');
});
