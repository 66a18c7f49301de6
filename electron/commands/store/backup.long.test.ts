import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { caseCount, seed } from '../../lib/testing/tier.ts';
import { backUp, verifyBackupAt } from '../../service/catalogue/backup/backup.ts';
import { restoreStore } from '../../service/catalogue/backup/restore.ts';
import { readyFiles } from '../../service/catalogue/records/versions.ts';
import { openCatalogue } from '../../service/opening/catalogue-location.ts';
import { publishVersion } from '../../service/operations/publish/publish.ts';
import { publishNew } from '../../service/operations/publish/publish-file.ts';
import { startService } from '../../service/service.ts';
import { commandLine, type StartedChild, TestChildren } from '../testing/child-processes.ts';

const kills = caseCount(2, 2);
const random = seededRandom(seed);
const children = new TestChildren();
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-backup-command-'));
});
afterAll(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

function start(...words: readonly string[]): StartedChild {
  return children.start(commandLine, words, { cwd: home });
}

const below = (...names: string[]) => path.join(home, ...names);
const placesOf = (name: string) => ({ dataFolder: below(name), configFolder: below(name, 'config') });
const place = (slug: string) => ({
  namespace: { slug, label: slug, published: true },
  dataset: { slug: 'one', label: 'One' },
});

/**
 * Opens a store, as the next start does, and returns the names of its datasets with the outcome of verifying their
 * versions.
 */
async function contentOf(data: string): Promise<string[]> {
  const { deps, close } = await startService({ dataFolder: below(data), prepareRows: false });
  try {
    const files = await readyFiles(deps.catalogue.records);
    return await Promise.all(files.map(async (file) => `${file.dataset} ${await deps.rows.verify(file, {})}`));
  } finally {
    await close();
  }
}

async function backUpTo(target: string, data: string): Promise<void> {
  const catalogue = await openCatalogue(below(data));
  await backUp(placesOf(data), catalogue, below(target), {}).finally(() => catalogue.close());
}

test(`backups and restores killed ${kills} times each leave a complete backup and a complete store`, {
  timeout: 300_000 + kills * 60_000,
}, async () => {
  const lines = Array.from({ length: 20_000 }, (_, row) => `${row},${Math.sin(row)}`).join('\n');
  await writeFile(below('many.csv'), `id,value\n${lines}\n`);
  const source = { path: below('many.csv'), format: 'csv' } as const;
  const other = await startService({ dataFolder: below('other'), prepareRows: false });
  await publishNew(other.deps, place('other'), source);
  await other.close();
  await backUpTo('of-the-other.tar', 'other');
  const service = await startService({ dataFolder: below('store'), prepareRows: false });
  try {
    await publishNew(service.deps, place('mine'), source);
    const dataset = await service.deps.catalogue.records.selectFrom('datasets').select('id').executeTakeFirstOrThrow();
    for (const target of ['copy', 'copy.tar']) await backUpTo(target, 'store');
    for (let kill = 0; kill < kills; kill += 1) {
      const target = kill % 2 === 0 ? 'copy' : 'copy.tar';
      await publishVersion(service.deps, dataset.id, source);
      const copying = start('backup', target, '--data', 'store');
      await untilBusy(copying.output, copying.ended);
      await Promise.race([sleep(300 * random()), copying.ended]);
      copying.child.kill('SIGKILL');
      await copying.ended;
      expect([target, (await verifyBackupAt(below(target), {})).broken]).toEqual([target, []]);
      await backUpTo(target, 'store');
      const { versions } = await verifyBackupAt(below(target), {});
      expect(versions).toBe(kill + 2);

      const restoring = start('restore', target, '--replace', '--data', 'other');
      await untilBusy(restoring.output, restoring.ended);
      await Promise.race([sleep(300 * random()), restoring.ended]);
      restoring.child.kill('SIGKILL');
      await restoring.ended;
      const [mine, others] = [Array.from({ length: versions }, () => 'mine/one verified'), ['other/one verified']];
      expect([mine, others]).toContainEqual(await contentOf('other'));
      expect(await readdir(below('other'))).not.toContain('restoring');
      await restoreStore(placesOf('other'), below(target), { replace: true }, {});
      expect(await contentOf('other')).toEqual(mine);
      await restoreStore(placesOf('other'), below('of-the-other.tar'), { replace: true }, {});
      expect(await contentOf('other')).toEqual(others);
    }
  } finally {
    await service.close();
  }
  // The next backup removes what killed ones left beside the backups.
  expect((await readdir(home)).filter((name) => name.startsWith('.'))).toEqual([]);
  expect((await readdir(below('copy'))).sort()).toEqual(['backup.json', 'content', 'manifest.json']);
});

/** Waits until a command has started to copy; how long that takes depends on the machine. */
async function untilBusy(said: { readonly error: string }, ended: Promise<unknown>): Promise<void> {
  let isEnded = false;
  void ended.then(() => {
    isEnded = true;
  });
  while (!isEnded && !/writing|checking/.test(said.error)) await sleep(5);
}
