import { expect, test } from 'vitest';
import { everyRow, type Filter } from '#shared/row-query.ts';
import { boxFeature, filteredBox, withBox } from './box-feature.ts';

const others: readonly Filter[] = [
  { column: 'place', lookup: 'isnull', value: 'false' },
  { column: 'home', lookup: 'bbox', value: '0,0,1,1' },
];

test('a box becomes the only filter of its column, and is restored from it', () => {
  const requested = { ...everyRow, filters: others };
  const { filters: first } = withBox(requested, 'place', [-1.5, 2, 3.123456789, 4]);
  const { filters: second } = withBox({ ...requested, filters: first }, 'place', [0, 0, 5, 5]);
  expect([first.at(-1), second, filteredBox(second, 'place'), filteredBox(others, 'place')]).toEqual([
    { column: 'place', lookup: 'bbox', value: '-1.5,2,3.12346,4' },
    [...others, { column: 'place', lookup: 'bbox', value: '0,0,5,5' }],
    [0, 0, 5, 5],
    null,
  ]);
});

test('a filter that is not a box draws nothing', () => {
  expect([filteredBox([{ column: 'a', lookup: 'bbox', value: '1,2,x' }], 'a'), boxFeature(null).features]).toEqual([
    null,
    [],
  ]);
  expect(boxFeature([0, 1, 2, 3]).features).toHaveLength(1);
});
