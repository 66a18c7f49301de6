import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Row } from '#shared/cell.ts';
import { workbookOfLines } from '../../service/local-service.ts';

/**
 * Makes an Excel workbook of a small table, with the same writer as exports.
 * @param folder for temporary files, which are removed
 * @param lines the first line stays visible while scrolling
 */
export async function makeWorkbook(folder: string, lines: readonly Row[], signal: AbortSignal): Promise<Buffer> {
  const own = await mkdtemp(path.join(folder, 'workbook-'));
  try {
    const [head = [], ...others] = lines;
    const width = Math.max(...lines.map((line) => line.length));
    const columns = Array.from({ length: width }, (_, at) => ({ name: textOf(head[at] ?? null) }));
    const rows = path.join(own, 'rows.ndjson');
    const target = path.join(own, 'table.xlsx');
    await writeFile(rows, others.map((line) => `${lineText(line)}\n`).join(''));
    await workbookOfLines(rows, columns, target, others.length, { signal });
    return await readFile(target);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** A line in the row store's export format: values by position, integers with every digit. */
function lineText(line: Row): string {
  const values = line.map((cell, at) => `"${at}":${typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)}`);
  return `{${values.join(',')}}`;
}

function textOf(cell: Row[number]): string {
  if (cell === null) return '';
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
