import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Column } from '#shared/api/column.ts';
import type { Cell, Row } from '#shared/cell.ts';
import type { CreditedTable, TableFormat } from '#shared/rpc/calls/statistics.ts';
import { rowEncoder, type TextFormat } from '../../jobs/export/row-encoder.ts';
import { ownCsv } from '../../jobs/export/write-export-file.ts';
import { type SourceFiles, workbookOfLines } from '../../service/user-files.ts';

export interface TableParts {
  /** Folder for temporary files, which are removed. */
  readonly folder: string;
  /** Opens the writers of files; called only when needed. */
  readonly files: () => Promise<Pick<SourceFiles, 'toParquet'>>;
}

/**
 * Writes a small table to a file, with the writers of all exports. The file also contains the provenance of the table
 * where that is not in the way of programs: in a sheet of its own of a workbook, around the rows of JSON, and in the metadata
 * of Parquet.
 */
export async function makeTable(
  parts: TableParts,
  format: TableFormat,
  table: CreditedTable,
  signal: AbortSignal,
): Promise<Buffer> {
  switch (format) {
    case 'tsv':
    case 'ndjson':
      return Buffer.from(encoded(format, table));
    case 'json': {
      const about = JSON.stringify(creditsOf(table)).slice(0, -1);
      return Buffer.from(`${about},"rows":${encoded('json', table).trimEnd()}}\n`);
    }
    case 'xlsx':
      return withFolder(parts.folder, (own) => workbook(own, table, signal));
    case 'parquet':
      return withFolder(parts.folder, (own) => parquet(own, parts, table, signal));
  }
}

async function withFolder(parent: string, make: (folder: string) => Promise<Buffer>): Promise<Buffer> {
  const own = await mkdtemp(path.join(parent, 'table-'));
  try {
    return await make(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function creditsOf({ title, source, addresses, link }: CreditedTable) {
  return { title, source, addresses, ...(link !== '' && { link }) };
}

function creditLines({ title, source, addresses, link }: CreditedTable): string[] {
  return [title, source, ...addresses, ...(link === '' ? [] : [link])];
}

function encoded(format: TextFormat, table: CreditedTable): string {
  const encoder = rowEncoder({ format, columns: columnsOf(table) });
  return encoder.start + table.lines.map((line) => encoder.row(line)).join(encoder.between) + encoder.end;
}

/** Numeric and text columns; duplicate names get a number. */
function columnsOf({ head, lines }: CreditedTable): Column[] {
  const taken = new Map<string, number>();
  return head.map((name, at) => {
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    const values = lines.flatMap((line) => line[at] ?? []);
    const isNumber =
      values.length > 0 && values.every((value) => typeof value === 'number' || typeof value === 'bigint');
    const isWhole = isNumber && values.every((value) => typeof value === 'bigint' || Number.isSafeInteger(value));
    const own = before === 0 ? name : `${name} (${before + 1})`;
    return { name: own, label: name, description: '', type: isWhole ? 'integer' : isNumber ? 'float' : 'text' };
  });
}

async function workbook(folder: string, table: CreditedTable, signal: AbortSignal): Promise<Buffer> {
  const dated = monthColumns(table);
  const lines = table.lines.map((line) =>
    line.map((cell, at) => (dated.has(at) && cell !== null ? `${cell}-01` : cell)),
  );
  const source = creditLines(table).map((text) => [text]);
  const rows = path.join(folder, 'rows.ndjson');
  const target = path.join(folder, 'table.xlsx');
  await writeFile(rows, lines.map((line) => `${lineText(line)}\n`).join(''));
  await workbookOfLines(rows, { headings: [...table.head], source }, target, lines.length, { signal });
  return readFile(target);
}

const isoMonth = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Columns of months, which a workbook has as their first days: it knows dates only. */
function monthColumns({ head, lines }: CreditedTable): ReadonlySet<number> {
  const isOfMonths = (at: number) => {
    const values = lines.flatMap((line) => line[at] ?? []);
    return values.length > 0 && values.every((value) => typeof value === 'string' && isoMonth.test(value));
  };
  return new Set(head.flatMap((_, at) => (isOfMonths(at) ? [at] : [])));
}

/** A line in the format that the row store exports: values by position, exact integers. */
function lineText(line: Row): string {
  const values = line.map((cell, at) => `"${at}":${typeof cell === 'bigint' ? String(cell) : JSON.stringify(cell)}`);
  return `{${values.join(',')}}`;
}

async function parquet(folder: string, parts: TableParts, table: CreditedTable, signal: AbortSignal): Promise<Buffer> {
  const columns = columnsOf(table);
  const texts = { ...table, lines: table.lines.map((line) => line.map(textIn(columns))) };
  const source = path.join(folder, 'rows.csv');
  const target = path.join(folder, 'table.parquet');
  await writeFile(source, encoded('csv', texts));
  const { addresses, ...about } = creditsOf(table);
  await (await parts.files()).toParquet(
    ownCsv(source, columns),
    target,
    { signal },
    { ...about, addresses: addresses.join('\n') },
  );
  return readFile(target);
}

/** Values other than text in a text column are written as displayed. */
function textIn(columns: readonly Column[]): (cell: Cell, at: number) => Cell {
  return (cell, at) => (columns[at]?.type === 'text' && cell !== null ? String(cell) : cell);
}
