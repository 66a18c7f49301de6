import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../../lib/objects/object-store.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { rowIndexKey, rowsKey } from './object-keys.ts';
import { writeRowIndex } from './row-index.ts';
import { RowObjects } from './row-objects.ts';

const rows = 1_200_000;
const version: StoredVersion = {
  key: 'v1',
  rows,
  checksum: '',
  bytes: 0,
  columns: [],
  conversions: [],
  rejected: 0,
};

describe('rows that are read from a row file in the object storage', () => {
  let folder = '';
  const objects = new Map<string, Buffer>();
  let requests: string[] = [];
  let read: RowObjects;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-row-objects-'));
    const [rowsPath, indexPath] = [join(folder, 'rows'), join(folder, 'index')];
    await writeFile(rowsPath, Array.from({ length: rows }, (_, at) => `row ${at}\n`).join(''));
    expect(writeRowIndex({ from: rowsPath, to: indexPath }, () => {})).toBe(rows);
    objects.set(rowsKey('v1'), await readFile(rowsPath));
    objects.set(rowIndexKey('v1'), await readFile(indexPath));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => {
    requests = [];
    const store: Pick<ObjectStore, 'read'> = {
      read: async (key, from, to) => {
        requests.push(key);
        const content = objects.get(key);
        return content === undefined || to > content.length ? null : Buffer.from(content.subarray(from, to));
      },
    };
    read = new RowObjects(store as ObjectStore);
  });

  const indexRequests = () => requests.filter((key) => key === rowIndexKey('v1')).length;
  const scattered = (count: number) => Int32Array.from({ length: count }, (_, at) => (at * 7_919_003) % rows);
  const texts = (numbers: Int32Array) => Array.from(numbers, (at) => `row ${at}\n`).join('');

  it('need each part of the index once if they are scattered, however many there are', async () => {
    for (const numbers of [scattered(100), scattered(150).reverse()])
      expect(String(await read.numbered(version, numbers))).toBe(texts(numbers));
    expect(indexRequests()).toBe(3);
    expect(String(await read.range(version, rows - 3, rows))).toBe(texts(Int32Array.of(rows - 3, rows - 2, rows - 1)));
    expect(indexRequests()).toBe(3);
  });

  it('need a part of the index if they are few', async () => {
    const numbers = Int32Array.of(5, 6, rows - 1);
    expect(String(await read.numbered(version, numbers))).toBe(texts(numbers));
    expect(indexRequests()).toBe(2);
  });

  it('are not there if a record of theirs is damaged, and others are', async () => {
    const index = objects.get(rowIndexKey('v1')) as Buffer;
    const damaged = Buffer.from(index);
    damaged[16 * 100] = (damaged[16 * 100] ?? 0) ^ 1;
    objects.set(rowIndexKey('v1'), damaged);
    expect(String(await read.range(version, 6400, 6402))).toBe(texts(Int32Array.of(6400, 6401)));
    expect(await read.range(version, 3200, 3210)).toBeNull();
    objects.set(rowIndexKey('v1'), index);
    expect(String(await read.range(version, 3200, 3202))).toBe(texts(Int32Array.of(3200, 3201)));
  });
});
