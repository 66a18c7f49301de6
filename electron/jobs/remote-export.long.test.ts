import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { englishText } from '#shared/english/english-text.ts';
import { everyRow } from '#shared/row-query.ts';
import type { ExportRequest, Job } from '#shared/rpc/jobs.ts';
import { shareOf } from '../lib/testing/tier.ts';
import { cut } from './testing/faulty-proxy.ts';
import {
  numbersCount,
  numbersCsv,
  type ProxiedAlmanac,
  publishNumbers,
  withNumbersOverProxy,
} from './testing/remote-service.ts';
import { exporting, publishing, type TestJobs } from './testing/test-jobs.ts';

const signal = new AbortController().signal;

let there: TestJobs;
let far: ProxiedAlmanac;

withNumbersOverProxy((places) => {
  ({ there, far } = places);
});

function remotely(format: ExportRequest['format'], search = ''): ExportRequest {
  const target = path.join(far.here.folder, 'out', `numbers.${format}`);
  const request = exporting('numbers', target, format);
  const reference = { ...request.reference, connection: far.connection };
  return { ...request, reference, query: { ...request.query, search } };
}

/** Holds back a page until the test releases it. */
function gateAt(offset: number) {
  const { proxy } = far;
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  proxy.onPage = (requested, times) => (requested === offset && times === 1 ? { kind: 'hold', until: held } : null);
  return { open, reached: () => vi.waitUntil(() => proxy.offsets.includes(offset), { timeout: 120_000 }) };
}

async function rowsDone(): Promise<number> {
  const [job] = await far.here.functions.listJobs({}, signal);
  return job?.progress?.rows ?? 0;
}

/** The rows of a GeoJSON file as CSV. */
function csvOfFeatures(text: string): string {
  const { features } = JSON.parse(text) as { features: { properties: Record<string, unknown> }[] };
  const lines = features.map(({ properties: { id, code, word } }) => `${id},${code},${word}`);
  return `id,code,word\r\n${lines.join('\r\n')}\r\n`;
}

// Every row contains a zero. A search and GeoJSON both use the parser instead of a page's bytes.
const ways: readonly (readonly [string, () => ExportRequest, (text: string) => string])[] = [
  ['as CSV', () => remotely('csv'), (text) => text],
  ['as GeoJSON', () => remotely('geojson'), csvOfFeatures],
  ['of a searched view', () => remotely('csv', '0'), (text) => text],
];

describe.each(shareOf(ways, 3))('a remote export %s', (_, make, csvOf) => {
  /** The file's rows as CSV; nothing else is left beside it. */
  async function exported(job: Job): Promise<string> {
    const { format, target } = make();
    const text = await readFile(target, 'utf8');
    const checksum = createHash('sha256').update(text).digest('hex');
    expect(job.result).toMatchObject({ rows: numbersCount, checksum });
    expect((await readdir(path.dirname(target))).sort()).toEqual(['datapackage.json', `numbers.${format}`]);
    return csvOf(text);
  }

  test('continues after pages that are truncated, temporarily refused or unavailable', async () => {
    far.proxy.onPage = (offset, times) => {
      if (offset === 5000 && times === 1) return cut;
      if (offset === 10_000 && times <= 4) return { kind: 'status', status: 503 };
      if (offset === 15_000 && times <= 2) return { kind: 'status', status: 429, retryAfter: 1 };
      return null;
    };
    const job = await far.here.succeed(make());
    expect(await exported(job)).toBe(numbersCsv('one'));
    expect(far.proxy.offsets.filter((offset) => offset === 0).length).toBe(1);
    expect(job.notices.map(englishText).join(' ')).toMatch(/resume from row 10001/);
  });

  test('that is asked to wait a day reports it at once, and continues on request', async () => {
    far.proxy.onPage = (offset) => (offset === 10_000 ? { kind: 'status', status: 429, retryAfter: 86_400 } : null);
    const job = await far.here.run(make());
    expect(job).toMatchObject({ state: 'failed', failure: { kind: 'throttled', retry: true, retryAfter: 86_400 } });
    expect(job.failure && englishText(job.failure)).toMatch(/Try again in 86400 seconds/);
    far.proxy.onPage = () => null;
    await far.here.functions.retryJob({ job: job.id }, signal);
    expect(await exported(await far.here.until(job.id, 'done'))).toBe(numbersCsv('one'));
    expect(far.proxy.offsets.filter((offset) => offset === 0).length).toBe(1);
  });

  test('resumes after a restart', async () => {
    const gate = gateAt(15_000);
    const { id } = await far.here.functions.startJob({ request: make() }, signal);
    await gate.reached();
    await vi.waitUntil(async () => (await rowsDone()) >= 15_000, { timeout: 120_000 });
    const { format, target } = make();
    expect(await readdir(path.dirname(target))).not.toContain(`numbers.${format}`);
    const stopped = far.here.restart();
    gate.open();
    far.here = await stopped;
    expect(await exported(await far.here.until(id, 'done'))).toBe(numbersCsv('one'));
    const requested = far.proxy.offsets.filter((offset) => offset < 15_000);
    expect(requested.sort((a, b) => a - b)).toEqual([0, 5000, 10_000]);
  });

  test('can be paused and resumed', async () => {
    const gate = gateAt(10_000);
    const { id } = await far.here.functions.startJob({ request: make() }, signal);
    await gate.reached();
    await vi.waitUntil(async () => (await rowsDone()) >= 10_000, { timeout: 120_000 });
    expect((await far.here.functions.pauseJob({ job: id }, signal)).state).toBe('paused');
    gate.open();
    await far.here.functions.resumeJob({ job: id }, signal);
    expect(await exported(await far.here.until(id, 'done'))).toBe(numbersCsv('one'));
    expect(far.proxy.offsets.filter((offset) => offset === 0).length).toBe(1);
  });

  test('leaves nothing when cancelled', async () => {
    const gate = gateAt(5000);
    const { id } = await far.here.functions.startJob({ request: make() }, signal);
    await gate.reached();
    expect((await far.here.functions.cancelJob({ job: id }, signal)).state).toBe('cancelled');
    gate.open();
    expect(await readdir(path.join(far.here.folder, 'out'))).toEqual([]);
  });

  test('reports a new version and never mixes two', async () => {
    const gate = gateAt(10_000);
    const { id } = await far.here.functions.startJob({ request: make() }, signal);
    await gate.reached();
    await publishNumbers(there, 'two');
    gate.open();
    const job = await far.here.until(id, 'done');
    expect(await exported(job)).toBe(numbersCsv('two'));
    expect(job.notices.map(englishText).join(' ')).toMatch(/new version.*started over/);
    await publishNumbers(there, 'one');
  });
});

test.each(shareOf(['geojson', 'xlsx', 'parquet', 'ndjson'] as const, 2))(
  'a remote export as %s contains the same rows',
  async (format) => {
    const request = remotely(format);
    await far.here.succeed(request);
    await far.here.succeed(publishing(request.target, `again-${format}`));
    const rows = await far.here.connections.use('local', (source) =>
      source.rows({ namespace: 'tests', dataset: `again-${format}` }).read(everyRow, 19_998, 10),
    );
    expect(rows.rows.map((row) => row.slice(0, 3))).toEqual([
      [19_998, '019998', 'one'],
      [19_999, '019999', 'one'],
    ]);
  },
);
