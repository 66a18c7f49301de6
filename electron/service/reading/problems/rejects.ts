import { englishText } from '#shared/english/english-text.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { uniqueNames } from '../columns/plan-columns.ts';
import type { TablePlan } from '../columns/table-plan.ts';
import { rejectColumns } from '../formats/delimited/reject-columns.ts';
import type { OpenedTable } from '../formats/relation.ts';
import type { SourceColumn } from '../formats/source-column.ts';
import { badReason, badSql } from './bad-values.ts';

/** The plan restricted to the readable rows. */
export function readableOnly(plan: TablePlan): TablePlan {
  const bad = badConditions(plan);
  return { ...plan, kept: bad.length === 0 ? 'true' : `NOT (${bad.join(' OR ')})` };
}

function badConditions({ columns }: TablePlan): string[] {
  return columns.filter(({ valid }) => valid !== null).map(badSql);
}

/**
 * Writes the omitted records as CSV: their number in the file (from 1, not counting the header), the columns that
 * cannot be read and why, the text of a record that has too few or too many fields, and then the record's fields under
 * their names. Once corrected, the file can be published: {@link rejectColumns} are then ignored. It has the delimiter
 * of the original file, which determines how numbers such as `1.234` are read.
 * @returns the number of omitted records
 */
export async function writeRejects(session: Session, plan: TablePlan, target: string, work: LongWork): Promise<number> {
  work.onProgress?.({ phase: 'writing-rejects', rows: 0, bytes: 0, fraction: null });
  const { relation, broken } = plan.opened;
  const columns = relation.columns.map((column, position) => sourceText(plan.opened, column, position));
  const names = uniqueNames([...rejectColumns, ...relation.columns.map(({ name }) => name)]).map(quoteIdentifier);
  const parts = [...badRecords(plan, columns), ...(broken === null ? [] : [brokenRecords(broken, columns.length)])];
  if (parts.length === 0) return 0;
  const rows = `SELECT * FROM (${parts.join(' UNION ALL ')}) AS rejected(${names.join(', ')})`;
  const [copied] = await session.rows(
    `COPY (${rows}${parts.length > 1 ? ' ORDER BY record' : ''}) TO ${quoteLiteral(target)} (FORMAT csv, HEADER true, DELIMITER ${quoteLiteral(delimiterOf(plan.opened))})`,
  );
  return Number(copied?.[0] ?? 0);
}

function delimiterOf({ dialect }: OpenedTable): string {
  return dialect !== null && [';', '\t', '|'].includes(dialect.delimiter) ? dialect.delimiter : ',';
}

/** A field as written in the file. */
function sourceText({ relation, dialect }: OpenedTable, { reference }: SourceColumn, position: number): string {
  if (relation.form !== 'delimited' || dialect === null || relation.rowsPerRecord !== undefined)
    return `CAST(${reference} AS VARCHAR)`;
  // The columns of a corrected file of rejected records follow its own.
  return `c${position + dialect.names.length - relation.columns.length}`;
}

/** The records with values that cannot be read. */
function badRecords(plan: TablePlan, columns: readonly string[]): string[] {
  const checked = plan.columns.filter(({ valid }) => valid !== null);
  if (checked.length === 0) return [];
  const { relation } = plan.opened;
  const number = relation.place?.record ?? 'row_number() OVER ()';
  const where = (text: (column: (typeof checked)[number]) => string) =>
    `concat_ws('; ', ${checked.map((column) => `CASE WHEN ${badSql(column)} THEN ${quoteLiteral(text(column))} END`).join(', ')})`;
  return [
    `SELECT record, ${where(({ source }) => source)}, ${where((column) => englishText(badReason(column)))}, NULL, ${columns.join(', ')}
     FROM (SELECT ${number} AS record, * FROM ${relation.from}) WHERE ${badConditions(plan).join(' OR ')}`,
  ];
}

/** The records with too few or too many fields, or an unclosed quote. */
function brokenRecords({ path, fields: hasFields }: NonNullable<OpenedTable['broken']>, width: number): string {
  const names = fieldNames(width);
  const types = ['record', 'line', 'broken_column', 'problem', 'broken_text', ...(hasFields ? names : [])]
    .map((name) => `${name}: 'VARCHAR'`)
    .join(', ');
  const fields = names.map((name) => (hasFields ? name : `NULL::VARCHAR AS ${name}`));
  const cells = ['CAST(record AS BIGINT)', "nullif(broken_column, '')", 'problem', 'broken_text', ...fields];
  return `SELECT ${cells.join(', ')}
    FROM read_csv(${quoteLiteral(path)}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"',
      nullstr = [''], allow_quoted_nulls = false, max_line_size = ${2 ** 25}, buffer_size = ${2 ** 27}, columns = {${types}})`;
}

function fieldNames(width: number): string[] {
  return Array.from({ length: width }, (_, position) => `f${position}`);
}
