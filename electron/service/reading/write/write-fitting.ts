import { englishText } from '#shared/english/english-text.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { quoteIdentifier, quoteLiteral } from '#shared/text/quoting.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import type { StoredColumn, StoredVersion } from '../../files/stored-version.ts';
import { type PlannedColumn, type TablePlan, uniqueNames } from '../columns/plan-columns.ts';
import { whereSql, widen } from '../columns/plan-table.ts';
import { rejectColumns } from '../formats/delimited/reject-columns.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import type { OpenedTable } from '../formats/relation.ts';
import { badReason, badSql } from '../problems/bad-values.ts';
import { checkedValues, guardedColumns } from '../problems/checked-values.ts';
import { IngestError } from '../reading.ts';
import { readingFailure } from '../values/encoding/unreadable-text.ts';
import type { PlannedMoment } from '../values/stored-moments.ts';
import { type WrittenFile, writeParquet } from './write-parquet.ts';

/** The version to append to. */
export interface AppendTo {
  readonly version: StoredVersion;
  readonly path: string;
  /** The columns concerned, if not all. */
  readonly only?: ReadonlySet<string>;
}

export interface FittingOptions {
  readonly appendTo: AppendTo | null;
  readonly rejects: string | null;
  /** Whether row groups are aligned as by {@link writeParquet}. */
  readonly aligned?: boolean;
}

/** With `rejects`, unreadable records do not fail the write. */
function mayReject(error: unknown, rejects: string | null): boolean {
  return error instanceof IngestError && error.badValues.length > 0 && rejects !== null;
}

/**
 * Writes the file; if values do not fit the detected types, again with wider ones, and if some cannot be read at all,
 * without these if that is allowed.
 */
export async function writeFitting(
  session: Session,
  first: TablePlan,
  target: string,
  { appendTo, rejects, aligned }: FittingOptions,
  work: LongWork,
): Promise<{ plan: TablePlan; written: WrittenFile }> {
  let plan = first;
  for (;;) {
    const whole = appendTo ? appendedRelation(plan, appendTo.version, appendTo.path, appendTo.only) : plan;
    const written = await writeParquet(session, whole, target, work, aligned);
    if (written.kind === 'written') {
      if (rejects === null) return { plan: whole, written };
      const rejected = await writeRejects(session, plan, rejects, work);
      return { plan: whole, written: { ...written, rejected } };
    }
    if (plan.kept !== undefined) throw readingFailure(plan.opened, written.cause);
    try {
      plan = await widen(session, plan, written.cause, work);
    } catch (error) {
      if (!mayReject(error, rejects)) throw error;
      plan = readableOnly(plan);
    }
  }
}

type StoredType = PlannedColumn['type'];

/**
 * The rows of a stored version followed by the source's rows; columns are matched by name.
 * @param only restricts it to these columns
 */
function appendedRelation(plan: TablePlan, before: StoredVersion, path: string, only?: ReadonlySet<string>): TablePlan {
  const old = new Map(before.columns.map(({ name, type }, position) => [name, { position, type: storedType(type) }]));
  const added = plan.columns.filter(({ name }) => !old.has(name));
  const kept = before.columns.map(({ name }) => name).filter((name) => only?.has(name) ?? true);
  const names = [...kept, ...added.map(({ name }) => name)];
  const notes: Explanation[] = [];
  const columns = names.map((name, position): PlannedColumn => {
    const was = old.get(name);
    const comes = plan.columns.find((column) => column.name === name);
    const type = commonType(was?.type, comes?.type);
    if (was && comes && type !== was.type) notes.push(explain('widened', { column: name, from: was.type, to: type }));
    if (!comes) notes.push(explain('missing-in-new', { column: name }));
    if (!was) notes.push(explain('missing-in-old', { column: name }));
    const reference = `c${position}`;
    const moment = type === 'text' ? commonMoment(was && before.columns[was.position], comes) : null;
    return {
      ...emptyColumn,
      source: name,
      name,
      type,
      value: reference,
      shown: reference,
      ...(moment === null ? {} : { moment }),
    };
  });
  const oldRows = columns.map((column, position) => {
    const was = old.get(column.name);
    return `${was ? cast(`o${was.position}`, was.type, column.type) : nothing(column.type)} AS c${position}`;
  });
  const coming = checkedValues(
    guardedColumns(plan.columns, plan.opened),
    `${plan.opened.relation.from}${whereSql(plan)}`,
  );
  const newRows = columns.map((column, position) => {
    const at = plan.columns.findIndex(({ name }) => name === column.name);
    const [comes, value] = [plan.columns[at], coming.values[at]];
    return `${comes && value ? cast(value, comes.type, column.type) : nothing(column.type)} AS c${position}`;
  });
  const aliases = before.columns.map((_, position) => `o${position}`).join(', ');
  const file = `read_parquet(${quoteLiteral(path)})${aliases === '' ? '' : ` AS before(${aliases})`}`;
  const sql = `SELECT ${oldRows.join(', ') || 'NULL'} FROM ${file} UNION ALL SELECT ${newRows.join(', ') || 'NULL'} FROM ${coming.from}`;
  return { ...plan, columns, conversions: [...plan.conversions, ...notes], query: { sql, before } };
}

const emptyColumn = { valid: null, found: false, note: null, column: null };

function storedType(type: StoredVersion['columns'][number]['type']): StoredType {
  return type === 'char' ? 'text' : type;
}

function commonType(one: StoredType | undefined, other: StoredType | undefined): StoredType {
  if (one === undefined || other === undefined || one === other) return other ?? one ?? 'text';
  return one !== 'text' && other !== 'text' && one !== 'geometry' && other !== 'geometry' ? 'float' : 'text';
}

/** What is known about dates and times before the rows are combined; null if it depends on the rows. */
function commonMoment(was: StoredColumn | undefined, comes: PlannedColumn | undefined): PlannedMoment | null {
  const coming = comes?.moment ?? null;
  if (was === undefined) return coming;
  if (was.moment === undefined) return null;
  if (comes === undefined) return { kind: was.moment, checked: true };
  return { kind: was.moment, checked: coming?.checked === true && coming.kind === was.moment };
}

function cast(value: string, from: StoredType, to: StoredType): string {
  if (from === to) return value;
  if (to === 'float') return `CAST(${value} AS DOUBLE)`;
  return from === 'geometry' ? `ST_AsText(${value})` : `CAST(${value} AS VARCHAR)`;
}

const engineTypes = { integer: 'BIGINT', float: 'DOUBLE', text: 'VARCHAR', geometry: 'GEOMETRY' } as const;

function nothing(type: StoredType): string {
  return `NULL::${engineTypes[type]}`;
}

/** The plan restricted to the readable rows. */
function readableOnly(plan: TablePlan): TablePlan {
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
async function writeRejects(session: Session, plan: TablePlan, target: string, work: LongWork): Promise<number> {
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
