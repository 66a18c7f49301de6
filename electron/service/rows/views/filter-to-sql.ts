import type { ColumnType } from '#shared/api/column.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { isDecimalText, wholeEnds } from '#shared/number/decimal.ts';
import { type Filter, splitList } from '#shared/row-query.ts';
import { foldedText } from '#shared/text/folded-text.ts';
import { hasOffset, instantOf, isInstant } from '#shared/time/instant.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { instantSql } from '../comparison/comparison.ts';
import { foldedSql } from '../comparison/folded-sql.ts';

/** A condition and the values bound in it, in the order of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly (string | number | bigint)[];
}

/** Returns the next parameter for a value. */
export type Bind = (value: string | number | bigint) => string;

const comparisons = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
type Comparison = keyof typeof comparisons;

/**
 * The condition of one filter.
 * `ne` is the complement of `exact`, so it holds for missing values; every other lookup but `isnull` is false for them.
 * A value with an offset from UTC is compared with date-times by instant, any other value with their text.
 * @throws {InvalidFilterError} if the column's type cannot contain the value or does not support the lookup
 */
export function filterToSql(
  filter: Filter,
  { type, moment }: Pick<StoredColumn, 'type' | 'moment'>,
  reference: string,
  bind: Bind,
): string {
  if (filter.lookup === 'isnull') return `${reference} IS ${isTrue(filter) ? '' : 'NOT '}NULL`;
  if (type === 'geometry') return geometryCondition(filter, reference, bind);
  if (filter.lookup === 'bbox') throw invalid(filter, explain('box-needs-geometry'));
  const value = (text: string) => typedParameter(filter, type, text, bind);
  const isByInstant = (text: string) => isInstant(moment) && hasOffset(text) && instantOf(text) !== null;
  const compare = (lookup: Comparison, text: string) =>
    isByInstant(text)
      ? instantCondition(lookup, instantOf(text) ?? 0n, reference, bind)
      : `${reference} ${comparisons[lookup]} ${value(text)}`;
  switch (filter.lookup) {
    case 'exact':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return compare(filter.lookup, filter.value);
    case 'ne':
      // Not `IS DISTINCT FROM`: within OR, the engine would skip row groups whose values are missing or all the same.
      return `(${compare('exact', filter.value)}) IS NOT TRUE`;
    case 'in': {
      const items = splitList(filter.value);
      if (items.some(isByInstant)) return items.map((item) => `(${compare('exact', item)})`).join(' OR ');
      return `${reference} IN (${items.map(value).join(', ')})`;
    }
    case 'under': {
      // The codes of a list, which an integer column cannot all contain.
      const codes = splitList(filter.value).filter((code) => type !== 'integer' || isInteger(code));
      return codes.length === 0 ? 'false' : `${reference} IN (${codes.map(value).join(', ')})`;
    }
    case 'range': {
      const [from, to, ...others] = splitList(filter.value);
      if (from === undefined || to === undefined || others.length > 0) throw invalid(filter, explain('range-required'));
      return `${compare('gte', from)} AND ${compare('lte', to)}`;
    }
    case 'iexact':
      if (type === 'integer' || type === 'float') return sameNumber(filter.value, type, reference, bind);
      return textCondition(filter, reference, bind);
    case 'startswith':
      if (type === 'char' || type === 'text') return prefixCondition(filter.value, reference, bind);
      return textCondition(filter, `CAST(${reference} AS VARCHAR)`, bind);
    default:
      if (type === 'char' || type === 'text') return textCondition(filter, reference, bind);
      return textCondition(filter, `CAST(${reference} AS VARCHAR)`, bind);
  }
}

/** As written, a date-time differs by less than this from its instant in UTC: offsets have two digits. */
const maxOffsetDays = 5;

/**
 * Compares date-times with an instant. The instants of few are read, because those that are days away are known by
 * their text; by its range the engine also skips row groups.
 */
function instantCondition(lookup: Comparison, instant: bigint, reference: string, bind: Bind): string {
  const compared = `${instantSql(reference)} ${comparisons[lookup]} ${bind(String(instant))}::HUGEINT`;
  const after = `${reference} >= ${bind(dayNear(instant, -maxOffsetDays))}::VARCHAR`;
  const before = `${reference} < ${bind(dayNear(instant, maxOffsetDays + 1))}::VARCHAR`;
  if (lookup === 'exact') return `${after} AND ${before} AND ${compared}`;
  return lookup === 'lt' || lookup === 'lte'
    ? `${before} AND (NOT (${after}) OR ${compared})`
    : `${after} AND (NOT (${before}) OR ${compared})`;
}

/** The day some days from an instant, as text: before or after all date-times if its year has not four digits. */
function dayNear(instant: bigint, days: number): string {
  const day = new Date(Number(instant / 1_000_000n) + days * 86_400_000).toISOString().slice(0, -14);
  return day.startsWith('-') ? '' : day.startsWith('+') ? ':' : day;
}

/** Whether a number is the one in a text, however that is written; a text of no number is none. */
function sameNumber(text: string, type: 'integer' | 'float', reference: string, bind: Bind): string {
  if (!isDecimalText(text.trim())) return 'false';
  if (type === 'float') return `${reference} = CAST(${bind(String(Number(text)))} AS DOUBLE)`;
  const { floor, ceiling } = wholeEnds(text);
  return floor === ceiling ? `${reference} = CAST(${bind(String(floor))} AS HUGEINT)` : 'false';
}

/** The condition for a prefix, with the range of its texts: by that the engine skips row groups without any. */
function prefixCondition(prefix: string, reference: string, bind: Bind): string {
  const value = bind(prefix);
  const [least, end] = [`${reference} >= ${value}::VARCHAR`, textAfter(prefix)];
  const range = end === null ? least : `${least} AND ${reference} < ${bind(end)}::VARCHAR`;
  return `starts_with(${reference}, ${value}) AND ${range}`;
}

const [firstSurrogate, afterSurrogates, lastCharacter] = [0xd800, 0xe000, 0x10ffff];

/** The least text after all that begin with a prefix, in the order of their bytes; null if there is none. */
function textAfter(prefix: string): string | null {
  // As the engine receives it: without lone surrogates.
  const received = Buffer.from(prefix, 'utf8').toString('utf8');
  const characters = Array.from(received, (character) => character.codePointAt(0) ?? 0);
  while (characters.at(-1) === lastCharacter) characters.pop();
  const last = characters.pop();
  if (last === undefined) return null;
  return String.fromCodePoint(...characters, last + 1 === firstSurrogate ? afterSurrogates : last + 1);
}

const foldingLookups: ReadonlySet<string> = new Set(['iexact', 'icontains', 'istartswith', 'iendswith']);

function textCondition(filter: Filter, text: string, bind: Bind): string {
  const ignoresCase = foldingLookups.has(filter.lookup);
  const term = ignoresCase ? foldedText(filter.value) : filter.value;
  const value = bind(term);
  const folded = ignoresCase ? foldedSql(text, term) : text;
  switch (filter.lookup) {
    case 'iexact':
      return `${folded} = ${value}`;
    case 'contains':
      return `contains(${text}, ${value})`;
    case 'icontains':
      return `contains(${folded}, ${value})`;
    case 'startswith':
      return `starts_with(${text}, ${value})`;
    case 'istartswith':
      return `starts_with(${folded}, ${value})`;
    case 'endswith':
      return `ends_with(${text}, ${value})`;
    case 'iendswith':
      return `ends_with(${folded}, ${value})`;
    case 'regex':
      return `regexp_matches(${text}, ${value})`;
    case 'iregex':
      return `regexp_matches(${text}, ${value}, 'i')`;
    default:
      throw invalid(filter, explain('lookup-unknown', { lookup: filter.lookup }));
  }
}

function typedParameter(filter: Filter, type: ColumnType, text: string, bind: Bind): string {
  if (type === 'integer') return `${bind(integerValue(filter, text))}::BIGINT`;
  // As text, because a whole number would be bound as an integer, however large.
  if (type === 'float') return `CAST(${bind(String(floatValue(filter, text)))} AS DOUBLE)`;
  return `${bind(text)}::VARCHAR`;
}

function isInteger(text: string): boolean {
  return /^-?\d{1,18}$/.test(text);
}

function integerValue(filter: Filter, text: string): bigint {
  if (!/^\s*[-+]?\d{1,40}\s*$/.test(text)) throw invalid(filter, explain('whole-number-required'));
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) throw invalid(filter, explain('whole-number-too-big'));
  return value;
}

function floatValue(filter: Filter, text: string): number {
  const value = isDecimalText(text.trim()) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw invalid(filter, explain('number-required'));
  return value;
}

function isTrue(filter: Filter): boolean {
  const text = filter.value.trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw invalid(filter, explain('boolean-required'));
}

/** A box whose west is east of its east crosses the antimeridian and is two boxes (RFC 7946, 5.2). */
function geometryCondition(filter: Filter, reference: string, bind: Bind): string {
  if (filter.lookup !== 'bbox') throw invalid(filter, explain('geometry-lookup', { lookup: filter.lookup }));
  const numbers = splitList(filter.value).map((text) => floatValue(filter, text));
  if (numbers.length !== 4) throw invalid(filter, explain('box-required'));
  const [west = 0, south = 0, east = 0, north = 0] = numbers;
  if (south > north) throw invalid(filter, explain('box-upside-down'));
  const boxes =
    west <= east
      ? [[west, east]]
      : [
          [west, 180],
          [-180, east],
        ];
  const tests = boxes.map(([from, to]) => {
    const ring = `${from} ${south}, ${to} ${south}, ${to} ${north}, ${from} ${north}, ${from} ${south}`;
    return `${reference} && ${bind(`POLYGON ((${ring}))`)}::GEOMETRY`;
  });
  // If all geometries of a row group are within the box, the engine would also include its rows without one.
  return `((${tests.join(' OR ')}) AND ${reference} IS NOT NULL)`;
}

function invalid({ column, lookup }: Filter, reason: Explanation): InvalidFilterError {
  return new InvalidFilterError(lookup === 'exact' ? column : `${column}__${lookup}`, reason);
}

/** A query with a value that a column cannot contain, or a lookup that its type does not support. */
export class InvalidFilterError extends ExplainedError {
  /** The parameter as in an address: `<column>__<lookup>`, or `<column>` for the lookup `exact`. */
  readonly parameter: string;
  constructor(parameter: string, reason: Explanation) {
    super(reason, { kind: 'bad-query', status: 400 });
    this.parameter = parameter;
  }
}
