import { expect, test } from 'vitest';
import { layoutOf } from './json-layout.ts';

const codes = { category: { index: ['A', 'B', 'C'], label: { A: 'a', B: 'b', C: 'c' } } };

test.each([
  ['version 2', { class: 'dataset', dimension: { place: codes }, id: ['place'], size: [3], value: [1, 2, 3] }],
  ['version 2 without a class', { id: ['place'], size: [3], dimension: { place: codes }, value: [1, 2, 3] }],
  ['a bundle', { dataset: { size: [3], dimension: { place: codes }, value: [1, 2, 3] } }],
])('a cube of JSON-stat is recognised before its values: %s', (_, cube) => {
  const text = JSON.stringify(cube);
  const beginning = Buffer.from(text.slice(0, text.indexOf('"label"')));
  expect(layoutOf(beginning, false, { format: 'json' })).toMatchObject({
    kind: 'table',
    shape: 'statistics',
    path: [],
  });
  expect(layoutOf(Buffer.from(text), true, { format: 'json' })).toMatchObject({ kind: 'table', shape: 'statistics' });
});

test.each([
  ['without a cube', { size: 3, dimension: [1, 2], label: 'x' }],
  ['with a value that is none', { size: 3, dimension: {}, value: 'x', label: 'x' }],
])('an object is no cube %s', (_, object) => {
  const text = Buffer.from(JSON.stringify(object));
  expect(layoutOf(text, true, { format: 'json' })).toMatchObject({ kind: 'values' });
});
