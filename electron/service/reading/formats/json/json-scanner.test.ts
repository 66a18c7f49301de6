import { describe, expect, test } from 'vitest';
import { maxJsonDepth } from './json-depth.ts';
import { type JsonFault, type JsonKind, JsonScanner, JsonTextError, type ScanOptions } from './json-scanner.ts';

interface Scanned {
  /** Each value that was reported: its depth, kind, name and text. */
  readonly values: readonly (readonly [depth: number, kind: JsonKind, name: string | null, text: string])[];
  readonly lines: number;
}

/** Scans a text in pieces of `size` bytes. @throws {JsonTextError} */
function scan(text: string | Buffer, size: number, options: ScanOptions): Scanned {
  const bytes = Buffer.from(text);
  const values: [number, JsonKind, string | null, string][] = [];
  const open: { readonly at: number; readonly kind: JsonKind; readonly name: string | null }[] = [];
  let base = 0;
  let name: string | null = null;
  const scanner = new JsonScanner(options, {
    onStart(depth, kind, at) {
      expect(depth).toBe(open.length);
      open.push({ at: base + at, kind, name });
      name = null;
    },
    onEnd(depth, kind, end) {
      const started = open.pop();
      expect([depth, kind]).toEqual([open.length, started?.kind]);
      values.push([depth, kind, started?.name ?? null, bytes.subarray(started?.at, base + end).toString()]);
    },
    onName(depth, found) {
      expect(depth).toBe(open.length);
      name = found;
    },
  });
  for (; base < bytes.length; base += size) scanner.feed(bytes.subarray(base, base + size));
  base = bytes.length;
  scanner.end();
  return { values, lines: scanner.line };
}

/** Sizes of pieces: byte by byte, in the middle of everything, and whole. */
const sizes = [1, 2, 3, 5, 7, 1_000_000];

/** What a scan finds, which must be the same in pieces of any size. */
function found(text: string | Buffer, options: ScanOptions = { watchDepth: 9 }): Scanned {
  const [first, ...others] = sizes.map((size) => scan(text, size, options));
  for (const other of others) expect(other).toEqual(first);
  return first as Scanned;
}

/** The fault of a text, with its offset, line and the line's offset; the same in pieces of any size. */
function fault(text: string | Buffer, options: ScanOptions = { watchDepth: 9 }) {
  const [first, ...others] = sizes.map((size) => {
    try {
      scan(text, size, options);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      return [error.fault, error.offset, error.line, error.lineStart];
    }
    return null;
  });
  for (const other of others) expect(other).toEqual(first);
  return first;
}

describe('what JSON.parse accepts is accepted, and reported as it is written', () => {
  test.each([
    ['0'],
    ['-0'],
    ['10'],
    ['-120.50'],
    ['1e5'],
    ['1E+05'],
    ['0.5e-07'],
    ['9.75E9'],
    ['true'],
    ['false'],
    ['null'],
    ['""'],
    ['"a b"'],
    ['"\\" \\\\ \\/ \\b \\f \\n \\r \\t"'],
    ['"\\u00e9\\u00C9\\ud83d\\ude00"'],
    ['"ä😀\u2028\x7f"'],
    ['"\\ud83d\\ude00\\ud83d\\ude01"'],
  ])('%s', (text) => {
    expect(JSON.parse(text)).toBeDefined();
    const kind = text.startsWith('"') ? 'string' : /^[a-z]/.test(text) ? 'word' : 'number';
    expect(found(text).values).toEqual([[0, kind, null, text]]);
    expect(found(` \t\r${text} \r\n`)).toEqual({ values: [[0, kind, null, text]], lines: 2 });
    expect(found(`[${text},${text}]`).values.slice(0, 2)).toEqual([
      [1, kind, null, text],
      [1, kind, null, text],
    ]);
    expect(found(`{"a":${text}}`).values[0]).toEqual([1, kind, 'a', text]);
  });

  test('members and elements at every watched depth, and nothing deeper', () => {
    const text = '{"a" : [1, {"b":[]}, "x"],\n"c":{}, "": {"d": -1}}';
    const all = [
      [2, 'number', null, '1'],
      [3, 'list', 'b', '[]'],
      [2, 'object', null, '{"b":[]}'],
      [2, 'string', null, '"x"'],
      [1, 'list', 'a', '[1, {"b":[]}, "x"]'],
      [1, 'object', 'c', '{}'],
      [2, 'number', 'd', '-1'],
      [1, 'object', '', '{"d": -1}'],
      [0, 'object', null, text],
    ];
    for (const watchDepth of [0, 1, 2, 3]) {
      const seen = all.filter(([depth]) => Number(depth) <= watchDepth);
      expect(found(text, { watchDepth }), `depth ${watchDepth}`).toEqual({ values: seen, lines: 2 });
    }
  });

  test('names with escapes are those that they mean', () => {
    expect(found('{"a\\u00e9\\n":1,"\\"":2,"ä😀":3}').values.map(([, , name]) => name)).toEqual([
      'aé\n',
      '"',
      'ä😀',
      null,
    ]);
  });

  test('lists and objects as deep as allowed', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(scan(deep(maxJsonDepth), 1_000, { watchDepth: 0 }).values).toHaveLength(1);
    expect(fault(deep(maxJsonDepth + 1), { watchDepth: 0 })).toEqual(['nested-too-deep', maxJsonDepth, 1, 0]);
    const object = `${'{"a":'.repeat(maxJsonDepth)}1${'}'.repeat(maxJsonDepth)}`;
    expect(scan(object, 1_000, { watchDepth: 0 }).values).toEqual([[0, 'object', null, object]]);
  });
});

test('NaN and infinities, which other programs write, are words', () => {
  expect(found('[NaN,Infinity]').values.slice(0, 2)).toEqual([
    [1, 'word', null, 'NaN'],
    [1, 'word', null, 'Infinity'],
  ]);
  // It begins like a number.
  const kinds: unknown[] = [];
  const scanner = new JsonScanner(
    { watchDepth: 1 },
    { onStart: (depth, kind, at) => kinds.push([depth, kind, at]), onEnd: (depth, _, end) => kinds.push([depth, end]) },
  );
  scanner.feed(Buffer.from('[-Infinity]'));
  scanner.end();
  expect(kinds).toEqual([
    [0, 'list', 0],
    [1, 'number', 1],
    [1, 10],
    [0, 11],
  ]);
});

test.each<[string, JsonFault, number]>([
  ['', 'text-empty', 0],
  [' ', 'text-empty', 1],
  ['[', 'text-incomplete', 1],
  ['{', 'text-incomplete', 1],
  ['[1,', 'text-incomplete', 3],
  ['[1', 'text-incomplete', 2],
  ['{"a"', 'text-incomplete', 4],
  ['{"a":', 'text-incomplete', 5],
  ['{"a', 'text-incomplete', 3],
  ['"\\', 'text-incomplete', 2],
  ['"\\u12', 'text-incomplete', 5],
  ['"a', 'text-incomplete', 2],
  ['tru', 'text-incomplete', 3],
  ['-', 'json-number-malformed', 1],
  ['1.', 'json-number-malformed', 2],
  ['1e', 'json-number-malformed', 2],
  ['1e+', 'json-number-malformed', 3],
  ['[-]', 'json-number-malformed', 2],
  ['[-a]', 'json-number-malformed', 2],
  ['[01]', 'json-number-malformed', 2],
  ['[-01]', 'json-number-malformed', 3],
  ['[1.]', 'json-number-malformed', 3],
  ['[1.e5]', 'json-number-malformed', 3],
  ['[1e]', 'json-number-malformed', 3],
  ['[1e5.5]', 'json-comma-expected', 4],
  ['[1e+]', 'json-number-malformed', 4],
  ['[1e+-5]', 'json-number-malformed', 4],
  ['[1.5.5]', 'json-comma-expected', 4],
  ['[1a]', 'json-comma-expected', 2],
  ['[0x1]', 'json-comma-expected', 2],
  ['[+1]', 'json-value-expected', 1],
  ['[.5]', 'json-value-expected', 1],
  ['[1,]', 'json-value-expected', 3],
  ['[,1]', 'json-value-expected', 1],
  ["['a']", 'json-value-expected', 1],
  ['[@]', 'json-value-expected', 1],
  ['[`]', 'json-value-expected', 1],
  ['[{]', 'json-name-expected', 2],
  ['[[}', 'json-value-expected', 2],
  ['[1}', 'json-bracket-mismatch', 2],
  ['{"a":1]', 'json-bracket-mismatch', 6],
  ['{a:1}', 'json-name-expected', 1],
  ['{"a":1,}', 'json-name-expected', 7],
  ['{"a",1}', 'json-colon-expected', 4],
  ['{"a" 1}', 'json-colon-expected', 5],
  ['{"a":}', 'json-value-expected', 5],
  ['{"a":1 "b":2}', 'json-comma-expected', 7],
  ['[1 2]', 'json-comma-expected', 3],
  ['[1:2]', 'json-comma-expected', 2],
  ['[truE]', 'json-word-unknown', 4],
  ['[nil]', 'json-word-unknown', 2],
  ['[undefined]', 'json-word-unknown', 1],
  ['[Zz]', 'json-word-unknown', 1],
  ['[A]', 'json-word-unknown', 1],
  ['[a]', 'json-word-unknown', 1],
  ['[zz]', 'json-word-unknown', 1],
  ['[-Inf]', 'json-word-unknown', 5],
  ['["a\tb"]', 'json-control-character', 3],
  ['["a\nb"]', 'json-control-character', 3],
  ['["\\a"]', 'json-escape-unknown', 3],
  ['["\\u00g0"]', 'json-escape-unknown', 6],
  ['1 2', 'behind-the-list', 2],
  ['[] []', 'behind-the-list', 3],
  ['{}]', 'behind-the-list', 2],
])('%j is refused: %s at %i', (text, code, offset) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(fault(text)?.slice(0, 2)).toEqual([code, offset]);
});

// JavaScript accepts these; the engine stores text as UTF-8, which has no half characters.
test.each<[string, JsonFault, number]>([
  ['["\\ud83d"]', 'json-half-character', 8],
  ['["\\ud83dx"]', 'json-half-character', 8],
  ['["\\ud83d\\n"]', 'json-half-character', 9],
  ['["\\ud83d\\u0041"]', 'json-half-character', 13],
  ['["\\ud83d\\ud83d"]', 'json-half-character', 13],
  ['["\\ude00"]', 'json-half-character', 7],
  ['["\\udfff"]', 'json-half-character', 7],
])('%j is refused: %s at %i', (text, code, offset) => {
  expect(fault(text)?.slice(0, 2)).toEqual([code, offset]);
});

test('escapes next to the ranges of half characters', () => {
  expect(found('"\\ud7ff\\ue000"').values).toHaveLength(1);
  expect(found('"\\ud800\\udc00\\udbff\\udfff"').values).toHaveLength(1);
});

test('a fault names its line and where that begins', () => {
  expect(fault('[1,\n 2,\n\n  x]')).toEqual(['json-word-unknown', 11, 4, 9]);
  expect(fault('[\r\n"a\r"]')).toEqual(['json-control-character', 5, 2, 3]);
  expect(fault('[\n1\n')).toEqual(['text-incomplete', 4, 3, 4]);
});

describe('several values', () => {
  const several = { watchDepth: 0, several: true } as const;

  test('follow one another on lines, after separators, or side by side', () => {
    for (const text of ['{"a":1}\n2\n"x"\n', '{"a":1} 2 "x"', '{"a":1}2"x"', '\x1e{"a":1}\n\x1e2\n\x1e"x"\n']) {
      expect(
        found(text, several).values.map(([, , , one]) => one),
        JSON.stringify(text),
      ).toEqual(['{"a":1}', '2', '"x"']);
    }
    expect(found('1\n2', several).values).toHaveLength(2);
    expect(found('\x1e1\n\x1e', several).values).toHaveLength(1);
  });

  test('end with the last whole one', () => {
    expect(fault('', several)).toEqual(['text-empty', 0, 1, 0]);
    expect(fault('\x1e\n', several)).toEqual(['text-empty', 2, 2, 2]);
    expect(fault('1\n{', several)).toEqual(['text-incomplete', 3, 2, 2]);
    expect(fault('1\n-', several)).toEqual(['json-number-malformed', 3, 2, 2]);
    expect(fault('1,2', several)?.[0]).toBe('json-value-expected');
  });

  test('have no separators inside, nor does a single text', () => {
    expect(fault('[\x1e1]', several)?.slice(0, 2)).toEqual(['json-value-expected', 1]);
    expect(fault('\x1e1')?.slice(0, 2)).toEqual(['json-value-expected', 0]);
  });
});

describe('what is around a text', () => {
  test('a preamble is skipped, and its lines are counted', () => {
    const text = 'call(\n{"a":[1,2]});\n';
    const options = { watchDepth: 0, preamble: 6, trailer: ');' } as const;
    expect(found(text, options)).toEqual({ values: [[0, 'object', null, '{"a":[1,2]}']], lines: 3 });
    expect(fault('call(\n{"a":[1,2]}) x', options)).toEqual(['behind-the-list', 19, 2, 6]);
    expect(fault('call(\n[)', options)).toEqual(['json-value-expected', 7, 2, 6]);
    expect(fault('call(\n', options)).toEqual(['text-empty', 6, 2, 6]);
  });

  test('nothing may follow without a trailer', () => {
    expect(fault('[1])', { watchDepth: 0 })).toEqual(['behind-the-list', 3, 1, 0]);
    expect(fault('[1];', { watchDepth: 0, trailer: ')' })).toEqual(['behind-the-list', 3, 1, 0]);
  });
});

test('names are optional to receive', () => {
  const ends: number[] = [];
  const scanner = new JsonScanner({ watchDepth: 1 }, { onStart: () => {}, onEnd: (depth) => ends.push(depth) });
  scanner.feed(Buffer.from('{"a":1,"b":2}'));
  scanner.end();
  expect(ends).toEqual([1, 1, 0]);
});
