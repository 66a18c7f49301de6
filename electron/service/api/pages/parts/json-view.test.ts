import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../../lib/testing/tier.ts';
import { type JsonTree, jsonView, readJsonTree } from './json-view.ts';

/** The visible text. */
const seen = (json: string) =>
  String(jsonView(readJsonTree(json)).markup)
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"');

test('long values are split over lines, short ones stay on one', () => {
  const far = 'x'.repeat(80);
  expect(seen(`{"a":{"type":"Point","coordinates":[1.50,-2]},"b":[],"c":{},"d":["${far}",null]}`)).toBe(
    `{\n  "a": {"type": "Point", "coordinates": [1.50, -2]},\n  "b": [],\n  "c": {},\n  "d": [\n    "${far}",\n    null\n  ]\n}`,
  );
});

test.each([
  ['https://example.org/a?b=1&c=2', 'https://example.org/a?b=1&amp;c=2'],
  ['http://127.0.0.1:8000/api/', 'http://127.0.0.1:8000/api/'],
])('%s is a link', (value, href) => {
  expect(String(jsonView(readJsonTree(JSON.stringify({ value }))).markup)).toContain(`"<a href="${href}">${href}</a>"`);
});

test('an image links to its address', () => {
  const { markup } = jsonView(
    readJsonTree('{"showcase_image":"images/showcase/a\'b.webp","image":"","other":"images/x.png"}'),
  );
  expect(String(markup)).toContain('"<a href="/media/images/showcase/a&#39;b.webp">images/showcase/a&#39;b.webp</a>"');
  expect(String(markup).match(/<a /g)).toHaveLength(1);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  ' https://example.org',
  'https://a b',
  '//example.org',
  '/etc/passwd',
])('%s is no link', (value) => {
  expect(String(jsonView(readJsonTree(JSON.stringify({ value }))).markup)).not.toContain('<a');
});

test('a huge body is truncated, and still well-formed', () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, text: 'some words' }));
  const tree = readJsonTree(JSON.stringify({ results: rows }));
  const { markup, cut } = jsonView(tree);
  expect(cut).toBe(true);
  expect(String(markup).length).toBeLessThan(1_500_000);
  expect(String(markup)).toMatch(/…\n {2}\]\n\}<\/code><\/pre>$/);
  expect(jsonView(readJsonTree('{"a":1}')).cut).toBe(false);
});

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
