import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { finished } from 'node:stream/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { almanac, firstLines, sizeOf } from '../command-line.ts';
import { report, seconds } from '../measure.ts';
import { cacheFolder, tableFile, tableRows } from '../table.ts';

/** Memory of the command line when it imports files of a gigabyte, and exports a workbook of more than one sheet. */
const folder = join(cacheFolder, 'file-memory');
const gigabyte = 1e9;
const sheetRows = 1_200_000;

/** Repeats a file until the result has a gigabyte; as one JSON list if `list` is set. */
async function repeated(from: string, to: string, list: boolean): Promise<void> {
  const target = createWriteStream(to);
  const { size } = await stat(from);
  const times = tableRows < 1_000_000 ? 1 : Math.ceil(gigabyte / size);
  let first = true;
  for (let time = 0; time < times; time += 1) {
    for await (const line of createInterface({ input: createReadStream(from) })) {
      const written = list ? `${first ? '[' : ',\n'}${line}` : `${line}\n`;
      if (!target.write(written)) await once(target, 'drain');
      first = false;
    }
  }
  target.end(list ? ']' : '');
  await finished(target);
}

/** An uncompressed Parquet file as other programs write it: ten million rows are about a gigabyte. */
async function writeParquet(csv: string, to: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '2GB' });
  const connection = await instance.connect();
  const rows = `SELECT * FROM read_csv('${csv}') UNION ALL SELECT * FROM read_csv('${csv}') WHERE id % 4 = 0`;
  await connection.run(`COPY (${rows}) TO '${to}' (FORMAT parquet, COMPRESSION uncompressed)`);
  connection.closeSync();
  instance.closeSync();
}

async function measureIn(name: string, file: string): Promise<void> {
  const data = join(folder, 'data');
  const { peak, milliseconds } = await almanac(['publish', file, '--to', 'bench/table'], data);
  const detail = `${await sizeOf(file)} in ${seconds(milliseconds)}`;
  report({ name: `Peak memory of importing ${name}`, measured: peak, unit: 'MiB', bound: 1024, detail });
  await rm(data, { recursive: true, force: true });
}

/** Exports more rows than fit in a sheet; the result is the memory above that of an empty export. */
async function measureWorkbook(csv: string): Promise<void> {
  const data = join(folder, 'sheets');
  const file = join(folder, 'sheets.csv');
  const rows = Math.min(sheetRows, tableRows);
  await firstLines(csv, file, rows + 1);
  await almanac(['publish', file, '--to', 'bench/sheets'], data);
  const nothing = await almanac(['export', 'bench/sheets', '--to', join(folder, 'no.xlsx'), '--filter', 'id=-1'], data);
  const target = join(folder, 'sheets.xlsx');
  const whole = await almanac(['export', 'bench/sheets', '--to', target], data);
  report({
    name: 'Peak memory of exporting XLSX above that of an empty export',
    measured: whole.peak - nothing.peak,
    unit: 'MiB',
    bound: 300,
    detail: `${rows} rows, ${await sizeOf(target)} in ${seconds(whole.milliseconds)}; ${whole.peak.toFixed(0)} MiB in all`,
  });
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
try {
  const csv = await tableFile('csv');
  const ndjson = await tableFile('ndjson', Math.min(tableRows, 1_000_000));
  const made = (name: string) => join(folder, name);
  await measureWorkbook(csv);
  await measureIn('CSV', csv);
  for (const [name, file, make] of [
    ['NDJSON', made('table.ndjson'), () => repeated(ndjson, made('table.ndjson'), false)],
    ['JSON', made('table.json'), () => repeated(ndjson, made('table.json'), true)],
    ['Parquet', made('table.parquet'), () => writeParquet(csv, made('table.parquet'))],
  ] as const) {
    await make();
    await measureIn(name, file);
    await rm(file);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
