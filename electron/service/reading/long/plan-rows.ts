import { coordinatePair } from '#shared/coordinate-columns.ts';
import { explain } from '#shared/failures.ts';
import type { ColumnsToRows, FoundPeriods } from '#shared/rpc/source-file.ts';
import { type LongLayout, turnedColumns } from '../formats/layouts.ts';
import { IngestError, type SurveyedColumn, type TableSurvey } from '../reading.ts';
import type { DateOrder } from '../values/moment-reading.ts';
import { areOtherDays, hasOrder, isPeriod, type Period, periodsOf, periodWord } from '../values/periods.ts';
import { type FoundLong, findLong } from './find-long.ts';
import { groupKey, isNameOfGroups, isTotalOfGroups } from './heading-groups.ts';

/**
 * The columns that a person wants to be rows.
 * @param names of all columns
 * @param dates the order of days and months, if the user chose one
 * @throws {IngestError} `no-columns-to-rows` if no heading fits
 */
export function requestedRows(
  names: readonly string[],
  { pattern, into }: ColumnsToRows,
  dates: DateOrder | undefined,
): LongLayout {
  const layout = pattern === undefined ? findLong(names, dates)?.layout : matchedLayout(names, pattern, into, dates);
  if (layout == null) throw new IngestError(explain('no-columns-to-rows'));
  return layout;
}

/** Periods in the headings, as shown to a person. */
export function periodsIn(layout: LongLayout, applied: boolean): FoundPeriods {
  const headings = [...turnedColumns(layout)];
  const group = groupKey(layout.rows.map(({ keys }) => keys[0] ?? ''));
  return {
    applied,
    ...(group !== null && { group }),
    count: headings.length,
    first: headings[0] ?? '',
    last: headings.at(-1) ?? '',
  };
}

/**
 * Whether columns of periods become rows without being chosen: their values are numbers, records have a name, and
 * nothing else that may be a value or a mark beside one would be repeated in each of the rows.
 * @param survey of the wide table
 */
export function areRowsCertain({ layout, certain }: FoundLong, survey: Pick<TableSurvey, 'columns' | 'rows'>): boolean {
  const { columns } = survey;
  const turned = turnedColumns(layout);
  const places = columns.flatMap(({ source }, at) => (turned.has(source) ? [at] : []));
  const [first = 0, last = 0] = [places[0], places.at(-1)];
  const values = columns.filter(({ source }) => turned.has(source)).map(kindOf);
  const labels = columns.flatMap((column, at) => (turned.has(column.source) ? [] : [{ column, at }]));
  const pair = coordinatePair(labels.map(({ column }) => column.source));
  const isRepeatable = ({ column, at }: (typeof labels)[number]) => {
    const kind = kindOf(column);
    // Texts among the periods, or without a name after them, are marks of the values beside them.
    if (kind === 'texts') return at < first || (at > last && column.source !== `column${at + 1}`);
    const isCoordinate = [pair?.longitude, pair?.latitude].includes(column.source);
    return kind === 'nothing' || isCoordinate || (at < first && isCode(survey, at, places));
  };
  return (
    certain &&
    values.includes('numbers') &&
    !values.includes('texts') &&
    labels.some(({ column }) => kindOf(column) === 'texts' || periodWord.test(column.source)) &&
    labels.every(isRepeatable)
  );
}

/** What the names of columns of codes and days have; those of years only if their values are years, too. */
const codeWord =
  /(?:code|schlüssel|nummer|kennziffer|c[oó]digo|codice)s?\d*(?!\p{L})|(?<!\p{L})(?:u?id|ags|ars|gkz|plz|zip|cod|clave|fips|geoid|iso|m49|day|tag|jour|d[ií]a|giorno|rank|rang)(?!\p{L})|(?<!\p{L})n[or°º]\.?$/iu;
const yearWord = /year|jahr|ann[ée]e|a[ñn]o|anno/iu;

/**
 * Whether a column of integers names the records: it is the first, or has the name of codes, periods or groups, or each
 * of its values stands before a text of its own. Their totals never do.
 * @param turned positions of the columns that become rows
 */
function isCode(
  { columns, rows }: Pick<TableSurvey, 'columns' | 'rows'>,
  at: number,
  turned: readonly number[],
): boolean {
  const { source = '', type = 'text' } = columns[at] ?? {};
  const sum = (row: (typeof rows)[number]) => turned.reduce((total, one) => total + Number(row[one] ?? 0), 0);
  const isTotal = isTotalOfGroups(source) || rows.every((row) => Number(row[at]) === sum(row));
  if (type !== 'integer' || isTotal || periodsOf(source).length > 0) return false;
  const next = columns[at + 1];
  const count = (key: (row: (typeof rows)[number]) => unknown) => new Set(rows.map(key)).size;
  const different = count((row) => row[at]);
  return (
    at === 0 ||
    [periodWord, codeWord].some((word) => word.test(source)) ||
    isNameOfGroups(source) ||
    (yearWord.test(source) && rows.every((row) => isPeriod(row[at] ?? ''))) ||
    (next !== undefined &&
      kindOf(next) === 'texts' &&
      different > 1 &&
      different === count((row) => row[at + 1]) &&
      different === count((row) => JSON.stringify([row[at], row[at + 1]])))
  );
}

/** What the values of a column are, apart from missing ones and a few remarks. */
function kindOf({ type, moment, evidence, unit, question }: SurveyedColumn): 'numbers' | 'texts' | 'nothing' {
  if (type === 'integer' || type === 'float' || unit !== undefined) return 'numbers';
  if (evidence?.values === 0) return 'nothing';
  if (question?.kind === 'decimal-or-thousands') return 'numbers';
  const isMixed = evidence !== undefined && evidence.stated !== true && evidence.fitting * 2 >= evidence.values;
  return type === 'text' && moment === null && isMixed ? 'numbers' : 'texts';
}

/** Headings that fit a pattern, as rows; null if none does. @param into names of the new columns */
function matchedLayout(
  names: readonly string[],
  pattern: string,
  into: readonly string[] = ['name', 'value'],
  dates?: DateOrder,
): LongLayout | null {
  const matcher = matcherOf(pattern);
  const matched = names.flatMap((name) => {
    const [whole, ...parts] = matcher.exec(name) ?? [];
    return whole === undefined ? [] : [{ name, keys: parts.length === 0 ? [name] : parts.map(String) }];
  });
  if (matched.length === 0) return null;
  const keys = into.slice(0, -1);
  const columns = keys.map((name, at) =>
    keyOf(
      name,
      matched.map((one) => one.keys[at] ?? ''),
      dates,
    ),
  );
  return {
    keys: columns.map(({ name, type }) => ({ name, type })),
    values: into.slice(-1),
    rows: matched.map(({ name }, row) => ({ keys: columns.map(({ texts }) => texts[row] ?? ''), columns: [name] })),
    renamed: {},
  };
}

/** `*` is any text, `{}` any text that is kept. */
function matcherOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{\})/).map((part) => {
    if (part === '*') return '.*?';
    return part === '{}' ? '(.+?)' : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}

/** What the headings of one new column are: years, other periods of one kind, or texts. */
function keyOf(name: string, headings: readonly string[], dates?: DateOrder) {
  const readings = headings.map((heading) => {
    const periods = periodsOf(heading).filter((period) => hasOrder(period, dates));
    // Of two readings of one kind, the first is the likelier one.
    return new Map(periods.reverse().map((period) => [`${period.kind} ${period.monthFirst === true}`, period]));
  });
  const shared = [...(readings[0]?.keys() ?? [])].reverse().filter((one) => readings.every((each) => each.has(one)));
  const [periods = [], ...others] = shared.map((one) => readings.map((each) => each.get(one) as Period));
  const [{ kind } = { kind: undefined }] = periods;
  const isUnclear = others.some((other) => areOtherDays(periods, other));
  if (kind === undefined || kind.endsWith('-of-year') || isUnclear)
    return { name, type: 'text' as const, texts: headings };
  return {
    name,
    type: kind === 'year' ? ('integer' as const) : kind === 'years' ? ('text' as const) : ('moment' as const),
    texts: periods.map(({ text }) => text),
  };
}
