import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IngestError, type StoredVersion } from '../rows/row-store.ts';
import { openTestStore, type TestStore } from '../rows/testing.ts';

/** Files by other programs, which are not part of the project. */
const corpora = resolve(import.meta.dirname, '../../../../shared/corpora');
const there = existsSync(corpora);
if (!there) process.stderr.write(`The tests of files by other programs are skipped: there is no ${corpora}.\n`);

/** Every so many of the many files are read, unless all are asked for. */
const every = process.env.ALMANAC_ALL_CORPORA === undefined ? 12 : 1;

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.md$|^\./.test(name))
    .sort();
}

describe.skipIf(!there)('files by other programs', () => {
  let store: TestStore;
  let number = 0;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  async function publish(path: string): Promise<StoredVersion> {
    const { source } = await store.rows.preview({ path }, 'take-in', store.folder);
    number += 1;
    return store.rows.ingest(`corpus-${number}`, source, {}, {});
  }

  const simple = there ? join(corpora, 'csv-test-data') : '';
  // One of nothing but empty lines has no record, and one says the same in objects.
  const others = ['all-empty.json', 'header-no-rows.json', 'header-simple.json'];
  const exact = there ? readdirSync(join(simple, 'json')).filter((name) => !others.includes(name)) : [];
  it.each(exact)('of csv-test-data are read cell by cell: %s', async (name) => {
    const [header = [], ...rows]: string[][] = JSON.parse(await readFile(join(simple, 'json', name), 'utf8'));
    const version = await publish(join(simple, 'csv', name.replace('.json', '.csv')));
    expect(version.columns.map((column) => column.name)).toEqual(header);
    const stored = await store.page(version);
    expect(stored).toHaveLength(rows.length);
    for (const [at, row] of rows.entries()) {
      const cells = Object.values(stored[at] as object).map((value) => (value === null ? '' : String(value)));
      expect(cells).toEqual(row);
    }
  });

  it('of csv-test-data that are broken are refused, with the line', async () => {
    for (const name of ['header-less-fields', 'header-more-fields', 'missing-quote', 'quotes-with-unescaped-quote']) {
      await expect(publish(join(simple, 'csv', `bad-${name}.csv`)), name).rejects.toThrow(/line 2/);
    }
  });

  const suite = there ? join(corpora, 'json-test-suite', 'test_parsing') : '';
  const texts = there ? filesIn(suite).filter((_, at) => at % every === 0) : [];
  it.each(texts)('of json-test-suite come in only where they are JSON: %s', async (name) => {
    const outcome = await publish(join(suite, name)).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(IngestError);
      expect(outcome.message).not.toMatch(/Error:|yyjson|\.ndjson"|almanac-rows/);
    } else expect(name).not.toMatch(/^n_/);
  });

  const many = there ? join(corpora, 'duckdb-csv') : '';
  const some = there ? filesIn(many).filter((_, at) => at % every === 0) : [];
  it.each(some)('of duckdb-csv come in or are refused in words: %s', async (name) => {
    const outcome = await publish(join(many, name)).catch((error: unknown) => error);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(IngestError);
      expect(outcome.message).not.toMatch(/Error:|state machine|extract statements|read_csv/);
    } else expect((outcome as StoredVersion).columns.length).toBeGreaterThan(0);
  });
});
