import { expect, it } from 'vitest';
import { pseudoTexts } from './pseudo.ts';

const texts = { rows: { count: '{count, plural, other {# rows of {name}}}', title: 'Rows' } };

it('makes words longer and marked, and leaves their values', () => {
  expect(pseudoTexts(texts)).toEqual({
    rows: { count: '[{count, plural, other {# řöŵš öƒ {name}}} one two three]', title: '[Röŵš o]' },
  });
});
