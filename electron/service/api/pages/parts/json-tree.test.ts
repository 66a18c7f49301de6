import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../../lib/testing/tier.ts';
import { type JsonTree, readJsonTree } from './json-tree.ts';

/** The equivalent of JSON.parse, from a tree. */
function plain(tree: JsonTree): unknown {
  switch (tree.kind) {
    case 'object':
      return Object.fromEntries(tree.entries.map(([key, value]) => [key, plain(value)]));
    case 'array':
      return tree.items.map(plain);
    case 'string':
      return tree.value;
    default:
      return JSON.parse(tree.text);
  }
}

test('parses any JSON in any layout', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(plain(readJsonTree(text))).toEqual(JSON.parse(text));
    }),
    { seed },
  );
});

test('preserves digits of numbers, the order of keys, duplicate and special keys', () => {
  expect(readJsonTree('{"b":9223372036854775807,"2":1.0,"__proto__":-0.0,"b":1e+400}')).toEqual({
    kind: 'object',
    entries: [
      ['b', { kind: 'number', text: '9223372036854775807' }],
      ['2', { kind: 'number', text: '1.0' }],
      ['__proto__', { kind: 'number', text: '-0.0' }],
      ['b', { kind: 'number', text: '1e+400' }],
    ],
  });
});

test.each(['', '{', '[1,', '{"a"', 'nul', '"a', '}', '[}'])('refuses %j', (text) => {
  expect(() => readJsonTree(text)).toThrow(SyntaxError);
});

test('returns the beginning of a text that is too long', () => {
  const text = JSON.stringify({ count: 3, results: [{ a: [1, 2] }, { a: [3, 4] }, { a: [5, 6] }], more: 1 });
  const beginnings = Array.from({ length: text.length + 1 }, (_, longest) => plain(readJsonTree(text, longest)));
  expect(beginnings[0]).toEqual({});
  expect(beginnings[text.indexOf('[3') + 1]).toEqual({ count: 3, results: [{ a: [1, 2] }, { a: [] }] });
  expect(beginnings.at(-1)).toEqual(JSON.parse(text));
});
