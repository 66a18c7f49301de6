import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '../catalogue/database/catalogue.ts';
import { type PostgresForTest, sharedPostgres, testPassword } from '../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../catalogue/database/testing/skip-without-postgres.ts';
import { insertImport } from '../catalogue/imports/imports.ts';
import { createDataset } from '../catalogue/records/datasets.ts';
import { createNamespace } from '../catalogue/records/namespaces.ts';
import { namedKeys } from '../catalogue/records/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import { openCatalogue } from '../opening/catalogue-location.ts';
import type { RowStore } from '../rows/row-store.ts';
import type { Lease } from '../rows/version-files/leases.ts';
import { collectInTurn } from './collect-garbage.ts';

/** A node, whose row store records what it is asked to do. */
class Collector {
  readonly done: string[] = [];
  readonly collecting: { lease: Lease | null } = { lease: null };
  readonly catalogue: Catalogue;
  /** Called while it collects. */
  during: (signal: AbortSignal) => Promise<void> = async () => {};

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  async collect(): Promise<void> {
    const rows: Pick<RowStore, 'collectGarbage' | 'keepWhatIsRead'> = {
      keepWhatIsRead: async () => void this.done.push('kept'),
      collectGarbage: async (_named, signal) => {
        this.done.push('collected');
        await this.during(signal);
        signal.throwIfAborted();
        return [];
      },
    };
    const log = { info: () => {}, warn: () => {}, error: () => void this.done.push('failed') };
    const deps = { rows, catalogue: this.catalogue, log } as unknown as ServiceDeps;
    await collectInTurn(deps, this.collecting, new AbortController().signal);
  }
}

describe.skipIf(skipWithoutPostgres())('Collecting garbage on several nodes', () => {
  let server: PostgresForTest;
  let folder = '';
  let database = '';
  let a: Collector;
  let b: Collector;

  beforeAll(async () => {
    server = await sharedPostgres();
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-collectors-'));
    database = await server.createDatabase();
    const passwordFile = path.join(folder, 'password');
    await writeFile(passwordFile, testPassword);
    const open = (name: string) =>
      openCatalogue(path.join(folder, name), { url: server.url(database, null), passwordFile });
    [a, b] = [new Collector(await open('a')), new Collector(await open('b'))];
  });
  afterAll(async () => {
    for (const { catalogue } of [a, b]) await catalogue?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is the work of one, until it ends; all keep what they read', async () => {
    for (const collector of [a, b, a, b]) await collector.collect();
    expect([a.done, b.done]).toEqual([
      ['kept', 'collected', 'kept', 'collected'],
      ['kept', 'kept'],
    ]);
    await a.collecting.lease?.release();
    a.collecting.lease = null;
    for (const collector of [b, a]) await collector.collect();
    expect([a.done.at(-1), b.done.at(-1)]).toEqual(['kept', 'collected']);
  });

  it('ends when the lease is lost in the middle, and is taken up again', async () => {
    b.during = async (signal) => {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
      await aborted;
    };
    await b.collect();
    expect(b.done.at(-1)).toBe('failed');
    await a.collect();
    expect(a.done.at(-1)).toBe('collected');
    await b.collect();
    expect(b.done.at(-1)).toBe('kept');
  });

  it('asks the catalogue for some keys', async () => {
    const { records } = a.catalogue;
    const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N' });
    const { id } = await createDataset(records, { namespaceId, slug: 'd', label: 'D' });
    const { key } = await insertImport(records, id, undefined);
    const others = Array.from({ length: 1500 }, (_, at) => `other-${at}`);
    expect(await namedKeys(records, [...others, key])).toEqual(new Set([key]));
    expect(await namedKeys(records, others)).toEqual(new Set());
    expect(await namedKeys(records, [])).toEqual(new Set());
  });
});
