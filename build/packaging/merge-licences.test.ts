import { expect, test } from 'vitest';
import { mergedLicences } from './merge-licences.ts';

const part = (title: string, words: string) =>
  `<div class="product">\n<span class="title">${title}</span>\n<div class="license">\n<pre>${words}</pre>\n</div>\n</div>\n\n`;
const page = (...parts: string[]) => `<html><body>\n${parts.join('')}</body></html>\n`;

test('a text shared by several parts appears once, in the first of them, and every part keeps its name', () => {
  const merged = mergedLicences(page(part('A', 'MIT'), part('B', 'BSD'), part('C', 'MIT'), part('D', 'Zlib')));
  expect(merged.match(/MIT|BSD|Zlib/g)).toEqual(['MIT', 'BSD', 'Zlib']);
  expect(merged.match(/class="title">[^<]*/g)).toEqual(['A', 'B', 'C', 'D'].map((name) => `class="title">${name}`));
  expect(merged).toContain('<p>Word for word as of A, above.</p>');
  expect(merged.match(/<div/g)?.length).toBe(merged.match(/<\/div>/g)?.length);
});

test('a page without repetitions, and any other page, stay unchanged', () => {
  for (const text of [page(part('A', 'MIT'), part('B', 'BSD')), '<html>Credits</html>', '']) {
    expect(mergedLicences(text)).toBe(text);
  }
});
