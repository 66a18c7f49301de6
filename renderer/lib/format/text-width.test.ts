import { expect, test } from 'vitest';
import { textLines, textWidth } from './text-width.ts';

const font = '400 10px sans-serif';

test('a text is broken between words, and where it has a break of its own', () => {
  const line = 'Measurements begin at the observatory';
  const lines = textLines(`${line}\nKyoto`, textWidth('Measurements begin at', font), font);
  expect(lines).toEqual(['Measurements begin at', 'the observatory', 'Kyoto']);
  expect(textLines('', 100, font)).toEqual([]);
});

test('a word that is too long has a line of its own', () => {
  expect(textLines('a Donaudampfschifffahrt b', 30, font)).toEqual(['a', 'Donaudampfschifffahrt', 'b']);
});
