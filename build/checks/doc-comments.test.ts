import { expect, it } from 'vitest';
import { commentProblems } from './doc-comments.ts';
import { parseSource } from './source-files.ts';

const other = parseSource('lib/other.ts', 'export interface Other { size: number }\nexport type More = Other & {};');
const problemsIn = (text: string) => commentProblems([other, parseSource('lib/some.ts', text)]);

it.each([
  ['/** Adds. @param a @param b.size */ function add(a: number, { b }: { b: Other }) {}'],
  ['/** @param a */\nexport const add = (a: number) => a;'],
  ['interface Some {\n  /** @param a one\n   * @param b two */\n  add(a: number, b: number): void;\n  more: 1;\n}'],
  ['type Some =\n  /** One. */\n  | { kind: 1 }\n  /** Two. */\n  | { kind: 2 };'],
  [
    "import { type Other, More } from './other.ts';\n/** {@link Other.size} {@link More.any} {@link here text} */\nconst here = 1;",
  ],
  ['/** {@link https://example.org page} */\nclass Some {\n  /** {@link two} */\n  one = 1;\n  two = 2;\n}'],
  ["const text = '/** {@link nothing} */';"],
])('accepts %j', (text) => {
  expect(problemsIn(text)).toEqual([]);
});

it.each([
  ['/** @param b */\nfunction add(a: number) {}', '1: the declaration has no parameter b'],
  ['/** @param b */\nconst add = (a: number) => (b: number) => a;', '1: the declaration has no parameter b'],
  ['/** @param a */\ninterface Some {\n  add(a: number): void;\n}', '1: the declaration has no parameter a'],
  ['/** {@link Other} */\nconst one = 1;', '1: Other is not known here'],
  ["import { Other } from './other.ts';\n/** {@link Other.length} */\nconst one = 1;", '2: Other has no member length'],
  ['/** One. */\n/** Two. */\nconst two = 1;', '1: the comment describes nothing'],
  ['/** One. */\n\nconst one = 1;', '1: the comment describes nothing'],
  ['interface Some {\n  one: 1;\n  /** Two. */\n}', '3: the comment describes nothing'],
])('finds the problem in %j', (text, problem) => {
  expect(problemsIn(text)).toEqual([`lib/some.ts:${problem}`]);
});
