import type { DuckDBValue } from '@duckdb/node-api';
import { type Explanation, explain } from '#shared/failures.ts';
import type { ColumnEvidence } from '#shared/rpc/source-file.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { Session } from '../../engine/session.ts';
import type { ColumnQuestion, SurveyedColumn } from '../reading.ts';
import type { ColumnDoubt, ColumnReading } from '../values/column-reading.ts';
import { sampleRecords } from '../values/infer.ts';
import { isAmbiguous, type MomentForm, momentConversion } from '../values/moment-reading.ts';
import { findMoments, type MomentCandidate } from '../values/stored-moments.ts';
import { numberConversion } from '../values/text-conversion.ts';
import type { PlannedColumn, TablePlan } from './plan-columns.ts';
import { resultsOfSimilar, similarColumns } from './similar-columns.ts';

/** Number of values shown per column, and of columns for which such values are searched. */
const shownValues = 3;
const maxColumnsWithValues = 50;

/** Columns as shown to the user: type, evidence, and open questions. */
export async function describeReadings(
  session: Session,
  plan: TablePlan,
  whole: boolean,
  reasons: ReadonlyMap<unknown, Explanation>,
): Promise<SurveyedColumn[]> {
  const { relation } = plan.opened;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const moments = await surveyedMoments(session, plan, records);
  const counts = await countedValues(session, plan, records);
  const described: SurveyedColumn[] = [];
  let requested = 0;
  for (const [position, column] of plan.columns.entries()) {
    const reading = column.column === null ? undefined : plan.readings.columns.get(column.column);
    const isSpelled = column.column?.form === 'text' && column.column.spelled === true;
    const isInferred = relation.form === 'delimited' || isSpelled || reading?.moment != null || reading?.unit != null;
    const isReported = column.found && isInferred && reading !== undefined;
    const more = isReported && (hasOthers(reading) || reading.doubt !== null) && requested < maxColumnsWithValues;
    if (more) requested += 1;
    const given = givenEvidence(column);
    const counted = counts.get(column);
    described.push({
      source: column.source,
      name: column.name,
      type: column.type,
      reason: reasonOf(column, reading, reasons),
      moment: moments.get(position) ?? null,
      ...(given === undefined ? {} : { evidence: { ...given, whole } }),
      ...(counted === undefined ? {} : { evidence: { ...counted, whole } }),
      ...(isReported
        ? {
            evidence: {
              ...evidenceOf(reading),
              exceptions: more ? await exceptionsOf(session, records, column, reading) : [],
            },
          }
        : {}),
      ...(isReported && reading.unit !== null ? { unit: reading.unit } : {}),
      ...(more && reading.doubt !== null
        ? { question: await questionOf(session, records, column, reading.doubt) }
        : {}),
    });
  }
  return described;
}

/** What the reader itself found out about numbers and texts in one column. */
function givenEvidence({ found, column }: PlannedColumn): ColumnEvidence | undefined {
  return found && column?.form === 'text' ? column.evidence : undefined;
}

/** The values of columns whose type the format declares, and neither the user nor a reading of texts decides. */
async function countedValues(
  session: Session,
  { columns, opened: { relation }, file }: TablePlan,
  records: string,
): Promise<ReadonlyMap<PlannedColumn, Omit<ColumnEvidence, 'whole'>>> {
  const said = new Set(file.columns?.flatMap(({ source: name, type }) => (type === undefined ? [] : [name])));
  const stated = columns.filter(
    (column) =>
      relation.form !== 'delimited' &&
      column.column !== null &&
      !said.has(column.source) &&
      givenEvidence(column) === undefined,
  );
  const found = new Map<PlannedColumn, Omit<ColumnEvidence, 'whole'>>();
  const take = (column: PlannedColumn, [present, fitting]: readonly DuckDBValue[]) => {
    const counts = { values: Number(present ?? 0), fitting: Number(fitting ?? 0) };
    found.set(column, { stated: true, ...counts, missing: [], exceptions: [], numbers: null });
  };
  const fits = ({ shown, valid }: PlannedColumn) =>
    `count(*) FILTER (WHERE ${shown} IS NOT NULL${valid === null ? '' : ` AND (${valid})`})`;
  const { groups, others } = similarColumns(stated, fits);
  for (const group of groups) {
    const answers = await resultsOfSimilar(session, group, ['count(value)', group.expression], records);
    for (const column of group.columns) take(column, answers.get(column) ?? []);
  }
  for (let at = 0; at < others.length; at += comparedAtOnce) {
    const part = others.slice(at, at + comparedAtOnce);
    const requested = part.map((column) => `count(${column.shown}), ${fits(column)}`);
    const answers = await session.row(`SELECT ${requested.join(', ')} FROM ${records}`);
    for (const [index, column] of part.entries()) take(column, answers.slice(index * 2, index * 2 + 2));
  }
  return found;
}

/** Number of columns whose texts are compared in one statement. */
const comparedAtOnce = 100;

/** Which columns would contain only dates or times, by position: determined from the values as they would be stored. */
async function surveyedMoments(
  session: Session,
  { columns, opened: { relation } }: TablePlan,
  records: string,
): Promise<ReadonlyMap<number, MomentKind>> {
  // The shapes of a delimited file's values already show which columns these may be.
  const known = relation.form === 'delimited' && relation.valueOptions?.dates !== 'as-text';
  const texts = columns.flatMap(({ type, found, valid, value, moment = null }, position) => {
    const fitting = valid === null ? value : `CASE WHEN ${valid} THEN ${value} END`;
    const requested = type === 'text' && (known && found ? moment !== null : columns[position]?.moment !== null);
    return requested ? [{ position, reference: `CAST(${fitting} AS VARCHAR)`, planned: moment }] : [];
  });
  const ends = await endsOf(
    session,
    texts.filter(({ planned }) => planned?.checked !== true).map(({ reference }) => reference),
    records,
  );
  const candidates = texts.map(({ reference, planned }): MomentCandidate => {
    return { reference, planned, ends: planned?.checked === true ? ['', ''] : (ends.get(reference) ?? null) };
  });
  const found = await findMoments(session, records, candidates);
  return new Map(
    texts.flatMap(({ position }, at) => {
      const moment = found[at] ?? null;
      return moment === null ? [] : [[position, moment] as const];
    }),
  );
}

/** The smallest and the largest text of each expression, if it has any. */
async function endsOf(session: Session, references: readonly string[], records: string) {
  const found = new Map<string, readonly [string, string]>();
  for (let at = 0; at < references.length; at += comparedAtOnce) {
    const part = references.slice(at, at + comparedAtOnce);
    const requested = part.flatMap((reference) => [`min(${reference})`, `max(${reference})`]);
    const answers = await session.row(`SELECT ${requested.join(', ')} FROM ${records}`);
    for (const [index, reference] of part.entries()) {
      const [least, greatest] = answers.slice(index * 2, index * 2 + 2);
      if (typeof least === 'string' && typeof greatest === 'string') found.set(reference, [least, greatest]);
    }
  }
  return found;
}

/** Text of which some values look like numbers or dates. */
function hasOthers({ type, moment, shaped, values }: ColumnReading): boolean {
  return type === 'text' && moment === null && shaped > 0 && shaped < values;
}

/** Text whose values mostly look like numbers or dates. */
function isMixed({ type, moment, shaped, values }: ColumnReading): boolean {
  return type === 'text' && moment === null && shaped * 2 >= values && shaped < values;
}

/**
 * Why columns whose values partly look like numbers or dates stay text, for the result of publishing. Nothing is said
 * twice: a column that has a note already has no second one.
 */
export function textNotes({ columns, readings, conversions }: TablePlan): Explanation[] {
  const noted = new Set(conversions.map(({ values }) => ('subject' in values ? values.subject : null)));
  return columns.flatMap((column) => {
    const reading = column.column === null ? undefined : readings.columns.get(column.column);
    const isOpen = reading !== undefined && (reading.doubt !== null || reading.unit !== null || isMixed(reading));
    if (column.type !== 'text' || !column.found || column.moment != null || !isOpen || noted.has(column.name))
      return [];
    const what = reasonOf(column, reading, new Map());
    return what === null
      ? []
      : [explain('about', { subject: column.name, what: explain('stayed-text', { why: what }) })];
  });
}

function reasonOf(
  column: PlannedColumn,
  reading: ColumnReading | undefined,
  reasons: ReadonlyMap<unknown, Explanation>,
): Explanation | null {
  if (reading?.doubt?.kind === 'numbers') return explain('decimal-or-thousands');
  if (reading?.doubt?.kind === 'date-order')
    return explain(isAmbiguous(reading.doubt.form) ? 'years-of-two-digits' : 'day-or-month-first');
  if (reading?.merging !== undefined && column.type === 'text') {
    const [one, other] = reading.merging;
    return explain('codes-with-zeros', { one, other });
  }
  const known = reasons.get(column.column) ?? column.note;
  if (known !== null) return known;
  const given = column.column?.form === 'text' ? column.column.evidence : undefined;
  if (column.found && given !== undefined && column.type === 'text')
    return explain('some-are-others', { count: given.values - given.fitting, total: given.values });
  if (reading === undefined || !column.found) return null;
  const { type, moment, values, shaped, unit } = reading;
  if (type === 'text' && moment === null && values > 0 && shaped === values)
    return unit === null
      ? explain('written-differently')
      : unit.sign === ''
        ? explain('numbers-as-text')
        : explain('numbers-with-unit', { sign: unit.sign });
  if (!isMixed(reading)) return null;
  return explain('some-are-others', { count: reading.values - reading.shaped, total: reading.values });
}

function evidenceOf(reading: ColumnReading): Omit<ColumnEvidence, 'exceptions'> {
  const { type, moment, numbers, values, shaped, missing, whole } = reading;
  const isNumber = type === 'integer' || type === 'float';
  return {
    whole,
    values,
    fitting: isNumber || moment !== null || type === 'geometry' ? values : shaped,
    missing,
    numbers: isNumber ? { decimalComma: numbers.decimalComma, thousands: numbers.thousands } : null,
  };
}

async function exceptionsOf(session: Session, records: string, column: PlannedColumn, reading: ColumnReading) {
  if (!hasOthers(reading) || column.column === null) return [];
  const { reference } = column.column;
  const { valid } = numberConversion(reference, 'float', { ...reading.numbers, plusSigns: true, exponents: true });
  const found = await session.rows(
    `SELECT record, value FROM (SELECT row_number() OVER () AS record, ${reference} AS value, ${valid} AS fits FROM ${records})
     WHERE value <> '' AND NOT coalesce(fits, false) LIMIT ${shownValues}`,
  );
  return found.map(([record, text]) => ({ record: Number(record), text: String(text).slice(0, 200) }));
}

async function questionOf(
  session: Session,
  records: string,
  { column }: PlannedColumn,
  doubt: ColumnDoubt,
): Promise<ColumnQuestion> {
  const reference = column?.reference ?? 'NULL';
  const choices = choicesOf(doubt).map(({ options, value }) => ({
    options,
    value: `CAST(${value(reference)} AS VARCHAR)`,
  }));
  const samples = await session.rows(
    `SELECT ${choices.map(({ value }) => value).join(', ')} FROM ${records} WHERE ${reference} <> '' LIMIT ${shownValues}`,
  );
  return {
    kind: doubt.kind === 'numbers' ? 'decimal-or-thousands' : 'day-or-month-first',
    choices: choices.map(({ options }, position) => ({
      options,
      sample: samples.map((sample) => String(sample[position] ?? '')),
    })),
  };
}

interface Choice {
  readonly options: ColumnQuestion['choices'][number]['options'];
  readonly value: (reference: string) => string;
}

function choicesOf(doubt: ColumnDoubt): Choice[] {
  if (doubt.kind === 'numbers') {
    return doubt.readings.map((reading) => ({
      options: { decimalComma: reading.decimalComma, thousands: reading.thousands },
      value: (reference) => {
        const { valid, value } = numberConversion(reference, 'float', reading);
        return `CASE WHEN ${valid} THEN ${value} END`;
      },
    }));
  }
  const converted = (form: MomentForm, dayFirst: boolean) => (reference: string) =>
    momentConversion(reference, { form, dayFirst }).value;
  return [
    ...doubt.orders.map((dates) => ({ options: { dates }, value: converted(doubt.form, dates === 'day-first') })),
    { options: { dates: 'as-text' }, value: (reference) => reference },
  ];
}
