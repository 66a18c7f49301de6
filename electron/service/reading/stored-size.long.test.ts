import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import { storedSize } from './stored-size.ts';

const rows = 20_000;
const csv = `id,name,value\n${Array.from({ length: rows }, (_, id) => `${id},name ${id},${id / 8}`).join('\n')}\n`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-size-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe('the size of a text', () => {
  it('is about the same however it is packed', async () => {
    const plain = await storedSize({ path: await written('a.csv', csv), format: 'csv' });
    expect(plain / csv.length).toBeCloseTo(1.1);
    expect(await storedSize({ path: await written('a.csv.gz', gzipSync(csv)), format: 'csv' })).toBe(plain);
    const zip = await written('a.zip', zipSync({ 'a.csv': strToU8(csv), 'read-me.md': new Uint8Array(9000) }));
    expect(await storedSize({ path: zip, format: 'csv' })).toBe(plain);
    expect(await storedSize({ path: zip, format: 'csv', entry: 'a.csv' })).toBe(plain);
  });

  it('is that of all files that are combined', async () => {
    const files = [await written('one.csv', csv), await written('two.csv', csv)];
    const whole = await storedSize({ path: files[0] ?? '', format: 'csv', combine: { files } });
    expect(whole / csv.length).toBeCloseTo(2.2);
  });

  it('includes the unpacked file if that has to be written first', async () => {
    const text = JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ id, name: 'a' })));
    const [plain, packed] = [
      await storedSize({ path: await written('a.json', text), format: 'json' }),
      await storedSize({ path: await written('json.zip', zipSync({ 'a.json': strToU8(text) })), format: 'json' }),
    ];
    expect(plain / text.length).toBeCloseTo(0.3);
    expect(packed).toBe(text.length);
  });

  it('is not below what the end of a gzip file states modulo 4 GiB', async () => {
    const bytes = gzipSync(csv);
    bytes.writeUInt32LE(3, bytes.length - 4);
    const size = await storedSize({ path: await written('wrapped.gz', bytes), format: 'csv' });
    // Its reader would refuse more.
    expect(size / 2 ** 29).toBeCloseTo(1.1);
  });

  it.each([
    ['a missing file', 'missing.csv', {}],
    ['a file of which columns are left out', 'a.csv', { columns: [{ source: 'id', drop: true }] }],
  ])('is unknown of %s', async (_, name, options) => {
    await written('a.csv', csv);
    expect(await storedSize({ path: join(folder, name), format: 'csv', ...options })).toBe(0);
    expect(await storedSize({ path: join(folder, name), format: 'csv', ...options }, 500)).toBe(1000);
  });
});

describe('compared with what is stored', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  const objects = Array.from({ length: rows }, (_, id) => ({ id, name: `name ${id}`, value: id / 8 }));
  it.each([
    ['csv', csv],
    ['json', JSON.stringify(objects)],
    ['ndjson', objects.map((object) => JSON.stringify(object)).join('\n')],
  ] as const)('that of %s is not too much, and the most of it', async (format, text) => {
    const version = await store.take(text, { format });
    await store.rows.open(version).prepare({});
    const cached = join(store.folder, 'store', 'cache', version.key, 'rows');
    const sizes = await Promise.all(
      ['rows.bin', 'rows.off'].map(async (name) => (await stat(join(cached, name))).size),
    );
    const stored = sizes.reduce((sum, size) => sum + size, version.bytes);
    const estimate = await storedSize({ path: await written(`compared.${format}`, text), format });
    expect(estimate).toBeLessThanOrEqual(stored);
    expect(estimate).toBeGreaterThan(stored / 3);
  });
});
