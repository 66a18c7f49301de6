import { type ColumnShapes, unitWords, type ValueShape } from './value-shapes.ts';

/** Signs of units that people write with numbers. */
const unitSigns = ['%', '‰', '€', '$', '£', ...unitWords] as const;
export type UnitSign = (typeof unitSigns)[number];

/** How the numbers of one column are written. */
export interface NumberReading {
  readonly decimalComma: boolean;
  /** The separator of groups of three digits; empty for none. */
  readonly thousands: string;
  /** Whether a plus sign is part of a number, as in columns that also have minus signs. */
  readonly plusSigns: boolean;
  /** Whether `1e5` is a number. */
  readonly exponents: boolean;
  /** Whether U+2212 is a minus sign, as in typeset tables. */
  readonly typesetMinus?: true;
  /** Whether they are doubles: a whole number beyond 2^53 has lost nothing if its double has the same digits. */
  readonly areDoubles?: true;
  /** The sign of a unit that every number has: only a user who asks for numbers gets them without. */
  readonly unitSign?: UnitSign;
}

export const plainReading: NumberReading = { decimalComma: false, thousands: '', plusSigns: false, exponents: false };

/** The notation in which programs exchange numbers, for example in JSON. */
export const programNumbers: NumberReading = { ...plainReading, exponents: true, areDoubles: true };

/** The user's options for all numbers of a file; the rest is inferred column by column. */
export interface SpellingOptions {
  readonly decimalComma?: boolean;
  readonly thousands?: string;
}

/** What a file implies for the numbers of columns that are ambiguous by themselves. */
export interface FileSpelling {
  readonly decimalPoint: boolean;
  readonly decimalComma: boolean;
  readonly delimiter: string;
}

export type NumberVerdict =
  | { readonly kind: 'numbers'; readonly reading: NumberReading }
  | { readonly kind: 'none' }
  /** Both readings fit all values. */
  | { readonly kind: 'doubt'; readonly readings: readonly NumberReading[] };

/** A number without this sign at one of its ends; null if it has none there. */
function withoutUnitSign(number: string, sign: UnitSign): string | null {
  const minus = /^[-+\u2212]/.test(number) ? number.slice(0, 1) : '';
  const rest = number.slice(minus.length).trimStart();
  if (rest.startsWith(sign)) return minus + rest.slice(sign.length).trimStart();
  return rest.endsWith(sign) ? minus + rest.slice(0, -sign.length).trimEnd() : null;
}

/** Shapes of numbers without the sign of their unit. */
export interface ShapesWithUnit {
  readonly sign: UnitSign;
  readonly shapes: readonly ValueShape[];
}

/** The sign of the unit that all values have, and their shapes without it; null if they do not have one in common. */
export function shapesWithoutUnit(shapes: readonly ValueShape[]): ShapesWithUnit | null {
  const sign = unitSigns.find((one) => shapes[0]?.shape.includes(one));
  if (sign === undefined) return null;
  const bare = shapes.flatMap((one) => {
    const shape = withoutUnitSign(one.shape, sign);
    return shape === null ? [] : [{ ...one, shape }];
  });
  return bare.length === shapes.length ? { sign, shapes: bare } : null;
}

type Decimal = '.' | ',';
const separators = [',', '.', "'", '’', ' ', '\u00a0', '\u2009', '\u202f'] as const;
/** The minus sign of typeset tables, which spreadsheets and programs do not read as part of a number. */
const typesetMinus = '\u2212';

interface Candidate {
  readonly decimal: Decimal;
  readonly thousands: string;
}

const escaped = (character: string) => (character === '.' ? '\\.' : character);
const exponent = '(?:[eE][-+]?9+)?';

/** Caches patterns by key: thousands of columns are tested with the same few. */
function madeOnce<Key>(nameOf: (key: Key) => string, make: (key: Key) => RegExp): (key: Key) => RegExp {
  const made = new Map<string, RegExp>();
  return (key) => {
    const name = nameOf(key);
    const known = made.get(name) ?? make(key);
    made.set(name, known);
    return known;
  };
}

const plainPattern = madeOnce((decimal: Decimal) => decimal, makePlainPattern);
const groupedPattern = madeOnce(({ decimal, thousands }: Candidate) => decimal + thousands, makeGroupedPattern);
const shortPattern = madeOnce(({ decimal, thousands }: Candidate) => decimal + thousands, makeShortPattern);

function makePlainPattern(decimal: Decimal): RegExp {
  const mark = escaped(decimal);
  return new RegExp(`^[-+]?(?:9+(?:${mark}9*)?|${mark}9+)${exponent}$`);
}

function makeGroupedPattern({ decimal, thousands }: Candidate): RegExp {
  // In India, digits above the thousands are grouped by two: 12,34,567.
  const indian = thousands === ',' ? '|9{1,2}(?:,99)+,999' : '';
  return new RegExp(`^[-+]?(?:9{1,3}(?:${escaped(thousands)}999)+${indian})(?:${escaped(decimal)}9*)?$`);
}

/**
 * In a column with grouping, only short numbers have no separator. Where it cannot be a decimal mark, these may have
 * four digits (SI brochure, 5.4.4).
 */
function makeShortPattern({ decimal, thousands }: Candidate): RegExp {
  const most = thousands === ',' || thousands === '.' ? 3 : 4;
  return new RegExp(`^[-+]?9{1,${most}}(?:${escaped(decimal)}9*)?$`);
}

function isGrouped({ shape, leadingZero }: ValueShape, candidate: Candidate): boolean {
  return candidate.thousands !== '' && leadingZero === 'none' && groupedPattern(candidate).test(shape);
}

/** Whether a notation explains every value. @param stated whether the user specified the thousands separator */
function fits(shapes: readonly ValueShape[], candidate: Candidate, stated: boolean): boolean {
  if (candidate.thousands === '') return shapes.every(({ shape }) => plainPattern(candidate.decimal).test(shape));
  const short = stated ? plainPattern(candidate.decimal) : shortPattern(candidate);
  return (
    shapes.some((one) => isGrouped(one, candidate)) &&
    shapes.every((one) => isGrouped(one, candidate) || short.test(one.shape))
  );
}

function candidatesFor(shapes: readonly ValueShape[], options: SpellingOptions): Candidate[] {
  const decimals = (['.', ','] as const).filter(
    (mark) =>
      mark !== options.thousands && (options.decimalComma === undefined || options.decimalComma === (mark === ',')),
  );
  const groups = options.thousands === undefined ? ['', ...separators] : ['', options.thousands].filter(unique);
  const all = decimals.flatMap((decimal) =>
    groups.filter((thousands) => thousands !== decimal).map((thousands) => ({ decimal, thousands })),
  );
  const fitting = all.filter((candidate) => fits(shapes, candidate, options.thousands !== undefined));
  const usesMark = (mark: Decimal) => shapes.some(({ shape }) => shape.includes(mark));
  // Without decimal mark and separator, all formats are equivalent.
  return fitting.filter(
    ({ decimal, thousands }) =>
      decimal === '.' ||
      usesMark(',') ||
      !fitting.some((other) => other.decimal === '.' && other.thousands === thousands),
  );
}

function unique(value: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(value) === at;
}

/** Whether all numbers are whole, and fit into 64 bits. */
export function areWhole(shapes: readonly ValueShape[], { thousands }: Pick<NumberReading, 'thousands'>): boolean {
  return shapes.every((one) => /^[-+]?9{1,18}$/.test(withPlainMinus(one).shape.replaceAll(thousands, '')));
}

/** What an unambiguous column's numbers imply about the decimal mark of the file. */
export function decimalEvidence({ shapes: written, others }: ColumnShapes): Decimal | null {
  if (written.length === 0 || others > 0) return null;
  const shapes = written.map(withPlainMinus);
  const found = candidatesFor(shapes, {});
  const [only] = found;
  if (found.length !== 1 || only === undefined || mayBeThousands(shapes, only)) return null;
  const pattern = new RegExp(`${escaped(only.decimal)}9*(?:[eE]|$)`);
  return shapes.some(({ shape }) => pattern.test(shape) && shape.includes(only.decimal)) ? only.decimal : null;
}

/** Whether all apparent decimal marks are where a thousands separator would be. */
function mayBeThousands(shapes: readonly ValueShape[], { decimal }: Pick<Candidate, 'decimal'>): boolean {
  const marked = shapes.filter(({ shape }) => shape.includes(decimal));
  return marked.length > 0 && marked.every((one) => isGrouped(one, { decimal: other(decimal), thousands: decimal }));
}

const other = (decimal: Decimal): Decimal => (decimal === '.' ? ',' : '.');

/** `1,234` beside `12000`: a notation that fits all values but is unusual in such files. */
function isUnusual(decimal: Decimal, file: FileSpelling): boolean {
  if (file.decimalComma !== file.decimalPoint) return file.decimalComma !== (decimal === ',');
  return decimal === ',' || file.decimalComma || file.delimiter === ';';
}

/** How the numbers of a column are written, judged by all its values except missing value marks. */
export function readNumbers(
  { shapes: written, others }: ColumnShapes,
  options: SpellingOptions,
  file: FileSpelling,
): NumberVerdict {
  const none = { kind: 'none' } as const;
  const shapes = written.map(withPlainMinus);
  if (shapes.length === 0 || others > 0 || shapes.some(({ leadingZero }) => leadingZero === 'code')) return none;
  const found = candidatesFor(shapes, options);
  const extras = extrasOf(shapes);
  if (found.length === 0 || extras === null) return none;
  const minus = written.some(({ shape }) => shape.includes(typesetMinus)) ? { typesetMinus: true as const } : {};
  const readings = found.map(({ decimal, thousands }): NumberReading => {
    return { decimalComma: decimal === ',', thousands, ...extras, ...minus };
  });
  const [first, second] = readings;
  if (first === undefined) return none;
  if (looksLikeCodes(shapes, first, file))
    return options.thousands === undefined ? { kind: 'doubt', readings } : numbers(first);
  if (second === undefined) {
    const decimal = first.decimalComma ? ',' : '.';
    const stated = options.decimalComma !== undefined || options.thousands !== undefined;
    if (stated || !mayBeThousands(shapes, { decimal }) || !isUnusual(decimal, file))
      return numbers(inFile(first, shapes, file));
    return { kind: 'doubt', readings: [first, { ...first, decimalComma: !first.decimalComma, thousands: decimal }] };
  }
  const chosen = byThousandsOption(readings, options) ?? byFile(readings, shapes, file);
  return chosen === null ? { kind: 'doubt', readings } : numbers(chosen);
}

function withPlainMinus(one: ValueShape): ValueShape {
  return one.shape.startsWith(typesetMinus) ? { ...one, shape: `-${one.shape.slice(1)}` } : one;
}

function numbers(reading: NumberReading): NumberVerdict {
  return { kind: 'numbers', reading };
}

/** Spaces or apostrophes between groups do not determine the decimal mark: it is that of the rest of the file. */
function inFile(reading: NumberReading, shapes: readonly ValueShape[], file: FileSpelling): NumberReading {
  const silent = !shapes.some(({ shape }) => /[.,]/.test(shape));
  return silent && reading.thousands !== '' && file.decimalComma && !file.decimalPoint
    ? { ...reading, decimalComma: true }
    : reading;
}

function byThousandsOption(readings: readonly NumberReading[], { thousands }: SpellingOptions): NumberReading | null {
  return thousands === undefined || thousands === ''
    ? null
    : (readings.find((reading) => reading.thousands === thousands) ?? null);
}

/** `1.234` and `1,234` alone: other columns decide by their decimal marks, or else how such files are written. */
function byFile(
  readings: readonly NumberReading[],
  shapes: readonly ValueShape[],
  file: FileSpelling,
): NumberReading | null {
  const withMark = (decimalComma: boolean) => readings.find((reading) => reading.decimalComma === decimalComma) ?? null;
  if (file.decimalComma !== file.decimalPoint) return withMark(file.decimalComma);
  if (file.decimalComma) return null;
  const pointed = shapes.some(({ shape }) => shape.includes('.'));
  // Programs write decimal points; in countries with a decimal comma, fields are separated by semicolons.
  if (pointed) return file.delimiter === ';' ? null : withMark(false);
  const mixed = shapes.some(({ shape }) => /^[-+]?9{1,3}$/.test(shape));
  return mixed && file.delimiter === ',' ? withMark(false) : null;
}

/** Groups of the same length throughout may be codes, telephone numbers or addresses. */
function looksLikeCodes(shapes: readonly ValueShape[], { thousands }: NumberReading, file: FileSpelling): boolean {
  if (thousands === '') return false;
  const parts = shapes.map(({ shape }) => shape.split(thousands));
  if (thousands === '.' && !file.decimalComma && shapes.length === 1 && parts[0]?.length === 3) return true;
  if (thousands === '.' || thousands === ',') return parts.every(({ length }) => length === 4);
  const [first] = parts;
  return first?.[0] === '999' && shapes.length === 1;
}

/** What the shapes imply for every value: true or false if certain. */
export interface KnownByShape {
  readonly integer?: boolean;
  readonly float?: boolean;
}

/** Every number of up to this many digits fits into 64 bits, and survives conversion to a double (IEEE 754). */
const surelyExact = 15;

/** Which numbers the shapes prove to be valid or not, so that their values need no test. */
export function knownByShape(shapes: readonly ValueShape[], reading: NumberReading): KnownByShape {
  if (reading.decimalComma || reading.thousands !== '') return {};
  const all = (pattern: RegExp) =>
    shapes.every(({ shape, leadingZero }) => leadingZero !== 'code' && pattern.test(shape));
  const isShort = shapes.every(({ shape }) => shape.replace(/[^9]/g, '').length <= surelyExact);
  // The shape -9 may be a zero, whose sign only a float keeps.
  if (isShort && all(/^(?:9+|-99+)$/)) return { integer: true, float: true };
  return {
    ...(shapes.some(({ shape }) => /[.eE]/.test(shape)) ? { integer: false } : {}),
    ...(isShort && all(/^-?9+(?:\.9*)?$/) ? { float: true } : {}),
  };
}

/** Whether some numbers have more decimals than others, so that one may be written in two ways: `1.1` and `1.10`. */
export function haveUnevenDecimals(shapes: readonly ValueShape[], { decimalComma }: NumberReading): boolean {
  const mark = decimalComma ? ',' : '.';
  const decimals = shapes.map(({ shape }) => shape.split(mark)[1]?.length ?? 0).filter((count) => count > 0);
  return new Set(decimals).size > 1 && !shapes.some(({ shape }) => /[eE]/.test(shape));
}

/** Signs and exponents in a column's numbers; null if they are not numbers because of them. */
function extrasOf(shapes: readonly ValueShape[]): Pick<NumberReading, 'plusSigns' | 'exponents'> | null {
  const some = (pattern: RegExp) => shapes.some(({ shape }) => pattern.test(shape));
  const plusSigns = some(/^\+/);
  // +39 and +1 are country codes, at the beginning of telephone numbers.
  if (plusSigns && !some(/^-/) && some(/^\+9+$/)) return null;
  const decimals = some(/[.,]9+/);
  const weak = some(/^[-+]?9+[eE]9+$/);
  // Programs write small decimals with exponents, however far down they first occur.
  const exponents = decimals || some(/[eE]/);
  if (weak && !decimals && !some(/[eE][-+]/)) return null;
  // 1. and 2. may be ordinals.
  if (some(/9[.,]$/) && !decimals) return null;
  return { plusSigns, exponents };
}
