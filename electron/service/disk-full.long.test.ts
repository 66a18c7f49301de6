import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** A disk of 48 MiB that only the service sees, which an unprivileged user may mount in a user namespace. */
const mount = 'mount -t tmpfs -o size=48m tmpfs "$0" && exec "$@"';
const mayMount = spawnSync('unshare', ['-rm', 'sh', '-c', mount, tmpdir(), 'true']).status === 0;
if (!mayMount) {
  process.stderr.write('SKIPPED: a full disk, because this user may not mount one in a namespace of its own.\n');
}

let folder: string;
let service: ChildProcess;
let url: string;
let token: string;

beforeAll(async () => {
  if (!mayMount) return;
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-full-'));
  const script = path.join(import.meta.dirname, 'conformance/testing/serve-for-test.ts');
  const command = [process.execPath, ...process.execArgv, script, folder];
  service = spawn('unshare', ['-rm', 'sh', '-c', mount, folder, ...command], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: service.stdout as NodeJS.ReadableStream });
  for await (const line of lines) {
    ({ url, token } = JSON.parse(line) as { url: string; token: string });
    break;
  }
});
afterAll(async () => {
  if (!mayMount) return;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.stdin?.end();
  await ended;
  await rm(folder, { recursive: true, force: true });
});

const versions = () => new URL('api/v1/namespaces/n/datasets/d/versions/', url);
const authorised = () => ({ Authorization: `Token ${token}` });

/** Incompressible bytes of a CSV, sent without a length. */
function endless(bytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes) return controller.close();
      const piece = Buffer.from(`${sent},${randomBytes(40_000).toString('base64')}\n`);
      sent += piece.length;
      controller.enqueue(piece);
    },
  });
}

const refusedFor = (answer: Response) =>
  answer.json().then((body) => [answer.status, (body as { detail: string }).detail]);
const full = [507, 'The disk of the service is full: there is not enough space for this.'];

it.skipIf(!mayMount)(
  'a file that does not fit on the disk is refused with a message: at once, or when the disk is full',
  async () => {
    const headers = { ...authorised(), 'Content-Type': 'text/csv' };
    const stated = await fetch(versions(), { method: 'POST', headers, body: Buffer.alloc(100 * 2 ** 20, 'a,b\n') });
    const announced = [
      507,
      expect.stringMatching(/^There is not enough space .* about 100 MiB are needed, \d+ MiB are free\./),
    ];
    expect(await refusedFor(stated)).toEqual(announced);
    expect(stated.headers.get('almanac-problem')).toBe('disk-space-needed');
    const unstated = await fetch(versions(), {
      method: 'POST',
      headers,
      body: endless(100 * 2 ** 20),
      duplex: 'half',
    } as RequestInit);
    expect(await refusedFor(unstated)).toEqual(full);
    const form = new FormData();
    form.set('file', new Blob([randomBytes(80 * 2 ** 20)]), 'a.csv');
    const sent = await fetch(versions(), { method: 'POST', headers: authorised(), body: form });
    expect(await refusedFor(sent)).toEqual([507, expect.stringMatching(/about 81 MiB are needed/)]);
    // The disk has free space again, and the service continues.
    const small = await fetch(versions(), { method: 'POST', headers, body: 'a,b\n1,2\n' });
    expect(small.status).toBe(202);
    const report = new URL('report/', small.headers.get('location') ?? '');
    const state = async () =>
      ((await (await fetch(report, { headers: authorised() })).json()) as { state: string }).state;
    await expect.poll(state).toBe('ready');
  },
  240_000,
);

/** The service's private disk, accessed from the process that started the service. */
const seenByService = (...names: string[]) => path.join(`/proc/${service.pid}/root`, folder, ...names);

async function fillDisk(): Promise<void> {
  const file = await open(seenByService('filler'), 'w');
  try {
    for (let bytes = 2 ** 20; bytes >= 512; ) {
      const written = await file.write(Buffer.alloc(bytes, 1)).catch(() => null);
      if (written === null) bytes /= 2;
    }
  } finally {
    await file.close();
  }
}

it.skipIf(!mayMount)(
  'a record that does not fit on the disk is refused with a message and stays unchanged, also by commands',
  async () => {
    const address = new URL('api/v1/namespaces/n/', url);
    const label = async () =>
      ((await (await fetch(address, { headers: authorised() })).json()) as { label: string }).label;
    const change = (text: string) =>
      fetch(address, {
        method: 'PATCH',
        headers: { ...authorised(), 'Content-Type': 'application/json' },
        body: JSON.stringify({ label: text, description: randomBytes(100_000).toString('base64') }),
      });
    await fillDisk();
    try {
      for (const attempt of ['first', 'second'])
        expect([attempt, ...(await refusedFor(await change(attempt)))]).toEqual([attempt, ...full]);
      expect(await label()).toBe('N');
      const within = ['--target', String(service.pid), '--user', '--mount', '--preserve-credentials'];
      const cli = path.join(import.meta.dirname, '../cli.ts');
      const listed = spawnSync('nsenter', [...within, process.execPath, cli, 'ls', '--data', folder], {
        encoding: 'utf8',
      });
      expect([listed.status, listed.stderr]).toEqual([1, expect.stringMatching(/^almanac: .*disk is full.*\n$/)]);
    } finally {
      await rm(seenByService('filler'));
    }
    expect((await change('Later')).status).toBe(200);
    expect(await label()).toBe('Later');
  },
  240_000,
);
