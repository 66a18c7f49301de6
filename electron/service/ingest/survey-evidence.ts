import { say } from '#shared/sentences/say.ts';
import type { Session } from '../rows/duckdb/session.ts';
import type { ColumnEvidence, ColumnQuestion, SurveyedColumn } from '../rows/row-store.ts';
import type { ColumnDoubt, ColumnReading } from './columns/column-reading.ts';
import { type MomentForm, momentConversion, momentKind } from './columns/moment-reading.ts';
import { sampleRecords } from './infer.ts';
import type { PlannedColumn } from './plan.ts';
import type { SourcePlan } from './plan-source.ts';
import { numberConversion } from './text-conversion.ts';

/** Values that are shown of a column, and columns that such values are looked for in. */
const shownValues = 3;
const maxColumnsWithValues = 50;

/** Columns as a person is told of them: what they are and why, and what is to be decided. */
export async function describeReadings(
  session: Session,
  plan: SourcePlan,
  whole: boolean,
  reasons: ReadonlyMap<unknown, string>,
): Promise<SurveyedColumn[]> {
  const { relation } = plan.opened;
  const records = whole ? relation.from : `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const described: SurveyedColumn[] = [];
  let asked = 0;
  for (const column of plan.columns) {
    const reading = column.column === null ? undefined : plan.readings.columns.get(column.column);
    const told = column.found && relation.form === 'delimited' && reading !== undefined;
    const more = told && (isMixed(reading) || reading.doubt !== null) && asked < maxColumnsWithValues;
    if (more) asked += 1;
    described.push({
      source: column.source,
      name: column.name,
      type: column.type,
      reason: reasonOf(column, reading, reasons),
      moment: reading?.moment == null ? null : momentKind(reading.moment.form),
      ...(told
        ? {
            evidence: {
              ...evidenceOf(reading),
              exceptions: more ? await exceptionsOf(session, records, column, reading) : [],
            },
          }
        : {}),
      ...(more && reading.doubt !== null
        ? { question: await questionOf(session, records, column, reading.doubt) }
        : {}),
    });
  }
  return described;
}

/** Text of which most values look like numbers or dates. */
function isMixed({ type, moment, shaped, values }: ColumnReading): boolean {
  return type === 'text' && moment === null && shaped * 2 >= values && shaped < values;
}

function reasonOf(
  column: PlannedColumn,
  reading: ColumnReading | undefined,
  reasons: ReadonlyMap<unknown, string>,
): string {
  if (reading?.doubt?.kind === 'numbers') return say('decimal-or-thousands');
  if (reading?.doubt?.kind === 'date-order') return say('day-or-month-first');
  const known = reasons.get(column.column) ?? column.note;
  if (known) return known;
  if (reading === undefined || !column.found || !isMixed(reading)) return '';
  return say('some-are-others', { count: reading.values - reading.shaped, total: reading.values });
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
  if (!isMixed(reading) || column.column === null) return [];
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
    { options: { dates: 'day-first' }, value: converted(doubt.form, true) },
    { options: { dates: 'month-first' }, value: converted(doubt.form, false) },
    { options: { dates: 'as-text' }, value: (reference) => reference },
  ];
}
