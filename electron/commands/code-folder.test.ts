import path from 'node:path';
import { expect, test } from 'vitest';
import { commandCodeFolder } from './code-folder.ts';

const environment = { ALMANAC_CACHE: path.resolve('/cache') };
const code = path.join(environment.ALMANAC_CACHE, 'code');

test.each([
  [['publish', 'towns.csv', '--to', 'a/b'], code],
  [['ls'], code],
  [[], null],
  [['--version'], null],
  [['publsih', 'towns.csv'], null],
])('the folder of %j', (words, folder) => expect(commandCodeFolder(words, environment)).toBe(folder));

test.each([['--data', 'store'], ['--data=store']])('is in the store that %j names', (...words) => {
  const expected = path.resolve('store', 'cache', 'code');
  expect(commandCodeFolder(['export', 'a/b', ...words, '--to', 'x.csv'], {})).toBe(expected);
});

test('invalid arguments are left to the full parser', () => {
  expect(commandCodeFolder(['ls'], { ALMANAC_PROFILE: '../elsewhere' })).toBeNull();
});
