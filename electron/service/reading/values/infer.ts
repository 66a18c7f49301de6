import type { DuckDBValue } from '@duckdb/node-api';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { Session } from '../../engine/session.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import type { Relation } from '../formats/relation.ts';
import { type ColumnReading, type NumbersWithUnit, textReading, type ValueOptions } from './column-reading.ts';
import { maxMarks, presentValue } from './missing-marks.ts';
import {
  dayOrTime,
  isAmbiguous,
  isIso,
  isOrdered,
  type MomentForm,
  momentConversion,
  momentForm,
} from './moment-reading.ts';
import {
  areWhole,
  decimalEvidence,
  type FileSpelling,
  haveUnevenDecimals,
  type KnownByShape,
  knownByShape,
  type NumberReading,
  type NumberVerdict,
  plainReading,
  programNumbers,
  readNumbers,
  type ShapesWithUnit,
  shapesWithoutUnit,
} from './number-reading.ts';
import { looksLikeGeometry, numberTest, textConversion } from './text-conversion.ts';
import { type ColumnShapes, noShapes, valueShapes } from './value-shapes.ts';

/** Number of records examined before a file is read: as many as the engine's own sniffer uses. */
export const sampleRecords = 20_480;

/** Planning time grows with the square of a statement's expressions, so wide files are queried differently. */
export const columnsAtOnce = 24;

/** What was inferred about the columns of a source. */
export interface Readings {
  readonly columns: ReadonlyMap<SourceColumn, ColumnReading>;
  /** What columns with only one possible number format imply for the others. */
  readonly file: FileSpelling;
}

/**
 * Infers the undetermined columns from their first records. A column without any value there, or with ambiguous values,
 * is examined in the whole file.
 */
export async function inferReadings(
  session: Session,
  relation: Relation,
  columns: readonly SourceColumn[],
): Promise<Readings> {
  const guessed = columns.filter(
    (column) => isGuessed(column) || isJsonNumber(relation, column) || isJsonText(relation, column),
  );
  const sample = `(SELECT * FROM ${relation.from} LIMIT ${sampleRecords})`;
  const all = await survey(session, relation, sample, guessed, null);
  const isKnown = (column: SourceColumn) => {
    const { moment = null, unit = null } = all.columns.get(column) ?? {};
    return isJsonText(relation, column) && moment === null && unit === null;
  };
  const found = { ...all, columns: new Map([...all.columns].filter(([column]) => !isKnown(column))) };
  const open = guessed.filter((column) => !isKnown(column) && isOpen(found.columns.get(column)));
  if (open.length === 0) return found;
  const again = await inferWhole(session, relation, open, found.file);
  return { ...found, columns: new Map([...found.columns, ...again]) };
}

/** The kinds of columns, from every record. */
export async function inferWhole(
  session: Session,
  relation: Relation,
  columns: readonly SourceColumn[],
  file: FileSpelling,
): Promise<ReadonlyMap<SourceColumn, ColumnReading>> {
  const found = await survey(session, relation, relation.from, columns, file);
  return new Map([...found.columns].map(([column, reading]) => [column, { ...reading, whole: true }]));
}

function isGuessed(column: SourceColumn): boolean {
  return column.form === 'text' && column.kind === 'guess';
}

/** JSON declares numbers, but not whether `NaN` or an infinity is among them. */
function isJsonNumber({ form }: Relation, column: SourceColumn): boolean {
  return form === 'json' && column.form === 'text' && column.kind === 'float';
}

/** JSON and workbooks declare texts, but not that these are dates and times among marks for missing values. */
function isJsonText({ form, valueOptions }: Relation, column: SourceColumn): boolean {
  return form === 'json' && valueOptions?.findMissing === true && column.form === 'text' && column.kind === 'text';
}

/** Whether the texts of a column are written for people, so that their spelling shows what they are. */
function isSpelled({ form }: Relation, column: SourceColumn): boolean {
  return form === 'delimited' || (column.form === 'text' && column.spelled === true);
}

function isOpen(reading: ColumnReading | undefined): boolean {
  return reading === undefined || reading.doubt !== null || (reading.type === 'text' && reading.values === 0);
}

async function survey(
  session: Session,
  relation: Relation,
  records: string,
  columns: readonly SourceColumn[],
  known: FileSpelling | null,
): Promise<Readings> {
  const shaped = columns.filter(
    (column) => isSpelled(relation, column) || isJsonNumber(relation, column) || isJsonText(relation, column),
  );
  const shapes = await valueShapes(session, records, shaped);
  const file = known ?? fileSpelling(relation, [...shapes.values()]);
  const guesses = columns.map((column) => guess(column, shapes.get(column) ?? noShapes, relation, file));
  const passed = await passing(session, records, guesses, relation.form === 'delimited' ? shapes : null);
  const settled = guesses.map((one): readonly [SourceColumn, ColumnReading] => [
    one.column,
    settle(one, passed.get(one.column), shapes.get(one.column), relation.valueOptions?.dates),
  ]);
  const codes = relation.form === 'delimited' ? await findMergingCodes(session, records, settled, shapes) : null;
  const asCodes = (reading: ColumnReading, merging: readonly [string, string] | undefined): ColumnReading =>
    merging === undefined ? reading : { ...reading, type: 'text', missing: [], merging };
  return { file, columns: new Map(settled.map(([column, reading]) => [column, asCodes(reading, codes?.get(column))])) };
}

/**
 * Columns in which two texts would become the same number, such as `1.1` and `1.10`, with such texts: they are numbers
 * of sections or versions.
 */
async function findMergingCodes(
  session: Session,
  records: string,
  readings: readonly (readonly [SourceColumn, ColumnReading])[],
  shapes: ReadonlyMap<SourceColumn, ColumnShapes>,
): Promise<ReadonlyMap<SourceColumn, readonly [string, string]>> {
  const found = new Map<SourceColumn, readonly [string, string]>();
  for (const [decimalComma, mark] of [
    [false, '.'],
    [true, ','],
  ] as const) {
    const uneven = readings.flatMap(([column, { type, numbers, missing }]) => {
      const own = type === 'float' && numbers.decimalComma === decimalComma ? shapes.get(column) : undefined;
      if (own === undefined || !haveUnevenDecimals(own.shapes, numbers)) return [];
      const marks = missing.map(({ text }) => text);
      return [{ column, reference: presentValue(column.reference, marks) }];
    });
    if (uneven.length === 0) continue;
    const written = `CASE WHEN contains(value, ${quoteLiteral(mark)}) THEN trim(value) END`;
    const counts = [`count(DISTINCT ${written})`, `count(DISTINCT rtrim(${written}, '0'))`];
    for (const [column, [texts, values]] of await eachColumn(session, records, uneven, counts)) {
      if (texts === values) continue;
      const [one, other] = await session.row(
        `SELECT min(value), max(value) FROM (SELECT trim(${column.reference}) AS value FROM ${records})
         WHERE contains(value, ${quoteLiteral(mark)})
         GROUP BY rtrim(value, '0') HAVING count(DISTINCT value) > 1 ORDER BY 1 LIMIT 1`,
      );
      found.set(column, [String(one), String(other)]);
    }
  }
  return found;
}

function fileSpelling({ delimiter = ',' }: Relation, shapes: readonly ColumnShapes[]): FileSpelling {
  const evidence = new Set(shapes.map(decimalEvidence));
  return { decimalPoint: evidence.has('.'), decimalComma: evidence.has(','), delimiter };
}

const defaultValueOptions: ValueOptions = { findMissing: false };

/** What the shapes of a column's values allow. */
interface Guess {
  readonly column: SourceColumn;
  readonly missing: ColumnReading['missing'];
  readonly moment: MomentForm | null;
  readonly numbers: NumberReading | null;
  readonly likely: NumberReading;
  /** Readings that need no test of the values. */
  readonly known: KnownByShape;
  readonly marks: readonly string[];
  readonly doubt: ColumnReading['doubt'];
  readonly unit: ColumnReading['unit'];
  /** Whether some values are neither numbers nor dates. */
  readonly others: boolean;
}

function guess(
  column: SourceColumn,
  shapes: ColumnShapes,
  { valueOptions = defaultValueOptions }: Relation,
  file: FileSpelling,
): Guess {
  const others = shapes.others > 0 || shapes.marks.length > (valueOptions.findMissing ? maxMarks : 0);
  const marks = valueOptions.findMissing ? shapes.marks.map(({ text }) => text) : [];
  const withUnit = shapesWithoutUnit(shapes.shapes);
  const likely = readNumbers({ ...shapes, shapes: withUnit?.shapes ?? shapes.shapes, others: 0 }, valueOptions, file);
  const unitSign = withUnit !== null && likely.kind !== 'none' ? { unitSign: withUnit.sign } : {};
  const nothing = {
    column,
    missing: [],
    marks,
    moment: null,
    numbers: null,
    likely: { ...likelyNumbers(likely, valueOptions, file), ...unitSign },
    known: {},
    doubt: null,
    unit: null,
    others,
  };
  if (column.form === 'text' && (column.kind === 'integer' || column.kind === 'float')) {
    return { ...nothing, missing: shapes.marks, numbers: programNumbers };
  }
  if (column.form === 'text' && column.kind === 'text' && column.spelled !== true) {
    const form = others ? null : jsonMoment(shapes);
    // That numbers are texts may be meant: it is only proposed to store them as numbers.
    const asNumbers = !others && form === null && likely.kind === 'numbers';
    const unit = asNumbers ? unitOf(withUnit ?? { sign: '', shapes: shapes.shapes }, likely.reading) : null;
    return { ...nothing, missing: form === null ? [] : shapes.marks, moment: form, unit, others: false };
  }
  if (others || shapes.shapes.length === 0) return nothing;
  const missing = shapes.marks;
  const moment = valueOptions.dates === 'as-text' ? null : momentForm(shapes, column.name);
  const readings = likely.kind === 'doubt' ? likely.readings.map((reading) => ({ ...reading, ...unitSign })) : null;
  const doubt = readings === null ? null : { kind: 'numbers' as const, readings };
  const numbers = likely.kind === 'numbers' ? likely.reading : null;
  if (withUnit !== null) return { ...nothing, doubt, unit: numbers === null ? null : unitOf(withUnit, numbers) };
  const known = numbers === null ? {} : knownByShape(shapes.shapes, numbers);
  return { ...nothing, missing, moment, numbers, known, doubt };
}

function unitOf(
  { sign, shapes }: Pick<ShapesWithUnit, 'shapes'> & Pick<NumbersWithUnit, 'sign'>,
  numbers: NumberReading,
): NumbersWithUnit {
  return { sign, type: areWhole(shapes, numbers) ? 'integer' : 'float' };
}

/** The form of texts in JSON and workbooks, if some are not in the form already. */
function jsonMoment(shapes: ColumnShapes): MomentForm | null {
  const form = momentForm(shapes, '') ?? dayOrTime(shapes);
  if (form === null || isAmbiguous(form)) return null;
  return form === 'day-or-time' || (shapes.marks.length > 0 && isIso(form, shapes)) ? form : null;
}

/** How numbers would be written in a column that has other values too. */
function likelyNumbers(verdict: NumberVerdict, options: ValueOptions, file: FileSpelling): NumberReading {
  if (verdict.kind === 'numbers') return verdict.reading;
  const decimalComma = options.decimalComma ?? (file.decimalComma && !file.decimalPoint);
  return { ...plainReading, decimalComma, thousands: options.thousands ?? '' };
}

const tests = {
  integer: (numbers: NumberReading) => (reference: string) => numberTest(reference, 'integer', numbers),
  float: (numbers: NumberReading) => (reference: string) => numberTest(reference, 'float', numbers),
  moment: (form: MomentForm, dayFirst: boolean) => (reference: string) =>
    momentConversion(reference, { form, dayFirst }).valid,
};

/** The requested tests of a column, and whether all values pass them. */
interface Passed {
  readonly present: boolean;
  readonly dayFirst?: boolean;
  readonly monthFirst?: boolean;
  readonly integer?: boolean;
  readonly float?: boolean;
  readonly geometry?: boolean;
}

async function passing(
  session: Session,
  records: string,
  guesses: readonly Guess[],
  shapes: ReadonlyMap<SourceColumn, ColumnShapes> | null,
): Promise<ReadonlyMap<SourceColumn, Passed>> {
  const all = guesses.map((one): Trial => {
    const { column, moment, numbers, known, missing } = one;
    const testsByKey: Record<string, Test> = {
      ...(moment === null ? {} : { dayFirst: tests.moment(moment, true) }),
      ...(moment !== null && isOrdered(moment) ? { monthFirst: tests.moment(moment, false) } : {}),
      ...(numbers === null || known.integer !== undefined ? {} : { integer: tests.integer(numbers) }),
      ...(numbers === null || known.float !== undefined ? {} : { float: tests.float(numbers) }),
      ...(one.others || shapes === null ? { geometry: looksLikeGeometry } : {}),
    };
    const key = JSON.stringify([moment, numbers, Object.keys(testsByKey)]);
    return {
      column,
      testsByKey,
      key,
      reference: presentValue(
        column.reference,
        missing.map(({ text }) => text),
      ),
    };
  });
  // For a column without tests, its shapes show whether it has values.
  const isTested = ({ testsByKey }: Trial) => shapes === null || Object.keys(testsByKey).length > 0;
  const trials = all.filter(isTested);
  const untested = guesses.flatMap(({ column, missing }, at): [SourceColumn, Passed][] => {
    if (all[at] === undefined || isTested(all[at])) return [];
    const marked = missing.reduce((sum, { count }) => sum + count, 0);
    return [[column, { present: (shapes?.get(column)?.values ?? 0) > marked }]];
  });
  const found = new Map([...untested, ...(await countPassing(session, records, trials))]);
  const maybe = trials.filter(({ column }) => found.get(column)?.geometry === true);
  const shape = (reference: string) => textConversion(reference, 'geometry', plainReading).valid;
  const shaped = await countPassing(
    session,
    records,
    maybe.map((trial) => ({ ...trial, testsByKey: { geometry: shape }, key: 'geometry' })),
  );
  const known = new Map(guesses.map((one) => [one.column, one.known]));
  return new Map(
    [...found].map(([column, passed]) => [
      column,
      { ...passed, ...known.get(column), geometry: shaped.get(column)?.geometry === true },
    ]),
  );
}

function settle(
  { column, missing, marks, moment, numbers, likely, doubt, unit }: Guess,
  passed: Passed | undefined,
  shapes: ColumnShapes = noShapes,
  dates?: string,
): ColumnReading {
  const marked = shapes.marks.reduce((sum, { count }) => sum + count, 0);
  const shaped = shapes.shapes.reduce((sum, { count }) => sum + count, 0);
  const common = { ...textReading, values: shapes.values, shaped, whole: false, numbers: numbers ?? likely, marks };
  const isFloat = column.form === 'text' && column.kind === 'float';
  if (passed === undefined || !passed.present) {
    return { ...common, missing, values: 0, type: isFloat ? 'float' : 'text' };
  }
  const found = { ...common, missing, values: shapes.values - marked };
  if (moment !== null && (passed.dayFirst || passed.monthFirst)) {
    const ordered = isOrdered(moment);
    if (ordered && dates === undefined && (isAmbiguous(moment) || (passed.dayFirst && passed.monthFirst))) {
      const orders = [
        ...(passed.dayFirst ? (['day-first'] as const) : []),
        ...(passed.monthFirst ? (['month-first'] as const) : []),
      ];
      return { ...common, doubt: { kind: 'date-order', form: moment, orders } };
    }
    const dayFirst = ordered && dates !== undefined ? dates === 'day-first' : passed.dayFirst === true;
    const fits = !ordered || (dayFirst ? passed.dayFirst : passed.monthFirst);
    if (fits) return { ...found, moment: { form: moment, dayFirst, converts: !isIso(moment, shapes) } };
  }
  if (doubt !== null) return { ...common, doubt };
  if (unit !== null) return { ...common, unit, values: found.values };
  if (passed.integer && !isFloat) return { ...found, type: 'integer' };
  if (passed.float) return { ...found, type: 'float' };
  return passed.geometry ? { ...common, type: 'geometry' } : common;
}

type Test = (reference: string) => string;

interface Trial {
  readonly column: SourceColumn;
  readonly testsByKey: Readonly<Record<string, Test>>;
  /** Tests with the same key are equivalent. */
  readonly key: string;
  /** Returns the value, and NULL for a missing one. */
  readonly reference: string;
}

/** Which tests all values of a column pass. */
async function countPassing(
  session: Session,
  records: string,
  trials: readonly Trial[],
): Promise<ReadonlyMap<SourceColumn, Passed>> {
  if (trials.length === 0) return new Map();
  const found = new Map<SourceColumn, Passed>();
  // The same tests are planned once for all columns.
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) groups.set(trial.key, [...(groups.get(trial.key) ?? []), trial]);
  for (const alike of groups.values()) {
    const testsByKey = alike[0]?.testsByKey ?? {};
    const answers = Object.values(testsByKey).map((test) => `count(*) FILTER (WHERE value <> '' AND ${test('value')})`);
    const counts = await eachColumn(session, records, alike, [`count(nullif(value, ''))`, ...answers]);
    for (const { column } of alike) found.set(column, passedOf(counts.get(column) ?? [], testsByKey));
  }
  return found;
}

function passedOf([present, ...counts]: readonly DuckDBValue[], testsByKey: Trial['testsByKey']): Passed {
  if (present === undefined || present === 0n) return { present: false };
  return {
    present: true,
    ...Object.fromEntries(Object.keys(testsByKey).map((name, position) => [name, counts[position] === present])),
  };
}

/**
 * Runs the same query for each of many text columns; in `answers` the column is named `value`, and missing values are
 * excluded. A column without any value has no result.
 */
export async function eachColumn(
  session: Session,
  records: string,
  columns: readonly { readonly column: SourceColumn; readonly reference: string }[],
  answers: readonly string[],
): Promise<ReadonlyMap<SourceColumn, readonly DuckDBValue[]>> {
  const named = columns.map(({ reference }, position) => `${reference} AS "${position}"`);
  const found = await session.rows(
    `SELECT position, ${answers.join(', ')}
     FROM (UNPIVOT (SELECT ${named.join(', ')} FROM ${records}) ON COLUMNS(*) INTO NAME position VALUE value)
     GROUP BY position`,
  );
  return new Map(
    found.flatMap(([position, ...given]) => {
      const column = columns[Number(position)]?.column;
      return column === undefined ? [] : [[column, given]];
    }),
  );
}
