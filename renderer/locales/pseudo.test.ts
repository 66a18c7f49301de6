import { expect, it } from 'vitest';
import { pseudoTexts } from './pseudo.ts';

const texts = { rows: { count_other: '{{count, number}} rows', title: 'Rows' } };

it('makes words longer and marked, and leaves their values', () => {
  expect(pseudoTexts(texts, 'en-XA')).toEqual({
    rows: { count_other: '[{{count, number}} řöŵš one two]', title: '[Röŵš o]' },
  });
});

it('turns words round, and leaves their values', () => {
  expect(pseudoTexts(texts, 'ar-XB').rows?.count_other).toBe('{{count, number}} \u202Erows\u202C');
});
