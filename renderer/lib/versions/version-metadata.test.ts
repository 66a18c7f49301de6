import { expect, test } from 'vitest';
import { testVersion } from '../../testing/records.ts';
import { readVersionMetadata, versionDay, versionNames } from './version-metadata.ts';

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

const at = (...moments: string[]) =>
  moments.map((moment, position) => ({
    ...testVersion(position + 1),
    label: `v${position}`,
    datetime: new Date(moment).toISOString(),
  }));

test.each([
  { of: 'midnights', moments: ['2000-01-01T00:00', '2020-05-01T00:00'], names: ['1 Jan 2000', '1 May 2020'] },
  {
    of: 'a midnight and another time',
    moments: ['2000-01-01T00:00', '2020-05-01T08:30'],
    names: ['1 Jan 2000, 12:00 AM', '1 May 2020, 8:30 AM'],
  },
  { of: 'one day', moments: ['2000-01-01T00:00', '2000-01-01T00:00'], names: ['1 Jan 2000 · v0', '1 Jan 2000 · v1'] },
])('versions of $of have names that tell them apart', ({ moments, names }) => {
  expect([...versionNames(at(...moments), 'en').values()].map((name) => name.replaceAll('\u202f', ' '))).toEqual(names);
});

test.each([
  ['19700101000000000000', 'en-GB', '1 Jan 1970'],
  ['20261121235959999999', 'de-DE', '21. Nov. 2026'],
  ['v2', 'en-GB', 'v2'],
])('the day of version %s in %s is %s', (slug, locale, day) => {
  expect(versionDay(slug, locale)).toBe(day);
});
