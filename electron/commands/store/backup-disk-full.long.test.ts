import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishNew } from '../../service/operations/publish/publish-file.ts';
import { startService } from '../../service/service.ts';
import { commandLine } from '../testing/child-processes.ts';

/** Mounts a small disk that only the command sees, which an unprivileged user may do in a user namespace. */
const mount = 'mount -t tmpfs -o "$1" tmpfs "$0" || exit 99; shift';
const mayMount = spawnSync('unshare', ['-rm', 'sh', '-c', mount, tmpdir(), 'size=1m']).status === 0;
if (!mayMount) {
  process.stderr.write('SKIPPED: a full disk, because this user may not mount one in a namespace of its own.\n');
}
const node = path.join(import.meta.dirname, '../../../node_modules/.bin/node');

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-backup-full-'));
  await mkdir(path.join(home, 'disk'));
  const service = await startService({ dataFolder: path.join(home, 'data'), prepareRows: false });
  for (let number = 0; number < 3; number += 1) {
    const file = path.join(home, `${number}.csv`);
    const lines = Array.from({ length: 8_000 }, (_, row) => `${row},${randomBytes(60).toString('base64')}`);
    await writeFile(file, `id,noise\n${lines.join('\n')}\n`);
    const place = {
      namespace: { slug: 'n', label: 'N', published: true },
      dataset: { slug: `d${number}`, label: `D${number}` },
    };
    await publishNew(service.deps, place, { path: file, format: 'csv' });
  }
  await service.close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Checksums of the versions' stored files. */
async function storedSums(): Promise<Record<string, string>> {
  const versions = path.join(home, 'data', 'rows', 'versions');
  const names = (await readdir(versions, { recursive: true })).filter((name) => name.endsWith('.parquet')).sort();
  const sums = names.map(async (name) => {
    const content = await readFile(path.join(versions, name));
    return [name, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

/** Backs up to a small disk, lists its contents afterwards, and checks them as a backup. */
const script = `${mount}
"$@"; echo "code $?"
find "$0" -mindepth 1 -type f | sed "s#^$0/##" | sort | sed 's/^/left /'
shift 3; "$1" "$2" backup --verify "$3"; echo "verify $?"`;

test.skipIf(!mayMount).each([
  ['a folder on a disk without room for it', 'size=1m', 'copy'],
  ['a file on a disk without room for it', 'size=1m', 'copy.tar'],
  ['a folder on a disk that is full before its room is used up', 'size=64m,nr_inodes=6', 'copy'],
])(
  'a backup into %s fails with a message, is never mistaken for a complete one, and leaves the store as it was',
  async (_, disk, name) => {
    const before = await storedSums();
    const target = path.join(home, 'disk', name);
    const backup = [node, commandLine, 'backup', target, '--data', path.join(home, 'data')];
    const checked = spawnSync('unshare', ['-rm', 'sh', '-c', script, path.join(home, 'disk'), disk, ...backup], {
      encoding: 'utf8',
    });
    expect(checked.stdout).toContain('code 1\n');
    expect(checked.stderr).toMatch(/almanac: .*(?:full|room|free)/);
    expect(checked.stderr).not.toMatch(/\n\s+at /);
    const left = checked.stdout.split('\n').filter((line) => line.startsWith('left '));
    expect(left.filter((line) => /manifest\.json|unfinished|\.tar$/.test(line))).toEqual([]);
    expect(checked.stdout).not.toContain('verify 0');
    expect(await storedSums()).toEqual(before);
  },
  240_000,
);

test.skipIf(!mayMount)('a store on a read-only disk is refused with a message', async () => {
  const data = path.join(home, 'data');
  // A store of an older version, from which other users' permissions must be withdrawn first.
  await chmod(path.join(data, 'rows'), 0o755);
  const readOnly = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
  const backup = [node, commandLine, 'backup', path.join(home, 'copy'), '--data', data];
  const { status, stderr } = spawnSync('unshare', ['-rm', 'sh', '-c', readOnly, data, ...backup], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^almanac: The store cannot be opened: .*read-only.*\n$/),
  ]);
});
