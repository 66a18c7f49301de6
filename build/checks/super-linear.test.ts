import { describe, expect, it } from 'vitest';
import { parseSource } from './source-files.ts';
import { superLinearExpressions } from './super-linear.ts';

const expressionsIn = (text: string) => superLinearExpressions(parseSource('some.ts', text));

describe('the check of regular expressions', () => {
  it.each([
    String.raw`/^[-+]?[\d.,' ]*\d[\d.,]*$/`,
    String.raw`/^[+-]?(\d+\.?\d*|\.\d+)$/`,
    String.raw`/\[[^\]]*\]/g`,
    '/^-+|-+$/g',
    String.raw`/\s*,\s*/`,
    '/(a+)+$/',
  ])('finds %s, and where it is', (expression) => {
    expect(expressionsIn(`\nconst found = ${expression};\n`)).toEqual([`some.ts:2: ${expression}`]);
  });

  it.each([String.raw`/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/`, '/^-|-$/g', '/[^a-z]+/g'])('lets %s pass', (expression) => {
    expect(expressionsIn(`const found = ${expression};`)).toEqual([]);
  });

  it('allows an expression only with a reason above it', () => {
    const expression = '/a+$/';
    expect(expressionsIn(`// super-linear: ten letters at most.\nf(${expression});`)).toEqual([]);
    expect(expressionsIn(`// super-linear:\nf(${expression});`).length).toBe(1);
  });
});
