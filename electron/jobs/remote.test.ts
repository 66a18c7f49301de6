import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest, Job } from '#shared/rpc/jobs.ts';
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy-for-test.ts';
import { exporting, openTestJobs, publishing, type TestJobs } from './jobs-for-test.ts';

const count = 20_000;
const signal = new AbortController().signal;

let there: TestJobs;
let proxy: FaultyProxy;
let here: TestJobs;
let connection: string;

function csvOf(word: string): string {
  const lines = Array.from({ length: count }, (_, row) => `${row},${String(row).padStart(6, '0')},${word}`);
  return `id,code,word\r\n${lines.join('\r\n')}\r\n`;
}

async function publishThere(word: string): Promise<void> {
  const file = path.join(there.folder, 'numbers.csv');
  await writeFile(file, csvOf(word));
  await there.succeed(publishing(file, 'numbers'));
}

beforeAll(async () => {
  there = await openTestJobs();
  await publishThere('one');
});
afterAll(() => there.close());
beforeEach(async () => {
  proxy = await openFaultyProxy(there.service.url);
  here = await openTestJobs();
  connection = (await here.connections.add(proxy.url, 'There', '', signal)).id;
  proxy.offsets.length = 0;
});
afterEach(async () => {
  await here.close();
  await proxy.close();
});

function remotely(format: ExportRequest['format'] = 'csv'): ExportRequest {
  const target = path.join(here.folder, 'out', `numbers.${format}`);
  const request = exporting('numbers', target, format);
  return { ...request, reference: { ...request.reference, connection } };
}

async function exported(job: Job): Promise<string> {
  const text = await readFile(path.join(here.folder, 'out', 'numbers.csv'), 'utf8');
  expect(job.result).toMatchObject({ rows: count, checksum: createHash('sha256').update(text).digest('hex') });
  expect((await readdir(path.join(here.folder, 'out'))).sort()).toEqual(['datapackage.json', 'numbers.csv']);
  return text;
}

/** Holds back a page until the test lets it go. */
function gateAt(offset: number) {
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  proxy.onPage = (asked, times) => (asked === offset && times === 1 ? { held } : 'pass');
  return { open, reached: () => vi.waitUntil(() => proxy.offsets.includes(offset), { timeout: 30_000 }) };
}

describe('a remote export', () => {
  test('goes on after pages that are cut off, refused for a while or not to be had', async () => {
    proxy.onPage = (offset, times) => {
      if (offset === 5000 && times === 1) return 'cut';
      if (offset === 10_000 && times <= 4) return { status: 503 };
      if (offset === 15_000 && times <= 2) return { status: 429, retryAfter: 1 };
      return 'pass';
    };
    const job = await here.succeed(remotely());
    expect(await exported(job)).toBe(csvOf('one'));
    expect(proxy.offsets.filter((offset) => offset === 0).length).toBe(1);
    expect(job.notices.join(' ')).toMatch(/goes on from row 10001/);
  });

  test('goes on after a restart where it was', async () => {
    const gate = gateAt(15_000);
    const { id } = await here.functions.startJob({ request: remotely() }, signal);
    await gate.reached();
    await vi.waitUntil(
      async () => {
        const [job] = await here.functions.listJobs({}, signal);
        return (job?.progress?.rows ?? 0) >= 15_000;
      },
      { timeout: 30_000 },
    );
    expect(await readdir(path.join(here.folder, 'out'))).not.toContain('numbers.csv');
    const stopped = here.restart();
    gate.open();
    here = await stopped;
    const job = await here.until(id, 'done');
    expect(await exported(job)).toBe(csvOf('one'));
    expect(proxy.offsets.filter((offset) => offset < 15_000).sort((a, b) => a - b)).toEqual([0, 5000, 10_000]);
  });

  test('can be paused and goes on where it was', async () => {
    const gate = gateAt(10_000);
    const { id } = await here.functions.startJob({ request: remotely() }, signal);
    await gate.reached();
    const paused = here.functions.pauseJob({ job: id }, signal);
    expect((await paused).state).toBe('paused');
    gate.open();
    await here.functions.resumeJob({ job: id }, signal);
    expect(await exported(await here.until(id, 'done'))).toBe(csvOf('one'));
    expect(proxy.offsets.filter((offset) => offset === 0).length).toBe(1);
  });

  test('cancelled, leaves nothing at all', async () => {
    const gate = gateAt(5000);
    const { id } = await here.functions.startJob({ request: remotely() }, signal);
    await gate.reached();
    expect((await here.functions.cancelJob({ job: id }, signal)).state).toBe('cancelled');
    gate.open();
    expect(await readdir(path.join(here.folder, 'out'))).toEqual([]);
  });

  test('that meets a new version says so and never mixes two', async () => {
    const gate = gateAt(10_000);
    const { id } = await here.functions.startJob({ request: remotely() }, signal);
    await gate.reached();
    await publishThere('two');
    gate.open();
    const job = await here.until(id, 'done');
    expect(await exported(job)).toBe(csvOf('two'));
    expect(job.notices.join(' ')).toMatch(/new version.*began anew/);
    await publishThere('one');
  });

  test.each(['parquet', 'xlsx', 'ndjson', 'geojson'] as const)('as %s holds the same rows', async (format) => {
    const request = remotely(format);
    await here.succeed(request);
    await here.succeed(publishing(request.target, `again-${format}`));
    const rows = await here.connections.use('local', (source) =>
      source.readRows({ namespace: 'tests', dataset: `again-${format}` }, everyRow, 19_998, 10),
    );
    expect(rows.rows.map((row) => row.slice(0, 3))).toEqual([
      [19_998, '019998', 'one'],
      [19_999, '019999', 'one'],
    ]);
  });
});

describe('a pinned version', () => {
  const pinning = () => ({
    kind: 'pin' as const,
    reference: { connection, namespace: 'tests', dataset: 'numbers' },
    version: null,
  });

  test('is a copy that knows where it came from, and is made once', async () => {
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ kind: 'pin', rows: count, present: false });
    const [pinned] = await here.functions.listPinned({}, signal);
    const [newest] = (
      await there.connections.use('local', (source) => source.readDataset({ namespace: 'tests', dataset: 'numbers' }))
    ).dataset.versions;
    expect(pinned).toMatchObject({
      reference: { connection: 'local', namespace: 'tests', dataset: 'numbers' },
      origin: { connection, version: newest?.slug, checksum: newest?.checksum },
      newer: null,
    });
    expect((await here.succeed(pinning())).result).toMatchObject({ present: true });
    const rows = await here.connections.use('local', (source) =>
      source.readRows({ namespace: 'tests', dataset: 'numbers' }, everyRow, 12_345, 1),
    );
    expect(rows).toMatchObject({ count, rows: [[12_345, '012345', 'one']] });
  });

  test('is said to be old once the origin has a newer one, and can be brought up to date', async () => {
    await here.succeed(pinning());
    await publishThere('three');
    const [pinned] = await here.functions.listPinned({}, signal);
    expect(pinned?.newer).not.toBeNull();
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ present: false });
    const versions = await here.connections.use('local', (source) =>
      source.readDataset({ namespace: 'tests', dataset: 'numbers' }),
    );
    expect(versions.dataset.versions).toHaveLength(2);
    expect((await here.functions.listPinned({}, signal))[0]?.newer).toBeNull();
    await publishThere('one');
  });

  test('never takes the place of a dataset of the same name that is no copy', async () => {
    const file = path.join(here.folder, 'own.csv');
    await writeFile(file, 'mine\n1\n');
    await here.succeed(publishing(file, 'numbers'));
    const job = await here.succeed(pinning());
    expect(job.result).toMatchObject({ reference: { dataset: expect.stringMatching(/^numbers-127-0-0-1-/) } });
  });
});

describe('verifying a remote version', () => {
  const verifying = () => ({
    kind: 'verify' as const,
    subject: {
      kind: 'version' as const,
      reference: { connection, namespace: 'tests', dataset: 'numbers' },
      version: null,
    },
  });
  test('takes the checksum of the stored file as the service hands it out', async () => {
    expect((await here.succeed(verifying())).result).toMatchObject({ kind: 'verify', verdict: 'verified' });
  });

  test('is remembered when the list of jobs is cleared and the program was ended', async () => {
    const reference = { connection, namespace: 'tests', dataset: 'numbers' };
    expect(await here.functions.listChecks(reference, signal)).toEqual([]);
    const { result } = await here.succeed(verifying());
    await here.functions.clearJobs({}, signal);
    here = await here.restart();
    const { dataset } = await here.connections.use(connection, (source) => source.readDataset(reference));
    const [version] = dataset.versions;
    expect(result).toMatchObject({ expected: version?.checksum });
    expect(await here.functions.listChecks(reference, signal)).toEqual([
      {
        version: version?.slug,
        verdict: 'verified',
        reason: '',
        expected: version?.checksum,
        at: expect.stringMatching(/^20/),
      },
    ]);
    expect(await here.functions.listChecks({ ...reference, dataset: 'others' }, signal)).toEqual([]);
  });
});

describe('publishing to another service', () => {
  const sent = (file: string, dataset: string) => ({ ...publishing(file, dataset), connection });
  async function signIn() {
    const token = await there.service.issueOperatorToken();
    await here.connections.signIn(connection, { kind: 'token', token }, 'session', signal);
  }
  async function write(text: string): Promise<string> {
    const file = path.join(here.folder, 'sent.csv');
    await writeFile(file, text);
    return file;
  }

  test('sends what was checked here, and waits until it is there', async () => {
    await signIn();
    const file = await write('code,n\n007,1\n010,2\n');
    const request = sent(file, 'sent');
    const job = await here.succeed({
      ...request,
      namespace: { ...request.namespace, slug: 'sent-to' },
      options: { columns: [{ source: 'code', name: 'Code', label: 'The code', description: 'In words' }] },
    });
    expect(job.result).toMatchObject({ kind: 'publish', rows: 2 });
    const { dataset } = await here.connections.use(connection, (source) =>
      source.readDataset({ namespace: 'sent-to', dataset: 'sent' }),
    );
    expect(dataset.columns.map(({ name, type, label, description }) => [name, type, label, description])).toEqual([
      ['Code', 'char', 'The code', 'In words'],
      ['n', 'integer', 'n', ''],
    ]);
    const [version] = dataset.versions;
    expect(version).toMatchObject({ ready: true, slug: job.result?.kind === 'publish' ? job.result.version : '' });
    const anonymous = await fetch(`${there.service.url}api/v1/namespaces/sent-to/`);
    expect(anonymous.status).toBe(200);
  });

  test('sends nothing of a file with bad values', async () => {
    await signIn();
    const file = await write('n\n1\nx\n');
    const request = sent(file, 'never');
    const job = await here.run({ ...request, options: { columns: [{ source: 'n', type: 'integer' }] } });
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'bad-input' }, badCount: 1 });
    const answer = await fetch(`${there.service.url}api/v1/namespaces/tests/datasets/never/`);
    expect(answer.status).toBe(404);
  });

  test('is refused without a sign-in, in words', async () => {
    const job = await here.run(sent(await write('n\n1\n'), 'never'));
    expect(job).toMatchObject({ state: 'failed', failure: { code: 'sign-in-needed' } });
  });
});
