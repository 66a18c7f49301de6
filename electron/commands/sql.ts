import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Source } from '../connector/source.ts';
import { readSql } from '../connector/sql/recipes.ts';
import { connectionToLocal } from './running/addresses/dataset-address.ts';
import { isNotFound } from './running/addresses/missing-dataset.ts';
import type { CommandAction } from './running/help/define-command.ts';
import type { AccessOptions } from './running/options.ts';
import { printRemark, printResult } from './running/output/print-result.ts';
import { rowsText } from './running/output/rows-text.ts';
import { isStandardOutput } from './running/output/standard-output.ts';
import { CommandFailure, UsageFailure } from './running/run.ts';
import { withSource } from './running/with-source.ts';

const sqlFormats = ['table', 'csv', 'tsv', 'json', 'ndjson', 'geojson', 'parquet', 'xlsx'] as const;
type SqlFormat = (typeof sqlFormats)[number];

interface SqlOptions extends AccessOptions {
  readonly format?: SqlFormat;
  readonly to?: string;
}

const tableRows = 1_000;

/** `almanac sql`: runs one SELECT over datasets. */
export const sqlAction: CommandAction = { run: runSql, values: { format: sqlFormats } };

/** A statement that is given itself, on standard input or in a file. */
export async function readStatement(given: string): Promise<string> {
  if (given === '-') return await text(process.stdin);
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CommandFailure(`There is no file ${file}.`);
  }
}

/** @throws {UsageFailure} for a file of an unknown format */
function formatOf({ format, to = '-' }: SqlOptions): SqlFormat {
  if (format !== undefined) return format;
  if (isStandardOutput(to)) return process.stdout.isTTY === true ? 'table' : 'csv';
  const extension = path.extname(to).slice(1).toLowerCase();
  const found = sqlFormats.find((one) => one === extension);
  if (found !== undefined) return found;
  throw new UsageFailure(`Name the format of ${to} with --format: ${sqlFormats.join(', ')}.`);
}

async function runSql(given: string, options: SqlOptions): Promise<void> {
  const sql = await readStatement(given);
  const format = formatOf(options);
  const { to = '-' } = options;
  await withSource(options.service ?? connectionToLocal, options, async (source) => {
    if (isStandardOutput(to)) return await write(source, sql, format, (piece) => process.stdout.write(piece));
    const { writeUserFile } = await import('../lib/user-file.ts');
    await writeUserFile(path.resolve(to), async (part) => {
      const file = openSync(part, 'w');
      try {
        await write(source, sql, format, (piece) => writeFully(file, piece));
      } finally {
        closeSync(file);
      }
    });
    printResult(false, {}, `Wrote ${to}.`);
  });
}

function writeFully(file: number, piece: string | Buffer): void {
  const bytes = Buffer.from(piece);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

async function write(
  source: Source,
  sql: string,
  format: SqlFormat,
  put: (piece: string | Buffer) => unknown,
): Promise<void> {
  try {
    await writeResult(source, sql, format, put);
  } catch (error) {
    throw isNotFound(error) ? new CommandFailure('The service runs no SQL.', 'not-found') : error;
  }
}

async function writeResult(
  source: Source,
  sql: string,
  format: SqlFormat,
  put: (piece: string | Buffer) => unknown,
): Promise<void> {
  if (format === 'table') return await writeTable(source, sql, put);
  if (format !== 'json') return await source.runSql({ sql }, format, put);
  // A page would have only the first rows.
  let isFirst = true;
  let rest = '';
  const line = (one: string) => {
    put(`${isFirst ? '[\n' : ',\n'}${one}`);
    isFirst = false;
  };
  const pieces = new TextDecoder();
  await source.runSql({ sql }, 'ndjson', (piece) => {
    const lines = (rest + pieces.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) line(one);
  });
  put(isFirst ? '[]\n' : '\n]\n');
}

async function writeTable(source: Source, sql: string, put: (piece: string) => unknown): Promise<void> {
  const { columns, rows, count } = await readSql(source, { sql, limit: tableRows });
  put(
    rowsText(
      'table',
      columns.map(({ name }) => name),
      rows,
    ),
  );
  if (count > rows.length) {
    printRemark(`the first ${rows.length} of ${count} rows; --format csv prints all, and --to writes a file`);
  }
}
