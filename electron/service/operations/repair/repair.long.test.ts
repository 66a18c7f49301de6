import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualGuards } from '#shared/follow.ts';
import { caseCount } from '../../../lib/testing/tier.ts';
import { addUser } from '../../accounts/administer.ts';
import { MissingCatalogueError } from '../../catalogue/database/missing-catalogue.ts';
import { copyDataFolder } from '../../catalogue/database/testing/copy-data-folder.ts';
import { createDataset, findDataset, linkCodes } from '../../catalogue/records/datasets.ts';
import { changeNamespace, createNamespace, findNamespace } from '../../catalogue/records/namespaces.ts';
import { changeProvenance, notesOfColumns } from '../../catalogue/records/versions.ts';
import { insertChange } from '../../catalogue/sources/changes.ts';
import { putSource } from '../../catalogue/sources/sources.ts';
import { everything } from '../../conformance/testing/everything-for-test.ts';
import { fill, password, type Tokens } from '../../conformance/testing/fixtures.ts';
import { openCatalogue } from '../../opening/catalogue-location.ts';
import { type Service, startService } from '../../service.ts';
import { publishNew } from '../publish/publish-file.ts';
import { repairDataFolder } from './repair.ts';

/** Number of versions in the large test; each has one row. */
const many = caseCount(4, 100);

/** Data folder that each test begins with, and the tokens of its users. */
let filled = '';
let tokens: Tokens;
let folder = '';
beforeAll(async () => {
  filled = await mkdtemp(path.join(tmpdir(), 'almanac-repair-'));
  tokens = await serving(filled, fill);
});
afterAll(async () => await rm(filled, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-repair-'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function serving<Result>(dataFolder: string, act: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await startService({ dataFolder, prepareRows: false });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

const withService = <Result>(act: (service: Service) => Promise<Result>) => serving(folder, act);

const copyFilled = () => copyDataFolder(filled, folder);

async function loseCatalogue(): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(path.join(folder, `catalogue.sqlite${suffix}`), { force: true });
}

const fixtures = ['city/datasets/population/', 'hidden/datasets/secret/', 'members/datasets/secret/'].map(
  (one) => `namespaces/${one}`,
);

describe('a store without its catalogue', () => {
  it('is refused with a message by everything that opens it, and stays unchanged', async () => {
    await copyFilled();
    await loseCatalogue();
    const before = (await readdir(folder, { recursive: true })).sort();
    await expect(startService({ dataFolder: folder })).rejects.toThrow(/almanac repair --data/);
    await expect(openCatalogue(folder)).rejects.toThrow(MissingCatalogueError);
    const after = (await readdir(folder, { recursive: true })).sort();
    expect(after.filter((name) => !name.startsWith('service.'))).toEqual(
      before.filter((name) => !name.startsWith('service.')),
    );
    // An empty file in its place, or an empty database, is not a catalogue either.
    await writeFile(path.join(folder, 'catalogue.sqlite'), '');
    await expect(startService({ dataFolder: folder })).rejects.toThrow(MissingCatalogueError);
  });

  it('is also refused without any version: accounts, descriptions and access matter as well', async () => {
    const before = await withService(async (service) => {
      const { records } = service.deps.catalogue;
      await addUser(records, { username: 'staff', password, isStaff: true, groups: ['statisticians'] });
      const namespace = await createNamespace(records, { slug: 'n', label: 'N', description: 'Described.' });
      const made = { namespaceId: namespace.id, slug: 'd', label: 'D', description: 'Empty yet.' };
      const { id } = await createDataset(records, made);
      await changeProvenance(records, id, { licence: 'CC0-1.0', contact: 'anna@example.org' });
      const choice = { kind: 'file' as const, address: 'https://example.org/d.csv', entry: '', parameters: {} };
      const settings = { every: 'manual', allowPrivate: true, retention: { kind: 'all' as const }, key: ['id'] };
      await putSource(
        records,
        id,
        { choice, ...settings, guards: usualGuards, nextCheck: null },
        '2025-01-01T00:00:00Z',
      );
      const counts = { rowsBefore: 1, rows: 2, added: 1, removed: 0, changed: 0, counted: 0 };
      const columns = { columns: [], columnsAdded: [], columnsRemoved: [], columnsRetyped: [] };
      const versions = { version: '20250102000000000000', previous: '20250101000000000000' };
      await insertChange(records, id, {
        ...versions,
        at: '2025-01-02T00:00:00Z',
        summary: { key: [], ...counts, ...columns },
      });
      return await everything(service, ['namespaces/n/datasets/d/']);
    });
    await loseCatalogue();
    const records = path.join(folder, 'rows', 'records');
    const texts = async () =>
      await Promise.all((await readdir(records)).sort().map((name) => readFile(path.join(records, name), 'utf8')));
    const written = await texts();
    await expect(startService({ dataFolder: folder })).rejects.toThrow(/records of namespaces.*almanac repair --data/);
    await writeFile(path.join(folder, 'catalogue.sqlite'), '');
    await expect(openCatalogue(folder)).rejects.toThrow(MissingCatalogueError);
    expect(await texts()).toEqual(written);
    expect(await repairDataFolder(folder, {})).toMatchObject({
      catalogue: 'rebuilt',
      restored: { namespaces: 1, datasets: 1, versions: 0, users: 1, groups: 1, madePrivate: [] },
    });
    expect(await withService((service) => everything(service, ['namespaces/n/datasets/d/']))).toEqual(before);
  });

  it('is refused with the catalogue of another store too', async () => {
    await copyFilled();
    await loseCatalogue();
    const other = path.join(folder, 'other');
    await (await openCatalogue(other)).close();
    await cp(path.join(other, 'catalogue.sqlite'), path.join(folder, 'catalogue.sqlite'));
    await expect(startService({ dataFolder: folder })).rejects.toThrow(/does not belong/);
    expect(await readdir(path.join(folder, 'rows', 'versions'))).toHaveLength(4);
  });

  it('is rebuilt from the files: listing, rows, checksums, labels, code lists, access, accounts', async () => {
    await copyFilled();
    const codesOf = async ({ deps: { catalogue } }: Service) => {
      const { records } = catalogue;
      const dataset = await findDataset(records, (await findNamespace(records, 'city'))?.id ?? 0, 'population');
      const list = await findDataset(records, (await findNamespace(records, 'hidden'))?.id ?? 0, 'secret');
      const id = dataset?.id ?? 0;
      const { codes } = (await notesOfColumns(records, [id])).get(id)?.get('year') ?? {};
      return { id, list: list?.id ?? 0, codes };
    };
    const before = await withService(async (service) => {
      const asOwner = { Authorization: `Token ${tokens.owner}`, 'Content-Type': 'application/json' };
      const send = (method: string, address: string, body: unknown) =>
        fetch(`${service.url}api/v1/${address}`, { method, headers: asOwner, body: JSON.stringify(body) });
      const dataset = `namespaces/city/datasets/population/`;
      expect(
        (await send('PATCH', dataset, { label: 'People', columns: [{ name: 'year', label: 'Jahr' }] })).status,
      ).toBe(200);
      expect((await send('PATCH', 'namespaces/city/datasets/not-yet-filled/', { hidden: true })).status).toBe(200);
      const { id, list } = await codesOf(service);
      await linkCodes(service.deps.catalogue.records, id, 'year', list);
      const query = { label: 'Old', slug: 'old', dataset: `${service.url}api/v1/${dataset}`, parameters: {} };
      expect((await send('POST', 'queries/', query)).status).toBe(201);
      return await everything(service, fixtures);
    });
    await loseCatalogue();
    const report = await repairDataFolder(folder, {});
    expect(report).toMatchObject({
      catalogue: 'rebuilt',
      restored: { namespaces: 3, datasets: 4, versions: 4, users: 4, groups: 2, madePrivate: [] },
      missing: [],
      differing: [],
      damagedDocuments: [],
      verified: 4,
    });
    expect(report.withoutPassword).toEqual(['staff', 'owner', 'member', 'stranger']);
    const { codes, list } = await withService(codesOf);
    expect([codes, list > 0]).toEqual([list, true]);
    expect(await withService((service) => everything(service, fixtures))).toEqual(before);
  });

  it(`recovers ${many} versions`, { timeout: 60_000 + many * 1000 }, async () => {
    const file = path.join(folder, 'one.csv');
    const addresses: string[] = [];
    await copyFilled();
    const before = await withService(async (service) => {
      for (let number = 0; number < many; number += 1) {
        await writeFile(file, `a,b\n${number},x${number}\n`);
        const namespace = { slug: `n${number % 7}`, label: `N ${number % 7}`, published: number % 2 === 0 };
        const dataset = { slug: `d${number}`, label: `D ${number}`, description: `Number ${number}` };
        await publishNew(service.deps, { namespace, dataset }, { path: file, format: 'csv' });
        if (number % 50 === 0) addresses.push(`namespaces/n${number % 7}/datasets/d${number}/`);
      }
      return await everything(service, addresses);
    });
    await loseCatalogue();
    const report = await repairDataFolder(folder, {});
    expect([report.restored.versions, report.verified, report.missing, report.differing]).toEqual([
      many + 4,
      many + 4,
      [],
      [],
    ]);
    expect(await withService((service) => everything(service, addresses))).toEqual(before);
  });

  it('stays private if the document of a namespace is lost or altered', async () => {
    await copyFilled();
    await loseCatalogue();
    const records = path.join(folder, 'rows', 'records');
    await rm(path.join(records, 'namespace-1.json'));
    const members = path.join(records, 'namespace-3.json');
    await writeFile(members, (await readFile(members, 'utf8')).replace('"statisticians"', '"everybody----"'));
    const report = await repairDataFolder(folder, {});
    expect(report.restored.madePrivate.sort()).toEqual(['city', 'members']);
    expect(report.damagedDocuments).toEqual([path.join('rows', 'records', 'namespace-3.json')]);
    await withService(async ({ url }) => {
      const { count } = (await (await fetch(`${url}api/v1/namespaces/`)).json()) as { count: number };
      expect(count).toBe(0);
    });
  });

  it('hides a dataset whose document is lost, because it may have been hidden', async () => {
    await copyFilled();
    await loseCatalogue();
    await rm(path.join(folder, 'rows', 'records', 'dataset-1.json'));
    const report = await repairDataFolder(folder, {});
    expect(report.restored.madePrivate).toEqual(['population']);
    await withService(async ({ url, deps }) => {
      expect((await fetch(`${url}api/v1/namespaces/city/datasets/population/`)).status).toBe(404);
      const city = await findNamespace(deps.catalogue.records, 'city');
      expect(await findDataset(deps.catalogue.records, city?.id ?? 0, 'population')).toMatchObject({ hidden: true });
    });
  });

  it('recreates owners and groups by name, without rights, if the document of the accounts is lost', async () => {
    await copyFilled();
    await loseCatalogue();
    await rm(path.join(folder, 'rows', 'records', 'accounts.json'));
    await repairDataFolder(folder, {});
    await withService(async ({ deps }) => {
      const { records } = deps.catalogue;
      const users = await records.selectFrom('users').select(['username', 'is_staff', 'password_hash']).execute();
      expect(users).toEqual([{ username: 'owner', is_staff: 0, password_hash: '' }]);
      const members = await findNamespace(records, 'members');
      expect([members?.published, members?.allowedGroups.length]).toEqual([true, 1]);
    });
  });

  it('recovers rows that never had a document into a private namespace', async () => {
    await copyFilled();
    await loseCatalogue();
    await rm(path.join(folder, 'rows', 'records'), { recursive: true });
    const versions = path.join(folder, 'rows', 'versions');
    for (const key of await readdir(versions)) await rm(path.join(versions, key, 'record.json'));
    await mkdir(path.join(versions, '9-20200101000000000000-00000000'));
    const report = await repairDataFolder(folder, {});
    expect(report.recovered).toHaveLength(4);
    expect(report.recovered[0]).toBe('recovered/dataset-1/20140306070911130000');
    expect(report.unreadable).toEqual(['9-20200101000000000000-00000000']);
    expect(await readdir(path.join(report.putAside ?? '', 'versions'))).toEqual(report.unreadable);
    await withService(async (service) => {
      expect(await (await fetch(`${service.url}api/v1/datasets/`)).json()).toMatchObject({ count: 0 });
    });
  });
});

describe('repair of a store with its catalogue', () => {
  it('moves a damaged catalogue aside and builds a new one', async () => {
    await copyFilled();
    const before = await withService(async (service) => {
      return await everything(service, fixtures);
    });
    await loseCatalogue();
    await writeFile(path.join(folder, 'catalogue.sqlite'), 'nothing of the kind '.repeat(1000));
    const report = await repairDataFolder(folder, {});
    expect(report.catalogue).toBe('rebuilt');
    expect(await readdir(report.putAside ?? '')).toEqual(['catalogue.sqlite']);
    expect(await withService((service) => everything(service, fixtures))).toEqual(before);
  });

  it('reports missing and altered files, and deletes nothing', async () => {
    await copyFilled();
    const versions = path.join(folder, 'rows', 'versions');
    const [first = '', second = ''] = (await readdir(versions)).sort();
    const data = path.join(versions, first, 'data.parquet');
    const { atime, mtime } = await stat(data);
    const bytes = await readFile(data);
    bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20);
    await writeFile(data, bytes);
    await utimes(data, atime, mtime);
    await rm(path.join(versions, second, 'data.parquet'));
    const report = await repairDataFolder(folder, {});
    expect(report).toMatchObject({ catalogue: 'whole', verified: 2, putAside: null });
    expect([report.differing.length, report.missing.length]).toEqual([1, 1]);
    await withService(async ({ deps }) => {
      expect(await deps.catalogue.records.selectFrom('versions').select('id').execute()).toHaveLength(4);
    });
  });

  it('recovers versions that an older catalogue does not know, also from the leftovers', async () => {
    await copyFilled();
    const catalogue = path.join(folder, 'catalogue.sqlite');
    await withService(async ({ deps }) => deps.catalogue.copyTo(`${catalogue}.older`));
    const file = path.join(folder, 'population.csv');
    const before = await withService(async (service) => {
      const place = { namespace: { slug: 'late', label: 'Late', published: true }, dataset: { slug: 'd', label: 'D' } };
      await publishNew(service.deps, place, { path: file, format: 'csv' });
      return await everything(service, [...fixtures, 'namespaces/late/datasets/d/']);
    });
    await loseCatalogue();
    await rename(`${catalogue}.older`, catalogue);
    await withService(async () => {});
    expect(await readdir(path.join(folder, 'leftovers'))).toHaveLength(1);
    const report = await repairDataFolder(folder, {});
    expect(report.restored).toMatchObject({ namespaces: 1, datasets: 1, versions: 1 });
    expect(await withService((service) => everything(service, [...fixtures, 'namespaces/late/datasets/d/']))).toEqual(
      before,
    );
  });

  it('restores nothing that was deleted, and makes nothing public that was private', async () => {
    await copyFilled();
    await withService(async (service) => {
      const headers = { Authorization: `Token ${tokens.staff}` };
      const gone = await fetch(`${service.url}api/v1/namespaces/hidden/`, { method: 'DELETE', headers });
      expect(gone.status).toBe(204);
      await changeNamespace(service.deps.catalogue.records, 1, { published: false });
    });
    await loseCatalogue();
    expect((await repairDataFolder(folder, {})).restored).toMatchObject({ namespaces: 2, versions: 3 });
    await withService(async ({ url }) => {
      expect(await (await fetch(`${url}api/v1/namespaces/`)).json()).toMatchObject({ count: 0 });
    });
  });

  it('stops when aborted, and can be repeated', async () => {
    await copyFilled();
    await loseCatalogue();
    await expect(repairDataFolder(folder, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    expect((await repairDataFolder(folder, {})).verified).toBe(4);
  });
});

describe('unreferenced data', () => {
  it('is moved aside at the start, with its date, and removed a week later', async () => {
    await copyFilled();
    const versions = path.join(folder, 'rows', 'versions');
    await mkdir(path.join(versions, 'new-0123456789'));
    await writeFile(path.join(versions, 'new-0123456789', 'data.parquet'), 'half');
    const old = path.join(folder, 'leftovers', '2020-01-01');
    await mkdir(old, { recursive: true });
    await mkdir(path.join(folder, 'leftovers', 'mine'));
    await withService(async () => {});
    expect(await readdir(versions)).toHaveLength(4);
    // Old ones are removed in the background of the start.
    await expect.poll(async () => await readdir(path.join(folder, 'leftovers'))).not.toContain('2020-01-01');
    const kept = (await readdir(path.join(folder, 'leftovers'))).sort();
    expect(kept).toEqual([expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/), 'mine']);
    expect(await readdir(path.join(folder, 'leftovers', kept[0] ?? '', 'rows', 'versions'))).toEqual([
      'new-0123456789',
    ]);
  });
});

it('writes missing documents at the next start', async () => {
  await copyFilled();
  await withService(async (service) => {
    await createNamespace(service.deps.catalogue.records, { slug: 'late', label: 'Late' });
    await createDataset(service.deps.catalogue.records, { namespaceId: 1, slug: 'late', label: 'Late' });
  });
  const records = path.join(folder, 'rows', 'records');
  expect((await readdir(records)).sort()).toEqual([
    'accounts.json',
    ...[1, 2, 3, 4, 5].map((number) => `dataset-${number}.json`),
    ...[1, 2, 3, 4].map((number) => `namespace-${number}.json`),
  ]);
  expect((await stat(path.join(records, 'accounts.json'))).mode & 0o777).toBe(0o600);
  expect(await readFile(path.join(records, 'accounts.json'), 'utf8')).not.toContain('argon2');
});

it.each([
  ['the next start', () => withService(async () => {})],
  ['a repair', async () => void (await repairDataFolder(folder, {}))],
])('rewrites documents that were deleted by hand: %s', async (_, again) => {
  await copyFilled();
  const rows = path.join(folder, 'rows');
  const documents = async () =>
    (await readdir(rows, { recursive: true })).filter((name) => /records.*json$|record\.json$/.test(name)).sort();
  const before = await documents();
  expect(before).toHaveLength(12);
  await rm(path.join(rows, 'records'), { recursive: true });
  for (const key of await readdir(path.join(rows, 'versions')))
    await rm(path.join(rows, 'versions', key, 'record.json'));
  await again();
  expect(await documents()).toEqual(before);
});

it('removes, at the next start, temporary files of a process killed while writing a document', async () => {
  await copyFilled();
  const rows = path.join(folder, 'rows');
  const [key = ''] = await readdir(path.join(rows, 'versions'));
  const left = ['records/namespace-1.json.4711.2.part', `versions/${key}/record.json.4711.1.part`];
  for (const name of left) await writeFile(path.join(rows, name), '{"kind":');
  const parts = async () => (await readdir(rows, { recursive: true })).filter((name) => name.endsWith('.part'));
  expect(await parts()).toHaveLength(2);
  await withService(async () => await expect.poll(parts, { timeout: 60_000 }).toEqual([]));
});
