import { describe, expect, it } from 'vitest';
import { exactNumbers, longDecimalPattern } from './exact-numbers.ts';

const exact = (json: string) => exactNumbers(Buffer.from(json)).toString();

describe('a number of a JSON text', () => {
  it.each([
    ['[12345678901234567.89]', '["12345678901234567.89"]'],
    ['[-12345678901234567.89]', '["-12345678901234567.89"]'],
    ['[1,12345678901234567.1, 98765432109876543.2]', '[1,"12345678901234567.1", "98765432109876543.2"]'],
    ['["é",12345678901234567.89]', '["é","12345678901234567.89"]'],
    ['[12345678901234.567891]', '["12345678901234.567891"]'],
    [`[${'9'.repeat(98)}.55]`, `["${'9'.repeat(98)}.55"]`],
  ])('is kept exactly in %s', (json, expected) => {
    expect(exact(json)).toBe(expected);
  });

  it.each([
    '[]',
    '[1.5]',
    '[12345678901.234567]',
    '[123456789012.34]',
    '[123456789012345.6]',
    // Printed with all digits of a double, or with more decimals than an amount has.
    '[1234567890123456.25]',
    '[123456789012345.6789012]',
    `[${'9'.repeat(99)}.55]`,
    '[12345678901234567.89e3]',
    '[12345678901234567.89E3]',
    '[12345678901234567890]',
    '["12345678901234567.89"]',
    '["a\\"12345678901234567.89"]',
    '["\\\\",1.5,"12345678901234567.89"]',
    '{"12345678901234567.89":1}',
  ])('is left as it is in %s', (json) => {
    expect(exact(json)).toBe(json);
  });

  it('is looked for only behind enough digits', () => {
    const bytes = Buffer.from('[12345678901.5, 0.123456789012345]');
    expect(exactNumbers(bytes)).toBe(bytes);
    const other = Buffer.from('["x.", "/23456789012.5", ":23456789012.5"]');
    expect(exactNumbers(other)).toBe(other);
    expect(new RegExp(longDecimalPattern).test('x123456789012.5')).toBe(true);
    expect(new RegExp(longDecimalPattern).test('12345678901.5')).toBe(false);
  });
});
