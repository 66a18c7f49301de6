import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openTestStore, type TestStore } from '../testing/test-store.ts';
import type { ExportFormat } from './export-sql.ts';

const noise = Array.from({ length: 150_000 }, (_, id) => ({ id, noise: randomBytes(30).toString('hex') }));
const texts = {
  csv: `id,noise\r\n${noise.map(({ id, noise }) => `${id},${noise}\r\n`).join('')}`,
  tsv: `id\tnoise\n${noise.map(({ id, noise }) => `${id}\t${noise}\n`).join('')}`,
  ndjson: `${noise.map((row) => JSON.stringify(row)).join('\n')}\n`,
  json: `[\n${noise.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
} as const;

let store: TestStore;
let version: StoredVersion;
beforeAll(async () => {
  store = await openTestStore();
  version = await store.take(texts.csv);
});
afterAll(() => store.close());

const exportTo = (format: ExportFormat, target: string, signal?: AbortSignal) =>
  store.rows.open(version).exportTo(everyRow, format, target, signal ? { signal } : {});

/** Files of running work in the store's folder. */
const leftOver = async () => (await readdir(store.folder)).filter((name) => name.includes('.part'));

describe('an export of a large version', () => {
  it('is complete in every text format, several at the same time', async () => {
    expect(version.bytes).toBeGreaterThan(4 * 2 ** 20);
    const formats = Object.keys(texts) as (keyof typeof texts)[];
    const files = await Promise.all(formats.map((format) => exportTo(format, join(store.folder, `all.${format}`))));
    for (const [at, format] of formats.entries()) {
      const text = await readFile(join(store.folder, `all.${format}`), 'utf8');
      expect(text === texts[format], format).toBe(true);
      const checksum = createHash('sha256').update(texts[format]).digest('hex');
      expect(files[at]).toEqual({ rows: noise.length, bytes: Buffer.byteLength(text), checksum });
    }
  });

  it.each([0, 30, 100])(
    'that is cancelled after %i ms leaves nothing behind, and does not affect others',
    async (delay) => {
      const cancelled = new AbortController();
      setTimeout(() => cancelled.abort(new Error('enough')), delay);
      const given = [1, 2, 3].map((at) => exportTo('ndjson', join(store.folder, `cut-${at}`), cancelled.signal));
      for (const outcome of await Promise.allSettled(given)) {
        // A fast machine may have finished before.
        if (outcome.status === 'rejected') expect(outcome.reason).toEqual(new Error('enough'));
      }
      expect(await leftOver()).toEqual([]);
      const target = join(store.folder, 'after.csv');
      await exportTo('csv', target);
      expect((await readFile(target, 'utf8')) === texts.csv).toBe(true);
    },
    240_000,
  );

  it('into a missing folder fails with a message', async () => {
    await expect(exportTo('csv', join(store.folder, 'nowhere', 'file.csv'))).rejects.toThrow(
      'No such file or directory',
    );
  });
});
