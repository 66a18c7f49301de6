import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { JobSession } from '../../electron/commands/running/job-session.ts';
import { createJobRunner } from '../../electron/jobs/job-runner.ts';
import { openScratch } from '../../electron/jobs/scratch.ts';
import type { ExportRequest } from '../../shared/rpc/jobs.ts';
import { almanac, firstLines, withService } from '../command-line.ts';
import { interleaved, median, report, seconds } from '../measure.ts';
import { cacheFolder, tableFile } from '../table.ts';

/**
 * The export of another service's rows over loopback: faster than a link of 100 Mbit/s, which then bounds it. A client
 * that reads and discards the same pages says what loopback allows.
 */
const folder = join(cacheFolder, 'remote-export');
const rounds = 7;
const remoteRows = 250_000;

/** Reads all pages of a dataset in sequence, uncompressed, as the export requests them. */
async function readBarely(address: string, agent: Agent): Promise<{ pages: number; megabits: number }> {
  let next: string | null = `${address}api/v1/namespaces/bench/datasets/table/data/?limit=5000`;
  let pages = 0;
  let megabits = 0;
  while (next !== null) {
    const answer: Dispatcher.ResponseData = await request(next, {
      dispatcher: agent,
      headers: { 'accept-encoding': 'identity' },
    });
    const bytes: Buffer = Buffer.from(await answer.body.arrayBuffer());
    // The address of the next page precedes the rows: nothing else is parsed.
    next = /"next":\s*"([^"]+)"/.exec(bytes.subarray(0, 2000).toString())?.[1] ?? null;
    pages += 1;
    megabits += (bytes.length * 8) / 1e6;
  }
  return { pages, megabits };
}

function exporting(connection: string): ExportRequest {
  return {
    kind: 'export',
    reference: { connection, namespace: 'bench', dataset: 'table' },
    query: { filters: [], ordering: [], search: '', fields: null, version: null },
    selection: null,
    format: 'csv',
    target: join(folder, 'remote.csv'),
    descriptor: true,
  };
}

async function measure(address: string): Promise<void> {
  const agent = new Agent();
  const session = new JobSession({ data: join(folder, 'none') });
  await openScratch(session.deps.scratch);
  const runner = createJobRunner(session.deps);
  let pages = 0;
  let megabits = 0;
  const reading: number[] = [];
  try {
    const times = await interleaved(rounds, {
      bare: async () => {
        ({ pages, megabits } = await readBarely(address, agent));
      },
      product: async () => {
        const start = performance.now();
        let last = start;
        const note = () => {
          last = performance.now();
        };
        const work = { id: 'bench', signal: new AbortController().signal, report: note, notice: () => {} };
        await runner.run(exporting(address), work);
        reading.push(last - start);
      },
    });
    const [bare, whole, read] = [median(times.bare), median(times.product), median(reading)];
    report({
      name: 'Megabits per second of a remote export',
      measured: (megabits * 1_000) / read,
      unit: 'Mbit/s',
      bound: 100,
      least: true,
      detail: `${pages} pages of 5,000 rows in ${seconds(read)}, and in ${seconds(bare)} by a bare HTTP client; the complete file on disk, with its descriptor, after ${seconds(whole)}`,
    });
  } finally {
    await session.close();
    await agent.close();
  }
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
try {
  const first = join(folder, 'first.csv');
  const data = join(folder, 'data');
  await firstLines(await tableFile('csv'), first, remoteRows + 1);
  await almanac(['publish', first, '--to', 'bench/table'], data);
  await withService(data, measure);
} finally {
  await rm(folder, { recursive: true, force: true });
}
