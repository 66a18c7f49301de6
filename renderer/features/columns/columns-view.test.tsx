import { expect, test } from 'vitest';
import { columnsOfVersion } from './columns-view.tsx';

const outline = (column: string, type: string) => ({
  column,
  type,
  rows: 1,
  missing: 0,
  min: null,
  max: null,
  bytes: null,
});

test('a version has its own columns, with the descriptions that columns of the same name have in the newest one', () => {
  const newest = [
    { name: 'a', type: 'text', label: 'A', description: 'First.' },
    { name: 'new', type: 'char', label: 'New', description: '' },
  ];
  expect(columnsOfVersion(newest, [outline('gone', 'float'), outline('a', 'integer')])).toEqual([
    { name: 'gone', type: 'float', label: 'gone', description: '' },
    { name: 'a', type: 'integer', label: 'A', description: 'First.' },
  ]);
  expect(columnsOfVersion(newest, null)).toBe(newest);
});
