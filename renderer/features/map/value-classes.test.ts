import { expect, test } from 'vitest';
import { classesOf, classOf, sizeIn, sizeScaleOf } from './value-classes.ts';

test('numbers are divided into classes of equal size', () => {
  const cells = [...Array.from({ length: 10 }, (_, index) => index + 1), null];
  const classes = classesOf(cells);
  expect(classes).toEqual([
    { kind: 'range', to: 3 },
    { kind: 'range', from: 3, to: 5 },
    { kind: 'range', from: 5, to: 7 },
    { kind: 'range', from: 7, to: 9 },
    { kind: 'range', from: 9 },
    { kind: 'missing' },
  ]);
  expect(cells.map((cell) => classOf(cell, classes))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
});

test('equal numbers form one class', () => {
  expect(classesOf([7, 7, 7, 7, 9n])).toEqual([
    { kind: 'range', to: 8 },
    { kind: 'range', from: 8 },
  ]);
  expect(classesOf([7, 7, null])).toEqual([{ kind: 'value', value: '7' }, { kind: 'missing' }]);
});

test('the most frequent texts form a class each, the rest are others', () => {
  const cells = ['a', 'a', 'b', ...Array.from({ length: 9 }, (_, index) => `x${index}`)];
  const classes = classesOf(cells);
  expect([classes[0], classes[1], classes.at(-1), classes.length]).toEqual([
    { kind: 'value', value: 'a' },
    { kind: 'value', value: 'b' },
    { kind: 'others' },
    8,
  ]);
  expect([classOf('b', classes), classOf('never seen', classes), classOf(null, classes)]).toEqual([1, 7, -1]);
});

test('no values form no class', () => {
  expect(classesOf([])).toEqual([]);
});

test.each([
  ['from zero', [0, 25, 100, -100, null], { from: 0, to: 100 }, [0, 0.5, 1, 1, 0]],
  ['from the smallest of values that differ little', [7, 7.75, 10n], { from: 7, to: 10 }, [0, 0.5, 1]],
  ['of a single value', [5, 5], { from: 5, to: 5 }, [0, 0]],
  ['of texts', ['a', null], null, []],
] as const)('points have areas %s', (_, cells, scale, sizes) => {
  expect(sizeScaleOf(cells)).toEqual(scale);
  if (scale !== null) expect(cells.map((cell) => sizeIn(scale, cell))).toEqual(sizes);
});
