import { expect, test } from 'vitest';
import { textLines, textWidth } from './text-width.ts';

const font = '400 10px sans-serif';

test('a text is broken between words, and where it has a break of its own', () => {
  const line = 'Measurements begin at the observatory';
  const lines = textLines(`${line}\nKyoto`, 1.2 * textWidth('Measurements begin at', font), font);
  expect(lines).toEqual(['Measurements begin at', 'the observatory', 'Kyoto']);
  expect(textLines('', 100, font)).toEqual([]);
});

test('a word that is too long has a line of its own', () => {
  expect(textLines('a Donaudampfschifffahrt b', 30, font)).toEqual(['a', 'Donaudampfschifffahrt', 'b']);
});

test('letters have the widths of Arial where nothing can measure them', () => {
  expect(textWidth('Wi', '100px sans-serif')).toBeCloseTo(94.4 + 22.2);
  expect(textWidth('ÄÉ', '400 100px Arial')).toBeCloseTo(2 * 66.7);
  expect(textWidth('Wi', 'normal 700 100px Arial')).toBeCloseTo(94.4 + 27.8);
  expect(textWidth('東京', '100px Arial')).toBe(200);
});
