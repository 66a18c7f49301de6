import { expect, test } from 'vitest';
import { columnChanges, schemaChange } from './schema-change.ts';

const before = [
  { name: 'id', type: 'integer' },
  { name: 'note', type: 'char' },
  { name: 'value', type: 'integer' },
  { name: 'gone', type: 'float' },
];
const after = [
  { name: 'new', type: 'char' },
  { name: 'id', type: 'integer' },
  { name: 'note', type: 'text' },
  { name: 'value', type: 'float' },
];

test('columns are added, removed or of another type; longer texts are no change', () => {
  expect(schemaChange(before, after)).toEqual({
    added: [{ name: 'new', type: 'char' }],
    removed: [{ name: 'gone', type: 'float' }],
    retyped: [{ name: 'value', before: 'integer', after: 'float' }],
  });
});

test('every column of either version is listed once', () => {
  expect(columnChanges(before, after).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'new added',
    'id same',
    'note same',
    'value retyped',
    'gone removed',
  ]);
});
