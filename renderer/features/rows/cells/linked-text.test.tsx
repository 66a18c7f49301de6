import { expect, test } from 'vitest';
import { webLinks } from './row-details.tsx';

const link = (text: string, address = text) => ({ kind: 'link', text, address });
const plain = (text: string) => ({ kind: 'plain', text });

test.each([
  ['nothing here', [plain('nothing here')]],
  ['', []],
  ['https://example.org/a?b=c#d', [link('https://example.org/a?b=c#d')]],
  ['see http://example.org/a_(b), or', [plain('see '), link('http://example.org/a_(b)'), plain(', or')]],
  ['(https://example.org/x).', [plain('('), link('https://example.org/x'), plain(').')]],
  ['HTTPS://Example.org', [link('HTTPS://Example.org', 'https://example.org/')]],
  ['<a href="https://example.org/">', [plain('<a href="'), link('https://example.org/'), plain('">')]],
  ['javascript:alert(1) file:///etc/passwd', [plain('javascript:alert(1) file:///etc/passwd')]],
  ['https://ann:secret@example.org/', [plain('https://ann:secret@example.org/')]],
  ['https://', [plain('https://')]],
])('%s', (text, parts) => {
  expect(webLinks(text)).toEqual(parts);
});

test('a host that imitates another is shown in its true form', () => {
  expect(webLinks('https://exаmple.org/')).toEqual([link('https://exаmple.org/', 'https://xn--exmple-4nf.org/')]);
});

test('no part of a text is lost', () => {
  const text = 'a https://x.org/1. b\nhttps://y.org/(2) https://z:z@w.org c';
  expect(
    webLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test.each(['https://a.b/(', 'http://', 'https://a.', '//', '('])('a long text of %j is searched quickly', (unit) => {
  const text = `https://a.b/?"${unit.repeat(100_000)}`;
  // Quadratic time would exceed the time limit of a test.
  expect(
    webLinks(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
