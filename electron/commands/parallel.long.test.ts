import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { given } from '#shared/given.ts';
import { caseCount } from '../lib/testing/tier.ts';
import { publishNew } from '../service/operations/publish/publish-file.ts';
import { startService } from '../service/service.ts';
import { commandLine, TestChildren } from './testing/child-processes.ts';

const commands = caseCount(4, 4);
const children = new TestChildren();
let home: string;

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'almanac-parallel-'));
  await writeFile(path.join(home, 'towns.csv'), 'code,name\n007,Arc\n010,Bo\n');
});
afterAll(async () => {
  await children.endAll();
  await rm(home, { recursive: true, force: true });
});

function start(words: readonly string[], input?: string) {
  const all = [...words, '--data', path.join(home, 'data')];
  const { ended, ...started } = children.start(commandLine, all, {
    cwd: home,
    ...given({ input }),
  });
  return { ...started, ended: ended.then((outcome) => ({ words: words.join(' '), ...outcome })) };
}

/** One command of each kind in turn; mostly publishing, into new datasets and into the same one. */
function wordsOf(turn: number, round: string, origin: string): { words: string[]; input?: string } {
  const kinds = [
    { words: ['publish', 'towns.csv', '--to', `geo/new-${round}-${turn}`, '--json'] },
    { words: ['publish', 'towns.csv', '--to', 'geo/same', '--json'] },
    { words: ['ls', '--json'] },
    { words: ['export', 'geo/first', '--to', `out-${round}-${turn}.csv`, '--no-descriptor', '--json'] },
    { words: ['verify', 'geo/first', '--json'] },
    { words: ['user', 'add', `user-${round}-${turn}`], input: 'A long password of words 1\n' },
    { words: ['publish', 'towns.csv', '--to', 'geo/grows', '--mode', 'append', '--json'] },
    { words: ['pin', origin, '--json'] },
  ];
  return kinds[turn % kinds.length] ?? { words: ['ls'] };
}

async function runAtOnce(from: number, round: string, origin: string, middle: () => Promise<void> = async () => {}) {
  const started = Array.from({ length: commands }, (_, turn) => {
    const { words, input } = wordsOf(from + turn, round, origin);
    return start(words, input);
  });
  await middle();
  return await Promise.all(started.map(({ ended }) => ended));
}

async function serve() {
  const server = start(['serve', '--port', '0']);
  await expect.poll(() => server.output.out, { timeout: 120_000, interval: 50 }).toContain('"ready":true');
  return server;
}

test('concurrent commands of every kind on one store all succeed, while a service comes and goes', {
  timeout: 600_000,
}, async () => {
  const there = await startService({ dataFolder: path.join(home, 'there') });
  try {
    const place = { namespace: { slug: 'o', label: 'O', published: true }, dataset: { slug: 'pinned', label: 'P' } };
    await publishNew(there.deps, place, { path: path.join(home, 'towns.csv'), format: 'csv' });
    const origin = `${there.url}api/v1/namespaces/o/datasets/pinned/`;
    const first = await start(['publish', 'towns.csv', '--to', 'geo/first', '--json']).ended;
    const alone = await runAtOnce(4, 'alone', origin);
    const server: { current: Awaited<ReturnType<typeof serve>> | null } = { current: null };
    const joined = await runAtOnce(0, 'joined', origin, async () => {
      server.current = await serve();
    });
    const left = await runAtOnce(5, 'left', origin, async () => {
      server.current?.child.kill('SIGTERM');
    });
    const all = [first, ...alone, ...joined, ...left];
    expect(all.filter(({ code }) => code !== 0)).toEqual([]);
    expect((await server.current?.ended)?.code).toBe(0);

    const listed = await start(['ls', '--json']).ended;
    const { namespaces } = JSON.parse(listed.out) as {
      namespaces: { slug: string; datasets: { slug: string; rows: number }[] }[];
    };
    const rows = new Map(
      namespaces.flatMap(({ slug, datasets }) => datasets.map((one) => [`${slug}/${one.slug}`, one.rows] as const)),
    );
    const published = all.filter(({ words }) => words.startsWith('publish'));
    const appended = published.filter(({ words }) => words.includes('append'));
    expect(rows.get('geo/grows')).toBe(2 * appended.length);
    expect([...rows.keys()].filter((name) => name.startsWith('geo/new-'))).toHaveLength(
      published.filter(({ words }) => words.includes('geo/new-')).length,
    );
    // Nothing was published twice: as many versions as commands reported.
    const versions = published.map(({ out }) => (JSON.parse(out) as { version: string }).version);
    const pinned = all.filter(({ words, out }) => words.startsWith('pin') && out.includes('"present":false'));
    expect(await readdir(path.join(home, 'data', 'rows', 'versions'))).toHaveLength(versions.length + pinned.length);
    for (const { out } of all.filter(({ words }) => words.startsWith('export'))) {
      const { path: file } = JSON.parse(out) as { path: string };
      expect(await readFile(file, 'utf8')).toBe('code,name\r\n007,Arc\r\n010,Bo\r\n');
    }
    const users = JSON.parse((await start(['user', 'list', '--json']).ended).out) as { username: string }[];
    expect(users.filter(({ username }) => username.startsWith('user-'))).toHaveLength(
      all.filter(({ words }) => words.startsWith('user')).length,
    );
  } finally {
    await there.close();
  }
});
