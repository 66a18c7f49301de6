import type { ColumnType } from '#shared/api/column.ts';
import type { Session } from '../rows/duckdb/session.ts';
import type { LongWork, Source, SourceSurvey, SurveyedColumn, SurveyOptions } from '../rows/row-store.ts';
import { inferTypes } from './infer.ts';
import { openSource } from './open-source.ts';
import { type PlannedColumn, planColumns, uniqueNames } from './plan.ts';
import { planSource, type SourcePlan } from './plan-source.ts';
import type { SourceColumn } from './relation.ts';

/** Says how a source would be taken in, without taking it in. What has to be made for that is put into `scratch`. @throws {IngestError} */
export async function surveySource(
  session: Session,
  source: Source,
  options: SurveyOptions,
  scratch: string,
  work: LongWork,
): Promise<SourceSurvey> {
  const opened = await openSource(session, source, scratch, work);
  const sampled = await planSource(session, opened, source, scratch, work);
  const { plan, records } = options.whole ? await fitWhole(session, sampled, work) : { plan: sampled, records: null };
  const { texts, rows } = await firstRows(session, plan, options.rows);
  const reasons = await textReasons(session, plan, options.whole);
  const { dialect } = opened;
  return {
    dialect: dialect === null ? null : { delimiter: dialect.delimiter, quote: dialect.quote, header: dialect.header },
    names: uniqueNames(opened.relation.columns.map(({ name }) => name)),
    columns: plan.columns.map((column) => surveyed(column, reasons)),
    records,
    texts,
    rows,
    conversions: plan.conversions,
  };
}

function surveyed(column: PlannedColumn, reasons: ReadonlyMap<SourceColumn, string>): SurveyedColumn {
  const reason = (column.column === null ? undefined : reasons.get(column.column)) ?? column.note ?? '';
  return { source: column.source, name: column.name, type: column.type, reason };
}

/** Reads every record: the types that were found in the first ones hold, or give way to wider ones. */
async function fitWhole(
  session: Session,
  sampled: SourcePlan,
  work: LongWork,
): Promise<{ plan: SourcePlan; records: number }> {
  const { relation } = sampled.opened;
  const open = sampled.columns.filter(({ found, valid, column }) => found && valid !== null && column !== null);
  const counts = open.map(({ valid, shown }) => `count(*) FILTER (WHERE ${shown} IS NOT NULL AND NOT ${valid})`);
  const watch = {
    onFraction: (fraction: number | null, rows: number) =>
      work.onProgress?.({ phase: 'reading the file', rows, bytes: 0, fraction }),
  };
  const [records, ...invalid] = await session.row(
    `SELECT ${['count(*)', ...counts].join(', ')} FROM ${relation.from}`,
    relation.values,
    watch,
  );
  const failing = open.flatMap(({ column }, position) => (invalid[position] === 0n || column === null ? [] : [column]));
  if (failing.length === 0) return { plan: sampled, records: Number(records) };
  const again = await inferTypes(session, { ...relation, columns: failing }, true);
  const types = new Map<SourceColumn, ColumnType>([...sampled.types, ...again]);
  const { opened, source, fitting } = sampled;
  const columns = planColumns({ relation, source, types, fitting });
  return { plan: { ...sampled, opened, types, columns }, records: Number(records) };
}

/** Why columns that look like numbers stay text. */
async function textReasons(session: Session, plan: SourcePlan, whole: boolean): Promise<Map<SourceColumn, string>> {
  const { relation } = plan.opened;
  const reasons = new Map<SourceColumn, string>();
  const texts = plan.columns.flatMap(({ type, found, column }) =>
    type === 'text' && found && column?.form === 'text' && column.kind === 'guess' ? [column] : [],
  );
  if (texts.length === 0) return reasons;
  const answers = texts.flatMap(({ reference }) => [
    `coalesce(bool_and(regexp_full_match(${reference}, '\\s*[-+]?[0-9]+\\s*')), false)`,
    `coalesce(bool_or(regexp_full_match(${reference}, '\\s*0[0-9]+\\s*')), false)`,
  ]);
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT 20480)`;
  const found = await session.row(`SELECT ${answers.join(', ')} FROM ${records}`, relation.values);
  for (const [position, column] of texts.entries()) {
    if (found[position * 2] !== true) continue;
    const codes = found[position * 2 + 1] === true;
    reasons.set(column, codes ? 'codes with zeros in front stay text' : 'numbers of more than 64 bits stay text');
  }
  return reasons;
}

async function firstRows(session: Session, plan: SourcePlan, most: number) {
  const { relation } = plan.opened;
  const shown = plan.columns.map((column) => `CAST(${column.shown} AS VARCHAR)`);
  const stored = plan.columns.map((column) => {
    const value = column.type === 'geometry' ? `ST_AsText(${column.value})` : `CAST(${column.value} AS VARCHAR)`;
    if (column.valid === null) return value;
    return `CASE WHEN ${column.shown} IS NULL THEN NULL WHEN ${column.valid} THEN ${value} ELSE CAST(${column.shown} AS VARCHAR) END`;
  });
  if (shown.length === 0) return { texts: [], rows: [] };
  const answers = await session.rows(
    `SELECT ${[...shown, ...stored].join(', ')} FROM ${relation.from} LIMIT ${Math.floor(most)}`,
    relation.values,
  );
  const textOf = (value: unknown) => (value === null ? null : String(value));
  return {
    texts: answers.map((row) => row.slice(0, shown.length).map(textOf)),
    rows: answers.map((row) => row.slice(shown.length).map(textOf)),
  };
}
