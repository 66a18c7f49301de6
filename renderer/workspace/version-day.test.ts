import { expect, test } from 'vitest';
import { versionDay } from './version-day.ts';

test.each([
  ['19700101000000000000', 'en-GB', '1 Jan 1970'],
  ['20261121235959999999', 'de-DE', '21.11.2026'],
  ['v2', 'en-GB', 'v2'],
])('%s in %s is %s', (slug, locale, day) => {
  expect(versionDay(slug, locale)).toBe(day);
});
