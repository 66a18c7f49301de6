import { expect, test } from 'vitest';
import { classesOf, classOf } from './value-classes.ts';

test('numbers are divided into classes of equal size', () => {
  const cells = [...Array.from({ length: 10 }, (_, index) => index + 1), null];
  const classes = classesOf(cells);
  expect(classes).toEqual([
    { kind: 'range', from: 1, to: 2 },
    { kind: 'range', from: 2, to: 4 },
    { kind: 'range', from: 4, to: 6 },
    { kind: 'range', from: 6, to: 8 },
    { kind: 'range', from: 8, to: 10 },
    { kind: 'missing' },
  ]);
  expect(cells.map((cell) => classOf(cell, classes))).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
});

test('equal numbers form one class', () => {
  expect(classesOf([7, 7, 7, 7, 9n])).toEqual([
    { kind: 'range', from: 7, to: 7 },
    { kind: 'range', from: 7, to: 9 },
  ]);
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
