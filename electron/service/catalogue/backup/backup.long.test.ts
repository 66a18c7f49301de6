import {
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Header } from 'tar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyStore } from '../../conformance/testing/copy-store.ts';
import { everything } from '../../conformance/testing/everything-for-test.ts';
import { fill, password, type Tokens } from '../../conformance/testing/fixtures.ts';
import { publishVersion } from '../../operations/publish/publish.ts';
import { publishNew } from '../../operations/publish/publish-file.ts';
import { removeVersions } from '../../operations/remove-dataset.ts';
import { repairDataFolder } from '../../operations/repair/repair.ts';
import { type Service, startService } from '../../service.ts';
import { deleteDataset, findDataset } from '../records/datasets.ts';
import { findNamespace } from '../records/namespaces.ts';
import { backUp, verifyBackupAt } from './backup.ts';
import { type Manifest, manifestText, StoreCopyError } from './manifest.ts';
import { restoreStore } from './restore.ts';
import { lastBackup } from './store-snapshot.ts';
import { planSwitch, stagingIn } from './switch-store.ts';

let folder = '';
/** A filled store that every test copies. */
let template = '';
let tokens: Tokens;
beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'almanac-backup-store-'));
  const service = await startService({ dataFolder: template, prepareRows: false });
  tokens = await fill(service);
  await addImage(service, tokens.staff);
  await service.close();
});
afterAll(async () => await rm(template, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-backup-test-'));
  await writeFile(below('rows.csv'), 'a,b\n1,x\n2,y\n');
  await copyStore(template, below('store'));
});
afterEach(async () => await rm(folder, { recursive: true, force: true }));

const below = (...names: string[]) => path.join(folder, ...names);
const placesOf = (name: string) => ({ dataFolder: below(name), configFolder: below(name, 'config') });
const csv = () => ({ path: below('rows.csv'), format: 'csv' }) as const;
const fixtures = ['city/datasets/population/', 'hidden/datasets/secret/', 'members/datasets/secret/'].map(
  (one) => `namespaces/${one}`,
);

async function withService<Result>(name: string, act: (service: Service) => Promise<Result>): Promise<Result> {
  const service = await startService({ dataFolder: below(name), prepareRows: false });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}

const backUpHere = (service: Service, to: string) => backUp(placesOf('store'), service.deps.catalogue, below(to), {});

/** The smallest possible image. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function addImage(service: Service, token: string): Promise<void> {
  const body = new FormData();
  body.set('image', new Blob([png], { type: 'image/png' }), 'dot.png');
  const address = `${service.url}api/v1/namespaces/city/`;
  const answer = await fetch(address, { method: 'PATCH', headers: { Authorization: `Token ${token}` }, body });
  expect([answer.status, answer.ok ? '' : await answer.text()]).toEqual([200, '']);
}

async function logIn(service: Service, username: string): Promise<number> {
  const body = JSON.stringify({ username, password });
  const headers = { 'Content-Type': 'application/json' };
  return (await fetch(`${service.url}api/v1/auth/token/obtain/`, { method: 'POST', headers, body })).status;
}

describe.each(['copy', 'copy.tar'])('a backup in %s', (target) => {
  it('restores listing, rows, images, checksums, access, accounts, tokens and settings', async () => {
    await mkdir(below('store', 'config'), { recursive: true });
    await writeFile(below('store', 'config', 'settings.json'), '{"theme":"dark"}\n');
    const { before, media } = await withService('store', async (service) => {
      await backUpHere(service, target);
      const files = (await readdir(below('store', 'media'), { recursive: true })).sort();
      return { before: await everything(service, fixtures), media: files };
    });
    const report = await restoreStore(placesOf('other'), below(target), {}, {});
    expect(report).toMatchObject({ versions: 4, datasets: 4, namespaces: 3, accounts: 4, damaged: [], putAside: null });
    expect(await readFile(below('other', 'config', 'settings.json'), 'utf8')).toBe('{"theme":"dark"}\n');
    await withService('other', async (service) => {
      expect(await everything(service, fixtures)).toEqual(before);
      expect((await readdir(below('other', 'media'), { recursive: true })).sort()).toEqual(media);
      expect(await logIn(service, 'member')).toBe(200);
      const asOwner = { headers: { Authorization: `Token ${tokens.owner}` } };
      expect((await fetch(`${service.url}api/v1/namespaces/hidden/`, asOwner)).status).toBe(200);
    });
    // It is still the same store: the next backup belongs to the previous one.
    await withService('other', async ({ deps }) => {
      const next = await backUp(placesOf('other'), deps.catalogue, below(target), {});
      expect(next.versions).toBe(4);
    });
    if (process.platform !== 'win32') {
      const names = await readdir(below('other'), { recursive: true, withFileTypes: true });
      const open = [];
      for (const entry of [...names, { parentPath: folder, name: target }]) {
        const { mode } = await stat(path.join(entry.parentPath, entry.name));
        if ((mode & 0o077) !== 0) open.push(entry.name);
      }
      expect(open).toEqual([]);
    }
  });

  it('stores no file twice and nothing that can be rebuilt, and contains its time', async () => {
    await withService('store', async (service) => {
      const report = await backUpHere(service, target);
      expect(await lastBackup(service.deps.catalogue.records)).toEqual({
        made: report.made,
        target: below(target),
        bytes: report.bytes,
      });
      const verdict = await verifyBackupAt(below(target), {});
      expect(verdict).toMatchObject({ broken: [], files: report.files, bytes: report.bytes });
    });
    expect((await readdir(folder)).sort()).toEqual(['rows.csv', 'store', target].sort());
  });

  it('is consistent while versions and datasets are published and deleted', { timeout: 240_000 }, async () => {
    await withService('store', async (service) => {
      const { deps } = service;
      const { records } = deps.catalogue;
      let ended = false;
      const publishing = (async () => {
        for (let turn = 0; !ended; turn += 1) {
          const slug = `d${turn % 3}`;
          const home = await findNamespace(records, 'city');
          const dataset = await findDataset(records, home?.id ?? 0, slug);
          if (dataset === null) {
            const namespace = { slug: 'city', label: 'City' };
            await publishNew(deps, { namespace, dataset: { slug, label: slug } }, csv());
          } else if (turn % 2 === 0) await publishVersion(deps, dataset.id, csv());
          else await removeVersions(deps, (await deleteDataset(records, dataset.id)).keys);
        }
      })();
      try {
        for (let copy = 0; copy < 3; copy += 1) {
          const { damaged } = await backUpHere(service, target);
          expect(damaged).toEqual([]);
          await restoreStore(placesOf('other'), below(target), { replace: true }, {});
          await withService('other', async (restored) => {
            const { records: there } = restored.deps.catalogue;
            const rows = await there.selectFrom('versions').selectAll().where('state', '=', 'ready').execute();
            for (const { key, checksum, bytes } of rows)
              expect(await restored.deps.rows.verify({ key, checksum, bytes }, {})).toBe('verified');
          });
        }
      } finally {
        ended = true;
        await publishing;
      }
    });
  });

  it('refuses damaged ones with a message, and changes nothing', async () => {
    await withService('store', (service) => backUpHere(service, target));
    await withService('other', async (service) => {
      await publishNew(service.deps, newPlace, csv());
    });
    const whole = await everythingIn('other');
    for (const [what, damage, words] of target.endsWith('.tar') ? archiveDamages : folderDamages) {
      await rm(below('bad.tar'), { recursive: true, force: true });
      await cp(below(target), below('bad.tar'), { recursive: true });
      await damage(below('bad.tar'));
      const attempt = restoreStore(placesOf('other'), below('bad.tar'), { replace: true }, {});
      await expect(attempt, what).rejects.toThrow(StoreCopyError);
      await expect(attempt, what).rejects.toThrow(words);
      expect(await everythingIn('other'), what).toEqual(whole);
    }
  });
});

const newPlace = {
  namespace: { slug: 'mine', label: 'Mine', published: true },
  dataset: { slug: 'own', label: 'Own' },
};

/** All files of a store with their sizes, except locks and an empty log. */
async function everythingIn(name: string): Promise<string[]> {
  const entries = await readdir(below(name), { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name);
    return `${path.relative(below(name), file)} ${entry.isFile() ? (await stat(file)).size : ''}`;
  });
  return (await Promise.all(lines)).filter((line) => !/^(service\.lock|catalogue\.sqlite-)/.test(line)).sort();
}

type Damage = readonly [what: string, damage: (at: string) => Promise<unknown>, words: RegExp];

async function flipByte(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, at);
  byte[0] = (byte[0] ?? 0) ^ 1;
  await handle.write(byte, 0, 1, at);
  await handle.close();
}

const manifestIn = async (at: string) =>
  (JSON.parse(await readFile(path.join(at, 'manifest.json'), 'utf8')) as { manifest: Manifest }).manifest;

/** An attacker who changes a manifest can also change its checksum. */
async function rewriteManifest(at: string, change: (manifest: Manifest) => Manifest): Promise<void> {
  await writeFile(path.join(at, 'manifest.json'), manifestText(change(await manifestIn(at))));
}

async function fileOf(at: string, name: RegExp): Promise<string> {
  const { files } = await manifestIn(at);
  return path.join(at, 'content', files.find((file) => name.test(file.path))?.sha256 ?? '');
}

const toPath = (name: string) => (manifest: Manifest) => ({
  ...manifest,
  files: manifest.files.map((file) => (/data\.parquet$/.test(file.path) ? { ...file, path: name } : file)),
});

const folderDamages: readonly Damage[] = [
  ['a flipped bit', async (at) => flipByte(await fileOf(at, /data\.parquet/), 40), /is not what was written/],
  [
    'a flipped bit in the catalogue',
    async (at) => flipByte(await fileOf(at, /sqlite/), 5000),
    /is not what was written/,
  ],
  ['a missing file', async (at) => rm(await fileOf(at, /record\.json/)), /is missing/],
  ['a file that is cut off', async (at) => truncate(await fileOf(at, /data\.parquet/), 10), /is not what was written/],
  [
    'a link in the place of a file',
    async (at) => {
      const file = await fileOf(at, /data\.parquet/);
      await cp(file, below('elsewhere'));
      await rm(file);
      await symlink(below('elsewhere'), file);
    },
    /is missing/,
  ],
  ['a list with another byte', async (at) => flipByte(path.join(at, 'manifest.json'), 200), /list of files/],
  ['a list that is cut off', async (at) => truncate(path.join(at, 'manifest.json'), 300), /list of files/],
  ['no list', async (at) => rm(path.join(at, 'manifest.json')), /is incomplete/],
  [
    'a list of another store',
    async (at) => rewriteManifest(at, (one) => ({ ...one, store: 'other' })),
    /list of files/,
  ],
  ['a path upwards', async (at) => rewriteManifest(at, toPath('rows/versions/../../../x')), /no backup of Almanac has/],
  ['an absolute path', async (at) => rewriteManifest(at, toPath('/etc/x')), /no backup of Almanac has/],
  ['a path to another place', async (at) => rewriteManifest(at, toPath('service.lock')), /no backup of Almanac has/],
  ['dots alone', async (at) => rewriteManifest(at, toPath('media/images/..')), /no backup of Almanac has/],
  [
    'a version without its rows',
    async (at) =>
      rewriteManifest(at, (one) => ({ ...one, files: one.files.filter(({ path: name }) => !/parquet/.test(name)) })),
    /list of files/,
  ],
  [
    'a newer form',
    async (at) => writeFile(path.join(at, 'backup.json'), '{"format":"almanac-backup","formatVersion":2,"store":"x"}'),
    /newer Almanac/,
  ],
  [
    'a newer catalogue',
    async (at) => rewriteManifest(at, (one) => ({ ...one, catalogueVersion: 999 })),
    /newer Almanac/,
  ],
  [
    'neither header nor list',
    async (at) => Promise.all(['backup.json', 'manifest.json'].map((name) => rm(path.join(at, name)))),
    /no backup of Almanac/,
  ],
  ['nothing', async (at) => rm(at, { recursive: true }), /no backup of Almanac/],
];

/** Puts an entry at the front of an archive. */
async function addEntry(at: string, entry: ConstructorParameters<typeof Header>[0], content = ''): Promise<void> {
  const header = new Header({ mode: 0o600, mtime: new Date(), size: content.length, ...(entry as object) });
  const block = Buffer.alloc(512);
  header.encode(block);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  await writeFile(at, Buffer.concat([block, body, await readFile(at)]));
}

const archiveDamages: readonly Damage[] = [
  ['a flipped bit in a content', async (at) => flipByte(at, 512 + 512 + 512 + 20), /is not what was written/],
  ['a flipped bit in a name', async (at) => flipByte(at, 1024 + 10), /is incomplete|no backup of Almanac/],
  ['an archive that is cut off', async (at) => truncate(at, (await stat(at)).size - 4096), /is incomplete/],
  ['an archive that is cut in half', async (at) => truncate(at, (await stat(at)).size / 2), /is incomplete/],
  ['an empty file', async (at) => truncate(at, 0), /no backup of Almanac/],
  ['another file', async (at) => writeFile(at, 'a,b\n1,2\n'.repeat(500)), /no backup of Almanac/],
  ['a path upwards', async (at) => addEntry(at, { path: '../../evil', type: 'File' }, 'x'), /no backup of Almanac has/],
  [
    'an absolute path',
    async (at) => addEntry(at, { path: '/tmp/evil', type: 'File' }, 'x'),
    /no backup of Almanac has/,
  ],
  [
    'a link',
    async (at) => addEntry(at, { path: 'content', type: 'SymbolicLink', linkpath: '/tmp' }),
    /no backup of Almanac has/,
  ],
  [
    'a link under the name of a content',
    async (at) => addEntry(at, { path: `content/${'0'.repeat(64)}`, type: 'Link', linkpath: '/etc/passwd' }),
    /no backup of Almanac has/,
  ],
  ['an extended header', async (at) => addEntry(at, { path: 'x', type: 'ExtendedHeader' }, '9 path=a\n'), /no backup/],
  [
    'a header twice',
    async (at) => addEntry(at, { path: 'backup.json', type: 'File' }, '{}'),
    /no backup of Almanac has/,
  ],
];

describe('a backup into a folder', () => {
  it('copies only new content, and removes content that the store no longer has', async () => {
    await withService('store', async (service) => {
      const first = await backUpHere(service, 'copy');
      expect(first.copiedBytes).toBe(first.bytes);
      expect(await backUpHere(service, 'copy')).toMatchObject({ copiedFiles: 0, copiedBytes: 0, bytes: first.bytes });
      const { checksum, bytes } = await publishNew(service.deps, newPlace, csv());
      const second = await backUpHere(service, 'copy');
      // The rows, their record, the records of namespace and dataset, and the catalogue.
      expect(second.copiedFiles).toBe(5);
      const catalogue = (await manifestIn(below('copy'))).files.find(({ path: name }) => /sqlite/.test(name));
      expect(second.copiedBytes).toBeLessThan(bytes + (catalogue?.bytes ?? 0) + 10_000);
      expect(await readdir(below('copy', 'content'))).toContain(checksum);
      const { records } = service.deps.catalogue;
      const home = await findNamespace(records, 'mine');
      const dataset = await findDataset(records, home?.id ?? 0, 'own');
      await removeVersions(service.deps, (await deleteDataset(records, dataset?.id ?? 0)).keys);
      await backUpHere(service, 'copy');
      expect(await readdir(below('copy', 'content'))).not.toContain(checksum);
    });
  });

  it.each([
    ['missing', (header: string) => rm(header)],
    ['damaged', (header: string) => flipByte(header, 20)],
  ])('is intact if its header is %s, which the next backup rewrites', async (_, damage) => {
    await withService('store', async (service) => {
      await backUpHere(service, 'copy');
      const header = below('copy', 'backup.json');
      const before = await readFile(header, 'utf8');
      await damage(header);
      expect((await verifyBackupAt(below('copy'), {})).broken).toEqual([]);
      expect((await restoreStore(placesOf('other'), below('copy'), {}, {})).versions).toBe(4);
      expect((await backUpHere(service, 'copy')).copiedFiles).toBeLessThanOrEqual(1);
      expect(await readFile(header, 'utf8')).toBe(before);
    });
  });

  it('replaces damaged content, and retains content that the store has lost', async () => {
    await withService('store', (service) => backUpHere(service, 'copy'));
    await flipByte(await fileOf(below('copy'), /accounts/), 30);
    expect((await verifyBackupAt(below('copy'), {})).broken).toEqual(['rows/records/accounts.json']);
    await withService('store', async (service) => {
      expect(await backUpHere(service, 'copy')).toMatchObject({ copiedFiles: 1, damaged: [] });
      expect((await verifyBackupAt(below('copy'), {})).broken).toEqual([]);
      const [key = ''] = await readdir(below('store', 'rows', 'versions'));
      const stored = below('store', 'rows', 'versions', key, 'data.parquet');
      await flipByte(stored, 30);
      expect((await backUpHere(service, 'copy')).damaged).toEqual([]);
      // No other complete copy exists.
      expect((await backUpHere(service, 'second')).damaged).toEqual([`rows/versions/${key}/data.parquet`]);
      await rm(stored);
      expect((await backUpHere(service, 'third')).damaged).toEqual([`rows/versions/${key}/data.parquet`]);
    });
    await restoreStore(placesOf('other'), below('copy'), {}, {});
    await withService('other', async ({ deps }) => {
      for (const { key, checksum, bytes } of await deps.catalogue.records.selectFrom('versions').selectAll().execute())
        expect(await deps.rows.verify({ key, checksum, bytes }, {})).toBe('verified');
    });
    // A backup without one version restores all others.
    expect(await restoreStore(placesOf('less'), below('third'), {}, {})).toMatchObject({
      damaged: [expect.any(String)],
    });
    await withService('less', async (service) => {
      expect((await fetch(`${service.url}api/v1/namespaces/`)).status).toBe(200);
    });
  });
});

describe('the target of a backup', () => {
  it('is refused inside the store, also through a link, and over anything else', async () => {
    await mkdir(below('full'));
    await writeFile(below('full', 'letter.txt'), 'x');
    await symlink(below('store'), below('link'));
    await writeFile(below('table.tar'), 'x');
    await withService('store', async (service) => {
      for (const [to, words] of [
        ['store', /inside the store/],
        ['store/rows/new', /inside the store/],
        ['store/new.tar', /inside the store/],
        ['link/new', /inside the store/],
        ['full', /something other/],
        ['.', /something other/],
        ['table.tar', /something other/],
        ['rows.csv', /something other/],
        ['rows.csv/new', /cannot be read or written/],
      ] as const) {
        const attempt = backUpHere(service, to);
        await expect(attempt, to).rejects.toThrow(StoreCopyError);
        await expect(attempt, to).rejects.toThrow(words);
      }
      await backUpHere(service, 'copy');
      await backUpHere(service, 'copy.tar');
    });
    expect(await readdir(below('full'))).toEqual(['letter.txt']);
    await withService('other', async ({ deps }) => {
      for (const to of ['copy', 'copy.tar'])
        await expect(backUp(placesOf('other'), deps.catalogue, below(to), {})).rejects.toThrow(/of another store/);
    });
    expect((await verifyBackupAt(below('copy'), {})).broken).toEqual([]);
  });

  it('is used by one process at a time', async () => {
    await withService('store', async (service) => {
      const outcomes = await Promise.allSettled([1, 2, 3].map(() => backUpHere(service, 'copy')));
      const reasons = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
      for (const reason of reasons) expect(reason).toMatch(/Another process is writing/);
    });
    expect((await verifyBackupAt(below('copy'), {})).broken).toEqual([]);
  });

  it('stays unchanged if the copying is interrupted', async () => {
    await withService('store', async (service) => {
      for (const to of ['copy', 'copy.tar']) {
        await backUpHere(service, to);
        const before = await verifyBackupAt(below(to), {});
        await publishNew(service.deps, { ...newPlace, dataset: { slug: `for-${to.length}`, label: 'x' } }, csv());
        const controller = new AbortController();
        const work = { signal: controller.signal, onProgress: () => controller.abort() };
        await expect(backUp(placesOf('store'), service.deps.catalogue, below(to), work)).rejects.toThrow();
        expect(await verifyBackupAt(below(to), {})).toEqual(before);
      }
    });
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a restore', () => {
  it('restores the intact files of a damaged backup on request, and lists the others', async () => {
    const addresses = [...fixtures, 'namespaces/mine/datasets/own/'];
    const before = await withService('store', async (service) => {
      // The fixtures share one content.
      await publishNew(service.deps, newPlace, csv());
      await backUpHere(service, 'copy');
      await backUpHere(service, 'without-catalogue');
      return await everything(service, addresses);
    });
    const { files } = await manifestIn(below('copy'));
    const isOnlyOne = (sum: string) => files.filter(({ sha256 }) => sha256 === sum).length === 1;
    const lost = files.find(({ path: name, sha256 }) => /parquet$/.test(name) && isOnlyOne(sha256))?.path ?? '';
    const record = path.posix.join(path.posix.dirname(lost), 'record.json');
    await flipByte(await fileOf(below('copy'), new RegExp(lost)), 40);
    await rm(await fileOf(below('copy'), new RegExp(record)));
    await expect(restoreStore(placesOf('other'), below('copy'), {}, {})).rejects.toThrow(/--skip-damaged/);
    const report = await restoreStore(placesOf('other'), below('copy'), { skipDamaged: true }, {});
    expect([...report.damaged].sort()).toEqual([lost, record]);
    expect(report.files).toBe(files.length - 2);
    await withService('other', async ({ deps }) => {
      const verdicts = [];
      for (const { key, checksum, bytes } of await deps.catalogue.records.selectFrom('versions').selectAll().execute())
        verdicts.push(await deps.rows.verify({ key, checksum, bytes }, {}));
      expect(verdicts.sort()).toEqual(['missing', ...Array(4).fill('verified')]);
    });
    // A store without its catalogue is rebuilt from the records beside the rows.
    await rm(await fileOf(below('without-catalogue'), /sqlite$/));
    await restoreStore(placesOf('rebuilt'), below('without-catalogue'), { skipDamaged: true }, {});
    await expect(startService({ dataFolder: below('rebuilt') })).rejects.toThrow(/almanac repair/);
    expect(await repairDataFolder(below('rebuilt'), {})).toMatchObject({ catalogue: 'rebuilt', verified: 5 });
    expect(await withService('rebuilt', (service) => everything(service, addresses))).toEqual(before);
  });

  it('refuses a store that is not empty, and moves it aside on request', async () => {
    await withService('store', (service) => backUpHere(service, 'copy'));
    await withService('other', (service) => publishNew(service.deps, newPlace, csv()));
    await expect(restoreStore(placesOf('other'), below('copy'), {}, {})).rejects.toThrow(/--replace/);
    const { putAside } = await restoreStore(placesOf('other'), below('copy'), { replace: true }, {});
    const listed = await withService('other', async (service) => {
      return await (await fetch(`${service.url}api/v1/namespaces/`)).text();
    });
    expect(listed).toContain('city');
    expect(listed).not.toContain('mine');
    // The store moved aside is complete.
    await cp(putAside ?? '', below('again'), { recursive: true });
    await withService('again', async (service) => {
      expect(await (await fetch(`${service.url}api/v1/namespaces/mine/datasets/own/data/`)).text()).toContain('"x"');
    });
    // A store that was opened but never filled is empty.
    await withService('fresh', async () => {});
    await restoreStore(placesOf('fresh'), below('copy'), {}, {});
  });

  it('refuses a store that is being served', async () => {
    await withService('store', async (service) => {
      await backUpHere(service, 'copy');
      await expect(restoreStore(placesOf('store'), below('copy'), { replace: true }, {})).rejects.toThrow(/in use/);
    });
  });

  it('leaves nothing behind if it is interrupted', async () => {
    await withService('store', (service) => backUpHere(service, 'copy'));
    const controller = new AbortController();
    const work = { signal: controller.signal, onProgress: () => controller.abort() };
    await expect(restoreStore(placesOf('other'), below('copy'), {}, work)).rejects.toThrow();
    expect(await readdir(below('other'))).toEqual(['service.lock']);
  });

  it('is completed by the next start, wherever the switch was interrupted', async () => {
    await withService('store', (service) => backUpHere(service, 'copy'));
    await restoreStore(placesOf('new'), below('copy'), {}, {});
    const parts = ['catalogue.sqlite', 'rows', 'media'];
    for (let moved = 0; moved <= 2 * parts.length; moved += 1) {
      await rm(below('other'), { recursive: true, force: true });
      await withService('other', (service) => publishNew(service.deps, newPlace, csv()));
      const { store, folder: staging } = stagingIn(below('other'));
      await mkdir(store, { recursive: true });
      for (const part of parts) await cp(below('new', part), path.join(store, part), { recursive: true });
      const plan = { aside: 'replaced-2026-01-01T00-00-00', configFolder: below('other', 'config') };
      await planSwitch(below('other'), plan);
      await mkdir(below('other', plan.aside, 'config'), { recursive: true });
      for (const part of parts.slice(0, moved)) await rename(below('other', part), below('other', plan.aside, part));
      if (moved >= parts.length) await rename(path.join(staging, 'ready.json'), path.join(staging, 'switching.json'));
      for (const part of parts.slice(0, Math.max(0, moved - parts.length)))
        await rename(path.join(store, part), below('other', part));
      const listed = await withService('other', async (service) => {
        return await (await fetch(`${service.url}api/v1/namespaces/`)).text();
      });
      expect([moved, listed.includes('city'), listed.includes('mine')]).toEqual([moved, true, false]);
      const aside = (await readdir(below('other', plan.aside))).filter((name) => !/-(wal|shm)$/.test(name));
      expect([moved, aside.sort()]).toEqual([moved, ['catalogue.sqlite', 'config', 'media', 'rows']]);
      expect(await readdir(below('other'))).not.toContain('restoring');
    }
  });
});
