import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seed } from '../../../lib/testing/tier.ts';
import { isVersionSlug, nextVersionSlug, versionDatetime, versionSlug } from './version-slug.ts';

it('a slug is the instant to the microsecond, its datetime the same to the millisecond', () => {
  const slug = versionSlug(new Date('2014-03-06T07:09:11.130Z'), 469);
  expect([slug, versionDatetime(slug)]).toEqual(['20140306070911130469', '2014-03-06T07:09:11.130Z']);
});

it.each([
  ['', '20140306070911130000'],
  ['20140306070911130000', '20140306070911130001'],
  ['20140306070911130999', '20140306070911131000'],
  ['20991231235959999999', '21000101000000000000'],
])('%j is followed by %s', (last, next) => {
  expect(nextVersionSlug(new Date('2014-03-06T07:09:11.130Z'), 0, last)).toBe(next);
});

it('slugs always increase, whatever the clock does', () => {
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(instant, fc.nat({ max: 999 })), { maxLength: 30 }), (times) => {
      let last = '';
      for (const [at, microseconds] of times) {
        const slug = nextVersionSlug(at, microseconds, last);
        expect(isVersionSlug(slug) && slug > last).toBe(true);
        last = slug;
      }
    }),
    { seed },
  );
});
