import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { pseudoTexts, startMessages } from './language.ts';

afterEach(() => startMessages('en', 'en-GB'));

it('the language asked for last is shown, even if the texts of an earlier one arrive later', async () => {
  await Promise.all([startMessages('it', 'it-IT'), startMessages('en', 'en-GB')]);
  expect([i18next.language, document.documentElement.lang]).toEqual(['en', 'en']);
});

const texts = { rows: { count: '{count, plural, other {# rows of {name}}}', title: 'Rows' } };

it('makes words longer and marked, and leaves their values', () => {
  expect(pseudoTexts(texts)).toEqual({
    rows: { count: '[{count, plural, other {# řöŵš öƒ {name}}} one two three]', title: '[Röŵš o]' },
  });
});
