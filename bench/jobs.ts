import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { Agent, request } from 'undici';
import { previewSource } from '../electron/service/ingest/preview/preview-source.ts';
import { openRowStore } from '../electron/service/rows/open-row-store.ts';
import type { RowStore, StoredVersion } from '../electron/service/rows/row-store.ts';
import { everyRow } from '../shared/row-query.ts';
import { interleaved, median, percentile, report, residentMemory, seconds, timed } from './measure.ts';
import { cacheFolder, tableFile, tableRows } from './table.ts';

/** Publishing and exporting through the whole product (the command line over the local service), and what it costs over the row store's own work. */
const cli = join(import.meta.dirname, '../electron/cli.ts');
const folder = join(cacheFolder, 'jobs');
const rounds = 3;
const remoteRows = 250_000;
const sheetRows = 1_200_000;

interface Finished {
  readonly milliseconds: number;
  /** Highest resident memory in MiB. */
  readonly peak: number;
}

/** Runs the command line in a process of its own; throws when it fails. */
async function almanac(words: readonly string[], data: string): Promise<Finished> {
  const start = performance.now();
  const child = spawn(process.execPath, [cli, ...words, '--data', data], { stdio: ['ignore', 'pipe', 'pipe'] });
  let peak = 0;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMemory(child.pid ?? 'self').peak);
  }, 50);
  let said = '';
  child.stdout.resume();
  child.stderr.on('data', (piece: Buffer) => {
    said = piece.toString();
  });
  const [code] = await once(child, 'exit');
  clearInterval(watching);
  if (code !== 0) throw new Error(`almanac ${words.join(' ')} ended with ${code}: ${said}`);
  return { milliseconds: performance.now() - start, peak };
}

async function measurePublishing(csv: string, rows: RowStore): Promise<StoredVersion> {
  const data = join(folder, 'data');
  let number = 0;
  let version: StoredVersion | null = null;
  const product: Finished[] = [];
  const times = await interleaved(rounds, {
    rowStore: async () => {
      if (version) await rows.remove(version.key);
      number += 1;
      version = await rows.ingest(`v${number}`, { path: csv, format: 'csv' }, {}, { onProgress: () => {} });
    },
    product: async () => void product.push(await almanac(['publish', csv, '--to', `bench/table${number}`], data)),
  });
  const peak = Math.max(...product.map((run) => run.peak));
  report({
    name: 'publish a CSV file through the product',
    measured: median(times.product) / median(times.rowStore),
    unit: '× the row store’s ingest',
    bound: 1.15,
    detail: `${seconds(median(times.product))} against ${seconds(median(times.rowStore))}, ${tableRows} rows`,
  });
  report({ name: 'memory, CSV in', measured: peak, unit: 'MiB', bound: 1024, detail: await size(csv) });
  if (version === null) throw new Error('Nothing was stored.');
  return version;
}

async function size(file: string): Promise<string> {
  return `${((await stat(file)).size / 1e9).toFixed(2)} GB`;
}

async function measureExporting(rows: RowStore, version: StoredVersion): Promise<void> {
  const data = join(folder, 'data');
  const target = join(folder, 'out.csv');
  const columns = version.columns.map(({ name, type }) => ({ name, type, label: name, description: '' }));
  const times = await interleaved(rounds, {
    rowStore: async () => {
      await rows.exportTo(version, everyRow, columns, 'csv', join(folder, 'own.csv'), { onProgress: () => {} });
      await rm(join(folder, 'own.csv'));
    },
    product: () => almanac(['export', 'bench/table1', '--to', target], data),
  });
  report({
    name: 'export to CSV through the product',
    measured: median(times.product) / median(times.rowStore),
    unit: '× the row store’s export',
    bound: 1.15,
    detail: `${seconds(median(times.product))} against ${seconds(median(times.rowStore))}, ${await size(target)}`,
  });
  await rm(target);
}

async function measurePreview(csv: string, rows: RowStore): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    times.push(await timed(() => previewSource(rows, { path: csv }, folder)));
  }
  report({
    name: 'preview of a CSV file',
    measured: percentile(times, 0.95),
    unit: 'ms at p95',
    bound: 1000,
    detail: `${await size(csv)}, median ${median(times).toFixed(0)} ms`,
  });
}

/** A service in a process of its own, with the first rows of the table. */
async function withService(act: (address: string) => Promise<void>): Promise<void> {
  const data = join(folder, 'remote');
  const file = join(folder, 'first.csv');
  await firstLines(await tableFile('csv'), file, remoteRows + 1);
  await almanac(['publish', file, '--to', 'bench/table'], data);
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface(child.stdout), 'line');
    await act((JSON.parse(String(line)) as { url: string }).url);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function firstLines(from: string, to: string, most: number): Promise<void> {
  const target = createWriteStream(to);
  let lines = 0;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    if (!target.write(`${line}\n`)) await once(target, 'drain');
    lines += 1;
    if (lines === most) break;
  }
  target.end();
  await finished(target);
}

/** Reads the pages of a dataset one after the other and does nothing with them. */
async function readBarely(address: string): Promise<number> {
  const agent = new Agent();
  let next: string | null = `${address}api/v1/namespaces/bench/datasets/table/data/?limit=5000`;
  let pages = 0;
  while (next !== null) {
    const answer = await request(next, { dispatcher: agent, headers: { 'accept-encoding': 'gzip, deflate, br' } });
    const text = Buffer.from(await answer.body.arrayBuffer());
    // The address of the next page stands in front of the rows: nothing else is looked at.
    const head: string =
      answer.headers['content-encoding'] === undefined ? text.subarray(0, 2000).toString() : await unpacked(text);
    next = /"next":\s*"([^"]+)"/.exec(head)?.[1] ?? null;
    pages += 1;
  }
  await agent.close();
  return pages;
}

async function unpacked(bytes: Buffer): Promise<string> {
  const { gunzipSync } = await import('node:zlib');
  return gunzipSync(bytes).toString();
}

async function measureRemote(): Promise<void> {
  await withService(async (address) => {
    const target = join(folder, 'remote.csv');
    const from = `${address}api/v1/namespaces/bench/datasets/table/`;
    let pages = 0;
    // What a process costs to begin is no matter of pages.
    const start = (await almanac(['verify', '--help'], join(folder, 'none'))).milliseconds;
    const times = await interleaved(rounds, {
      bare: async () => {
        pages = await readBarely(address);
      },
      product: () => almanac(['export', from, '--to', target], join(folder, 'none')),
    });
    const product = median(times.product) - start;
    report({
      name: 'remote export, pages a second',
      measured: median(times.bare) / product,
      unit: '× a bare HTTP client',
      bound: 0.9,
      least: true,
      detail: `${pages} pages of 5,000 rows: ${seconds(product)} against ${seconds(median(times.bare))}`,
    });
  });
}

async function measureMemory(): Promise<void> {
  const ndjson = await tableFile('ndjson');
  const json = join(folder, 'table.json');
  await asList(ndjson, json);
  const parquet = join(folder, 'table.parquet');
  const data = join(folder, 'memory');
  for (const [name, file] of [
    ['NDJSON', ndjson],
    ['JSON', json],
  ] as const) {
    const { peak, milliseconds } = await almanac(['publish', file, '--to', `bench/${name}`], data);
    report({
      name: `memory, ${name} in`,
      measured: peak,
      unit: 'MiB',
      bound: 1024,
      detail: `${await size(file)} in ${seconds(milliseconds)}`,
    });
  }
  await almanac(['export', 'bench/NDJSON', '--to', parquet], data);
  const { peak } = await almanac(['publish', parquet, '--to', 'bench/parquet'], data);
  report({ name: 'memory, Parquet in', measured: peak, unit: 'MiB', bound: 1024, detail: await size(parquet) });
}

async function asList(from: string, to: string): Promise<void> {
  const target = createWriteStream(to);
  let first = true;
  for await (const line of createInterface({ input: createReadStream(from) })) {
    if (!target.write(`${first ? '[' : ',\n'}${line}`)) await once(target, 'drain');
    first = false;
  }
  target.end(']');
  await finished(target);
}

/** More rows than a sheet holds, and the memory above that of an export of nothing. */
async function measureWorkbook(csv: string): Promise<void> {
  const data = join(folder, 'sheets');
  const file = join(folder, 'sheets.csv');
  await firstLines(csv, file, Math.min(sheetRows, tableRows) + 1);
  await almanac(['publish', file, '--to', 'bench/sheets'], data);
  const nothing = await almanac(['export', 'bench/sheets', '--to', join(folder, 'no.xlsx'), '--filter', 'id=-1'], data);
  const target = join(folder, 'sheets.xlsx');
  const whole = await almanac(['export', 'bench/sheets', '--to', target], data);
  report({
    name: 'memory, XLSX out, above its start',
    measured: whole.peak - nothing.peak,
    unit: 'MiB',
    bound: 300,
    detail: `${Math.min(sheetRows, tableRows)} rows, ${await size(target)} in ${seconds(whole.milliseconds)}; ${whole.peak.toFixed(0)} MiB in all`,
  });
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const csv = await tableFile('csv');
const rows = await openRowStore(join(folder, 'store'), { prepareAlways: false });
try {
  await measurePreview(csv, rows);
  const version = await measurePublishing(csv, rows);
  await measureExporting(rows, version);
} finally {
  await rows.close();
}
await measureRemote();
await measureWorkbook(csv);
await measureMemory();
await rm(folder, { recursive: true, force: true });
