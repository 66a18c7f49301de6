import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { backendCalls } from '#shared/rpc/backend.ts';
import { outdatedKeys } from './changes.ts';
import outdated from './outdated.json' with { type: 'json' };

const all = Object.entries({ ...outdated.changes, ...outdated.events }).flatMap(([cause, entries]) =>
  entries.map((entry) => [cause, entry] as const),
);

test.each(all)('after %s, %s is an answer of the backend', (_cause, entry) => {
  const [call = '', ...names] = entry.split(' ');
  const known = new Map<string, { readonly parameters: object }>(Object.entries(backendCalls)).get(call);
  expect(known?.parameters).toMatchObject({});
  expect(JSON.stringify(known?.parameters)).toMatch(new RegExp(names.map((name) => `"${name}":.*`).join('')));
});

test('a change of a column makes its dataset outdated, and no other', async () => {
  const client = new QueryClient();
  const towns = { connection: 'local', namespace: 'geo', dataset: 'towns' };
  const keys = [towns, { ...towns, dataset: 'rivers' }].map((reference) => ['readDataset', reference] as const);
  for (const key of keys) client.setQueryData(key, {});
  const changed = { reference: towns, column: 'name', label: 'Name', description: '' };
  for (const queryKey of outdatedKeys(outdated.changes.describeColumn, changed)) {
    await client.invalidateQueries({ queryKey });
  }
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false]);
});

test('no change and no event makes the groups of rows outdated', () => {
  expect(all.filter(([, entry]) => entry.startsWith('rowGroups') || entry === 'groups')).toEqual([]);
});
