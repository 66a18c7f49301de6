import path from 'node:path';
import { expect, test } from 'vitest';
import { commandCodeFolder } from './command-code-folder.ts';

const environment = { ALMANAC_CACHE: path.resolve('/cache') };
const below = (name: string) => path.join(environment.ALMANAC_CACHE, 'code-of-commands', name);

test.each([
  [['publish', 'towns.csv', '--to', 'a/b'], below('publish')],
  [['ls'], below('ls')],
  [[], null],
  [['--version'], null],
  [['publsih', 'towns.csv'], null],
])('the folder of %j', (words, folder) => expect(commandCodeFolder(words, environment)).toBe(folder));

test.each([['--data', 'store'], ['--data=store']])('lies within the store that %j names', (...words) => {
  const expected = path.resolve('store', 'cache', 'code-of-commands', 'export');
  expect(commandCodeFolder(['export', 'a/b', ...words, '--to', 'x.csv'], {})).toBe(expected);
});

test('words that make no sense are left to whoever reads all of them', () => {
  expect(commandCodeFolder(['ls'], { ALMANAC_PROFILE: '../elsewhere' })).toBeNull();
});
