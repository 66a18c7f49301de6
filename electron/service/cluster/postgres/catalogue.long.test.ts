import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Catalogue, inTransaction, type Records } from '../../catalogue/database/catalogue.ts';
import {
  CatalogueUnavailableError,
  isCrossedWrite,
  StoreProblemError,
} from '../../catalogue/database/store-problem.ts';
import {
  type PostgresForTest,
  sharedPostgres,
  testPassword,
} from '../../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../../catalogue/database/testing/skip-without-postgres.ts';
import { finishImport, insertImport } from '../../catalogue/imports/imports.ts';
import { dropInterruptedImports } from '../../catalogue/imports/unfinished-imports.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import {
  createNamespace,
  findNamespace,
  namespaceEntries,
  SlugTakenError,
} from '../../catalogue/records/namespaces.ts';
import { createUser, findUserByName } from '../../catalogue/records/users.ts';
import { findStoredVersion, findVersion } from '../../catalogue/records/versions.ts';
import { dueSources, putSource } from '../../catalogue/sources/sources.ts';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { openPrivateStore } from '../../private-store.ts';
import { postgresMigrations } from './schema.ts';

let server: PostgresForTest;
let folder = '';
let database = '';
let opened: Catalogue[] = [];
let nodes = 0;

/** Opens the database as a node with a data folder of its own. */
async function openNode(url = server.url(database, null), password = testPassword): Promise<Catalogue> {
  nodes += 1;
  const own = nodes;
  const passwordFile = path.join(folder, `password-${own}`);
  await writeFile(passwordFile, `${password}\n`);
  const catalogue = await openCatalogue(path.join(folder, `node-${own}`), { url, passwordFile });
  opened.push(catalogue);
  return catalogue;
}

async function readSetting(records: Records, name: string): Promise<string | undefined> {
  return (await records.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

describe.skipIf(skipWithoutPostgres())('A catalogue in PostgreSQL', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-postgres-'));
    database = await server.createDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.map((catalogue) => catalogue.close()));
    opened = [];
    await rm(folder, { recursive: true, force: true });
  });

  describe('is opened', () => {
    it('by several nodes at the same time, and created once', async () => {
      const catalogues = await Promise.all(Array.from({ length: 5 }, () => openNode()));
      const stores = await Promise.all(catalogues.map(({ records }) => readSetting(records, 'store')));
      expect(stores[0]).toMatch(/^[0-9a-f]{32}$/);
      expect(new Set(stores).size).toBe(1);
      expect(await server.query('select version from catalogue_version', database)).toEqual([
        { version: `${postgresMigrations.length}` },
      ]);
    });

    it('unless a newer release has migrated it', async () => {
      await openNode();
      await server.query('update catalogue_version set version = 99, oldest = 99', database);
      const refused = openNode();
      await expect(refused).rejects.toMatchObject({ reason: { code: 'catalogue-server-newer' } });
      await expect(refused).rejects.toThrow(/newer Almanac \(version 99, this one supports \d\)/);
    });

    it('again by the data folder alone, which records where it is', async () => {
      const { records } = await openNode();
      await createNamespace(records, { slug: 'n', label: 'N' });
      const again = await openCatalogue(path.join(folder, `node-${nodes}`));
      opened.push(again);
      expect((await namespaceEntries(again.records)).map(({ slug }) => slug)).toEqual(['n']);
    });

    it('not for a data folder whose rows belong to another catalogue', async () => {
      await openNode();
      const other = {
        url: server.url(await server.createDatabase(), null),
        passwordFile: path.join(folder, 'password-1'),
      };
      await writeFile(other.passwordFile, testPassword);
      const refused = openCatalogue(path.join(folder, `node-${nodes}`), other);
      await expect(refused).rejects.toThrow(/belong to another catalogue.*choose a new folder/);
    });

    it('not for a data folder with a catalogue of its own', async () => {
      const own = path.join(folder, 'embedded');
      await openPrivateStore(own);
      await (await openCatalogue(own)).close();
      const refused = openCatalogue(own, { url: server.url(database, null), passwordFile: null });
      await expect(refused).rejects.toThrow(StoreProblemError);
      await expect(refused).rejects.toThrow(/has a catalogue or rows of its own/);
    });
  });

  describe('names what prevents its use', () => {
    const cases: readonly (readonly [what: string, open: () => Promise<unknown>, words: RegExp])[] = [
      [
        'a wrong password',
        () => openNode(undefined, 'wrong'),
        /does not accept the password.*ALMANAC_CATALOGUE_PASSWORD/,
      ],
      [
        'a missing password',
        () => openCatalogue(path.join(folder, 'without'), { url: server.url(database, null), passwordFile: null }),
        /asks for a password, and none was given/,
      ],
      ['a missing database', () => openNode(server.url('nowhere', null)), /the database does not exist.*Create it/],
      ['a port where nothing listens', () => openNode(`postgres://a@127.0.0.1:1/${database}`), /nothing listens there/],
      ['an unknown host', () => openNode('postgres://a@host.invalid/x'), /no such host/],
      [
        'a server without TLS',
        () => openNode(`${server.url(database, null)}?sslmode=require`),
        /no encrypted connection/,
      ],
      [
        'a file of the password that cannot be read',
        () =>
          openCatalogue(path.join(folder, 'x'), { url: server.url(database, null), passwordFile: '/nowhere/at/all' }),
        /\/nowhere\/at\/all, cannot be read \(ENOENT\)/,
      ],
    ];
    it.each(cases)('%s', async (_, open, words) => {
      const refused = open();
      await expect(refused).rejects.toThrow(StoreProblemError);
      await expect(refused).rejects.toThrow(words);
      await expect(refused).rejects.not.toThrow(new RegExp(testPassword));
    });

    it('missing rights', async () => {
      const url = new URL(server.url(database, null));
      url.username = await server.createUser();
      await expect(openNode(url.href)).rejects.toThrow(/the user lacks a right \(permission denied/);
    });

    it('too many connections', async () => {
      await server.query(`alter database ${database} connection limit 0`);
      const url = new URL(server.url(database, null));
      url.username = await server.createUser();
      await expect(openNode(url.href)).rejects.toThrow(/no free connection.*max_connections/);
    });
  });

  describe('keeps what SQLite promises', () => {
    it('names of accounts ignore the case of ASCII letters, and of no others', async () => {
      const { records } = await openNode();
      const account = { passwordHash: '', isStaff: false };
      await createUser(records, { ...account, username: 'Anna' });
      await createUser(records, { ...account, username: 'ärger' });
      expect((await findUserByName(records, 'aNNA'))?.user.username).toBe('Anna');
      expect(await findUserByName(records, 'Ärger')).toBeNull();
      await expect(createUser(records, { ...account, username: 'ANNA' })).rejects.toMatchObject({
        kind: 'username-taken',
      });
    });

    it('integers beyond 32 bits are numbers', async () => {
      const { records } = await openNode();
      const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N' });
      const { id } = await createDataset(records, { namespaceId, slug: 'd', label: 'D' });
      const begun = await insertImport(records, id, undefined);
      const columns = [{ name: 'größe 🚲', type: 'char' as const, size: 3 }];
      const stored = { ...begun, checksum: '0'.repeat(64), rows: 9_007_199_254_740_991, bytes: 5e9, rejected: 0 };
      await finishImport(
        records,
        begun,
        { ...stored, columns, conversions: [] },
        {
          metadata: '',
          columns: [{ name: 'größe 🚲', label: 'Size' }],
        },
      );
      expect(await findStoredVersion(records, id)).toMatchObject({ rows: 9_007_199_254_740_991, bytes: 5e9, columns });
    });

    it('texts are ordered by their bytes, and sources that were never checked come first', async () => {
      const catalogue = await openNode();
      const { records } = catalogue;
      await catalogue.nodes?.join(
        async () => {},
        () => {},
      );
      const { id: namespaceId } = await createNamespace(records, { slug: 'n', label: 'N' });
      const source = { every: '1d', allowPrivate: false, retention: {}, guards: {} };
      for (const [slug, nextCheck] of [
        ['b', '2026-01-02'],
        ['Z', '2026-01-01'],
        ['ä', null],
        ['a', '2026-01-03'],
      ] as const) {
        const { id } = await createDataset(records, { namespaceId, slug, label: slug });
        const choice = { address: `https://example.org/${slug}` };
        await putSource(records, id, { ...source, choice, nextCheck } as never, '2026-01-01');
        if (nextCheck === null)
          await records.updateTable('sources').set({ requested: 1 }).where('dataset_id', '=', id).execute();
      }
      const due = await dueSources(records, '2027');
      expect(due.map(({ address }) => address.at(-1))).toEqual(['ä', 'Z', 'b', 'a']);
      const slugs = await records.selectFrom('datasets').select('slug').orderBy('slug').execute();
      expect(slugs.map(({ slug }) => slug)).toEqual(['Z', 'a', 'b', 'ä']);
    });
  });

  describe('written by several nodes', () => {
    it('loses no update, and shows no other state in between', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      await a.records.insertInto('settings').values({ name: 'count', value: '0' }).execute();
      const add = ({ records }: Catalogue) =>
        inTransaction(records, async (transaction) => {
          const before = Number(await readSetting(transaction, 'count'));
          await transaction
            .updateTable('settings')
            .set({ value: String(before + 1) })
            .where('name', '=', 'count')
            .execute();
          // Whatever another node writes meanwhile is not seen before this ends.
          expect(Number(await readSetting(transaction, 'count'))).toBe(before + 1);
        });
      // Few wait at a time: a turn must come within 20 seconds, on a slow machine too.
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 4 }, () => [add(a), add(b)]).flat());
      }
      expect(await readSetting(b.records, 'count')).toBe('80');
    });

    it('gives a name once, and reports the others as SQLite does', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      const attempts = await Promise.allSettled(
        [a, b, a, b].map(({ records }) => createNamespace(records, { slug: 'same', label: 'Same' })),
      );
      const failed = attempts.filter((attempt) => attempt.status === 'rejected');
      expect(failed.map(({ reason }) => reason.constructor)).toEqual([SlugTakenError, SlugTakenError, SlugTakenError]);
      const twice = a.records
        .insertInto('groups')
        .values([{ name: 'g' }, { name: 'g' }])
        .execute();
      expect(isCrossedWrite(await twice.catch((error: unknown) => error))).toBe(true);
      const orphan = b.records.insertInto('memberships').values({ user_id: 1, group_id: 99 }).execute();
      expect(isCrossedWrite(await orphan.catch((error: unknown) => error))).toBe(true);
      expect(await b.records.selectFrom('groups').selectAll().execute()).toEqual([]);
    });

    it('a transaction with a statement that failed is never committed in part', async () => {
      const { records } = await openNode();
      const swallowed = inTransaction(records, async (transaction) => {
        await createNamespace(transaction, { slug: 'half', label: 'Half' });
        await transaction
          .insertInto('memberships')
          .values({ user_id: 1, group_id: 1 })
          .execute()
          .catch(() => {});
      });
      await expect(swallowed).rejects.toThrow(/rolled back/);
      expect(await findNamespace(records, 'half')).toBeNull();
    });

    it('leaves connections for readers, however many writers wait', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      let waiting: Promise<unknown>[] = [];
      await inTransaction(a.records, async () => {
        waiting = Array.from({ length: 30 }, (_, at) => createNamespace(b.records, { slug: `n${at}`, label: 'N' }));
        for (let turn = 0; turn < 30; turn += 1) expect(await namespaceEntries(b.records)).toEqual([]);
      });
      await Promise.all(waiting);
      expect((await namespaceEntries(a.records)).length).toBe(30);
    });

    it('lets readers read while another node writes', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      await inTransaction(a.records, async (transaction) => {
        await createNamespace(transaction, { slug: 'n', label: 'N' });
        expect(await namespaceEntries(b.records)).toEqual([]);
      });
      expect((await namespaceEntries(b.records)).length).toBe(1);
    });
  });

  describe('when connections are lost', () => {
    const endSessions = () =>
      server.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);

    it('idle ones are replaced without an error', async () => {
      const { records } = await openNode();
      for (const slug of ['a', 'b', 'c']) {
        await Promise.all([namespaceEntries(records), namespaceEntries(records), namespaceEntries(records)]);
        await endSessions();
        await createNamespace(records, { slug, label: slug });
        await endSessions();
        expect((await namespaceEntries(records)).at(-1)?.slug).toBe(slug);
      }
    });

    it('any number of idle ones is', async () => {
      const { records } = await openNode();
      await Promise.all(Array.from({ length: 30 }, () => namespaceEntries(records)));
      const idle = await server.query<{ count: string }>(
        `select count(*) from pg_stat_activity where datname = '${database}' and state = 'idle'`,
      );
      expect(Number(idle[0]?.count)).toBeGreaterThan(5);
      // Without a pause in which the pool could notice it.
      const listed = endSessions();
      await listed;
      await createNamespace(records, { slug: 'a', label: 'A' });
      expect((await namespaceEntries(records)).map(({ slug }) => slug)).toEqual(['a']);
    });

    it('one in the middle of a transaction undoes it, is named, and keeps no one waiting', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      const broken = inTransaction(a.records, async (transaction) => {
        await createNamespace(transaction, { slug: 'lost', label: 'Lost' });
        await endSessions();
        await createNamespace(transaction, { slug: 'other', label: 'Other' });
      });
      await expect(broken).rejects.toThrow(CatalogueUnavailableError);
      await createNamespace(b.records, { slug: 'next', label: 'Next' });
      expect((await namespaceEntries(a.records)).map(({ slug }) => slug)).toEqual(['next']);
    });
  });

  describe('shared by nodes', () => {
    const clear = (catalogue: Catalogue) => async () => void (await dropInterruptedImports(catalogue.records));
    const fail = (error: unknown) => {
      throw error;
    };

    it('the imports of living ones stay, and those of an ended one are reported as interrupted', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      await a.nodes?.join(clear(a), fail);
      const { id: namespaceId } = await createNamespace(a.records, { slug: 'n', label: 'N' });
      const { id } = await createDataset(a.records, { namespaceId, slug: 'd', label: 'D' });
      const begun = await insertImport(a.records, id, undefined);
      await b.nodes?.join(clear(b), fail);
      expect((await findVersion(b.records, id, begun.slug))?.ready).toBe(false);
      // As every node does with one without a heartbeat for half a minute.
      await server.query('delete from nodes', database);
      await b.nodes?.join(clear(b), fail);
      expect(await findVersion(b.records, id, begun.slug)).toBeNull();
      const report = await b.records.selectFrom('imports').select(['state', 'message']).execute();
      expect(report).toEqual([{ state: 'failed', message: 'The service stopped while this was being read.' }]);
      const late = finishImport(a.records, begun, { ...begun, checksum: '0'.repeat(64) } as never, {
        metadata: '',
        columns: [],
      });
      await expect(late).rejects.toThrow(/no longer exists/);
    });

    it('its own earlier imports are cleared at once when a node starts again', async () => {
      const a = await openNode();
      await a.nodes?.join(clear(a), fail);
      const { id: namespaceId } = await createNamespace(a.records, { slug: 'n', label: 'N' });
      const { id } = await createDataset(a.records, { namespaceId, slug: 'd', label: 'D' });
      const begun = await insertImport(a.records, id, undefined);
      const again = await openCatalogue(path.join(folder, `node-${nodes}`));
      opened.push(again);
      await again.nodes?.join(clear(again), fail);
      expect(await findVersion(again.records, id, begun.slug)).toBeNull();
    });

    it('one alone follows sources: the oldest that is alive', async () => {
      const [a, b] = await Promise.all([openNode(), openNode()]);
      await a.nodes?.join(async () => {}, fail);
      await b.nodes?.join(async () => {}, fail);
      const { id: namespaceId } = await createNamespace(a.records, { slug: 'n', label: 'N' });
      const { id } = await createDataset(a.records, { namespaceId, slug: 'd', label: 'D' });
      const source = { choice: { address: 'https://example.org' }, every: '1d', allowPrivate: false };
      await putSource(a.records, id, { ...source, retention: {}, guards: {}, nextCheck: '2026' } as never, '2026');
      const due = async () =>
        [await dueSources(a.records, '2027'), await dueSources(b.records, '2027')].map(({ length }) => length);
      expect(await due()).toEqual([1, 0]);
      await a.nodes?.leave();
      expect(await due()).toEqual([0, 1]);
    });
  });
});
