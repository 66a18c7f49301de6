import { expect, test } from 'vitest';
import { previewWindow } from './shape-preview.tsx';

const rounded = (box: readonly number[]) => box.map((degrees) => Math.round(degrees * 100) / 100);

test('a single position is shown with the region around it', () => {
  expect(rounded(previewWindow([10, 0, 10, 0], 2))).toEqual([3, -3.5, 17, 3.5]);
});

test('a shape is shown completely, with a margin, in the proportions of the picture', () => {
  const box = previewWindow([0, 59, 2, 61], 2);
  const shortening = Math.cos(Math.PI / 3);
  expect([rounded(box), Math.round((100 * (box[2] - box[0]) * shortening) / (box[3] - box[1])) / 100]).toEqual([
    [-5, 58.5, 7, 61.5],
    2,
  ]);
});
