import { expect, test } from 'vitest';
import { crowdedFolders, maxFiles } from './crowded-folders.ts';

const files = (folder: string, count: number, end = '.ts') =>
  Array.from({ length: count }, (_, at) => `${folder}/file-${at}${end}`);

test('a folder with too many source files is named; tests and subfolders do not count', () => {
  const full = [...files('a', maxFiles), ...files('a', 5, '.test.ts'), ...files('a/b', 3)];
  expect(crowdedFolders(full)).toEqual([]);
  expect(crowdedFolders([...full, 'a/one-more.tsx'])).toEqual([`a: ${maxFiles + 1} files`]);
});
