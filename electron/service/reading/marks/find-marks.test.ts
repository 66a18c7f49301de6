import { describe, expect, test } from 'vitest';
import type { TableSurvey } from '../reading.ts';
import { bareMark, findMarks, isMark, legendIn, markedCell, meaningOf } from './find-marks.ts';

const none = new Map<string, string>();

/** A table of one column. */
function surveyOf(cells: readonly (string | null)[], type: 'text' | 'float' | 'integer' = 'text') {
  const missing = cells.includes('..') ? [{ text: '..', count: 1 }] : [];
  const column = { source: 'n', name: 'n', type, reason: null, moment: null, evidence: { missing } };
  return { columns: [column], texts: cells.map((cell) => [cell]) } as unknown as TableSurvey;
}

describe('a cell', () => {
  test.each([
    ['12.3 p', '12.3', 'p'],
    ['12.3 bp', '12.3', 'bp'],
    ['1,234(r)', '1,234', '(r)'],
    ['1 234 (b)', '1 234', '(b)'],
    ['-5.5 [e]', '-5.5', '[e]'],
    ['−5 [note 12]', '−5', '[note 12]'],
    ['(p) 12', '12', '(p)'],
    ['*7', '7', '*'],
    ['88.1% †', '88.1%', '†'],
    ['4.5¹²', '4.5', '¹²'],
    ['4.5ᵖ', '4.5', 'ᵖ'],
    ['9,5 ¹⁾', '9,5', '¹⁾'],
    ['9,5⁽¹⁾', '9,5', '⁽¹⁾'],
    ['9,5 ᵃ⁾', '9,5', 'ᵃ⁾'],
    ['9,5ᶠ', '9,5', 'ᶠ'],
    ['9,5 ¹² ³', '9,5', '¹² ³'],
    ['9,5¹,²', '9,5', '¹,²'],
    [' 7 ', '7', ''],
    ['1'.repeat(40), '1'.repeat(40), ''],
    ['..', '', '..'],
    ['[x]', '', '[x]'],
    ['[z 1]', '', '[z 1]'],
    ['(p)', '', '(p)'],
  ])('is a number and a mark: %s', (cell, number, mark) => {
    expect(markedCell(cell)).toEqual({ number, mark });
  });

  test.each(['', 'Ulm', '12 km and more', '12abc', '5a', '1-2', 'p', '[abcdefg]', '(abc)', '1'.repeat(41), '[x] y'])(
    'is neither: %s',
    (cell) => expect(markedCell(cell)).toBeNull(),
  );

  test('has brackets around a mark that do not count', () => {
    expect(['(p)', '[note 1]', ' b ', '⁽¹⁾', '¹² ³'].map(bareMark)).toEqual(['p', 'note1', 'b', '¹', '¹² ³']);
    expect([isMark('n/a'), isMark('[c]'), isMark('c'), isMark('[C]')]).toEqual([true, true, false, false]);
  });
});

test('a legend is what lines say about marks, with a sign between them or without letters', () => {
  const texts = [
    'p = preliminary; (r) revised',
    '.. not available │ [c]: withheld',
    'a few words',
    'in 1,000',
    '- nil',
    'e: guess',
    'bp = break, provisional',
    'a few words: more of them',
    `q = ${'x'.repeat(90)}`,
    's = small,,,',
    '"t = tentative, low",,',
    'f = forecast, i = imputed',
    'h = high\tk = known|m = more',
    'Symbols: u = unsure; . = none',
    '¹⁾ first,',
    '² second',
    '³third',
    '(4) fourth;;',
    '5) fifth',
    'ᵃ above',
    'd) below',
    '(g)reat',
  ];
  const lines = texts.map((text, at) => ({ line: at + 1, text, why: 'below' as const }));
  expect([...legendIn(lines)]).toEqual([
    ['p', 'preliminary'],
    ['r', 'revised'],
    ['..', 'not available'],
    ['c', 'withheld'],
    ['-', 'nil'],
    ['e', 'guess'],
    ['bp', 'break, provisional'],
    ['s', 'small'],
    ['t', 'tentative, low'],
    ['f', 'forecast'],
    ['i', 'imputed'],
    ['h', 'high'],
    ['k', 'known'],
    ['m', 'more'],
    ['u', 'unsure'],
    ['.', 'none'],
    ['1', 'first'],
    ['2', 'second'],
    ['3', 'third'],
    ['4', 'fourth'],
    ['5', 'fifth'],
    ['a', 'above'],
    ['d', 'below'],
  ]);
});

test('a mark means what the legend says, or else what offices write', () => {
  const legend = new Map([['p', 'preliminary']]);
  expect(['[p]', '(P)', 'b', ':', 'D', 'q'].map((mark) => meaningOf(mark, legend))).toEqual([
    ...['preliminary', 'provisional', 'break in series', 'not available', 'withheld to avoid disclosure'],
    null,
  ]);
  const raised = new Map([
    ['1', 'first'],
    ['a', 'above'],
  ]);
  expect(['¹⁾', '⁽¹⁾', 'ᵃ', '²', 'ᵇ'].map((mark) => meaningOf(mark, raised))).toEqual([
    ...['first', 'first', 'above'],
    ...[null, null],
  ]);
});

describe('a column of numbers with marks', () => {
  test('is found, with what they mean', () => {
    expect(findMarks(surveyOf(['1.5', '2.5 p', null, '', '  ', '..', '3.5']), none, false)).toEqual({
      columns: ['n'],
      certain: true,
      meanings: [
        { mark: 'p', meaning: 'provisional' },
        { mark: '..', meaning: 'not available' },
      ],
    });
  });

  test('has marks alone that are no usual ones for missing values', () => {
    expect(findMarks(surveyOf(['1', '2', '[c]']), none, false)?.certain).toBe(true);
    expect(findMarks(surveyOf(['1', '2', '..']), none, false)).toBeNull();
    expect(findMarks(surveyOf(['1', '2', '..'], 'float'), none, false)).toBeNull();
    for (const type of ['float', 'integer'] as const) {
      expect(findMarks(surveyOf(['1', '2', '..'], type), none, true)).toMatchObject({ columns: ['n'], certain: true });
      expect(findMarks(surveyOf(['1', '2'], type), none, true)).toBeNull();
    }
  });

  test('has at least as many numbers as marks alone, and at most half of them with a mark', () => {
    expect(findMarks(surveyOf(['1.5', '2.5 p', '[c]', '[x]']), none, false)?.columns).toEqual(['n']);
    expect(findMarks(surveyOf(['1.5', '2.5 p', '[c]', '[x]', '[x]']), none, false)).toBeNull();
  });

  test('is text that was not read as a moment', () => {
    const survey = surveyOf(['1', '2', '[c]']);
    const read = (change: object) =>
      findMarks({ ...survey, columns: survey.columns.map((one) => ({ ...one, ...change })) }, none, true);
    expect(read({ type: 'char' })?.columns).toEqual(['n']);
    expect(read({ moment: 'date' })).toBeNull();
    expect(read({ type: 'geometry' })).toBeNull();
    expect(read({ type: 'float', evidence: undefined })).toBeNull();
  });

  test.each([
    ['other texts', ['1.5', '2.5 p', 'Ulm', '3.5', '4.5']],
    ['few numbers', ['1.5 p', '[c]', '[c]']],
    ['what half of the numbers have', ['1.5 m', '2.5 m', '3.5 m', '4.5']],
    ['nothing but numbers', ['1.5', '2.5']],
    ['nothing but marks', ['[c]', '[x]']],
  ])('is none with %s', (_, cells) => {
    expect(findMarks(surveyOf(cells), none, false)).toBeNull();
  });

  test('is uncertain if a mark has no known meaning, or may be a letter of a house', () => {
    const certain = (cells: readonly string[], legend = none) => findMarks(surveyOf(cells), legend, false)?.certain;
    expect(certain(['1.5', '2.5', '3.5 q'])).toBe(false);
    expect(certain(['1.5', '2.5', '3.5 q'], new Map([['q', 'quick']]))).toBe(true);
    expect(certain(['1', '2', '3 b'])).toBe(false);
    expect(certain(['1', '2', '3 b'], new Map([['b', 'break']]))).toBe(true);
    expect(certain(['1', '2', '3 (b)'])).toBe(true);
    // One of fifty may be unexplained.
    expect(certain([...Array.from({ length: 49 }, () => '1.5'), '2.5 q'])).toBe(true);
    expect(certain([...Array.from({ length: 48 }, () => '1.5'), '2.5 q'])).toBe(false);
  });

  test('has no more than two hundred different marks', () => {
    const marked = (count: number) =>
      Array.from(
        { length: count },
        (_, at) => `1.5 [${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}]`,
      );
    const plain = Array.from({ length: 1000 }, () => '1.5');
    expect(findMarks(surveyOf([...plain, ...marked(200)]), none, false)?.meanings).toHaveLength(200);
    expect(findMarks(surveyOf([...plain, ...marked(201)]), none, false)).toBeNull();
  });
});
