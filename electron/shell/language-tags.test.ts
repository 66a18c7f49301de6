import { expect, test } from 'vitest';
import { languageTags } from './language-tags.ts';

test('names of a POSIX locale are no language tags', () => {
  expect(languageTags(['c', 'C', 'en-US@posix', ''])).toEqual([]);
  expect(languageTags(['de-DE@euro', 'de@euro', 'de-DE', 'de'])).toEqual(['de-DE', 'de']);
  expect(languageTags(['ca-ES@valencia', 'ca-ES-valencia', 'sr-Latn-RS', 'xx-YY'])).toEqual([
    ...['ca-ES-valencia', 'sr-Latn-RS', 'xx-YY'],
  ]);
});

test('every tag can be used to format', () => {
  for (const tag of languageTags([
    'posix',
    'en-GB',
    'zh-Hans-CN',
    'x-private',
    'i-klingon',
    'de-DE-u-co-phonebk',
    'art',
  ])) {
    expect(new Intl.Collator(tag).compare('a', 'b')).toBe(-1);
    expect(new Intl.NumberFormat(tag).format(5)).toMatch(/./);
  }
});
