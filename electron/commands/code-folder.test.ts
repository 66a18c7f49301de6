import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandCodeFolder } from './code-folder.ts';
import { almanacProgram } from './program.ts';

const store = mkdtempSync(path.join(tmpdir(), 'almanac-code-'));
afterAll(() => rmSync(store, { recursive: true }));
const environment = { ALMANAC_DATA: store, ALMANAC_CACHE: path.resolve('/cache') };
const code = path.join(environment.ALMANAC_CACHE, 'code');

test('every command has a folder', () => {
  const names = almanacProgram().commands.map((command) => command.name());
  expect(names.filter((name) => commandCodeFolder([name], environment) !== code)).toEqual([]);
});

test.each([
  [['publish', 'towns.csv', '--to', 'a/b'], code],
  [[], null],
  [['--version'], null],
  [['publsih', 'towns.csv'], null],
])('the folder of %j', (words, folder) => expect(commandCodeFolder(words, environment)).toBe(folder));

test.each([['--data', store], [`--data=${store}`]])('is in the store that %j names', (...words) => {
  const expected = path.join(store, 'cache', 'code');
  expect(commandCodeFolder(['export', 'a/b', ...words, '--to', 'x.csv'], {})).toBe(expected);
});

test('a data folder that does not exist is not created for it', () => {
  expect(commandCodeFolder(['restore', 'backup', '--data', path.join(store, 'new')], {})).toBeNull();
});

test('invalid arguments are left to the full parser', () => {
  expect(commandCodeFolder(['ls'], { ALMANAC_PROFILE: '../elsewhere' })).toBeNull();
});
