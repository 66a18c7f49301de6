import { describe, expect, it } from 'vitest';
import { isFulfilled } from './licence-terms.ts';
import { packageFolderOf } from './package-folder.ts';

describe('a licence expression', () => {
  const accepted = new Set(['MIT', 'Apache-2.0', 'Zlib']);
  it.each([
    ['MIT', true],
    ['GPL-3.0-only', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['GPL-3.0-or-later OR MIT', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND GPL-3.0-only) OR Apache-2.0', true],
    ['MIT AND (GPL-3.0-only OR Zlib)', true],
    ['', false],
    ['UNLICENSED', false],
    ['MIT)', false],
  ])('%s', (expression, fulfilled) => {
    expect(isFulfilled(expression, accepted)).toBe(fulfilled);
  });
});

describe('the package of a module', () => {
  it.each([
    ['/home/x/almanac/node_modules/react/index.js', 'node_modules/react'],
    ['/x/node_modules/@mantine/core/esm/a.mjs?v=1', 'node_modules/@mantine/core'],
    ['/x/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
    ['\0commonjs-proxy:/x/node_modules/react/index.js', 'node_modules/react'],
    ['C:\\x\\node_modules\\react\\index.js', 'node_modules/react'],
    ['/x/renderer/main.tsx', null],
    ['\0vite/preload-helper.js', null],
  ])('%s', (module, folder) => {
    expect(packageFolderOf(module)).toBe(folder);
  });
});
