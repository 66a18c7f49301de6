import type { ColumnType } from '#shared/api/column.ts';
import { coordinateLimits } from '#shared/coordinate-columns.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import type { FileColumnOptions } from '#shared/rpc/source-file.ts';
import { excerpt } from '../../../lib/excerpt.ts';
import type { SourceColumn } from '../formats/layouts.ts';
import type { OpenedTable, Relation } from '../formats/relation.ts';
import { IngestError, type Plan } from '../reading.ts';
import { type ColumnReading, textReading } from '../values/column-reading.ts';
import { engineConversion } from '../values/engine-conversion.ts';
import type { Readings } from '../values/infer.ts';
import { presentValue } from '../values/missing-marks.ts';
import { momentConversion, momentKind } from '../values/moment-reading.ts';
import { programNumbers } from '../values/number-reading.ts';
import type { PlannedMoment } from '../values/stored-moments.ts';
import {
  type NumberSpelling,
  numberConversion,
  plainNumbers,
  type TextConversion,
  textConversion,
} from '../values/text-conversion.ts';

/** A column as it will be written. */
export interface PlannedColumn {
  readonly source: string;
  readonly name: string;
  /** `text` includes `char`: the longest value determines which of the two it is. */
  readonly type: Exclude<ColumnType, 'char'>;
  readonly value: string;
  /** True or NULL if the value can be read; null if every value can. */
  readonly valid: string | null;
  /** The faster way for typical values, as in a text conversion. */
  readonly quick?: TextConversion['quick'];
  /** The value as text, for the report of a bad one. */
  readonly shown: string;
  /** Whether the type was inferred from values, so that it may still be widened. */
  readonly found: boolean;
  readonly note: Explanation | null;
  readonly column: SourceColumn | null;
  /** Whether it is `text` however short its values are. */
  readonly keepsText?: boolean;
  /** Its dates and times; null if the user wants plain text, absent if the values decide. */
  readonly moment?: PlannedMoment | null;
}

export interface PlanFacts {
  readonly relation: Relation;
  readonly file: Plan;
  readonly readings: ReadonlyMap<SourceColumn, ColumnReading>;
  /** References of wide integer columns whose values all fit into 64 bits. */
  readonly fitting: ReadonlySet<string>;
}

/**
 * Determines name, type and conversion of every column that is kept. @throws {IngestError} if the user names something
 * that does not exist
 */
export function planColumns(facts: PlanFacts): PlannedColumn[] {
  const { relation, file } = facts;
  const names = uniqueNames(relation.columns.map(({ name }) => name));
  const overrides = new Map((file.columns ?? []).map((override) => [storedName(override.source), override]));
  for (const name of overrides.keys()) {
    if (!names.includes(name)) throw new IngestError(explain('file-has-no-column', { column: name }));
  }
  const planned = relation.columns.flatMap((column, position) => {
    const own = names[position] ?? column.name;
    const override = overrides.get(own);
    return override?.drop ? [] : [planColumn(facts, column, own, override)];
  });
  const all = file.point ? [...planned, pointColumn(facts, names, file.point)] : planned;
  const finalNames = uniqueNames(all.map(({ name }) => name));
  return all.map((column, position) => ({ ...column, name: finalNames[position] ?? column.name }));
}

function planColumn(
  facts: PlanFacts,
  column: SourceColumn,
  own: string,
  override: FileColumnOptions | undefined,
): PlannedColumn {
  const keepsText = facts.file.keepTypes === true && override?.type === 'text';
  const requested = override?.type;
  const isPlain = (requested === 'text' || requested === 'char') && facts.file.keepTypes !== true;
  const common = {
    source: own,
    name: override?.name ?? own,
    column,
    ...(keepsText ? { keepsText } : {}),
    ...(isPlain ? { moment: null } : {}),
  };
  if (column.form === 'engine') {
    const { moment, ...natural } = engineConversion(
      column.engineType,
      column.reference,
      facts.fitting.has(column.reference),
    );
    const shown = `CAST(${natural.value} AS VARCHAR)`;
    const same =
      requested === undefined || requested === natural.type || (requested === 'char' && natural.type === 'text');
    const planned = moment === undefined ? {} : { moment: { kind: moment, checked: false } };
    if (same) return { ...planned, ...common, ...natural, valid: null, shown, found: false };
    return { ...common, ...recast(natural.type, natural.value, requested), shown, found: false };
  }
  if (column.kind === 'wkb' && (requested === undefined || requested === 'geometry')) {
    const value = `ST_GeomFromWKB(unhex(${column.reference}))`;
    return { ...common, type: 'geometry', value, valid: null, shown: column.reference, found: false, note: null };
  }
  const known = column.kind === 'guess' || column.kind === 'wkb' ? 'text' : column.kind;
  if (requested === undefined) {
    const examined = facts.readings.get(column);
    const reading = examined ?? { ...textReading, type: known, numbers: programNumbers };
    const isChecked = examined !== undefined && facts.relation.isExamined === true;
    return { ...common, ...foundColumn(column.reference, reading, isChecked), found: true };
  }
  const type = requested;
  const reference = type === 'integer' || type === 'float' ? numberOption(facts, column) : column.reference;
  const isRead = column.kind === 'guess' || facts.readings.has(column);
  const spelling = isRead ? spellingOption(facts, column, type) : facts.relation.numbers;
  const { valid, value, quick } = textConversion(reference, type, spelling);
  return {
    ...common,
    type: type === 'char' ? 'text' : type,
    value,
    valid: valid === 'true' ? null : valid,
    ...(quick ? { quick } : {}),
    shown: reference,
    found: false,
    note: null,
  };
}

type TextColumn = Extract<SourceColumn, { form: 'text' }>;

/**
 * A column as inferred from its values.
 * @param isChecked whether these were all values: none is tested again
 */
function foundColumn(reference: string, { type, numbers, moment, missing }: ColumnReading, isChecked: boolean) {
  const marks = missing.map(({ text }) => text);
  const present = presentValue(reference, marks);
  const asMissing =
    marks.length === 0 ? null : explain('marks-missing', { marks: marks.map((mark) => `"${mark}"`).join(', ') });
  const asIso = moment?.converts ? explain('times-to-iso') : null;
  const conversion =
    moment !== null
      ? momentConversion(present, moment)
      : type === 'integer' || type === 'float'
        ? numberConversion(present, type, numbers)
        : textConversion(present, type, plainNumbers);
  const converted = isChecked
    ? { value: certainValue(conversion), valid: null }
    : {
        value: conversion.value,
        valid: conversion.valid === 'true' ? null : conversion.valid,
        ...(conversion.quick ? { quick: conversion.quick } : {}),
      };
  return {
    type: type === 'char' ? ('text' as const) : type,
    ...converted,
    ...(moment === null ? {} : { moment: { kind: momentKind(moment.form), checked: true } }),
    shown: present,
    note: asMissing && asIso ? explain('both', { first: asMissing, second: asIso }) : (asMissing ?? asIso),
  };
}

/** The value of a text that is known to be valid. */
function certainValue({ value, quick }: TextConversion): string {
  return quick?.kind === 'known' ? `CASE WHEN ${quick.holds} THEN ${quick.value} ELSE ${value} END` : value;
}

/** The texts of a column requested as numbers: marks for missing values among them are missing values. */
function numberOption({ readings }: PlanFacts, column: TextColumn): string {
  return presentValue(column.reference, readings.get(column)?.marks ?? []);
}

/** The format of requested numbers: if two readings are possible, the type decides. */
function spellingOption({ readings, relation }: PlanFacts, column: TextColumn, type: ColumnType): NumberSpelling {
  const reading = readings.get(column);
  if (reading === undefined) return relation.numbers;
  const { doubt, numbers } = reading;
  if (doubt?.kind !== 'numbers') return numbers;
  return doubt.readings.find(({ thousands }) => (thousands === '') === (type === 'float')) ?? numbers;
}

/** A column of an engine type that was requested as another type. */
function recast(natural: PlannedColumn['type'], value: string, requested: ColumnType) {
  const note = explain('recast', { from: natural, to: requested });
  if (natural === 'integer' && requested === 'float') {
    return { type: 'float' as const, value: `CAST(${value} AS DOUBLE)`, valid: null, note };
  }
  if (natural === 'float' && requested === 'integer') {
    const whole = `TRY_CAST(${value} AS BIGINT)`;
    return {
      type: 'integer' as const,
      value: whole,
      valid: `(${value} = trunc(${value}) AND ${whole} IS NOT NULL)`,
      note,
    };
  }
  const text = natural === 'geometry' ? `ST_AsText(${value})` : `CAST(${value} AS VARCHAR)`;
  const conversion = textConversion(text, requested, plainNumbers);
  const type = requested === 'char' ? ('text' as const) : requested;
  return { type, value: conversion.value, valid: conversion.valid === 'true' ? null : conversion.valid, note };
}

/** @throws {IngestError} if a column of the point has not been chosen, or one for both coordinates */
export function assertPoint({ longitude, latitude }: NonNullable<Plan['point']>): void {
  if (longitude === '' || latitude === '' || longitude === latitude) throw new IngestError(explain('point-of-two'));
}

/** Two columns of degrees that form a point. A row without either has no point. */
function pointColumn(facts: PlanFacts, names: readonly string[], point: NonNullable<Plan['point']>): PlannedColumn {
  assertPoint(point);
  const [longitude, latitude] = [point.longitude, point.latitude].map((name) => {
    const column = facts.relation.columns[names.indexOf(name)];
    if (column === undefined) throw new IngestError(explain('file-has-no-column', { column: name }));
    if (column.form === 'engine') {
      const text = `CAST(${column.reference} AS VARCHAR)`;
      return { text, ...textConversion(text, 'float', plainNumbers) };
    }
    const text = numberOption(facts, column);
    return { text, ...textConversion(text, 'float', spellingOption(facts, column, 'float')) };
  });
  if (longitude === undefined || latitude === undefined) throw new IngestError(explain('point-of-two'));
  const inRange = `abs(${longitude.value}) <= ${coordinateLimits.longitude} AND abs(${latitude.value}) <= ${coordinateLimits.latitude}`;
  const present = `coalesce(${longitude.text} <> '' AND ${latitude.text} <> '', false)`;
  return {
    source: point.name,
    name: point.name,
    type: 'geometry',
    value: `CASE WHEN ${present} THEN CAST('POINT(' || ${longitude.value} || ' ' || ${latitude.value} || ')' AS GEOMETRY) END`,
    valid: `(NOT ${present} OR (${longitude.valid} AND ${latitude.valid} AND ${inRange}))`,
    shown: `${longitude.text} || ' ' || ${latitude.text}`,
    found: false,
    note: explain('made-of', { longitude: point.longitude, latitude: point.latitude }),
    column: null,
  };
}

/** The engine rejects NUL in names, so its control picture replaces it. */
export function storedName(name: string): string {
  return name.replaceAll('\0', '\u2400');
}

/** Numbers repeated names, so that a row can be an object. */
export function uniqueNames(given: readonly string[]): string[] {
  const names = given.map(storedName);
  const taken = new Set(names);
  const seen = new Set<string>();
  const nextNumbers = new Map<string, number>();
  return names.map((name) => {
    if (!seen.has(name)) {
      seen.add(name);
      return name;
    }
    let number = nextNumbers.get(name) ?? 2;
    while (taken.has(`${name}_${number}`)) number += 1;
    nextNumbers.set(name, number + 1);
    taken.add(`${name}_${number}`);
    return `${name}_${number}`;
  });
}

/** Each column is read separately, and listed in every record of its dataset. */
const maxColumns = 100_000;

/** @throws {IngestError} if more columns are kept than a dataset can have; called before they are read */
export function assertColumnCount({ columns }: Relation, file: Plan): void {
  const dropped = (file.columns ?? []).filter(({ drop }) => drop).length;
  const count = columns.length - dropped;
  if (count > maxColumns) throw new IngestError(explain('too-many-columns', { count, limit: maxColumns }));
}

/** Every page of rows and every record of a dataset contains the names of its columns. */
const maxNameLength = 10_000;
const maxNamesLength = 4_000_000;

/** @throws {IngestError} if the names of the kept columns are too long to be part of every response */
export function assertNames(names: readonly string[]): void {
  const long = names.find((name) => name.length > maxNameLength);
  if (long !== undefined) {
    const values = { column: excerpt(long, 40), characters: long.length, limit: maxNameLength };
    throw new IngestError(explain('column-name-too-long', values));
  }
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  if (characters <= maxNamesLength) return;
  throw new IngestError(explain('column-names-too-long', { characters, limit: maxNamesLength }));
}

/** Everything that is determined before a file is written. */
export interface TablePlan {
  readonly opened: OpenedTable;
  readonly file: Plan;
  readonly columns: readonly PlannedColumn[];
  readonly readings: Readings;
  readonly fitting: ReadonlySet<string>;
  readonly conversions: readonly Explanation[];
  /** Condition on the file's rows if those with bad values are omitted. */
  readonly kept?: string;
  /** The relation that is written instead of the file's own rows; absent if those are written. */
  readonly query?: {
    readonly sql: string;
    /** The rows that precede the file's own. */
    readonly before: { readonly rows: number; readonly bytes: number };
  };
}
