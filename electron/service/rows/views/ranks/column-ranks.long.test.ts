import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StoredVersion } from '../../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../../testing/test-store.ts';

let store: TestStore;

beforeEach(async () => {
  store = await openTestStore({ prepareAlways: false, viewLimits: { rankedFrom: 0 } });
});

afterEach(() => store.close());

const count = 3000;

/** Rows with 26 letters, 100 numbers and a text of their own each. */
function rowsOf(shift: number): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const letter = String.fromCharCode(97 + ((at * 7 + shift) % 26));
    return `${at},${letter},${(at * 37 + shift) % 100},own ${at}`;
  });
  return ['id,letter,number,own', ...lines].join('\n');
}

function cacheOf({ key }: StoredVersion): string {
  return join(store.folder, 'store', 'cache', key);
}

async function rankNames(version: StoredVersion): Promise<string[]> {
  const names = await readdir(cacheOf(version)).catch(() => []);
  return names.filter((name) => name.includes('.ranks')).sort();
}

async function ids(version: StoredVersion, ...columns: readonly string[]): Promise<number[]> {
  const ordering = columns.map((column) => ({ column: column.replace('-', ''), descending: column.startsWith('-') }));
  return ((await store.page(version, { ordering })) as { id: number }[]).map(({ id }) => id);
}

/** The row numbers sorted by some of their keys, ties by number. */
function sorted(...keys: readonly ((id: number) => number)[]): number[] {
  return Array.from({ length: count }, (_, id) => id).sort((one, other) => {
    for (const key of keys) if (key(one) !== key(other)) return key(one) - key(other);
    return one - other;
  });
}

const letterOf = (shift: number) => (id: number) => (id * 7 + shift) % 26;
const numberOf = (shift: number) => (id: number) => (id * 37 + shift) % 100;

describe('ranks of columns', () => {
  it('are made once for all orders by a column', async () => {
    const version = await store.take(rowsOf(0));
    expect(await ids(version, 'letter')).toEqual(sorted(letterOf(0)));
    expect(await rankNames(version)).toEqual(['c1.ranks']);
    const made = await stat(join(cacheOf(version), 'c1.ranks'));
    expect(await ids(version, '-letter', 'number')).toEqual(sorted((id) => -letterOf(0)(id), numberOf(0)));
    expect(await rankNames(version)).toEqual(['c1.ranks', 'c2.ranks']);
    expect((await stat(join(cacheOf(version), 'c1.ranks'))).ino).toBe(made.ino);
  });

  it('are not made for a column whose values nearly all differ', async () => {
    const version = await store.take(rowsOf(0));
    const texts = Array.from({ length: count }, (_, id) => id).sort((one, other) =>
      `own ${one}` < `own ${other}` ? -1 : 1,
    );
    expect(await ids(version, 'own')).toEqual(texts);
    expect(await rankNames(version)).toEqual([]);
  });

  it('are made for integers alone only while their combinations are few', async () => {
    const version = await store.take(rowsOf(0));
    expect(await ids(version, '-number')).toEqual(sorted((id) => -numberOf(0)(id)));
    expect(await rankNames(version)).toEqual(['c2.ranks']);
    // 100 numbers of 3,000 ids each: the engine sorts these.
    expect(await ids(version, 'number', '-id')).toEqual(sorted(numberOf(0), (id) => -id));
    expect(await rankNames(version)).toEqual(['c2.ranks']);
    expect(await ids(version, '-id')).toEqual(sorted((id) => -id));
    expect(await rankNames(version)).toEqual(['c0.ranks', 'c2.ranks']);
  });

  it('of one version are never used for another', async () => {
    const [one, other] = [await store.take(rowsOf(0)), await store.take(rowsOf(11))];
    expect(await ids(one, 'letter')).toEqual(sorted(letterOf(0)));
    expect(await ids(other, 'letter')).toEqual(sorted(letterOf(11)));
  });

  it('are used again after a restart', async () => {
    const version = await store.take(rowsOf(0));
    await ids(version, 'letter');
    const path = join(cacheOf(version), 'c1.ranks');
    const { ino } = await stat(path);
    store = await store.reopen();
    expect(await ids(version, '-letter')).toEqual(sorted((id) => -letterOf(0)(id)));
    expect((await stat(path)).ino).toBe(ino);
  });

  it.each([
    ['a rank', 40],
    ['the number of distinct values', count * 4],
    ['the checksum', count * 4 + 5],
  ])('with damage in %s are never believed', async (_, position) => {
    const version = await store.take(rowsOf(0));
    await ids(version, 'letter');
    const path = join(cacheOf(version), 'c1.ranks');
    const bytes = await readFile(path);
    bytes[position] = (bytes[position] ?? 0) ^ 0x15;
    await writeFile(path, bytes);
    expect(await ids(version, '-letter')).toEqual(sorted((id) => -letterOf(0)(id)));
    // Another order makes them again.
    expect(await ids(version, 'letter', 'number')).toEqual(sorted(letterOf(0), numberOf(0)));
    expect((await readFile(path)).equals(bytes)).toBe(false);
  });

  it('serve a filtered order of many rows, and are not made for one of few', async () => {
    const version = await store.take(rowsOf(0));
    const few = await store.page(version, {
      ordering: [{ column: 'letter', descending: true }],
      filters: [{ column: 'number', lookup: 'exact', value: '3' }],
    });
    const byLetter = sorted((id) => -letterOf(0)(id));
    expect((few as { id: number }[]).map(({ id }) => id)).toEqual(byLetter.filter((id) => numberOf(0)(id) === 3));
    expect(await rankNames(version)).toEqual([]);
    const many = await store.page(version, {
      ordering: [{ column: 'letter', descending: true }],
      filters: [{ column: 'number', lookup: 'ne', value: '3' }],
    });
    expect((many as { id: number }[]).map(({ id }) => id)).toEqual(byLetter.filter((id) => numberOf(0)(id) !== 3));
    expect(await rankNames(version)).toEqual(['c1.ranks']);
  });

  it('leave nothing behind when the view is cancelled', async () => {
    const version = await store.take(rowsOf(0));
    const stop = new AbortController();
    const page = store.rows.open(version).page(
      {
        filters: [],
        search: '',
        fields: null,
        version: null,
        ordering: [{ column: 'letter', descending: false }],
      },
      0,
      10,
      { signal: stop.signal },
    );
    stop.abort(new Error('No longer needed.'));
    await expect(page).rejects.toThrow('No longer needed.');
    expect(await rankNames(version)).toEqual([]);
  });
});
