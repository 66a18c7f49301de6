import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyBackup } from '../service/backup/back-up.ts';

/** Forty of them before a release, or by hand: `ALMANAC_KILLS=40 npx vitest run electron/commands/backup`. */
const kills = Math.min(Number(process.env.ALMANAC_KILLS ?? 3), 40);
const cli = path.join(import.meta.dirname, '..', 'cli.ts');
const node = path.join(import.meta.dirname, '../../node_modules/.bin/node');
const running = new Set<ChildProcess>();
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-backup-command-'));
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

function start(...words: readonly string[]) {
  const child = spawn(node, [cli, ...words], { cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const said = { out: '', error: '' };
  child.stdout.on('data', (piece: Buffer) => {
    said.out += piece;
  });
  child.stderr.on('data', (piece: Buffer) => {
    said.error += piece;
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...said };
  });
  return { child, ended, said };
}

async function run(...words: readonly string[]) {
  const outcome = await start(...words).ended;
  expect([words.join(' '), outcome.code, outcome.code === 0 ? '' : outcome.error]).toEqual([words.join(' '), 0, '']);
  return outcome.out;
}

/** Namespaces and datasets of a store with the versions that are newest, as a command lists them. */
const listed = async (data: string) => {
  const { namespaces } = JSON.parse(await run('ls', '--json', '--data', data)) as {
    namespaces: { slug: string; datasets: { slug: string; rows: number; version: string }[] }[];
  };
  return namespaces.flatMap(({ slug, datasets }) => datasets.map((one) => `${slug}/${one.slug} ${one.rows}`)).sort();
};

test(`back-ups and restores killed ${kills} times each leave a whole back-up and a whole store`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const lines = Array.from({ length: 20_000 }, (_, row) => `${row},${Math.sin(row)}`).join('\n');
  await writeFile(path.join(home, 'many.csv'), `id,value\n${lines}\n`);
  await run('publish', 'many.csv', '--to', 'n/first', '--data', 'store');
  await run('publish', 'many.csv', '--to', 'other/one', '--data', 'other');
  const [mine, others] = [await listed('store'), await listed('other')];
  const service = start('serve', '--port', '0', '--data', 'store');
  await expect.poll(() => service.said.out, { timeout: 120_000, interval: 50 }).toContain('"ready":true');
  await run('backup', 'copy', '--data', 'store');
  await run('backup', 'copy.tar', '--data', 'store');
  for (let kill = 0; kill < kills; kill += 1) {
    const target = kill % 2 === 0 ? 'copy' : 'copy.tar';
    await run('publish', 'many.csv', '--to', 'n/first', '--data', 'store');
    const copying = start('backup', target, '--data', 'store');
    await Promise.race([sleep(1500 * Math.random()), copying.ended]);
    copying.child.kill('SIGKILL');
    await copying.ended;
    const { broken, datasets } = await verifyBackup(path.join(home, target), {});
    expect([target, broken, datasets]).toEqual([target, [], 1]);
    await run('backup', target, '--data', 'store');

    const restoring = start('restore', target, '--replace', '--data', 'other');
    await Promise.race([sleep(1500 * Math.random()), restoring.ended]);
    restoring.child.kill('SIGKILL');
    await restoring.ended;
    const found = await listed('other');
    expect([mine, others]).toContainEqual(found);
    const names = await readdir(path.join(home, 'other'));
    expect(names).not.toContain('restoring');
    await run('restore', target, '--replace', '--data', 'other');
    expect(await listed('other')).toEqual(mine);
    await run('restore', await backedUp(others), '--replace', '--data', 'other');
    expect(await listed('other')).toEqual(others);
  }
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  // What the kills have left beside the back-ups is removed by the next one.
  expect((await readdir(home)).filter((name) => name.startsWith('.'))).toEqual([]);
  expect((await readdir(path.join(home, 'copy'))).sort()).toEqual(['backup.json', 'content', 'manifest.json']);
});

/** A back-up of the other store as it was at first. */
async function backedUp(others: readonly string[]): Promise<string> {
  const name = 'of-the-other.tar';
  if (!(await readdir(home)).includes(name)) {
    await run('publish', 'many.csv', '--to', 'other/one', '--data', 'again');
    expect(await listed('again')).toEqual(others);
    await run('backup', name, '--data', 'again');
  }
  return name;
}

test('back-up and restore say in words and by exit codes what came of them', { timeout: 120_000 }, async () => {
  await writeFile(path.join(home, 'towns.csv'), 'code,name\n007,Arc\n');
  await run('publish', 'towns.csv', '--to', 'geo/towns', '--data', 'small');
  const report = JSON.parse(await run('backup', 'small-copy', '--data', 'small', '--json')) as Record<string, unknown>;
  expect(report).toMatchObject({ ok: true, versions: 1, damaged: [] });
  expect(report.copiedBytes).toBe(report.bytes);
  const again = JSON.parse(await run('backup', 'small-copy', '--data', 'small', '--json')) as Record<string, unknown>;
  expect(again.copiedBytes).toBe(0);
  expect(await run('backup', '--verify', 'small-copy')).toMatch(/verified\. 1 datasets with 1 versions/);
  const refused = await start('restore', 'small-copy', '--data', 'small').ended;
  expect([refused.code, refused.error]).toEqual([1, expect.stringMatching(/is not empty.*--replace/)]);
  const nowhere = await start('backup', 'x', '--data', 'nowhere', '--json').ended;
  expect([nowhere.code, JSON.parse(nowhere.out)]).toMatchObject([1, { ok: false }]);
  expect(await readdir(home)).not.toContain('nowhere');
  const [sum = ''] = await readdir(path.join(home, 'small-copy', 'content'));
  await rm(path.join(home, 'small-copy', 'content', sum));
  const broken = await start('backup', '--verify', 'small-copy').ended;
  expect([broken.code, broken.out]).toEqual([4, expect.stringMatching(/damaged/)]);
  const failed = await start('restore', 'small-copy', '--data', 'fresh').ended;
  expect([failed.code, failed.error]).toEqual([1, expect.stringMatching(/is missing\. Nothing was changed/)]);
});
