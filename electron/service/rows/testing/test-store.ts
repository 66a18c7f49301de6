import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { parseObjectAddress } from '../../../lib/objects/object-address.ts';
import type { StoredVersion } from '../../files/stored-version.ts';
import { openRowStore, type RowStoreOptions } from '../../opening/open-row-store.ts';
import { IngestError, type IngestOptions, type ReadingOptions } from '../../reading/reading.ts';
import type { RowStore } from '../row-store.ts';

/** Where tests that run over object storage find it: see `npm run qa -- services objects`. */
const testObjects = process.env.ALMANAC_TEST_OBJECTS;

/** Whether the stores of tests keep versions in object storage. */
export const overObjects = testObjects !== undefined;

/** Options of a store with a prefix of its own in the object storage of the tests. */
export function objectsForTest(prefix: string = randomUUID()): NonNullable<RowStoreOptions['objects']> {
  const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = process.env;
  const address = parseObjectAddress(testObjects ?? '');
  return { address: { ...address, prefix: `${prefix}/` }, key: { accessKeyId, secretAccessKey } };
}

/** A row store in its own folder, for tests; `close` removes everything. */
export interface TestStore {
  readonly rows: RowStore;
  readonly folder: string;
  /** Ingests a text as a file. */
  take(text: string | Uint8Array, asked?: Partial<ReadingOptions>, options?: IngestOptions): Promise<StoredVersion>;
  /** Writes a file beside the store. */
  file(name: string, text: string | Uint8Array): Promise<string>;
  /** A page as parsed JSON. */
  page(version: StoredVersion, query?: Partial<RowQuery>, offset?: number, limit?: number): Promise<unknown[]>;
  /** The folder of a version's stored file on this machine, in which facts about it are kept too. */
  storedFolder(key: string): string;
  /** Names of the derived files of a version in the cache. */
  derived(key: string): Promise<readonly string[]>;
  /** Closes the store and reopens it in the same folder. */
  reopen(options?: RowStoreOptions): Promise<TestStore>;
  close(): Promise<void>;
}

/** Files of the cache that are copies of a version's own, and facts about it. */
const copied = /^(data\.parquet|checked\.json|outline-.*|profile-.*)$/;

export async function openTestStore(given: RowStoreOptions = {}, folder?: string): Promise<TestStore> {
  const options = overObjects ? { objects: objectsForTest(), ...given } : given;
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'almanac-rows-')));
  const rows = await openRowStore(join(own, 'store'), { threads: 2, ...options });
  const number = { next: 0 };
  const file = async (name: string, text: string | Uint8Array) => {
    const path = join(own, name);
    await writeFile(path, text);
    return path;
  };
  return {
    rows,
    folder: own,
    file,
    async take(text, asked = {}, ingestOptions = {}) {
      number.next += 1;
      const path = await file(`source-${number.next}`, text);
      const key = `v${process.hrtime.bigint()}`;
      return rows.ingest(key, { path, format: 'csv', ...asked }, ingestOptions, {});
    },
    async page(version, query = {}, offset = 0, limit = 10_000) {
      const { json } = await rows.open(version).page({ ...everyRow, ...query }, offset, limit);
      return JSON.parse(`[${json.toString('utf8')}]`);
    },
    storedFolder: (key) => join(own, 'store', overObjects ? 'cache' : 'versions', key),
    async derived(key) {
      const names = await readdir(join(own, 'store', 'cache', key)).catch(() => []);
      return overObjects ? names.filter((name) => !copied.test(name)) : names;
    },
    async reopen(again = given) {
      await rows.close();
      return openTestStore({ ...again, ...(options.objects && { objects: options.objects }) }, own);
    },
    async close() {
      await rows.close();
      await rm(own, { recursive: true, force: true });
    },
  };
}

/** The refusal of a file. @throws if it is accepted, or fails otherwise */
export async function refusalOf(work: Promise<unknown>): Promise<IngestError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof IngestError) return error;
  throw new Error(`This should have been refused, but: ${error}`);
}
