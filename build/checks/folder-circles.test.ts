import { expect, it } from 'vitest';
import { folderCircles } from './folder-circles.ts';
import { parseSource } from './source-files.ts';

const sources = [
  parseSource('shared/wiring.ts', "import './a/one.ts';\nimport './c/three.ts';"),
  parseSource('shared/a/one.ts', "import type { Two } from '../b/two.ts';\nimport '../wiring.ts';"),
  parseSource('shared/b/two.ts', "export const three = () => import('#shared/c/three.ts');"),
  parseSource('shared/c/three.ts', "import '../a/one.ts';\nimport './deep/four.ts';"),
  parseSource('shared/d/five.ts', "import '../a/one.ts';"),
];

it('finds the imports of a circle, each with a file', () => {
  expect(folderCircles('shared', sources)).toEqual([
    'shared: a → b → c → a, for example by shared/a/one.ts',
    'shared: b → c → a → b, for example by shared/b/two.ts',
    'shared: c → a → b → c, for example by shared/c/three.ts',
  ]);
});

it('finds none where no import leads back', () => {
  expect(folderCircles('shared', sources.slice(0, 3))).toEqual([]);
});
