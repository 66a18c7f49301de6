import { expect, test } from 'vitest';
import { readJsonTree } from './json-tree.ts';
import { jsonView } from './json-view.ts';

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
