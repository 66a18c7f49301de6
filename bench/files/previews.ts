import { copyFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRowStore } from '../../electron/service/opening/open-row-store.ts';
import type { RowStore } from '../../electron/service/rows/row-store.ts';
import { firstLines, sizeOf } from '../command-line.ts';
import { percentile, report, timed } from '../measure.ts';
import { cacheFolder, tableFile } from '../table.ts';

/** Time from choosing a file until its first rows and detected layout are available. */
const folder = join(cacheFolder, 'previews');
const rounds = 15;

async function measure(rows: RowStore, name: string, path: string, bound = 1000): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await timed(() => rows.preview({ path }, 'show', folder)));
  report({
    name: `Preview of ${name}, p95`,
    measured: percentile(times, 0.95),
    unit: 'ms',
    bound,
    detail: `${await sizeOf(path)}, median ${percentile(times, 0.5).toFixed(0)} ms`,
  });
}

/** The first rows of the table, followed by a hole up to ten gigabytes. */
async function writeHuge(csv: string, to: string): Promise<void> {
  await firstLines(csv, `${to}.part`, 300_000);
  await copyFile(`${to}.part`, to);
  await rm(`${to}.part`);
  await truncate(to, 10e9);
}

/** Seven hundred columns of numbers, codes, words and missing values. */
async function writeWide(to: string): Promise<void> {
  const columns = Array.from({ length: 700 }, (_, at) => at);
  const value = (row: number, column: number) =>
    [
      String(row * column),
      (row * 1.5 + column).toFixed(2),
      `word ${row % 17}`,
      String(row).padStart(6, '0'),
      row % 7 === 0 ? '' : `2020-01-0${1 + (row % 9)}`,
    ][column % 5] ?? '';
  const lines = Array.from({ length: 5_000 }, (_, row) => columns.map((column) => value(row, column)).join('\t'));
  await writeFile(to, `${columns.map((at) => `column ${at}`).join('\t')}\n${lines.join('\n')}\n`);
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const rows = await openRowStore(join(folder, 'store'), { prepareAlways: false });
try {
  const csv = await tableFile('csv');
  await measure(rows, 'a CSV file', csv);
  await writeHuge(csv, join(folder, 'huge.csv'));
  await measure(rows, 'a CSV file of 10 GB', join(folder, 'huge.csv'));
  await writeWide(join(folder, 'wide.tsv'));
  await measure(rows, 'a TSV file of 700 columns', join(folder, 'wide.tsv'), 2000);
} finally {
  await rows.close();
  await rm(folder, { recursive: true, force: true });
}
