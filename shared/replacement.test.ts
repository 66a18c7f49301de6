import { expect, test } from 'vitest';
import { englishText } from './english/english-text.ts';
import { replacementOf } from './replacement.ts';
import { testSummary } from './testing/change-summary.ts';

const name = { name: 'name', type: 'char' } as const;
const people = { name: 'people', type: 'integer' } as const;
const before = { rows: 595, columns: [name, people] };

test.each([
  ['two thirds of the rows', { ...before, rows: 397 }, '397 rows instead of 595.', false],
  ['fewer than two thirds', { ...before, rows: 396 }, '396 rows instead of 595.', true],
  ['a column more', { ...before, columns: [name, people, { name: 'area', type: 'float' }] }, /“area” is new/, false],
  ['longer texts', { ...before, columns: [{ ...name, type: 'text' }, people] }, '', false],
  ['another type', { ...before, columns: [name, { ...people, type: 'text' }] }, /was integer and is now text/, true],
  ['a column less', { ...before, columns: [name] }, /“people” was removed/, true],
  ['an unknown number of rows', { ...before, rows: null }, '', false],
] as const)('a replacement with %s', (_, after, text, loses) => {
  const replacement = replacementOf(before, after);
  expect(englishText(replacement.changes)).toMatch(text === '' ? /^$/ : text);
  expect(replacement.loses).toBe(loses);
});

test('compared rows are counted', () => {
  const summary = testSummary({ added: 2, removed: 1 });
  const text = '596 rows instead of 595. 2 rows added. 1 row removed.';
  expect(englishText(replacementOf(before, { ...before, rows: 596 }, summary).changes)).toBe(text);
});
