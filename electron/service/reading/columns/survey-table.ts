import { rm } from 'node:fs/promises';
import { codeListOf } from '#shared/codes/code-list.ts';
import { listedCodes, type StatedCodes } from '#shared/codes/stated-codes.ts';
import { UnlistedCount } from '#shared/codes/unlisted-codes.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { isWrittenForPeople } from '#shared/source-formats.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { tableNotes } from '../around/table-notes.ts';
import { textOfBytes } from '../formats/delimited/scan-records.ts';
import type { Beginning } from '../formats/format.ts';
import type { SourceColumn, TextLayout } from '../formats/layouts.ts';
import { openTable } from '../formats/open-table.ts';
import type { OpenedTable } from '../formats/relation.ts';
import { rowsSoFar } from '../problems/rows-so-far.ts';
import type { Plan, SurveyOptions, TableSurvey } from '../reading.ts';
import { readingFailure, withReadable } from '../values/encoding/unreadable-text.ts';
import { columnsAtOnce, eachColumn, sampleRecords } from '../values/infer.ts';
import { isWide, openWide } from '../write/wide/wide-strips.ts';
import { type PlannedColumn, type TablePlan, uniqueNames } from './plan-columns.ts';
import { planAsText, planTable, readAgain, withTotals } from './plan-table.ts';
import { firstOfSimilar, similarColumns } from './similar-columns.ts';
import { describeReadings } from './survey-evidence.ts';
import { totalRecords } from './total-rows.ts';

/**
 * Describes the table of a planned file. Temporary files go to `scratch`.
 * @param beginning its first records, if only these are read
 * @throws {IngestError}
 */
export async function surveyTable(
  session: Session,
  file: Plan,
  beginning: Beginning | null,
  options: SurveyOptions,
  scratch: string,
  work: LongWork,
): Promise<TableSurvey> {
  return withReadable(await openTable(session, file, beginning, scratch, work), async (found) => {
    if (options.untyped && options.rows === 0) return layoutOf(found);
    const survey = isWide(found)
      ? await surveyWide(session, found, file, options, scratch, work)
      : await surveyReadable(session, found, file, options, work);
    return options.whole ? withNotes(survey, file) : survey;
  });
}

/** Notes below a long table are known when it was read to its end. */
function withNotes(survey: TableSurvey, { decided: { layout, rows } }: Plan): TableSurvey {
  const { leftOut, names } = survey;
  const notes = layout.kind === 'combined' ? null : tableNotes(leftOut, names, rows);
  return notes === null ? survey : { ...survey, notes };
}

/** How a text is read, without any records. */
function layoutOf(opened: OpenedTable): TableSurvey {
  return {
    ...describedLayout(opened),
    names: uniqueNames(opened.relation.columns.map(({ name }) => name)),
    columns: [],
    records: null,
    texts: [],
    rows: [],
    conversions: opened.relation.conversions,
  };
}

function describedLayout({ dialect, broken, leftOut }: Pick<OpenedTable, 'dialect' | 'leftOut'> & BrokenPart) {
  const { count, first } = broken ?? { count: 0, first: [] };
  return { dialect: dialect === null ? null : writtenDialect(dialect), broken: { count, first }, leftOut };
}

type BrokenPart = { readonly broken: TableSurvey['broken'] | null };

/** A wide text is queried in strips of columns. */
async function surveyWide(
  session: Session,
  opened: OpenedTable,
  file: Plan,
  options: SurveyOptions,
  scratch: string,
  work: LongWork,
): Promise<TableSurvey> {
  const { strips, names, text, folder } = await openWide(opened, file, scratch, work);
  try {
    const parts: TableSurvey[] = [];
    for (const strip of strips) {
      work.signal?.throwIfAborted();
      parts.push(await surveyReadable(session, strip.opened, strip.file, options, work));
    }
    const columns = parts.flatMap((part) => part.columns);
    const finalNames = uniqueNames(columns.map(({ name }) => name));
    return {
      ...describedLayout({ dialect: opened.dialect, ...text }),
      names,
      columns: columns.map((column, position) => ({ ...column, name: finalNames[position] ?? column.name })),
      records: parts[0]?.records ?? null,
      texts: beside(parts.map((part) => part.texts)),
      rows: beside(parts.map((part) => part.rows)),
      conversions: [...opened.relation.conversions, ...text.notes, ...parts.flatMap((part) => part.conversions)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The cells of each row, part by part. */
function beside(parts: readonly FirstRows['rows'][]): FirstRows['rows'] {
  return (parts[0] ?? []).map((_, row) => parts.flatMap((part) => part[row] ?? []));
}

async function surveyReadable(
  session: Session,
  found: OpenedTable,
  file: Plan,
  options: SurveyOptions,
  work: LongWork,
): Promise<TableSurvey> {
  const opened = options.whole ? found : await keepSample(session, found);
  try {
    return await surveyOpened(session, opened, file, options, work);
  } catch (error) {
    throw readingFailure(found, error);
  } finally {
    if (opened !== found) await session.run(`DROP TABLE IF EXISTS ${sampleTable}`);
  }
}

const sampleTable = 'temp.survey_sample';

/** A wide file is queried a few columns at a time, so its first records are parsed once for all of these queries. */
async function keepSample(session: Session, opened: OpenedTable): Promise<OpenedTable> {
  const { relation } = opened;
  if (relation.form === 'parquet' || relation.columns.length <= columnsAtOnce) return opened;
  try {
    const sample = `SELECT * FROM ${relation.from} LIMIT ${sampleRecords}`;
    await session.run(`CREATE OR REPLACE TEMP TABLE survey_sample AS ${sample}`);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    // Errors in the file are reported when it is read itself.
    return opened;
  }
  return { ...opened, relation: { ...relation, from: sampleTable, isExamined: true } };
}

async function surveyOpened(
  session: Session,
  opened: OpenedTable,
  file: Plan,
  options: SurveyOptions,
  work: LongWork,
): Promise<TableSurvey> {
  const sampled = options.untyped ? await planAsText(session, opened, file) : await planTable(session, opened, file);
  const { plan, records } = options.whole ? await fitWhole(session, sampled, work) : { plan: sampled, records: null };
  const { texts, rows } = await firstRows(session, plan, options.rows, options.untyped === true);
  const lines = await linesOfRows(session, opened, options.rows);
  const isTyped = !options.untyped && options.rows > 0;
  const reasons = options.untyped ? new Map() : await textReasons(session, plan, options.whole);
  const columns = await describeReadings(session, plan, options.whole, reasons);
  const typed = columns.map(({ source, type }) => ({ name: source, type }));
  const { lists, notes } = listedCodes(isTyped ? (opened.codes ?? []) : [], typed);
  return {
    ...describedLayout(opened),
    names: uniqueNames(opened.relation.columns.map(({ name }) => name)),
    columns: withUnlisted(columns, lists, rows),
    records,
    texts,
    rows,
    conversions: [...plan.conversions, ...notes],
    ...given({ lines }),
    ...(isTyped && isWrittenForPeople(file.format) ? { totals: await totalRecords(session, plan) } : {}),
  };
}

/** Columns whose codes the file states, with the values of the first rows that are none of them. */
function withUnlisted(
  columns: TableSurvey['columns'],
  stated: readonly StatedCodes[],
  rows: TableSurvey['rows'],
): TableSurvey['columns'] {
  const lists = new Map(stated.map((one) => [one.column, one.codes]));
  return columns.map((column, at) => {
    const list = lists.get(column.source);
    if (list === undefined) return column;
    const unlisted = new UnlistedCount(codeListOf(list));
    for (const row of rows) unlisted.add(row[at] ?? null, null);
    return { ...column, unlisted: unlisted.named };
  });
}

/** The line of each of the first rows of a long table, of which each record makes several. */
async function linesOfRows(session: Session, { relation }: OpenedTable, most: number) {
  if (relation.rowsPerRecord === undefined || relation.place === undefined) return undefined;
  const found = await session.rows(`SELECT ${relation.place.line} FROM ${relation.from} LIMIT ${Math.floor(most)}`);
  return found.map(([line]) => (line === null ? null : Number(line)));
}

/** The options with which a text is read again in the same way. */
export function writtenDialect({
  delimiter,
  quote,
  header,
  headerRows,
  skip,
  comment,
}: TextLayout): NonNullable<TableSurvey['dialect']> {
  return {
    delimiter: textOfBytes(delimiter),
    quote: textOfBytes(quote),
    header,
    headerRows,
    skip,
    comment: textOfBytes(comment),
  };
}

/** Reads every record: the types inferred from the first ones are confirmed, or widened. */
async function fitWhole(
  session: Session,
  sampled: TablePlan,
  work: LongWork,
): Promise<{ plan: TablePlan; records: number }> {
  const { relation } = sampled.opened;
  const open = sampled.columns.filter(({ found, valid, column }) => found && valid !== null && column !== null);
  const counts = open.map(
    ({ valid, shown }) => `count(*) FILTER (WHERE ${shown} IS NOT NULL AND NOT coalesce(${valid}, false))`,
  );
  const soFar = rowsSoFar(sampled.opened);
  const watch = {
    onFraction: (fraction: number | null, counted: number) =>
      work.onProgress?.({ phase: 'reading-file', bytes: 0, ...soFar(fraction, counted, 0) }),
  };
  const [records, ...invalid] = await session.row(
    `SELECT ${['count(*)', ...counts].join(', ')} FROM ${relation.from}`,
    [],
    watch,
  );
  const failing = open.filter((_, position) => invalid[position] !== 0n);
  const plan =
    failing.length === 0 ? sampled : await withTotals(session, await readAgain(session, sampled, failing), true, work);
  return { plan, records: Number(records) };
}

async function textReasons(session: Session, plan: TablePlan, whole: boolean): Promise<Map<SourceColumn, Explanation>> {
  const { relation } = plan.opened;
  const reasons = new Map<SourceColumn, Explanation>();
  const texts = plan.columns.flatMap(({ type, found, column }) =>
    type === 'text' && found && column?.form === 'text' && column.kind === 'guess' ? [column] : [],
  );
  if (texts.length === 0) return reasons;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const requested = texts.map((column) => ({ column, reference: column.reference }));
  const found = await eachColumn(session, records, requested, [
    `bool_and(regexp_full_match(value, '\\s*[-+]?[0-9]+\\s*'))`,
    `bool_or(regexp_full_match(value, '\\s*0[0-9]+\\s*'))`,
    `bool_and(regexp_full_match(value, '\\s*[-+]?[0-9]+[.][0-9]+\\s*') OR regexp_full_match(value, '\\s*[-+]?[0-9]{1,15}\\s*'))`,
  ]);
  for (const column of texts) {
    const [numbers, codes, decimals] = found.get(column) ?? [];
    if (numbers !== true && decimals === true && !codes) reasons.set(column, explain('digits-stay-text'));
    if (numbers !== true) continue;
    reasons.set(column, codes ? explain('codes-stay-text') : explain('long-numbers-stay-text'));
  }
  return reasons;
}

/** Number of columns whose first rows are queried at once. */
const shownAtOnce = 100;

type FirstRows = Pick<TableSurvey, 'texts' | 'rows'>;

async function firstRows(session: Session, plan: TablePlan, most: number, textsOnly: boolean): Promise<FirstRows> {
  const { columns } = plan;
  // A stored copy of the file can be queried in parts; the file itself would be read for each of them.
  if (columns.length <= shownAtOnce || plan.opened.relation.from !== sampleTable) {
    return someFirstRows(session, plan, columns, most, textsOnly);
  }
  const checked = textsOnly ? [] : columns.filter(({ valid }) => valid !== null);
  const known = new Map<PlannedColumn, readonly (string | null)[]>();
  for (const group of similarColumns(checked, storedText).groups) {
    const found = await firstOfSimilar(session, group, sampleTable, most);
    for (const [column, values] of found) known.set(column, values.map(textOf));
  }
  const parts: FirstRows[] = [];
  for (let at = 0; at < columns.length; at += shownAtOnce) {
    const part = columns.slice(at, at + shownAtOnce);
    parts.push(await someFirstRows(session, plan, part, most, textsOnly, known));
  }
  return { texts: beside(parts.map(({ texts }) => texts)), rows: beside(parts.map(({ rows }) => rows)) };
}

/** The text of a value as it would be stored; a value that cannot be read is shown as it is in the file. */
function storedText(column: PlannedColumn): string {
  const text = column.type === 'geometry' ? `ST_AsText(${column.value})` : `CAST(${column.value} AS VARCHAR)`;
  // Infinity and NaN become missing values.
  const value = column.type === 'float' ? `CASE WHEN isfinite(${column.value}) THEN ${text} END` : text;
  if (column.valid === null) return value;
  return `CASE WHEN ${column.shown} IS NULL THEN NULL WHEN ${column.valid} THEN ${value} ELSE CAST(${column.shown} AS VARCHAR) END`;
}

const textOf = (value: unknown) => (value === null ? null : String(value));

/** @param known values of some columns */
async function someFirstRows(
  session: Session,
  plan: TablePlan,
  columns: readonly PlannedColumn[],
  most: number,
  textsOnly: boolean,
  known: ReadonlyMap<PlannedColumn, readonly (string | null)[]> = new Map(),
): Promise<FirstRows> {
  if (columns.length === 0) return { texts: [], rows: [] };
  const { relation } = plan.opened;
  const shown = columns.map((column) => `CAST(${column.shown} AS VARCHAR)`);
  const requested = textsOnly ? [] : columns.filter((column) => !known.has(column));
  const answers = await session.rows(
    `SELECT ${[...shown, ...requested.map(storedText)].join(', ')} FROM ${relation.from} LIMIT ${Math.floor(most)}`,
  );
  const places = new Map(requested.map((column, at) => [column, shown.length + at]));
  const valueAt = (column: PlannedColumn, row: readonly unknown[], at: number) =>
    known.get(column)?.[at] ?? textOf(row[places.get(column) ?? -1] ?? null);
  return {
    texts: answers.map((row) => row.slice(0, shown.length).map(textOf)),
    rows: textsOnly ? [] : answers.map((row, at) => columns.map((column) => valueAt(column, row, at))),
  };
}
