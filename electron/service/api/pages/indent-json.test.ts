import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseCount, seed } from '../../../lib/testing/tier.ts';
import { indentJson } from '../responses/send.ts';

it('indents any JSON like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 8 }), (value, indent) => {
      expect(indentJson(JSON.stringify(value), indent)).toBe(JSON.stringify(value, null, indent));
    }),
    { seed, numRuns: caseCount(100, 500) },
  );
});

it('preserves the digits of numbers', () => {
  expect(indentJson('[9223372036854775807,1.10]', 2)).toBe('[\n  9223372036854775807,\n  1.10\n]');
});
