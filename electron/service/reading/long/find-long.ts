import { unusedName } from '#shared/text/unused-name.ts';
import type { LongLayout } from '../formats/layouts.ts';
import type { DateOrder } from '../values/moment-reading.ts';
import {
  areOtherDays,
  hasOrder,
  joinedPeriod,
  maxHeading,
  type Period,
  type PeriodKind,
  periodNames,
  periodsOf,
  periodWord,
  spanIn,
  withoutMarks,
} from '../values/periods.ts';
import { type GroupKind, groupKey, groupsAmong, isNameOf, isTotalOfGroups } from './heading-groups.ts';

/** A period in a heading, or a group, whose order is that of the headings. */
type Key = Omit<Period, 'kind'> & { readonly kind: PeriodKind | GroupKind };

/** What a heading says: a period or group, and which measure or other group it is of. */
interface Heading {
  readonly column: string;
  readonly key: Key;
  /** Empty if the heading is nothing but its key. */
  readonly rest: string;
  /** Whether it was made of the year and its part in two header rows. */
  readonly joined: boolean;
}

/** Columns that could become rows. */
export interface FoundLong {
  readonly layout: LongLayout;
  readonly kind: PeriodKind | GroupKind;
  /** Whether the periods are as many, and as regular, as no other headings are; whether groups can be nothing else. */
  readonly certain: boolean;
}

/** Between the names of a header's rows: `2019 / men`. */
const levelGap = ' / ';
/** Names with more separators than this are sentences. */
const maxSeparators = 12;

/**
 * Finds periods, or otherwise groups, in the headings of a table.
 * @param names of all columns, all different
 * @param dates the order of days and months, if the user chose one
 */
export function findLong(names: readonly string[], dates?: DateOrder): FoundLong | null {
  const headings = names.flatMap(headingsOf).filter(({ key }) => hasOrder(key, dates));
  // Each kind, and each order of days and months, with the columns that it reads.
  const readings = new Map<string, Map<string, Heading>>();
  for (const heading of headings) {
    const { kind, monthFirst = false } = heading.key;
    const reading = readings.get(`${kind} ${monthFirst}`) ?? new Map<string, Heading>();
    if (!reading.has(heading.column)) reading.set(heading.column, heading);
    readings.set(`${kind} ${monthFirst}`, reading);
  }
  const series = [...readings.values()].map((reading) => inSeries([...reading.values()]));
  const [best = [], ...others] = series.sort(byEvidence);
  const [first] = best;
  if (first === undefined) return layOutGroups(names);
  const isCertain =
    !best.every(isQuestion) &&
    !others.some((other) => areOtherDays(best.map(keyIn), other.map(keyIn))) &&
    areRegular(keysOf(best), first.key.kind);
  return layOut(names, first.key.kind, best, isCertain);
}

/** Groups of people, places or industries, at the level of the headings that has most of them. */
function layOutGroups(names: readonly string[]): FoundLong | null {
  const parted = names.map((column) => ({ column, parts: column.split(levelGap) }));
  const depth = parted.reduce((most, { parts }) => Math.max(most, parts.length), 0);
  const levels = Array.from({ length: depth }, (_, level) => ({
    level,
    found: groupsAmong(parted.flatMap(({ parts }) => parts[level] ?? [])),
  }));
  const [{ level, found } = { level: 0, found: null }] = levels.sort(
    (one, other) => (other.found?.own.length ?? 0) - (one.found?.own.length ?? 0),
  );
  if (found === null) return null;
  const { kind, own, certain } = found;
  const headings = parted.flatMap(({ column, parts }): Heading[] => {
    const order = own.indexOf(parts[level] ?? '');
    const others = parts.filter((part, at) => at !== level && !isNameOf(kind, part));
    return order < 0
      ? []
      : [{ column, key: { kind, text: own[order] ?? '', order }, rest: others.join(levelGap), joined: false }];
  });
  const hasTotal = parted.some(({ parts }) => parts.some(isTotalOfGroups));
  return layOut(names, kind, inSeries(headings), certain && !hasTotal);
}

function keyIn({ key }: Heading): Key {
  return key;
}

/** The different keys of headings, in their order. */
function keysOf(headings: readonly Heading[]): Key[] {
  return [...new Map(headings.map(({ key }) => [key.text, key])).values()];
}

function byEvidence(one: readonly Heading[], other: readonly Heading[]): number {
  const joined = ([first]: readonly Heading[]) => (first?.joined === true ? 1 : 0);
  return (
    other.length - one.length ||
    joined(other) - joined(one) ||
    steps(other) - steps(one) ||
    consecutive(other) - consecutive(one)
  );
}

/** Whether days are one of each month, quarter or year, best the first. */
function steps(headings: readonly Heading[]): number {
  const [day = '', ...more] = new Set(headings.map(({ key }) => (key.kind === 'date' ? key.text.slice(-2) : '')));
  if (day === '' || more.length > 0) return 0;
  return day === '01' ? 2 : 1;
}

/** Number of headings whose period follows that of the one before with the same rest. */
function consecutive(headings: readonly Heading[]): number {
  const last = new Map<string, number>();
  return headings.filter(({ rest, key: { order } }) => {
    const before = last.get(rest);
    last.set(rest, order);
    return before !== undefined && Math.abs(order - before) === 1;
  }).length;
}

/** Headings with a rest that several periods or groups have. */
function inSeries(headings: readonly Heading[]): Heading[] {
  const keys = new Map<string, Set<string>>();
  for (const { rest, key } of headings) keys.set(rest, (keys.get(rest) ?? new Set()).add(key.text));
  return headings.filter(({ rest }) => (keys.get(rest)?.size ?? 0) > 1);
}

function headingsOf(column: string): Heading[] {
  const parts = column.split(levelGap);
  const without = (...used: readonly number[]) => parts.filter((_, at) => !used.includes(at)).join(levelGap);
  const span = spanIn(column);
  if (span !== undefined && !parts.some((part) => part.includes(span))) return [];
  const periods = parts.map(periodsOf);
  const joined = periods.flatMap((own, at) =>
    periods.slice(at + 1).flatMap((others, below) =>
      own.flatMap((one) =>
        others.flatMap((other): Heading[] => {
          const key = joinedPeriod(one, other);
          return key === null ? [] : [{ column, key, rest: without(at, at + 1 + below), joined: true }];
        }),
      ),
    ),
  );
  const alone = periods.flatMap((own, at) =>
    own.map((key): Heading => ({ column, key, rest: restOf(without(at)), joined: false })),
  );
  if (joined.length + alone.length > 0) return [...joined, ...alone];
  return parts.length > 1 ? [] : stubbed(column);
}

/** A name above a whole header, such as `Year`, is that of the periods. */
function restOf(rest: string): string {
  return periodWord.test(rest) ? '' : rest;
}

/** A measure and a period in one name: `births_2019`, `Population in 2019`, `2019 births`, `pop2019`. */
function stubbed(column: string): Heading[] {
  if (column.length > maxHeading) return [];
  const name = withoutMarks(column).text;
  const gaps = [...name.matchAll(/[\s_.,:–-]+/gu)];
  if (gaps.length > maxSeparators) return [];
  const glued = /^(\p{L}+)((?:1[89]|20)\d\d)$/u.exec(name);
  const splits = [
    ...gaps.map((gap) => ({ rest: name.slice(0, gap.index), period: name.slice(gap.index + gap[0].length) })),
    ...gaps.reverse().map((gap) => ({ rest: name.slice(gap.index + gap[0].length), period: name.slice(0, gap.index) })),
    ...(glued === null ? [] : [{ rest: glued[1] ?? '', period: glued[2] ?? '' }]),
  ];
  const span = spanIn(name) ?? '';
  for (const { rest, period } of splits) {
    if (!period.includes(span)) continue;
    const found = periodsOf(period).filter(({ kind }) => !kind.endsWith('-of-year'));
    // super-linear: a heading has at most `maxHeading` characters.
    const measure = rest.replace(/[\s,(]+(?:in|im|en|au|al|nel|für|for)$/iu, '');
    if (found.length > 0 && /\p{L}/u.test(measure))
      return found.map((key) => ({ column, key, rest: measure, joined: false }));
  }
  return [];
}

function layOut(
  names: readonly string[],
  kind: Key['kind'],
  headings: readonly Heading[],
  certain: boolean,
): FoundLong | null {
  const rests = [...new Set(headings.map(({ rest }) => rest))];
  const keys = keysOf(headings);
  const cells = new Map(headings.map(({ column, rest, key }) => [cellKey(rest, key.text), column]));
  // Two columns of one period and measure differ in something that is not understood.
  if (headings.length === 0 || cells.size < headings.length) return null;
  const turned = new Set(headings.map(({ column }) => column));
  const labels = names.filter((name) => !turned.has(name));
  const corner = cornerOf(labels, kind);
  const taken = new Set(labels.map((name) => corner.renamed[name] ?? name));
  const take = (name: string) => {
    const unused = unusedName(name, taken);
    taken.add(unused);
    return unused;
  };
  const key = { name: take(corner.key), type: typeOf(kind) } as const;
  const group = groupKey(rests);
  const cell = (rest: string, { text }: Key) => cells.get(cellKey(rest, text)) ?? null;
  if (group !== null) {
    const rows = keys.flatMap((one) => rests.map((rest) => ({ keys: [one.text, rest], columns: [cell(rest, one)] })));
    const both = [key, { name: take(group), type: 'text' as const }];
    return { kind, certain, layout: { keys: both, values: [take('value')], rows, renamed: corner.renamed } };
  }
  const rows = keys.map((one) => ({ keys: [one.text], columns: rests.map((rest) => cell(rest, one)) }));
  const values = rests.map((rest) => take(rest === '' ? 'value' : rest));
  return { kind, certain, layout: { keys: [key], values, rows, renamed: corner.renamed } };
}

function typeOf(kind: Key['kind']): LongLayout['keys'][number]['type'] {
  if (kind === 'year') return 'integer';
  return isPeriodKind(kind) && kind !== 'years' && !kind.endsWith('-of-year') ? 'moment' : 'text';
}

function cellKey(rest: string, period: string): string {
  return JSON.stringify([rest, period]);
}

/** Fewer parts of years may be anything that has the name of a month. */
const minPartsOfYears = 3;

/** `Q1`, which may as well be the first question of a survey; `1/2022`, which may be a quarter. */
function isQuestion({ key: { kind, text }, column }: Heading): boolean {
  if (kind === 'month') return /(?<!\d)(?:[1-4][./]\d{4}|\d{4}[- ][1-4])(?!\d)/.test(column);
  return kind === 'quarter-of-year' && /^[qt] ?\d$/iu.test(text);
}

/** Whether periods follow each other in one direction. */
function areRegular(keys: readonly Key[], kind: Key['kind']): boolean {
  const orders = keys.map(({ order }) => order);
  const steps = orders.slice(1).map((order, at) => order - (orders[at] ?? order));
  const direction = Math.sign(steps[0] ?? 0);
  if (!steps.every((step) => Math.sign(step) === direction) || direction === 0) return false;
  if (kind.endsWith('-of-year')) return orders.length >= minPartsOfYears && steps.every((step) => step === direction);
  return true;
}

/** The name of the keys in the corner of a header: `Land / Jahr`, `geo\\time`; and the column without it. */
function cornerOf(labels: readonly string[], kind: Key['kind']) {
  const isName = (text: string) => (isPeriodKind(kind) ? periodWord.test(text) : isNameOf(kind, text));
  for (const label of labels.filter(({ length }) => length <= maxHeading)) {
    // super-linear: a heading has at most `maxHeading` characters.
    const [, one = '', other = ''] = /^(.*\S)\s*[\\/|]\s*(\S.*)$/.exec(label) ?? [];
    if (isName(other)) return { key: other, renamed: { [label]: one } };
    if (isName(one)) return { key: one, renamed: { [label]: other } };
  }
  return { key: isPeriodKind(kind) ? periodNames[kind] : kind, renamed: {} };
}

function isPeriodKind(kind: Key['kind']): kind is PeriodKind {
  return kind in periodNames;
}
