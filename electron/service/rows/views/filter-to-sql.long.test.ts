import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import { filterToSql } from './filter-to-sql.ts';

const last = '\u{10ffff}';
const texts = [
  ...['a', 'ab', 'abc', 'aé', 'az', 'a~', 'b', 'A', 'á', 'é', ' ', '%', '_', '퟿', 'x퟿y', '\ue000', 'x\ue000'],
  ...['\uffff', '\uffffz', '\u{10000}', 'x\u{10000}', last, `${last}${last}`, `${last}b`, `a${last}`, `a${last}b`],
];

describe('texts that begin with a prefix', () => {
  let store: TestStore;
  let version: StoredVersion;
  beforeAll(async () => {
    store = await openTestStore({ prepareAlways: false });
    const ndjson = texts.map((text, id) => JSON.stringify({ id, text })).join('\n');
    version = await store.take(ndjson, { format: 'ndjson' });
  });
  afterAll(() => store.close());

  const prefixes = new Set(
    texts.flatMap((text) =>
      Array.from(text, (_, at) =>
        Array.from(text)
          .slice(0, at + 1)
          .join(''),
      ),
    ),
  );
  it.each(['', 'zz', ...prefixes])('are found whatever its last character: %j', async (prefix) => {
    const found = await store.page(version, {
      filters: [{ column: 'text', lookup: 'startswith', value: prefix }],
      fields: ['text'],
    });
    expect(found).toEqual(texts.filter((text) => text.startsWith(prefix)).map((text) => ({ text })));
  });
});

it.each([
  ['Nap', ['Nap', 'Naq']],
  [`a${last}`, [`a${last}`, 'b']],
  ['퟿', ['퟿', '\ue000']],
  ['a\ud800', ['a\ud800', 'a\ufffe']],
  [last, [last]],
  ['', ['']],
])('a prefix is also a range, by which row groups are skipped: %j', (prefix, expected) => {
  const bound: unknown[] = [];
  const bind = (value: unknown) => `$${bound.push(value)}`;
  const sql = filterToSql({ column: 'name', lookup: 'startswith', value: prefix }, { type: 'text' }, 'c0', bind);
  expect(bound).toEqual(expected);
  expect(sql.includes('c0 < $2::VARCHAR')).toBe(expected.length === 2);
});
