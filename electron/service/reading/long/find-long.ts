import { unusedName } from '#shared/text/unused-name.ts';
import words from '../columns/words.json' with { type: 'json' };
import type { LongLayout } from '../formats/layouts.ts';
import {
  joinedPeriod,
  maxHeading,
  type Period,
  type PeriodKind,
  periodNames,
  periodsOf,
  periodWord,
  withoutMarks,
} from '../values/periods.ts';

/** What a heading says: a period, and which measure or group it is of. */
interface Heading {
  readonly column: string;
  readonly period: Period;
  /** Empty if the heading is nothing but a period. */
  readonly rest: string;
  /** Whether it was made of the year and its part in two header rows. */
  readonly joined: boolean;
}

/** Columns that could become rows. */
export interface FoundLong {
  readonly layout: LongLayout;
  readonly kind: PeriodKind | GroupKind;
  /** Whether the periods are as many, and as regular, as no other headings are. */
  readonly certain: boolean;
}

/** Between the names of a header's rows: `2019 / men`. */
const levelGap = ' / ';
/** Names with more separators than this are sentences. */
const maxSeparators = 12;

/** Finds periods in the headings of a table: those that most columns have. @param names of all columns, all different */
export function findLong(names: readonly string[]): FoundLong | null {
  const headings = names.flatMap(headingsOf);
  // Each kind, and each order of days and months, with the columns that it reads.
  const readings = new Map<string, Map<string, Heading>>();
  for (const heading of headings) {
    const { kind, monthFirst = false } = heading.period;
    const reading = readings.get(`${kind} ${monthFirst}`) ?? new Map<string, Heading>();
    if (!reading.has(heading.column)) reading.set(heading.column, heading);
    readings.set(`${kind} ${monthFirst}`, reading);
  }
  const series = [...readings.values()].map((reading) => inSeries([...reading.values()]));
  const [best = []] = series.sort(byEvidence);
  const [first] = best;
  return first === undefined ? layOutGroups(names) : layOut(names, first.period.kind, best);
}

/** Sexes, ages or countries alone: whether they should be rows is for the user to say. */
function layOutGroups(names: readonly string[]): FoundLong | null {
  const found = groupsAmong(names);
  if (found === null) return null;
  const { kind, own } = found;
  const taken = new Set(names.filter((name) => !own.includes(name)));
  const key = unusedName(kind, taken);
  taken.add(key);
  const rows = own.map((name) => ({ keys: [name], columns: [name] }));
  const layout = {
    keys: [{ name: key, type: 'text' as const }],
    values: [unusedName('value', taken)],
    rows,
    renamed: {},
  };
  return { kind, certain: false, layout };
}

function byEvidence(one: readonly Heading[], other: readonly Heading[]): number {
  const joined = ([first]: readonly Heading[]) => (first?.joined === true ? 1 : 0);
  return other.length - one.length || joined(other) - joined(one) || consecutive(other) - consecutive(one);
}

/** Number of headings whose period follows that of the one before with the same rest. */
function consecutive(headings: readonly Heading[]): number {
  const last = new Map<string, number>();
  return headings.filter(({ rest, period: { order } }) => {
    const before = last.get(rest);
    last.set(rest, order);
    return before !== undefined && Math.abs(order - before) === 1;
  }).length;
}

/** Headings with a rest that several periods have. */
function inSeries(headings: readonly Heading[]): Heading[] {
  const periods = new Map<string, Set<string>>();
  for (const { rest, period } of headings) periods.set(rest, (periods.get(rest) ?? new Set()).add(period.text));
  return headings.filter(({ rest }) => (periods.get(rest)?.size ?? 0) > 1);
}

function headingsOf(column: string): Heading[] {
  const parts = column.split(levelGap);
  const without = (...used: readonly number[]) => parts.filter((_, at) => !used.includes(at)).join(levelGap);
  const periods = parts.map(periodsOf);
  const joined = periods.flatMap((own, at) =>
    periods.slice(at + 1).flatMap((others, below) =>
      own.flatMap((one) =>
        others.flatMap((other): Heading[] => {
          const period = joinedPeriod(one, other);
          return period === null ? [] : [{ column, period, rest: without(at, at + 1 + below), joined: true }];
        }),
      ),
    ),
  );
  const alone = periods.flatMap((own, at) =>
    own.map((period): Heading => ({ column, period, rest: restOf(without(at)), joined: false })),
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
  for (const { rest, period } of splits) {
    const found = periodsOf(period).filter(({ kind }) => !kind.endsWith('-of-year'));
    // super-linear: a heading has at most `maxHeading` characters.
    const measure = rest.replace(/[\s,(]+(?:in|im|en|au|al|nel|für|for)$/iu, '');
    if (found.length > 0 && /\p{L}/u.test(measure))
      return found.map((one) => ({ column, period: one, rest: measure, joined: false }));
  }
  return [];
}

function layOut(names: readonly string[], kind: PeriodKind, headings: readonly Heading[]): FoundLong | null {
  const rests = [...new Set(headings.map(({ rest }) => rest))];
  const periods = [...new Map(headings.map(({ period }) => [period.text, period])).values()];
  const cells = new Map(headings.map(({ column, rest, period }) => [cellKey(rest, period.text), column]));
  // Two columns of one period and measure differ in something that is not understood.
  if (cells.size < headings.length) return null;
  const turned = new Set(headings.map(({ column }) => column));
  const labels = names.filter((name) => !turned.has(name));
  const corner = cornerOf(labels, kind);
  const taken = new Set(labels.map((name) => corner.renamed[name] ?? name));
  const take = (name: string) => {
    const unused = unusedName(name, taken);
    taken.add(unused);
    return unused;
  };
  const type = kind === 'year' ? 'integer' : kind === 'years' || kind.endsWith('-of-year') ? 'text' : 'moment';
  const key = { name: take(corner.key), type } as const;
  const group = groupKey(rests);
  const cell = (rest: string, period: Period) => cells.get(cellKey(rest, period.text)) ?? null;
  const orders = periods.map(({ order }) => order);
  const found = { kind, certain: areRegular(orders, kind) && !periods.every(isQuestion) };
  if (group !== null) {
    const rows = periods.flatMap((period) =>
      rests.map((rest) => ({ keys: [period.text, rest], columns: [cell(rest, period)] })),
    );
    const keys = [key, { name: take(group), type: 'text' as const }];
    return { ...found, layout: { keys, values: [take('value')], rows, renamed: corner.renamed } };
  }
  const rows = periods.map((period) => ({
    keys: [period.text],
    columns: rests.map((rest) => cell(rest, period)),
  }));
  const values = rests.map((rest) => take(rest === '' ? 'value' : rest));
  return { ...found, layout: { keys: [key], values, rows, renamed: corner.renamed } };
}

function cellKey(rest: string, period: string): string {
  return JSON.stringify([rest, period]);
}

/** Fewer parts of years may be anything that has the name of a month. */
const minPartsOfYears = 3;

/** `Q1`, which may as well be the first question of a survey. */
function isQuestion({ kind, text }: Period): boolean {
  return kind === 'quarter-of-year' && /^[qt] ?\d$/iu.test(text);
}

/** Whether periods follow each other in one direction. */
function areRegular(orders: readonly number[], kind: PeriodKind): boolean {
  const steps = orders.slice(1).map((order, at) => order - (orders[at] ?? order));
  const direction = Math.sign(steps[0] ?? 0);
  if (!steps.every((step) => Math.sign(step) === direction) || direction === 0) return false;
  if (kind.endsWith('-of-year')) return orders.length >= minPartsOfYears && steps.every((step) => step === direction);
  return true;
}

/** The name of the periods in the corner of a header: `Land / Jahr`, `geo\time`; and the column without it. */
function cornerOf(labels: readonly string[], kind: PeriodKind) {
  for (const label of labels.filter(({ length }) => length <= maxHeading)) {
    // super-linear: a heading has at most `maxHeading` characters.
    const [, one = '', other = ''] = /^(.*\S)\s*[\\/|]\s*(\S.*)$/.exec(label) ?? [];
    if (periodWord.test(other)) return { key: other, renamed: { [label]: one } };
    if (periodWord.test(one)) return { key: one, renamed: { [label]: other } };
  }
  return { key: periodNames[kind], renamed: {} };
}

const sexes = new Set(words.sexes);
const totals = new Set(words.totalsOfGroups);

const age = `\\d{1,3} ?(?:-|–|to|bis(?: unter)?|à|a|al) ?\\d{1,3}|\\d{1,3} ?(?:\\+|and over|or older|und mehr|und älter|et plus|y más|e più|e oltre)|(?:under|unter|moins de|menos de|meno di|<) ?\\d{1,3}|(?:over|über|plus de|más de|>=?) ?\\d{1,3}`;
const isAge = new RegExp(
  `^(?:y|aged?|alter|âge|edad|età)? ?(?:${age})(?: (?:years|jahre|ans|años|anni))?(?: old)?$`,
  'iu',
);

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A code of two letters, as in ISO 3166 or of Eurostat. */
function isCountry(heading: string): boolean {
  return /^[A-Z]{2}$/.test(heading) && (heading === 'EL' || countryNames.of(heading) !== undefined);
}

type GroupKind = 'sex' | 'age' | 'country';

/** What a heading is a group of; null for anything else, also for the total of all groups. */
function groupOf(heading: string): GroupKind | null {
  const word = heading.trim().toLowerCase();
  if (isTotal(word)) return null;
  if (sexes.has(word)) return 'sex';
  if (isAge.test(word)) return 'age';
  return isCountry(heading.trim()) ? 'country' : null;
}

function isTotal(word: string): boolean {
  return totals.has(word.replaceAll(' ', '-'));
}

/** The name of a column for headings that are all sexes, ages or countries; null if they are anything else. */
export function groupKey(headings: readonly string[]): GroupKind | null {
  const others = headings.filter((heading) => !isTotal(heading.trim().toLowerCase())).map(groupOf);
  const [first = null] = others;
  const least = first === 'country' ? minColumns.country : 2;
  return others.length >= least && others.every((one) => one === first) ? first : null;
}

/** Fewer ages, or pairs of letters that are codes, may be there by chance. */
const minColumns: Readonly<Record<GroupKind, number>> = { sex: 2, age: 3, country: 8 };

/** Headings that are all sexes, ages or countries, wherever they are in a table; null for none. */
function groupsAmong(headings: readonly string[]): { readonly kind: GroupKind; readonly own: string[] } | null {
  for (const kind of ['age', 'sex', 'country'] as const) {
    const own = headings.filter((heading) => groupOf(heading) === kind);
    // A single letter may be anything.
    if (own.length >= minColumns[kind] && own.some((heading) => heading.trim().length > 1)) return { kind, own };
  }
  return null;
}
