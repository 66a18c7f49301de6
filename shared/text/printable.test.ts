import { describe, expect, it } from 'vitest';
import { printable, printableCell } from './printable.ts';

describe('a text for a terminal', () => {
  it.each([
    ['plain, größer, 統計 \u{1f600}', 'plain, größer, 統計 \u{1f600}'],
    ['two\nlines', 'two\nlines'],
    ['\u001b]52;c;cm0=\u0007', '␛]52;c;cm0=␇'],
    ['a\rb\tc\u0000', 'a␍b␉c␀'],
    ['\u009b31m\u007f', '\ufffd31m␡'],
    ['exe.\u202Egnp', 'exe.\ufffdgnp'],
  ])('%j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('is one line and short in a cell of a table', () => {
    expect(printableCell('a\n\tb')).toBe('a b');
    expect(printableCell('x'.repeat(100))).toBe('x'.repeat(100));
    expect(printableCell('x'.repeat(1_000_000))).toBe(`${'x'.repeat(99)}…`);
  });
});
