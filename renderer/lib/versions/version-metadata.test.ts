import { expect, test } from 'vitest';
import { readVersionMetadata } from './version-metadata.ts';

const encode = (value: unknown) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const unknown = {
  rows: null,
  bytes: null,
  source: null,
  columns: null,
  schema: null,
  licence: null,
  note: null,
  author: null,
  sample: false,
  origin: null,
  lines: [],
};

test.each([
  [
    encode({ rows: 12, bytes: 400, source: 'größe.csv', columns: [{ name: 'a', type: 'char' }] }),
    { ...unknown, rows: 12, bytes: 400, source: 'größe.csv', columns: ['a'], schema: [{ name: 'a', type: 'char' }] },
  ],
  [
    encode({ licence: 'CC0', note: 'Corrected', author: 'anna', origin: { address: 'https://x/d/' } }),
    { ...unknown, licence: 'CC0', note: 'Corrected', author: 'anna', origin: 'https://x/d/' },
  ],
  [encode({ licence: 3, origin: { address: [] } }), unknown],
  [encode({ sample: true }), { ...unknown, sample: true }],
  [encode({ lines: [{ text: 'Table 1' }, { text: 3 }, 'Source: us'] }), { ...unknown, lines: ['Table 1'] }],
  [encode({ sample: 'yes' }), unknown],
  [encode({ columns: [{ name: 'a' }] }), { ...unknown, columns: ['a'] }],
  [encode({ rows: '12', bytes: -1 }), unknown],
  [encode({ columns: ['a'] }), unknown],
  [encode(null), unknown],
  [encode([1]), unknown],
  ['', unknown],
  ['not base64!', unknown],
])('%s', (metadata, expected) => {
  expect(readVersionMetadata(metadata)).toEqual(expected);
});
