import { expect, test } from 'vitest';
import { alignedLines } from './rows-text.ts';

test('columns stand side by side, numbers to the right, whatever the letters are', () => {
  const lines = [
    ['name', 'n'],
    ['Zürich', '5'],
    // The same with a letter and an accent of its own.
    ['Zu\u0308rich', '5'],
    ['東京', '12345'],
    ['👩‍👩‍👧', '7'],
    ['', '–'],
  ];
  expect(alignedLines(lines, (at) => at === 1)).toBe(
    [
      'name        n',
      'Zürich      5',
      'Zu\u0308rich      5',
      '東京    12345',
      '👩‍👩‍👧          7',
      '            –',
      '',
    ].join('\n'),
  );
});

test('lines have no blanks at their ends', () => {
  const lines = [
    ['a', 'b'],
    ['1', ''],
  ];
  expect(alignedLines(lines, () => false)).toBe('a  b\n1\n');
});
