import { type Explanation, explain } from '#shared/failures.ts';
import type { FoundTotal } from '#shared/rpc/source-file.ts';
import { isWorkbookFormat } from '#shared/source-formats.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import type { LongWork } from '../../../lib/long-work.ts';
import type { Session } from '../../engine/session.ts';
import { recordLines } from '../formats/delimited/line-numbers.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import { sampleRecords } from '../values/infer.ts';
import { valueShapes } from '../values/value-shapes.ts';
import type { PlannedColumn, TablePlan } from './plan-columns.ts';
import { recordsAt } from './table-below.ts';
import words from './words.json' with { type: 'json' };

/** Words for totals of the records above, in several languages. */
const totalWords = words.totals.join('|');
/** A name that is nothing but a word for a total. */
export const totalWord = new RegExp(`^\\W*(?:grand |sub-?|gesamt-?|in )?(?:${totalWords})\\W*$`, 'iu');
const isTotal = new RegExp(`^(?:grand |sub-?|gesamt-?|in )?(?:${totalWords})(?!\\p{L})`, 'iu');

/** Maximum number of consecutive total rows (a total, an average and so on). */
const maxTotals = 3;
/** With more columns than this, the last records are not examined. */
const maxColumns = 200;
const shownLetters = 60;

/**
 * Finds total rows at the end, if only their words turn columns of numbers or dates into text.
 * @param whole whether all records are read, or only the examined ones, which may be all
 */
export async function findTotals(
  session: Session,
  plan: TablePlan,
  whole: boolean,
  work: Pick<LongWork, 'signal'>,
): Promise<Explanation | null> {
  const { relation } = plan.opened;
  const columns = candidates(plan);
  if (columns.length === 0 || relation.place?.file !== undefined) return null;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const cells = columns.map(({ column: { reference } }, at) => `${reference} AS v${at}`);
  const last = await session.rows(
    `SELECT * FROM (SELECT row_number() OVER () AS record, ${[relation.place?.line ?? 'NULL', ...cells].join(', ')} FROM ${records})
     ORDER BY record DESC LIMIT ${maxTotals}`,
  );
  if (!whole && Number(last[0]?.[0] ?? 0) >= sampleRecords) return null;
  const totals = untilOther(last.map(([record, line, ...values]) => ({ record: Number(record), line, values })));
  const counts = columns.map((_, at) => totals.filter(({ values }) => says(values[at])).length);
  const found = columns.filter((_, at) => (counts[at] ?? 0) > 0);
  if (found.length === 0) return null;
  const shapes = await valueShapes(
    session,
    records,
    found.map(({ column }) => column),
  );
  const made = found.find((one) => {
    const shaped = shapes.get(one.column);
    const digits = shaped?.shapes.reduce((sum, { count }) => sum + count, 0) ?? 0;
    return shaped?.others === counts[columns.indexOf(one)] && digits > 1;
  });
  if (made === undefined) return null;
  const text = totals.map(({ values }) => values[columns.indexOf(made)]).find(says);
  const lines = await linesOf(plan, totals, work);
  if (lines === null) return null;
  return explain('totals-below', {
    lines,
    column: made.name,
    value: excerpt(String(text ?? ''), shownLetters),
  });
}

interface Candidate {
  readonly name: string;
  readonly column: Extract<SourceColumn, { form: 'text' }>;
}

/** Columns of text some of whose values look like another type. */
function candidates({ columns, opened: { dialect }, file, readings }: TablePlan): Candidate[] {
  // The beginning of a sheet is read as NDJSON.
  const isSheet = isWorkbookFormat(file.format);
  if ((dialect === null && !isSheet) || columns.length >= maxColumns) return [];
  return columns.flatMap(({ name, type, moment, found, column }) => {
    if (type !== 'text' || moment != null || !found || column?.form !== 'text') return [];
    const { values, shaped } = readings.columns.get(column) ?? { values: 1, shaped: 1 };
    return shaped * 2 >= values && (dialect === null || shaped < values) ? [{ name, column }] : [];
  });
}

interface LastRecord {
  readonly record: number;
  readonly line: unknown;
  readonly values: readonly unknown[];
}

function says(value: unknown): boolean {
  return typeof value === 'string' && isTotal.test(value.trim());
}

/** The total rows at the end, from the first one. */
function untilOther(last: readonly LastRecord[]): LastRecord[] {
  const end = last.findIndex(({ values }) => !values.some(says));
  return last.slice(0, end < 0 ? last.length : end).reverse();
}

/** The line, or row of the sheet, of each total row; null if one is unknown. */
async function linesOf(
  { opened: { dialect, path, relation } }: TablePlan,
  totals: readonly LastRecord[],
  { signal }: Pick<LongWork, 'signal'>,
): Promise<readonly number[] | null> {
  const [first] = totals;
  if (first === undefined) return null;
  if (relation.place !== undefined) return totals.map(({ line }) => Number(line));
  // Without a position, the caller knows the row of each record.
  if (dialect === null) return totals.map(({ record }) => record);
  const around = await recordsAt(path, dialect, first.record, signal);
  const lines = totals.map(({ record }) => around.find(({ number, cells }) => number === record && cells.length > 0));
  return lines.every((one) => one !== undefined) ? lines.map(({ line }) => line) : null;
}

/** With more records, or columns of numbers or names, none is examined. */
const maxRecords = 1_000;
const maxNumbers = 200;
const maxLabels = 4;
/** Fewer records that one is the sum of, or fewer sums, may be there by chance. */
const minParts = 2;
/** How many sums, of which size, are no chance: of all other records, and of some without a word for it. */
const ofAll = { sums: 2, least: 10, balances: false } as const;
const ofSome = { sums: 3, least: 100, balances: false } as const;
const named = { sums: 1, least: 0, balances: true } as const;
/** Of records that stand out, as totals do, which alone says nothing. */
const emphasised = { sums: 1, least: 10, balances: false } as const;
/** Share of a sum by which rounded parts may differ from it, for each part. */
const tolerance = 1e-9;

interface Examined {
  readonly record: number;
  readonly line: number | null;
  readonly labels: readonly string[];
  readonly numbers: readonly (number | null)[];
  /** How many sums, of which size, show that it is a total; null for what that takes in general. */
  readonly evidence: Evidence | null;
}

/**
 * The records of a short table that are totals or subtotals: by a word, if nothing else is in a name, or because they
 * are the sums of all others, or of several before or after them.
 */
export async function totalRecords(session: Session, plan: TablePlan): Promise<FoundTotal[]> {
  const records = await examined(session, plan);
  const sums = sumsAmong(records);
  const found = records.flatMap((one, at) => {
    const word = one.labels.find((label) => totalWord.test(label));
    if (word === undefined && !sums.has(at)) return [];
    return [{ ...one, label: word ?? one.labels[0] ?? '', isSum: sums.has(at) }];
  });
  // A table whose records mostly have such names has another meaning of them.
  if (found.length * 2 > records.length) return [];
  const { dialect, path } = plan.opened;
  const isPlaced = found.every(({ line }) => line !== null);
  if (!isPlaced && dialect === null) return [];
  const lines =
    isPlaced || dialect === null
      ? found.map(({ line }) => line)
      : await recordLines(
          path,
          dialect,
          found.map(({ record }) => record),
          undefined,
        );
  return found.flatMap(({ label, isSum }, at) => {
    const line = lines[at] ?? null;
    return line === null ? [] : [{ line, label, isSum }];
  });
}

/** The first columns of names, and all columns of numbers, of each record; none for a long table or a wide one. */
async function examined(session: Session, { opened, columns }: TablePlan): Promise<Examined[]> {
  const { relation } = opened;
  const isKept = ({ column }: PlannedColumn) => column !== null;
  const ofKey = new Set(relation.keys ?? []);
  const numbers = columns.filter(
    (column) => isKept(column) && (column.type === 'float' || column.type === 'integer') && !ofKey.has(column.source),
  );
  const labels = columns.filter((column) => isKept(column) && column.type === 'text' && !ofKey.has(column.source));
  if (labels.length === 0 || numbers.length === 0 || numbers.length > maxNumbers || columns.length > maxNumbers)
    return [];
  const most = maxRecords * (relation.rowsPerRecord ?? 1) + 1;
  const texts = labels.slice(0, maxLabels).map(({ shown }) => `coalesce(CAST(${shown} AS VARCHAR), '')`);
  const values = numbers.map(({ value, valid }) => {
    const number = `CAST(${value} AS DOUBLE)`;
    return valid === null ? number : `CASE WHEN ${valid} THEN ${number} END`;
  });
  const { record = 'row_number() OVER ()', line = 'NULL' } = relation.place ?? {};
  const rows = `SELECT ${record} AS record, ${line} AS line, [${texts.join(', ')}]::JSON::VARCHAR AS labels,
    [${values.join(', ')}] AS numbers, row_number() OVER () AS place FROM (SELECT * FROM ${relation.from} LIMIT ${most})`;
  const found = await session.rows(
    `SELECT record, any_value(line), any_value(labels), list(numbers ORDER BY place)::JSON::VARCHAR FROM (${rows})
     GROUP BY record ORDER BY record`,
  );
  if (found.length > maxRecords) return [];
  // Where many records stand out, they do so for another reason.
  const standing = new Set(relation.emphasised);
  const count = found.filter(([, of]) => standing.has(Number(of))).length;
  return found.map(([number, of, names, cells]) => {
    const labels = JSON.parse(String(names)) as string[];
    const line = of === null || of === undefined ? null : Number(of);
    const standsOut = line !== null && standing.has(line) && count * 2 <= found.length;
    return {
      record: Number(number),
      line,
      labels,
      numbers: (JSON.parse(String(cells)) as (number | null)[][]).flat(),
      evidence: labels.some((label) => totalWord.test(label)) ? named : standsOut ? emphasised : null,
    };
  });
}

/** Positions of the records that are the sum of all others, or of several before or after them. */
function sumsAmong(records: readonly Examined[]): ReadonlySet<number> {
  const totals = new Set<number>();
  for (const [at, { numbers, evidence: own }] of records.entries()) {
    const others = records.filter((_, other) => other !== at && !totals.has(other));
    const evidence = own ?? ofSome;
    const after = records.slice(at + 1);
    const before = records.slice(0, at).filter((_, other) => !totals.has(other));
    const isSum =
      isSumOf(numbers, others, own ?? ofAll) ||
      untilSum(after, numbers, evidence) ||
      untilSum(before.reverse(), numbers, evidence);
    if (isSum) totals.add(at);
  }
  return totals;
}

/** `balances`: whether some parts may be taken away, as costs are from revenue; profit is a record like them. */
type Evidence = { readonly sums: number; readonly least: number; readonly balances: boolean };

/** Whether some of the next records add up to these numbers. */
function untilSum(next: readonly Examined[], numbers: readonly (number | null)[], evidence: Evidence): boolean {
  const first = numbers.findIndex((number) => number !== null && number !== 0);
  const target = Math.abs(numbers[first] ?? 0);
  let sum = 0;
  for (let count = 1; first >= 0 && count <= next.length; count += 1) {
    sum += Math.abs(next[count - 1]?.numbers[first] ?? 0);
    if (sum > target * (1 + count * tolerance)) return false;
    if (count >= minParts && isSumOf(numbers, next.slice(0, count), evidence)) return true;
  }
  return false;
}

/** Whether every number is the sum of those below each other in several records. */
function isSumOf(
  numbers: readonly (number | null)[],
  parts: readonly Examined[],
  { sums: minSums, least, balances }: Evidence,
): boolean {
  if (parts.length < minParts) return false;
  let sums = 0;
  for (const [at, total] of numbers.entries()) {
    const cells = parts.map((part) => part.numbers[at] ?? null);
    if (total === null || cells.every((cell) => cell === null)) continue;
    if (cells.includes(null)) return false;
    if (!balances && isMixed(cells)) return false;
    const sum = cells.reduce<number>((all, cell) => all + (cell ?? 0), 0);
    if (Math.abs(sum - total) > Math.max(Math.abs(total), 1e-3) * tolerance * parts.length) return false;
    if (total !== 0 && Math.abs(total) >= least) sums += 1;
  }
  return sums >= minSums;
}

function isMixed(numbers: readonly (number | null)[]): boolean {
  return numbers.some((number) => Number(number) < 0) && numbers.some((number) => Number(number) > 0);
}
