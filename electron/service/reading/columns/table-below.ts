import { createReadStream } from 'node:fs';
import type { DuckDBValue } from '@duckdb/node-api';
import { type Explanation, explain } from '#shared/failures.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { cutRecord } from '../formats/delimited/detect-layout.ts';
import { isNumberText } from '../formats/delimited/header-names.ts';
import { areNames, type CutRecord, findOtherTable } from '../formats/delimited/other-table.ts';
import { RecordScanner } from '../formats/delimited/scan-records.ts';
import type { Dialect } from '../formats/layouts.ts';
import type { OpenedTable } from '../formats/relation.ts';
import { sampleRecords } from '../values/infer.ts';
import { numberConversion } from '../values/text-conversion.ts';
import type { PlannedColumn } from './plan-columns.ts';

/** Number of rows that are considered as the header of another table. */
const triedRows = 5;
/** Number of records considered on either side of a possible header. */
const recordsAround = 40;
/** With more columns than this, not every row is examined. */
const maxColumns = 200;

/** A condition for the records that contradict the kind of most values in a column. */
export interface Contradiction {
  readonly column: PlannedColumn;
  readonly sql: string;
}

/** Conditions for the few words in columns that otherwise contain numbers. */
export function contradictions(
  columns: readonly PlannedColumn[],
  readings: ReadonlyMap<unknown, { readonly values: number; readonly shaped: number; readonly numbers: Spelling }>,
): Contradiction[] {
  return columns.flatMap((column) => {
    const reading = readings.get(column.column);
    if (column.type !== 'text' || column.moment != null || reading === undefined) return [];
    const { values, shaped, numbers } = reading;
    if (shaped === values || shaped < values * mostlyNumbers) return [];
    const { valid } = numberConversion(column.shown, 'float', numbers);
    return [{ column, sql: `${column.shown} <> '' AND NOT coalesce(${valid}, false)` }];
  });
}

type Spelling = Parameters<typeof numberConversion>[2];

/** Minimum share of numbers in a column that is not numeric only because of another table's header. */
const mostlyNumbers = 0.8;

/**
 * Finds the header of another table further down in a delimited text, if it turns columns of numbers into text. One in
 * the beginning is found with the layout.
 * @param whole whether all records are read, or only the examined ones
 */
export async function findTableBelow(
  session: Session,
  { relation, dialect, path }: OpenedTable,
  contradicted: readonly Contradiction[],
  whole: boolean,
  work: Pick<LongWork, 'signal'>,
): Promise<Explanation | null> {
  if (dialect === null || !dialect.header || dialect.otherTable !== null || relation.place !== undefined) return null;
  if (contradicted.length === 0 || relation.columns.length > maxColumns) return null;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const cells = relation.columns.map(({ reference }) => reference).join(', ');
  const found = await session.rows(
    `SELECT record, ${cells} FROM (SELECT row_number() OVER () AS record, * FROM ${records})
     WHERE ${contradicted.map(({ sql }) => `(${sql})`).join(' OR ')} ORDER BY record LIMIT ${triedRows}`,
  );
  const header = found.find(([, ...values]) => areNames(values.map(bytesOf), isNumberText));
  if (header === undefined) return null;
  const around = await recordsAt(path, dialect, Number(header[0]), work.signal);
  const other = findOtherTable(dialect.names.map(bytesOf), around, isNumberText);
  return other?.kind === 'below' ? explain('table-below', { line: other.line, above: other.line - 1 }) : null;
}

function bytesOf(value: DuckDBValue): string {
  return Buffer.from(String(value ?? ''), 'utf8').toString('latin1');
}

/** A record with its number, from 1; an empty line has the number of the record before it. */
type NumberedRecord = CutRecord & { readonly number: number };

/** The records, and empty lines, before and after one of them. */
export async function recordsAt(
  path: string,
  dialect: Dialect,
  record: number,
  signal: AbortSignal | undefined,
): Promise<NumberedRecord[]> {
  const scanner = new RecordScanner(dialect);
  const cut = cutRecord(dialect);
  const above = dialect.header ? dialect.headerRows : 0;
  const requested = record + above;
  const kept: NumberedRecord[] = [];
  let number = 0;
  const take = (found: ReturnType<RecordScanner['feed']>) => {
    for (const one of found) {
      if (one.line <= dialect.skip) continue;
      if (one.fields > 0) number += 1;
      if (number >= requested - recordsAround && number <= requested + recordsAround)
        kept.push({ ...cut(one), number: number - above });
    }
  };
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 18 })) {
    signal?.throwIfAborted();
    take(scanner.feed((piece as Buffer).toString('latin1')));
    if (number > requested + recordsAround) return kept;
  }
  take(scanner.end());
  return kept;
}
