import { expect, test } from 'vitest';
import { firstLine } from './engine-message.ts';

test.each([
  [
    '"maximum_object_size" of 16 bytes exceeded while reading file "/a b/c.ndjson" (>35 bytes).\nTry',
    '"maximum_object_size" of 16 bytes exceeded while reading the file (>35 bytes).',
  ],
  [
    'Prefetch registered for bytes outside file: /tmp/store/uploads/dee.part, attempted range: [8, 9)',
    'Prefetch registered for bytes outside the file, attempted range: [8, 9)',
  ],
  [
    'Failed to read Parquet file "/tmp/a.parquet": the footer is damaged',
    'Failed to read the Parquet file: the footer is damaged',
  ],
  ['Cannot open file "C:\\\\data\\\\x.csv"', 'Cannot open the file'],
  ['Could not convert "a/b" or km/h at 1/2/3', 'Could not convert "a/b" or km/h at 1/2/3'],
])('a message of the engine names no path: %s', (message, expected) => {
  expect(firstLine(message)).toBe(expected);
});
