import { expect, test } from 'vitest';
import {
  bareName,
  fileName,
  isDataFile,
  isDataFileInArchive,
  isReadableFile,
  isSlug,
  labelFromFile,
  slugOf,
} from './file-name.ts';

test.each([
  ['/home/me/data/trees.csv', 'trees.csv', 'trees', 'Trees'],
  ['C:\\Data\\Tree_cover 2024.csv.gz', 'Tree_cover 2024.csv.gz', 'Tree_cover 2024', 'Tree cover 2024'],
  ['noise.v2.parquet', 'noise.v2.parquet', 'noise.v2', 'Noise.v2'],
  ['/x/.csv', '.csv', '.csv', '.csv'],
  ['/x/élan.JSON.zip', 'élan.JSON.zip', 'élan', 'Élan'],
])('%s', (path, name, bare, label) => {
  expect([fileName(path), bareName(path), labelFromFile(path)]).toEqual([name, bare, label]);
});

test.each([
  ['trees.csv', true, true, true],
  ['TREES.CSV.GZ', true, true, true],
  ['trees.csv.zip', true, true, false],
  ['macros.xlsm', true, true, true],
  ['states.topojson', true, true, true],
  ['notes.txt', false, true, true],
  ['notes.txt.zst', false, true, true],
  ['export.dat', false, false, true],
  ['all.zip', false, true, false],
  ['csv', false, false, false],
  ['trees.csv.bak', false, false, false],
  ['trees.csvx', false, false, false],
])('the name %s is one of data: %s, readable: %s, data in an archive: %s', (name, data, readable, inArchive) => {
  expect([isDataFile(name), isReadableFile(name), isDataFileInArchive(name)]).toEqual([data, readable, inArchive]);
});

test.each([
  ['Stadtbäume (2024)', 'stadtbaume-2024'],
  ['  Öffentliche Straßen ', 'offentliche-strassen'],
  ['a__b--c', 'a__b-c'],
  ['数据', ''],
  ['x'.repeat(150), 'x'.repeat(100)],
])('the slug of "%s" is "%s"', (label, slug) => {
  expect(slugOf(label)).toBe(slug);
  expect(isSlug(slug)).toBe(slug !== '');
});
