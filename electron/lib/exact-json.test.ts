import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Exact, exactText, LossyJsonError, member, parseExactly } from './exact-json.ts';
import { seed } from './testing/tier.ts';

describe('JSON, parsed exactly', () => {
  const cases: readonly (readonly [text: string, value: Exact])[] = [
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['18446744073709551616', 18_446_744_073_709_551_616n],
    ['1'.repeat(400), BigInt('1'.repeat(400))],
    ['0.1234567890123456789', Number('0.1234567890123456789')],
    ['12345678901234567890.5', Number('12345678901234567890.5')],
    ['12345678901234567e3', Number('12345678901234567e3')],
    ['[1,12345678901234567890,2]', [1, 12_345_678_901_234_567_890n, 2]],
    ['{"a":12345678901234567890}', { a: 12_345_678_901_234_567_890n }],
    [' [ 12345678901234567890 ] ', [12_345_678_901_234_567_890n]],
    ['"12345678901234567890"', '12345678901234567890'],
    ['["a, 12345678901234567890 ]",12345678901234567890]', ['a, 12345678901234567890 ]', 12_345_678_901_234_567_890n]],
    ['["\\"12345678901234567890",1]', ['"12345678901234567890', 1]],
    ['["\\\\",12345678901234567890]', ['\\', 12_345_678_901_234_567_890n]],
    ['["\\\\\\"12345678901234567890"]', ['\\"12345678901234567890']],
    ['[NaN,-Infinity,Infinity,"NaN"]', [null, null, null, 'NaN']],
    ['{"NaN":NaN,"n":12345678901234567890}', { NaN: null, n: 12_345_678_901_234_567_890n }],
  ];
  it.each(cases)('%s', (text, value) => {
    expect(parseExactly(text)).toEqual(value);
  });

  it.each(['', '{', '[1', '"', '12345678901234567890 x', '["12345678901234567890', 'nan', '[1,]', 'Infinityx', '\\'])(
    'refuses %j',
    (text) => {
      expect(() => parseExactly(text)).toThrow(SyntaxError);
    },
  );

  it.each([
    ['{"a":1,"b":2,"a":1}', 'repeated-member', 'a'],
    ['[{"b":":{","a":"\\":"},{"c":{"x":1,"y":[{"x":2}],"x":3}}]', 'repeated-member', 'x'],
    ['{"__proto__":1,"__proto__":2}', 'repeated-member', '__proto__'],
    ['{"\\u0061":1,"a":12345678901234567890}', 'repeated-member', 'a'],
    // Names of other objects, and texts that are equal to a name, are none of this one's.
    ['[{"a":1},{"a":[{"a":2}],"b":"a","c":["a"],"b":3}]', 'repeated-member', 'b'],
    ['{"a":{"b":1},"b":"a" , "c" :1,"c"\n:2}', 'repeated-member', 'c'],
    ['["\\ud83d\\ude00","\\ud83d"]', 'half-character', ''],
    ['{"a":"\\uDE00 "}', 'half-character', ''],
    ['{"\\udbff":1}', 'half-character', ''],
    ['[1e400]', 'number-too-large', ''],
    ['{"a":-1e1234567890123456}', 'number-too-large', ''],
    [`${'['.repeat(257)}${']'.repeat(257)}`, 'too-deep', '256'],
    [`${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'too-deep', '256'],
    [`[${'7'.repeat(1_001)}]`, 'number-too-large', ''],
    [`{"a":-${'7'.repeat(20_000)}}`, 'number-too-large', ''],
  ] as const)('refuses what would be read with a loss: %.40s', (text, kind, detail) => {
    const error: unknown = (() => {
      try {
        return parseExactly(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(LossyJsonError);
    expect(error).toMatchObject({ kind, detail });
  });

  it.each([
    `[${'7'.repeat(1_000)}]`,
    '{"a":{"a":{"a":1}},"b":"a\\":1,"}',
    '"\\\\ud83d"',
    `${'['.repeat(256)}${']'.repeat(256)}`,
    // Beside each other instead of within each other.
    `[${'[{}],'.repeat(300)}1]`,
    '[{"a":1},{"a":2}]',
    '[[[1]],12345678901234567890]',
  ])('keeps what only looks like it: %.40s', (text) => {
    expect(exactText(parseExactly(text))).toBe(text);
  });

  it('treats names with a meaning to objects as plain names', () => {
    const value = parseExactly('{"__proto__":{"admin":12345678901234567890},"constructor":1,"10":2,"2":3}');
    expect(member(member(value, '__proto__'), 'admin')).toBe(12_345_678_901_234_567_890n);
    expect(member(value, 'constructor')).toBe(1);
    expect(member(value, 'toString')).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it('has members of objects alone, which can be changed', () => {
    expect(member(['first'], '0')).toBeUndefined();
    expect(member(['first'], 'length')).toBeUndefined();
    expect(member(null, 'a')).toBeUndefined();
    expect(member('text', 'length')).toBeUndefined();
    const value = parseExactly('{"a":12345678901234567890}') as { a: unknown };
    value.a = 1;
    expect(Object.keys(value)).toEqual(['a']);
    expect(value.a).toBe(1);
    expect(Reflect.deleteProperty(value, 'a')).toBe(true);
  });

  it('reports what cannot be written for what it is', () => {
    expect(() =>
      exactText({
        toJSON: () => {
          throw new RangeError('no');
        },
      }),
    ).toThrow(RangeError);
  });

  it('returns whatever was written', () => {
    const { value } = fc.letrec<{ value: Exact }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.boolean(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
        fc.string({ unit: 'binary' }),
        fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).filter((big) => !Number.isSafeInteger(Number(big))),
        fc.stringMatching(/^[\d"\\, ]{0,40}$/),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')) as fc.Arbitrary<Exact>,
      ),
    }));
    // A double with 16 digits and no fraction is an integer on the wire: it returns as one, with the same digits.
    const asWritten = (one: Exact): Exact => {
      if (typeof one === 'number' && Number.isInteger(one) && !Number.isSafeInteger(one) && /^-?\d+$/.test(String(one)))
        return BigInt(String(one));
      if (Array.isArray(one)) return one.map(asWritten);
      if (typeof one !== 'object' || one === null) return one;
      return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, asWritten(inner)]));
    };
    fc.assert(
      fc.property(value, (one) => {
        expect(parseExactly(exactText(one))).toEqual(asWritten(one));
      }),
      { numRuns: 500, seed },
    );
  });
});
