import { isCoordinateColumn } from '#shared/coordinate-columns.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { codeWords, hasWord, isCodeName, listedWords, nameWords } from '../column-name.ts';
import type { DataColumn } from '../data-column.ts';
import { isoPeriod } from './periods.ts';
import roleWords from './role-words.json';

/** What is known of the values of a column, from the profile that a service has of it. */
export interface ColumnFacts {
  readonly rows: number;
  readonly distinct: number;
  readonly missing: number;
  /** Of numbers; null for others. */
  readonly numbers: { readonly min: number; readonly max: number } | null;
  /** Earliest and latest of ISO 8601 dates; null for others. */
  readonly dates: { readonly min: string; readonly max: string } | null;
  /** Some of the values: the most frequent ones, and of texts the first and last. */
  readonly samples: readonly (string | number)[];
  /** Characters of the longest text. */
  readonly longest: number;
}

/** The steps of a calendar in which a series may be published. */
export type SeriesStep = 'Year' | 'Quarter' | 'Month' | 'Day' | 'Hour';

/** What a column is in a table of statistics. */
type ColumnRole =
  /** ISO 8601 dates or date-times, and the step in which they follow each other. */
  | { readonly kind: 'time'; readonly form: 'date'; readonly step: SeriesStep }
  /** Years as integers, and periods as text: they are grouped as they are. */
  | { readonly kind: 'time'; readonly form: 'period' }
  /** Integers of so many milliseconds each since 1970. */
  | { readonly kind: 'time'; readonly form: 'epoch'; readonly unitMs: 1 | 1000 }
  /** Never summed, divided into bins or averaged. */
  | { readonly kind: 'identifier' }
  /** A name that each row has of its own. */
  | { readonly kind: 'label' }
  | { readonly kind: 'category' }
  /** Additive values are summed, others averaged. */
  | { readonly kind: 'measure'; readonly additive: boolean }
  | { readonly kind: 'place'; readonly form: 'geometry' | 'coordinate' }
  /** A single value, or none. */
  | { readonly kind: 'constant' };

/** A column with what it is and what is known of its values. */
export interface KnownColumn {
  readonly column: DataColumn;
  readonly facts: ColumnFacts;
  readonly role: ColumnRole;
}

/**
 * Columns without codes whose meanings stand in a column of their own, as those of SPSS, Stata and SDMX do: `sex_label` stands
 * for `sex`.
 */
export function withoutLabelledCodes(known: readonly KnownColumn[]): KnownColumn[] {
  const labels = new Map(known.map((one) => [one.column.name, one]));
  return known.filter(({ column, role }) => {
    const label = labels.get(`${column.name}_label`);
    const isCode = role.kind === 'category' || role.kind === 'identifier';
    return !isCode || label === undefined || label.facts.missing > label.facts.rows / 2;
  });
}

/** @param ends first and last of the texts, where they are known */
export function factsOf(profile: ColumnProfile, ends: readonly string[] = []): ColumnFacts {
  const { numbers } = profile;
  return {
    rows: profile.rows,
    distinct: profile.distinct?.count ?? 0,
    missing: profile.missing,
    numbers: numbers === null ? null : { min: Number(numbers.min), max: Number(numbers.max) },
    dates: profile.dates,
    samples: [
      ...(profile.frequent ?? []).map(({ value }) => (typeof value === 'bigint' ? Number(value) : value)),
      ...ends,
    ],
    longest: profile.lengths?.max ?? 0,
  };
}

// Words of the languages of the window, and of those of other statistical offices of Europe.
const yearWords = listedWords(roleWords.years);
const epochWords = listedWords(roleWords.epochs);
const partsOfTime = listedWords(roleWords.partsOfTime);
const codedWords = listedWords(roleWords.coded);
const shareWords = listedWords(roleWords.shares);
const additiveWords = listedWords(roleWords.additive);

/** What a column is, from its name, type and description and what is known of its values. */
export function roleOf(column: DataColumn, facts: ColumnFacts): ColumnRole {
  if (column.type === 'geometry') return { kind: 'place', form: 'geometry' };
  if (facts.distinct <= 1) return { kind: 'constant' };
  return column.type === 'integer' || column.type === 'float' ? ofNumbers(column, facts) : ofTexts(column, facts);
}

function ofTexts({ name, label, description, moment }: DataColumn, facts: ColumnFacts): ColumnRole {
  if (moment === 'date' || moment === 'date-time' || moment === 'date-time-zone') {
    return { kind: 'time', form: 'date', step: seriesStep(facts, moment !== 'date') };
  }
  if (moment === 'month' || moment === 'quarter' || moment === 'week') return { kind: 'time', form: 'period' };
  const { samples } = facts;
  if (samples.length > 0 && samples.every((value) => isoPeriod(String(value)) !== null)) {
    return { kind: 'time', form: 'period' };
  }
  const isOfRows = facts.distinct >= 0.9 * (facts.rows - facts.missing) && facts.rows > 2;
  if (!isOfRows)
    return facts.longest > maxNameLength && facts.distinct > maxLongNames
      ? { kind: 'identifier' }
      : { kind: 'category' };
  const isLong = facts.longest > maxNameLength || addresses.test(description);
  return isLong || isCodeName({ name, label }) ? { kind: 'identifier' } : { kind: 'label' };
}

const addresses = /\b(url|https?|address of|adresse|link)\b/i;

/** Longer texts are no names. */
const maxNameLength = 120;
const maxLongNames = 50;

const [firstYear, lastYear] = [1000, 2200];
/** Since 1973 and until 2096, in milliseconds and seconds. */
const epochs = [
  { unitMs: 1, from: 1e11, to: 4e12 },
  { unitMs: 1000, from: 1e8, to: 4e9 },
] as const;

function ofNumbers({ name, label, description, type }: DataColumn, facts: ColumnFacts): ColumnRole {
  const { numbers } = facts;
  if (numbers === null) return { kind: 'constant' };
  const { min, max } = numbers;
  const isWhole = Number.isInteger(min) && Number.isInteger(max) && facts.samples.every((one) => Number.isInteger(one));
  const named = [...nameWords(name), ...nameWords(label)];
  const described = [...named, ...nameWords(description)];
  if (isWhole) {
    const epoch = epochs.find(({ from, to }) => min >= from && max <= to);
    if (epoch !== undefined && hasWord(epochWords, described))
      return { kind: 'time', form: 'epoch', unitMs: epoch.unitMs };
    if (min >= firstYear && max <= lastYear && hasWord(yearWords, named)) return { kind: 'time', form: 'period' };
    if (hasWord(partsOfTime, nameWords(name)) && min >= 0 && max <= 366) return { kind: 'category' };
    const asWhole = type === 'integer' ? ofIntegers(facts, min, max, named, described) : null;
    if (asWhole !== null) return asWhole;
  }
  if (isCoordinateColumn(name, min, max)) return { kind: 'place', form: 'coordinate' };
  return { kind: 'measure', additive: isAmount({ name, label, description }) };
}

/** Whether the values of a measure are amounts, which add up, by its words: "persons", but not "persons in per cent". */
export function isAmount({ name, label, description }: Pick<DataColumn, 'name' | 'label' | 'description'>): boolean {
  const words = [name, label, description].flatMap(nameWords);
  return hasWord(additiveWords, words) && !hasWord(shareWords, words);
}

/** Integers that number or encode something; null for others. */
function ofIntegers(
  { distinct, rows, missing }: ColumnFacts,
  min: number,
  max: number,
  named: readonly string[],
  described: readonly string[],
): ColumnRole | null {
  const isNumbering = distinct === rows - missing && missing === 0 && min >= 0 && min <= 1 && max - min === rows - 1;
  if ((isNumbering && rows > minNumbered) || hasWord(codeWords, named)) {
    return distinct <= maxCodes && distinct * 4 < rows ? { kind: 'category' } : { kind: 'identifier' };
  }
  const isBinary = distinct <= 2 && min >= 0 && max <= 2 && max - min === 1;
  const isCoded = isBinary || (distinct > 2 && distinct <= maxCoded && hasWord(codedWords, [...named, ...described]));
  return isCoded && rows >= 10 * distinct && !hasWord(additiveWords, named) ? { kind: 'category' } : null;
}

/** Rows of a table in which a running number can be told from a measure. */
const minNumbered = 4;
const maxCoded = 15;

/** Codes of more than so many values are identifiers. */
const maxCodes = 60;

const dayMs = 86_400_000;

/** The step in which the dates of a series follow each other; that of days, or hours, where none fits. */
function seriesStep({ dates, distinct }: ColumnFacts, hasTime: boolean): SeriesStep {
  if (dates === null) return 'Day';
  const span = Date.parse(dates.max) - Date.parse(dates.min);
  const days = span / dayMs / Math.max(1, distinct - 1);
  if (!Number.isFinite(days)) return 'Day';
  const onDays = (pattern: RegExp) => pattern.test(dates.min) && pattern.test(dates.max);
  if (days >= 350 && (days <= 380 || onDays(/^\d{4}-01-01/))) return 'Year';
  if ((days >= 85 && days <= 97) || (days > 97 && onDays(/^\d{4}-(01|04|07|10)-01/))) return 'Quarter';
  if ((days >= 27 && days <= 32) || (days > 32 && onDays(/^\d{4}-\d\d-01/))) return 'Month';
  return hasTime && days < 0.9 ? 'Hour' : 'Day';
}
