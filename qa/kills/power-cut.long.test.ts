import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { given } from '#shared/given.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { commandLine, type StartedChild, TestChildren } from '../../electron/commands/testing/child-processes.ts';
import { openConnectionStore } from '../../electron/connector/connections/connection-store.ts';
import { caseCount, seed } from '../../electron/lib/testing/tier.ts';
import { verifyBackupAt } from '../../electron/service/catalogue/backup/backup.ts';
import { SettingsFile } from '../../electron/shell/settings/settings.ts';

/** Names of the changes to test; all if missing. */
const chosen = process.env.ALMANAC_ACTS?.split(',') ?? null;
/** How often each change is tried. */
const rounds = caseCount(1, 1);
const random = seededRandom(seed);

/** The prerequisites that this machine lacks; empty if none. */
function missingHere(): string {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs to be root';
  if (!existsSync('/dev/loop-control')) return 'there are no loop devices';
  try {
    for (const tool of ['losetup', 'mkfs.ext4', 'mount', 'cmp']) execFileSync('which', [tool]);
    return '';
  } catch {
    return 'losetup, mkfs.ext4, mount or cmp is not installed';
  }
}

const missing = missingHere();
if (missing !== '') process.stderr.write(`\nThe power-cut test is SKIPPED: ${missing}.\n\n`);

let home = '';
const undo: (() => void)[] = [];
const children = new TestChildren();
beforeAll(async () => {
  // In memory, so that copying the device is instant; the copy lacks what the file system has not written to the
  // device.
  home = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'almanac-power-cut-'));
});
afterAll(async () => {
  await children.endAll();
  for (const step of undo.reverse()) step();
  await rm(home, { recursive: true, force: true });
});

const tool = (name: string, ...words: string[]) =>
  execFileSync(name, words, { encoding: 'utf8', stdio: 'pipe' }).trim();

/** Mounts the file system in a file; `release` unmounts it. */
async function mounted(image: string, ...options: string[]): Promise<{ readonly at: string; release(): void }> {
  const at = `${image}.mounted`;
  await mkdir(at);
  const device = tool('losetup', '--find', '--show', image);
  let isThere = true;
  const release = () => {
    if (!isThere) return;
    isThere = false;
    tool('umount', at);
    tool('losetup', '--detach', device);
  };
  try {
    tool('mount', ...options, device, at);
  } catch (error) {
    tool('losetup', '--detach', device);
    throw error;
  }
  undo.push(release);
  return { at, release };
}

/** A file system that writes nothing to its device before a sync. */
async function lazyFileSystem(name: string) {
  const image = path.join(home, name);
  tool('truncate', '--size', '256M', image);
  tool('mkfs.ext4', '-q', '-F', image);
  return { image, ...(await mounted(image, '-o', 'commit=3600')) };
}

/** Copies the device as it is at one moment: repeats the copy if it was written to meanwhile. */
function cutPower(image: string, copy: string): void {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    tool('cp', '--sparse=always', image, copy);
    try {
      tool('cmp', '--silent', image, copy);
      return;
    } catch {
      // It was written to.
    }
  }
  throw new Error('The device is written to all the time.');
}

function start(words: readonly string[], input?: string): StartedChild {
  return children.start(commandLine, words, { cwd: home, ...given({ input }) });
}

async function run(words: readonly string[], input?: string): Promise<string> {
  const outcome = await start(words, input).ended;
  expect([words.join(' '), outcome.code, outcome.code === 0 ? '' : outcome.error]).toEqual([words.join(' '), 0, '']);
  return outcome.out;
}

interface Served {
  readonly url: string;
  readonly child: ChildProcess;
  end(): Promise<void>;
}

async function serve(data: string): Promise<Served> {
  const { child, output, ended } = start(['serve', '--port', '0', '--data', data]);
  await expect
    .poll(() => (child.exitCode === null ? output.out : output.error), { timeout: 120_000, interval: 50 })
    .toContain('"ready":true');
  const { url } = JSON.parse(output.out.split('\n')[0] ?? '') as { url: string };
  return {
    url,
    child,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Checks for what must hold after a change; `at` is the mount point, and `url` the address of the service on it. */
type Check = (at: string, url: string) => Promise<void>;

interface Act {
  readonly name: string;
  /** Resolves once the change is acknowledged. */
  readonly does: () => Promise<void>;
  readonly check: Check;
}

const password = 'A long password of words 1';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Every kind of change that is acknowledged. `token` belongs to a staff member. */
function actsOn(at: string, url: string, token: string): Act[] {
  const data = path.join(at, 'store');
  const file = path.join(home, 'rows.csv');
  const headers = { Authorization: `Token ${token}` };
  const api = (base: string, rest: string) => `${base}api/v1/${rest}`;
  const send = async (method: string, rest: string, body: unknown) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(api(url, rest), {
      method,
      headers: isForm ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === null ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    expect([rest, answer.ok ? 'ok' : await answer.text()]).toEqual([rest, 'ok']);
  };
  const read = async (base: string, rest: string) => {
    const answer = await fetch(api(base, rest), { headers });
    const text = await answer.text();
    expect([rest, answer.status, answer.ok ? '' : text]).toEqual([rest, 200, '']);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const countOf = async (base: string, dataset: string) =>
    (await read(base, `namespaces/n/datasets/${dataset}/data/?limit=1`)).count;
  const publish =
    (dataset: string, ...more: string[]) =>
    async () =>
      void (await run(['publish', file, '--to', `n/${dataset}`, '--data', data, ...more]));
  const settings = () => new SettingsFile(path.join(at, 'config', 'settings.json'), () => {});
  return [
    {
      name: 'publish',
      does: publish('first'),
      check: async (_, base) => {
        expect(await countOf(base, 'first')).toBe(3);
        const versions = await read(base, 'namespaces/n/datasets/first/versions/');
        expect(versions.count).toBe(1);
      },
    },
    {
      name: 'append',
      does: async () => {
        await publish('grows')();
        await publish('grows', '--mode', 'append')();
      },
      check: async (_, base) => expect(await countOf(base, 'grows')).toBe(6),
    },
    {
      name: 'replace',
      does: async () => {
        await publish('again')();
        await publish('again')();
      },
      check: async (_, base) => expect((await read(base, 'namespaces/n/datasets/again/versions/')).count).toBe(2),
    },
    {
      name: 'delete',
      does: async () => {
        await publish('goes')();
        await send('DELETE', 'namespaces/n/datasets/goes/', null);
      },
      check: async (_, base) =>
        expect((await fetch(api(base, 'namespaces/n/datasets/goes/'), { headers })).status).toBe(404),
    },
    {
      name: 'labels',
      does: () => send('PATCH', 'namespaces/n/', { label: 'New label' }),
      check: async (_, base) => expect((await read(base, 'namespaces/n/')).label).toBe('New label'),
    },
    {
      name: 'image',
      does: async () => {
        const body = new FormData();
        body.set('image', new Blob([png], { type: 'image/png' }), 'dot.png');
        await send('PATCH', 'namespaces/n/', body);
      },
      check: async (_, base) => {
        const { image, thumbnail_image: thumbnail } = await read(base, 'namespaces/n/');
        for (const address of [image, thumbnail]) {
          const answer = await fetch(`${base}media/${address}`, { headers });
          expect([address, answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([address, 200, true]);
        }
      },
    },
    {
      name: 'account',
      does: async () => void (await run(['user', 'add', 'anna', '--data', data], `${password}\n`)),
      check: async (_, base) => {
        const answer = await fetch(api(base, 'auth/token/obtain/'), {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ username: 'anna', password }),
        });
        expect(answer.status).toBe(200);
      },
    },
    {
      name: 'saved query',
      does: () => {
        const dataset = api(url, 'namespaces/n/datasets/first/');
        return send('POST', 'queries/', { label: 'Kept', slug: 'kept', dataset, parameters: {} });
      },
      check: async (_, base) => expect(JSON.stringify(await read(base, 'queries/'))).toContain('"Kept"'),
    },
    {
      name: 'settings',
      does: async () => settings().change({ theme: 'dark', cacheMegabytes: 77 }),
      check: async (there) => {
        const kept = JSON.parse(await readFile(path.join(there, 'config', 'settings.json'), 'utf8')) as object;
        expect(kept).toMatchObject({ theme: 'dark', cacheMegabytes: 77 });
      },
    },
    {
      name: 'connections',
      does: async () => {
        const store = await openConnectionStore(path.join(at, 'config'));
        const address = 'https://data.example.org/';
        await store.write([{ id: 'c', name: 'C', colour: '', address, plainHttpAgreed: false, signedIn: false }]);
      },
      check: async (there) => {
        expect((await openConnectionStore(path.join(there, 'config'))).connections).toMatchObject([{ id: 'c' }]);
      },
    },
    {
      name: 'export',
      does: async () =>
        void (await run(['export', 'n/first', '--to', path.join(at, 'out', 'rows.csv'), '--data', data])),
      check: async (there) => {
        expect((await readFile(path.join(there, 'out', 'rows.csv'), 'utf8')).split('\r\n')).toHaveLength(5);
        const descriptor = await readFile(path.join(there, 'out', 'datapackage.json'), 'utf8');
        expect((JSON.parse(descriptor) as { resources: unknown[] }).resources).toHaveLength(1);
      },
    },
    {
      name: 'backup',
      does: async () => void (await run(['backup', path.join(at, 'copy'), '--data', data])),
      check: async (there) => expect((await verifyBackupAt(path.join(there, 'copy'), {})).broken).toEqual([]),
    },
  ];
}

/** Checks that everything acknowledged before a power failure is there. */
async function look(copy: string, name: string, checks: readonly Check[]): Promise<void> {
  const there = await mounted(copy);
  const service = await serve(path.join(there.at, 'store'));
  try {
    for (const check of checks) await check(there.at, service.url);
  } catch (error) {
    throw new Error(`After a power cut ${name}: ${error instanceof Error ? error.message : error}`, { cause: error });
  } finally {
    await service.end();
    there.release();
    await rm(copy);
  }
}

test.skipIf(missing !== '')(
  `the power fails during and after each change, ${rounds} times: all that was acknowledged is there`,
  {
    timeout: 60_000 + rounds * 600_000,
  },
  async () => {
    await writeFile(path.join(home, 'rows.csv'), 'code,name\n007,Arc\n010,Bo\n013,Cy\n');
    for (let round = 0; round < rounds; round += 1) {
      const disk = await lazyFileSystem(`disk-${round}`);
      const data = path.join(disk.at, 'store');
      await mkdir(path.join(disk.at, 'out'));
      await mkdir(path.join(disk.at, 'config'));
      await run(['user', 'add', 'staff', '--staff', '--data', data], `${password}\n`);
      const token = (await run(['user', 'token', 'staff', '--data', data])).trim();
      // The folders of the exports and settings existed before; they are not under test.
      tool('sync', '--file-system', disk.at);
      const service = await serve(data);
      const held: Check[] = [];
      const cuts: { readonly copy: string; readonly name: string; readonly checks: readonly Check[] }[] = [];
      const cut = (name: string) => {
        const copy = path.join(home, `cut-${round}-${cuts.length}`);
        service.child.kill('SIGSTOP');
        try {
          cutPower(disk.image, copy);
        } finally {
          service.child.kill('SIGCONT');
        }
        cuts.push({ copy, name, checks: [...held] });
      };
      for (const { name, does, check } of actsOn(disk.at, service.url, token)) {
        if (chosen !== null && !chosen.includes(name)) continue;
        const acting = does();
        await Promise.race([sleep(2_000 * random() ** 2), acting]);
        cut(`during ${name}`);
        await acting;
        held.push(check);
        cut(`after ${name}`);
      }
      await service.end();
      disk.release();
      for (const { copy, name, checks } of cuts) await look(copy, name, checks);
    }
  },
);
