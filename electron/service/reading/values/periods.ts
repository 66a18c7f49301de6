import type { DateOrder } from './moment-reading.ts';
import { monthNames, monthsByName } from './worded-moments.ts';

/** What a heading says about time; `…-of-year`: without the year, which another heading names. */
export type PeriodKind =
  | 'year'
  | 'years'
  | 'half-year'
  | 'quarter'
  | 'month'
  | 'week'
  | 'date'
  | 'half-of-year'
  | 'quarter-of-year'
  | 'month-of-year';

/** A period in a heading. */
export interface Period {
  readonly kind: PeriodKind;
  /** In ISO 8601 where that has a form, otherwise as offices write it: `2020`, `2020-Q1`, `2021/22`, `Jan`. */
  readonly text: string;
  /** Number of periods of its kind since a common beginning: those that follow each other differ by 1. */
  readonly order: number;
  /** Whether the month is read before the day in `1/2/2020`: all headings of a table have one order. */
  readonly monthFirst?: boolean;
}

const year = '(1[89]\\d\\d|20\\d\\d|2100)';
const shortYear = `${year}|['’]?(\\d\\d)`;
const yearWord = '(?:(?:kalender)?jahr|(?:calendar |fiscal )?year|ann[ée]e|anno|a[ñn]o|jaar|fy|yr|y|x)?';
const spanWord = '(?:fy|season|saison|schuljahr|school year|academic year|winter|geschäftsjahr)?';
const number = '(\\d{1,2}|iv|i{1,3})';
const ordinal = '\\.?(?:er|re|e|ème|º|°|ª|st|nd|rd|th)?';
const quarterWord = '(?:q|qtr\\.?|quarter|quartal|vj\\.?|vierteljahr|t|trim\\.?|trimestre|kwartaal)';
const halfWord = '(?:s|h|hj\\.?|halbjahr|half(?: year)?|semestre|semester|halfjaar)';
const weekWord = '(?:w|kw|week|woche|semaine|settimana|semana)';
const gap = '[ ./-]?';
const until = 'to|until|through|bis|à|au|a|al|hasta|até';
const joint = `(?: ?[-–—/] ?| (?:${until}|and|und|et|e|y|&) )`;
const monthSpan = `(?:(?:from|von|de|da) )?(${monthNames})\\.?${joint}(${monthNames})\\.?`;

/** What the headings of periods look like, in lower case. The first reading is the likelier one. */
const forms: readonly { readonly pattern: RegExp; readonly read: (parts: readonly string[]) => Period | null }[] = [
  { pattern: whole(`${yearWord} ?${year}(?:\\.0| \\[yr\\d{4}\\])?`), read: ([y]) => yearOf(y) },
  { pattern: whole(`${year}[-m ]{1,2}(\\d\\d?)`), read: ([y, m]) => monthOf(y, Number(m)) },
  {
    pattern: whole(`${spanWord} ?${year}(?: ?[/–-] ?| (?:${until}) )(\\d{4}|\\d\\d)`),
    read: ([from, to]) => spanOf(from, to),
  },
  { pattern: whole(`${year}/(0[1-9]|1[0-2])`), read: ([y, m]) => monthOf(y, Number(m)) },
  { pattern: whole(`${year}(0[1-9]|1[0-2])`), read: ([y, m]) => monthOf(y, Number(m)) },
  { pattern: whole(`(\\d\\d?)[./]${year}`), read: ([m, y]) => monthOf(y, Number(m)) },
  { pattern: whole(`(${monthNames})\\.?,?[ -]?(?:de |del |of )?(?:${shortYear})`), read: namedMonthOf },
  { pattern: whole(`${year}[ -]?(${monthNames})\\.?`), read: ([y, name]) => monthOf(y, monthsByName.get(name ?? '')) },
  { pattern: whole(`${monthSpan}(?:,?[ -](?:de )?(?:${shortYear}))?`), read: ([a, b, y, s]) => quarterOf(a, b, y, s) },
  { pattern: whole(`${year}[ -]?${monthSpan}`), read: ([y, from, to]) => quarterOf(from, to, y) },
  ...divided('quarter', quarterWord, 4),
  ...divided('half', halfWord, 2),
  { pattern: whole(`${year}[ -]?${weekWord} ?(\\d\\d?)`), read: ([y, w]) => weekOf(y, w) },
  { pattern: whole(`${weekWord} ?(\\d\\d?)${gap}${year}`), read: ([w, y]) => weekOf(y, w) },
  { pattern: whole('(\\d{4})-(\\d\\d)-(\\d\\d)(?:[t ]00:00(?::00)?)?'), read: ([y, m, d]) => dayOf(y, m, d) },
  { pattern: whole('(\\d\\d?)\\.(\\d\\d?)\\.(\\d{4})'), read: ([d, m, y]) => dayOf(y, m, d) },
  { pattern: whole('(\\d\\d?)/(\\d\\d?)/(\\d{4}|\\d\\d)'), read: ([d, m, y]) => ordered(dayOf(y, m, d), false) },
  { pattern: whole('(\\d\\d?)/(\\d\\d?)/(\\d{4}|\\d\\d)'), read: ([m, d, y]) => ordered(dayOf(y, m, d), true) },
  { pattern: whole(`(${monthNames})\\.?`), read: ([name = '']) => partOf('month', monthsByName.get(name), 12, name) },
];

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'u');
}

/** Parts of years by number and word: `2020-Q1`, `Q1 2020`, `1. Quartal 2020`, `I trimestre`. */
function divided(kind: 'quarter' | 'half', word: string, count: number): typeof forms {
  const of = (y: string | undefined, n: string | undefined, text = '') => partOf(kind, numberOf(n), count, text, y);
  return [
    { pattern: whole(`${year}[ -]?${word} ?${number}`), read: ([y, n]) => of(y, n) },
    { pattern: whole(`${word} ?${number}(?:${gap}${year})?`), read: ([n, y]) => of(y, n) },
    { pattern: whole(`${number}${ordinal} ?${word}(?:${gap}${year})?`), read: ([n, y]) => of(y, n) },
  ];
}

const romans = ['i', 'ii', 'iii', 'iv'];

function numberOf(text = ''): number {
  return /\d/.test(text) ? Number(text) : romans.indexOf(text) + 1;
}

function yearOf(text: string | undefined): Period {
  return { kind: 'year', text: String(text), order: Number(text) };
}

/** `2021/22` and `2021/2022`, of one year; `2015-2019` of several. */
function spanOf(from = '', to = ''): Period | null {
  const [first, last] = [Number(from), Number(to.length === 2 ? from.slice(0, 2) + to : to)];
  const isNext = last === first + 1 || (to === '00' && first % 100 === 99);
  if (isNext) return { kind: 'years', text: `${from}/${String(first + 1).slice(2)}`, order: first };
  return to.length === 4 && last > first && last - first <= 20
    ? { kind: 'years', text: `${from}-${to}`, order: first }
    : null;
}

function monthOf(year: string | undefined, month = 0): Period | null {
  return month < 1 || month > 12 ? null : partOf('month', month, 12, '', year);
}

function namedMonthOf([name = '', long, short]: readonly string[]): Period | null {
  return monthOf(long ?? fullYear(short), monthsByName.get(name));
}

/** `Jan-Mar 2022`; null for months that are no quarter of a year. */
function quarterOf(from = '', to = '', year?: string, short?: string): Period | null {
  const [first = 0, last = 0] = [from, to].map((name) => monthsByName.get(name));
  const isQuarter = last === first + 2 && last % 3 === 0;
  return isQuarter ? partOf('quarter', last / 3, 4, '', year ?? (short && fullYear(short))) : null;
}

/** A year of two digits as in POSIX: 69 to 99 are in the twentieth century. */
function fullYear(text = ''): string {
  return text.length === 4 ? text : `${text >= '69' ? '19' : '20'}${text}`;
}

const letters = { quarter: 'Q', half: 'S', month: '' } as const;

function partOf(
  kind: keyof typeof letters,
  part: number | undefined,
  count: number,
  name: string,
  year?: string,
): Period | null {
  if (part === undefined || part < 1 || part > count) return null;
  if (year === undefined) return { kind: `${kind}-of-year`, text: name, order: part };
  const padded = String(part).padStart(kind === 'month' ? 2 : 1, '0');
  const own = kind === 'half' ? 'half-year' : kind;
  return { kind: own, text: `${year}-${letters[kind]}${padded}`, order: Number(year) * count + part };
}

function weekOf(year: string | undefined, week: string | undefined): Period | null {
  const number = Number(week);
  if (number < 1 || number > 53) return null;
  return { kind: 'week', text: `${year}-W${String(number).padStart(2, '0')}`, order: Number(year) * 53 + number };
}

function dayOf(year: string | undefined, month = '', day = ''): Period | null {
  const text = `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists ? { kind: 'date', text, order: date.getTime() / 86_400_000 } : null;
}

function ordered(period: Period | null, monthFirst: boolean): Period | null {
  return period && { ...period, monthFirst };
}

/** Whether a period fits the order of days and months that the user chose, if any. */
export function hasOrder({ monthFirst }: Pick<Period, 'monthFirst'>, dates?: DateOrder): boolean {
  return monthFirst === undefined || dates !== (monthFirst ? 'day-first' : 'month-first');
}

/** Whether the same headings are days in either order of day and month, but not the same days. */
export function areOtherDays(one: readonly Dated[], other: readonly Dated[]): boolean {
  const areDays = [one, other].every(([first]) => first?.kind === 'date') && one.length === other.length;
  return areDays && one.some(({ text }, at) => text !== other[at]?.text);
}

type Dated = { readonly kind: string; readonly text: string };

/** A longer heading is a sentence. */
export const maxHeading = 200;

/** Digits and letters of marks that are written above the line. */
export const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';

/** Powers, which are no marks: `km²`, `m³`, `10⁶`, `m⁻²`. A bracket after one makes it a mark: `m²⁾`. */
const powers =
  '(?:(?<=(?<!\\p{L})(?:[kcdmhµμnNSM]?m|(?:[KCDH]|(?<=[ /]))M|ft|yd|in|mi|ha|[Rrsxχ]|CO))[²³]|(?<=(?:(?<![\\p{L}\\d])10|⁻)[⁰¹²³⁴⁵⁶⁷⁸⁹]*)[⁰¹²³⁴⁵⁶⁷⁸⁹])(?!⁾)';
/** A bracket that closes an earlier one belongs to the heading: `Dichte (Personen je km2)`. */
const closing = '(?<!\\([^()]*)\\)';

/** Marks of footnotes and of status after a heading: `2020*`, `2021 1)`, `2022 (p)`, `2022p`, `2023ᵖ`, `2019¹⁾`. */
const marks = new RegExp(
  // super-linear: of headings of at most `maxHeading` characters.
  `(?:\\s*(?:\\*+|†|‡|\\d{1,2}${closing}|\\((?:\\d{1,2}|[a-z]{1,2})\\)|\\[[^\\]]{1,8}\\]|⁽?(?:(?!${powers})[${raised}])+⁾?|(?<=(?<!\\d)(?:1[89]|20)\\d\\d)[eprEP])|\\s[a-z](?:${closing})?)+$`,
  'u',
);

/** A heading without the marks after it. */
export function withoutMarks(heading: string): { readonly text: string; readonly mark: string } {
  const text = heading.trim();
  if (text.length > maxHeading) return { text, mark: '' };
  const mark = /\[yr\d{4}\]$/iu.test(text) ? undefined : marks.exec(text)?.[0];
  const bare = mark === undefined ? text : text.slice(0, -mark.length);
  return /[\p{L}\d]/u.test(bare) ? { text: bare, mark: (mark ?? '').trim() } : { text, mark: '' };
}

/** What a heading may say about time, the likeliest first; nothing for any other heading. */
export function periodsOf(heading: string): Period[] {
  const { text } = withoutMarks(heading);
  // super-linear: the patterns have no repetition of a repetition, and a period is short.
  if (text.length > 40) return [];
  const plain = text.toLowerCase().replaceAll(/[\s\u00a0\u202f]+/g, ' ');
  return forms.flatMap(({ pattern, read }) => {
    const [, ...parts] = pattern.exec(plain) ?? [];
    const found = parts.length === 0 ? null : read(parts);
    return found === null ? [] : [found.text === '' || found.kind.endsWith('-of-year') ? { ...found, text } : found];
  });
}

const wordedSpans = [
  ...[monthNames, `${quarterWord} ?\\d`, `${halfWord} ?\\d`, `${weekWord} ?\\d\\d?`].map(
    (part) => `(?:${part})\\.?(?:${gap}${year})?${joint}(?:\\d\\d?\\.? )?(?:${year}[ -]?)?(?:${part})`,
  ),
  `${quarterWord} ?\\d${joint}\\d`,
  `${weekWord} ?\\d\\d?${joint}\\d\\d?`,
];
const numberedSpans = [
  `\\d${ordinal}${joint}\\d${ordinal} ?(?:quart\\p{L}*|vierteljahr|vj|trim\\p{L}*|halb\\p{L}*|semest\\p{L}*)`,
  `(?:${year} ?[-–—] ?|\\d+ (?:${until}|and|und|et|e|y) )(?:\\d\\d?[./]\\d\\d?[./])?${year}`,
];
const spanned = new RegExp(
  `(?:(?<!\\p{L})(?:${wordedSpans.join('|')})|(?<!\\d)(?:${numberedSpans.join('|')}))(?![\\p{L}\\d])`,
  'iu',
);

/** The part of a heading that spans several periods, such as `Jan-Jun`, whose last one is no period of its own. */
export function spanIn(heading: string): string | undefined {
  // super-linear: of headings of at most `maxHeading` characters.
  return heading.length > maxHeading ? undefined : spanned.exec(heading)?.[0];
}

/** Whether a text is a period, also of centuries whose years are rarely the headings of columns. */
export function isPeriod(text: string): boolean {
  return periodsOf(text).length > 0 || /^(?:1[5-7]|21)\d\d$/.test(text);
}

const parts: Partial<Record<PeriodKind, readonly [keyof typeof letters, number]>> = {
  'quarter-of-year': ['quarter', 4],
  'half-of-year': ['half', 2],
  'month-of-year': ['month', 12],
};

/** The period that a year and a part of a year in two headings make: `2020` and `March`; null for any others. */
export function joinedPeriod(one: Period, other: Period): Period | null {
  const [years, part] = one.kind === 'year' ? [one, other] : [other, one];
  const [kind, count] = parts[part.kind] ?? [];
  if (years.kind !== 'year' || kind === undefined || count === undefined) return null;
  return partOf(kind, part.order, count, '', years.text);
}

/** A name for columns of periods. */
export const periodNames: Readonly<Record<PeriodKind, string>> = {
  year: 'year',
  years: 'years',
  'half-year': 'half_year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  date: 'date',
  'half-of-year': 'half_year',
  'quarter-of-year': 'quarter',
  'month-of-year': 'month',
};

/** Words that name a column of periods, in several languages. */
export const periodWord =
  /^(?:years?|jahre?|ann[ée]es?|ann[oi]|a[ñn]os?|jaren|jaar|time|zeit|temps|tempo|tiempo|periods?|period[oe]s?|periode|zeitraum|p[ée]riodes?|quarters?|quartale?|trimestres?|months?|monate?|mois|m[eê]s(?:es|e|i)?|weeks?|wochen?|dates?|datum|time_period|schuljahre?|saison|season|stichtag)$/iu;
