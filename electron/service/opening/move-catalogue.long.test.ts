import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyDataFolder } from '../catalogue/database/testing/copy-data-folder.ts';
import { type PostgresForTest, sharedPostgres, testPassword } from '../catalogue/database/testing/postgres-server.ts';
import { skipWithoutPostgres } from '../catalogue/database/testing/skip-without-postgres.ts';
import { createNamespace, deleteNamespace } from '../catalogue/records/namespaces.ts';
import { everything } from '../conformance/testing/everything-for-test.ts';
import { fill } from '../conformance/testing/fixtures.ts';
import { type Service, startService } from '../service.ts';
import { type CatalogueServer, openCatalogue } from './catalogue-location.ts';
import { moveCatalogueToFile, moveCatalogueToServer } from './move-catalogue.ts';

let server: PostgresForTest;
let filled = '';
let folder = '';
let data = '';
let to: CatalogueServer;

async function withService<Result>(act: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await startService({ dataFolder: data });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

/** Everything that the service returns, with and without its rows' rights. */
const answers = () => withService((service) => everything(service, ['namespaces/city/datasets/population/']));

describe.skipIf(skipWithoutPostgres())('A catalogue', () => {
  beforeAll(async () => {
    server = await sharedPostgres();
    filled = await mkdtemp(path.join(tmpdir(), 'almanac-move-'));
    data = filled;
    await withService(fill);
  });
  afterAll(async () => {
    await server?.close();
    await rm(filled, { recursive: true, force: true });
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-move-'));
    data = path.join(folder, 'data');
    const passwordFile = path.join(folder, 'password');
    await writeFile(passwordFile, testPassword);
    to = { url: server.url(await server.createDatabase(), null), passwordFile };
    await copyDataFolder(filled, data);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('moves to PostgreSQL and back: the service returns the same, and never uses an id again', async () => {
    const last = await withService(async ({ deps: { catalogue } }) => {
      const { id } = await createNamespace(catalogue.records, { slug: 'last', label: 'Last' });
      await deleteNamespace(catalogue.records, id);
      return id;
    });
    const before = await answers();
    const moved = await moveCatalogueToServer(data, to);
    expect(moved.records).toBeGreaterThan(30);
    expect([existsSync(path.join(data, 'catalogue.sqlite')), existsSync(moved.kept ?? '')]).toEqual([false, true]);
    expect(await answers()).toEqual(before);
    const next = await withService(async ({ deps: { catalogue } }) => {
      expect(catalogue.nodes).not.toBeNull();
      const { id } = await createNamespace(catalogue.records, { slug: 'next', label: 'Next' });
      await deleteNamespace(catalogue.records, id);
      return id;
    });
    expect(next).toBe(last + 1);
    expect((await moveCatalogueToFile(data)).records).toBeGreaterThan(30);
    expect(await answers()).toEqual(before);
    const after = await withService(async ({ deps: { catalogue } }) => {
      expect(catalogue.nodes).toBeNull();
      return (await createNamespace(catalogue.records, { slug: 'after', label: 'After' })).id;
    });
    expect(after).toBe(next + 1);
  });

  it('is not copied twice if moving was interrupted after the copy', async () => {
    const { kept } = await moveCatalogueToServer(data, to);
    await rename(kept ?? '', path.join(data, 'catalogue.sqlite'));
    await rm(path.join(data, 'node.json'));
    expect((await moveCatalogueToServer(data, to)).records).toBe(0);
    expect(existsSync(path.join(data, 'catalogue.sqlite'))).toBe(false);
  });

  it('moves into no database with other records, and changes nothing', async () => {
    const other = await openCatalogue(path.join(folder, 'other'), to);
    await createNamespace(other.records, { slug: 'theirs', label: 'Theirs' });
    await other.close();
    await expect(moveCatalogueToServer(data, to)).rejects.toThrow(/contains other records already/);
    expect([existsSync(path.join(data, 'catalogue.sqlite')), existsSync(path.join(data, 'node.json'))]).toEqual([
      true,
      false,
    ]);
  });

  it('does not move back without the rows of other nodes', async () => {
    await moveCatalogueToServer(data, to);
    await rename(path.join(data, 'rows'), path.join(folder, 'rows'));
    await expect(moveCatalogueToFile(data)).rejects.toThrow(/rows of 4 versions are not in/);
    await rename(path.join(folder, 'rows'), path.join(data, 'rows'));
    await moveCatalogueToFile(data);
  });

  it('that is a file is not moved back, and none is not moved', async () => {
    await expect(moveCatalogueToFile(data)).rejects.toThrow(/no catalogue that could be moved/);
    await expect(moveCatalogueToServer(path.join(folder, 'empty'), to)).rejects.toThrow(
      /no catalogue that could be moved/,
    );
  });
});
