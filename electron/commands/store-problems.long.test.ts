import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { explainJobError } from '../jobs/queue/job-failure.ts';
import { catalogueFile } from '../service/catalogue/database/catalogue-file.ts';
import { copyStore } from '../service/conformance/testing/copy-store.ts';
import { publishTo } from '../service/operations/publish/publish-file.ts';
import { repairDataFolder } from '../service/operations/repair/repair.ts';
import { joinService, startService } from '../service/service.ts';
import { commandHere } from './testing/run-command.ts';

let home = '';
/** A store with one version, and the same store after a second one was published. */
const [older, newer] = ['older', 'newer'];
const at = (...names: string[]) => path.join(home, ...names);

async function publish(): Promise<void> {
  const service = await startService({ dataFolder: at(newer), prepareRows: false });
  try {
    const place = { namespace: { slug: 'n', label: 'N', published: true }, dataset: { slug: 'd', label: 'D' } };
    const source = { path: at('a.csv'), format: 'csv' } as const;
    await publishTo(service.deps, { namespace: 'n', dataset: 'd' }, async () => place, source);
  } finally {
    await service.close();
  }
}

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-problems-'));
  await writeFile(at('a.csv'), 'a,b\n1,x\n');
  await publish();
  await copyStore(at(newer), at(older));
  await publish();
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function removeCatalogue(folder: string): Promise<void> {
  for (const part of ['', '-wal', '-shm']) await rm(path.join(folder, `${catalogueFile}${part}`), { force: true });
}

let copies = 0;
async function copyOfStore(): Promise<string> {
  copies += 1;
  const folder = at(`copy-${copies}`);
  await copyStore(at(newer), folder);
  return folder;
}

test.each<readonly [string, (folder: string) => Promise<unknown>, RegExp]>([
  [
    'whose rows are a file',
    async (folder) => {
      await rm(path.join(folder, 'rows'), { recursive: true });
      await writeFile(path.join(folder, 'rows'), 'x');
    },
    /cannot be opened: .*rows.*: it is a file where a folder is needed/,
  ],
  [
    'whose catalogue is a folder',
    async (folder) => {
      await removeCatalogue(folder);
      await mkdir(path.join(folder, catalogueFile));
    },
    /cannot be opened: .*catalogue\.sqlite: it is a folder where a file is needed/,
  ],
  [
    'whose lock is a folder',
    async (folder) => {
      await rm(path.join(folder, 'service.lock'), { force: true });
      await mkdir(path.join(folder, 'service.lock'));
    },
    /service\.lock cannot be written: it is a folder where a file is needed/,
  ],
  ['whose catalogue is missing', removeCatalogue, /is missing, but there are files of 2 versions beside it/],
])('a store %s is refused with a message, also by jobs', async (_, damage, words) => {
  const folder = await copyOfStore();
  await damage(folder);
  const error = await joinService(folder).catch((reason: unknown) => reason);
  const { failure } = explainJobError(error);
  expect([failure.kind, englishText(failure)]).toEqual(['local-failed', expect.stringMatching(words)]);
});

test('a command that cannot record itself as the owner of the store says so, and ends', async () => {
  const folder = await copyOfStore();
  await mkdir(path.join(folder, 'service.address.part'));
  const { code, error } = await commandHere(['ls', '--data', folder]);
  expect([code, error]).toEqual([
    1,
    expect.stringMatching(/cannot be opened: .*service\.address\.part: it is a folder where a file is needed/),
  ]);
  expect(await readdir(folder)).not.toContain('service.socket');
});

test('versions unknown to an older catalogue are moved aside and logged, and repair restores them', async () => {
  const folder = await copyOfStore();
  await removeCatalogue(folder);
  await cp(at(older, catalogueFile), path.join(folder, catalogueFile));
  const lines: string[] = [];
  const service = await startService({
    dataFolder: folder,
    prepareRows: false,
    log: (line) => void lines.push(line),
  });
  await service.close();
  const warned = lines.filter((line) => line.includes('moved aside'));
  expect(warned).toEqual([expect.stringContaining('almanac repair')]);
  const [day = ''] = await readdir(path.join(folder, 'leftovers'));
  expect(await readdir(path.join(folder, 'leftovers', day, 'rows', 'versions'))).toHaveLength(1);
  const { restored, verified } = await repairDataFolder(folder, {});
  expect([restored.versions, verified]).toEqual([1, 2]);
});
