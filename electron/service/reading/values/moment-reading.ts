import { quoteLiteral } from '#shared/text/quoting.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { TextConversion } from './text-conversion.ts';
import type { ColumnShapes } from './value-shapes.ts';
import {
  byHour,
  eastAsianDay,
  eastAsianMonth,
  logTime,
  monthName,
  monthNames,
  monthsByName,
  namedDay,
  namedMonth,
  unixTime,
  weekdayNames,
  weekdaysByName,
  withTime,
  withWeekday,
} from './worded-moments.ts';

/** Whether the day or the month comes first in `01/02/2020`; `as-text` leaves dates as written. */
export type DateOrder = 'day-first' | 'month-first' | 'as-text';

/** The format of a column's dates or times. They are stored in ISO 8601. */
export interface MomentReading {
  readonly form: MomentForm;
  readonly dayFirst: boolean;
  /** Whether any text changes. */
  readonly converts: boolean;
}

export type MomentForm = keyof typeof forms;

/** A form of dates or times, and the conditions for reading it. */
interface Form {
  readonly kind: MomentKind;
  /** Shapes of the values, with every digit as 9. */
  readonly shape: RegExp;
  /** Pattern of the name that the column must have too. */
  readonly name?: RegExp;
  /** Whether days and months can be confused. */
  readonly ordered?: true;
  /** Whether the century is missing: the user chooses how the year is read. */
  readonly requested?: true;
  /** Values that are stored unchanged: their shapes, and a fast test of the text in the engine. */
  readonly already?: { readonly shape: RegExp; readonly text: string | ((reference: string) => string) };
  /** The ISO 8601 text of a value; NULL if it cannot be read. */
  readonly iso: (reference: string, dayFirst: boolean) => string;
}

const date = (text: string) => `CAST(TRY_CAST(${text} AS DATE) AS VARCHAR)`;
const rewritten = (pattern: string, target: string) => (reference: string) =>
  `CASE WHEN regexp_full_match(trim(${reference}), '${pattern}') THEN regexp_replace(trim(${reference}), '^${pattern}$', '${target}') END`;
const parsed = (formats: readonly string[], target: string) => (reference: string) =>
  `strftime(try_strptime(trim(${reference}), [${formats.map((format) => `'${format}'`).join(', ')}]), '${target}')`;

const ordered = '([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})';
const shortYear = '([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{2})';
/** The century of a two-digit year as in POSIX: 69 to 99 are in the twentieth. */
const shortYearDay = (reference: string, dayFirst: boolean) => {
  const part = (group: number) => `regexp_extract(trim(${reference}), '^${shortYear}$', ${group})`;
  const year = `(CASE WHEN ${part(3)} >= '69' THEN '19' ELSE '20' END || ${part(3)})`;
  return date(`${year} || '-' || ${part(dayFirst ? 2 : 1)} || '-' || ${part(dayFirst ? 1 : 2)}`);
};
const dayOf = (reference: string, dayFirst: boolean) =>
  date(`regexp_extract(trim(${reference}), '^${ordered}', 3) || '-' || ${monthDay(reference, dayFirst)}`);
const monthDay = (reference: string, dayFirst: boolean) => {
  const part = (group: number) => `regexp_extract(trim(${reference}), '^${ordered}', ${group})`;
  return dayFirst ? `${part(2)} || '-' || ${part(1)}` : `${part(1)} || '-' || ${part(2)}`;
};
const usualClock = (text: string) =>
  `strftime(try_strptime(upper(${text}), ['%H:%M', '%H:%M:%S', '%I:%M %p', '%I:%M:%S %p', '%I:%M%p', '%I:%M:%S%p']), '%H:%M:%S')`;
const clockTime = (reference: string) => usualClock(`regexp_replace(trim(${reference}), '^${ordered}[, ]+', '')`);

/** Names of columns of dates, and of epochs. */
const dateName = /(?:^|[^a-z])(?:date|datum|day|fecha|giorno|tag)(?:$|[^a-z])/i;
const epochName = /epoch|unix|timestamp|(?:^|[^a-z])(?:time|ts|datetime|created|updated|modified)(?:$|[^a-z])/i;
/** A year before month and day, optionally followed by the time of day. */
const yearFirst = '([0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2})[T ]+(.*)';
const yearFirstTime =
  '([01]?[0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)([.,][0-9]{1,9})?)?( ?(Z|[+-][0-9]{2}(:?[0-9]{2})?))?';
const yearFirstMoment = (reference: string) => {
  const part = (group: number) => `regexp_extract(trim(${reference}), '^${yearFirst}$', ${group})`;
  const time = `replace(replace(regexp_replace(${part(2)}, '^([0-9]):', '0\\1:'), ' ', ''), ',', '.')`;
  return `CASE WHEN regexp_full_match(${part(2)}, '${yearFirstTime}') THEN ${date(`regexp_replace(${part(1)}, '[/.]', '-', 'g')`)} || 'T' || ${time} END`;
};
const range = (reference: string, from: string, to: string) =>
  `CASE WHEN ${reference} >= '1' AND TRY_CAST(${reference} AS BIGINT) BETWEEN ${from} AND ${to} THEN CAST(${reference} AS BIGINT) END`;

/** @param pattern in lower case */
const isWorded = (reference: string, pattern: string) =>
  `regexp_full_match(lower(trim(${reference})), ${quoteLiteral(pattern)})`;
const whereNamed = (reference: string, pattern: string, value: string) =>
  `CASE WHEN ${isWorded(reference, pattern)} THEN ${value} END`;
const numbersByName = `map([${[...monthsByName.keys()].map(quoteLiteral).join(', ')}], [${[...monthsByName.values()].map((month) => `'${String(month).padStart(2, '0')}'`).join(', ')}])`;
/** The month in a text with a year at its end and the name of a month as its only word. */
const yearAndMonth = (reference: string) =>
  `(right(trim(${reference}), 4) || '-' || ${numbersByName}[regexp_extract(lower(${reference}), ${quoteLiteral(`(?:^|[^\\pL])(${monthNames})(?:[^\\pL]|$)`)}, 1)])`;

const numbersByWeekday = `map([${[...weekdaysByName.keys()].map(quoteLiteral).join(', ')}], [${[...weekdaysByName.values()].join(', ')}])`;
const numbersIn = (reference: string, pattern: string, target: string) =>
  `regexp_replace(trim(${reference}), ${quoteLiteral(`(?i)^.*?${pattern}.*$`)}, '${target}')`;
const literal = (pattern: string) => new RegExp(`^(?:${pattern})$`, 'iu');
/** The day in a text with the name of a month, or in the order of ISO 8601. */
const dayIn = (text: string) => {
  const named = `(regexp_extract(${text}, '([0-9]{4})', 1) || '-' || ${numbersByName}[regexp_extract(lower(${text}), ${quoteLiteral(`(?:^|[^\\pL])(${monthNames})(?:[^\\pL]|$)`)}, 1)] || '-' || regexp_extract(${text}, '(?:^|[^0-9])([0-9]{1,2})(?:[^0-9]|$)', 1))`;
  return date(
    `CASE WHEN regexp_matches(${text}, '[0-9]{4}-[0-9]{2}-') THEN regexp_extract(${text}, '[0-9]{4}-[0-9]{2}-[0-9]{2}') ELSE ${named} END`,
  );
};
/** A day, unless it is preceded by the name of another day of the week. */
const dayOfWeek = (reference: string, day: string) => {
  const named = `regexp_extract(lower(${reference}), ${quoteLiteral(`^\\s*(${weekdayNames})\\.?,? `)}, 1)`;
  return `CASE WHEN ${named} = '' OR ${numbersByWeekday}[${named}] = isodow(CAST(${day} AS DATE)) THEN ${day} END`;
};
/** The suffix of a time: `Z` for the names of UTC, an offset with a colon, or nothing. */
const offsetOf = (text: string) =>
  `regexp_replace(regexp_replace(regexp_extract(${text}, '(?i)[0-9] ?(?:[ap]m)? ?(GMT|UTC|UT|Z|[+-][0-9]{2}:?[0-9]{2})\\]?$', 1), '(?i)^[a-z]+$', 'Z'), '([0-9]{2}):?([0-9]{2})$', '\\1:\\2')`;
const clockIn = (text: string) => `regexp_extract(${text}, '(${byHour})', 1)`;

/** Days that exist in each year; the engine decides about 29 February, and refuses 31 April. */
const certainDay = '[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)';

const forms = {
  'year-first': {
    kind: 'date',
    shape: /^9999([-/.])99?(?:\1)99?$/,
    already: {
      shape: /^9999-99-99$/,
      // Quicker than a pattern. The engine also writes years of five digits, which are longer, and `infinity`.
      text: (reference: string) =>
        `(strlen(${reference}) = 10 AND ${reference} < ':' AND CAST(TRY_CAST(${reference} AS DATE) AS VARCHAR) = ${reference})`,
    },
    iso: (reference: string) => date(`regexp_replace(trim(${reference}), '[/.]', '-', 'g')`),
  },
  'date-time': {
    kind: 'date-time',
    shape: /^9999-99-99[T ]99:99(?::99(?:[.,]9{1,9})?)?(?: ?(?:Z|[+-]99(?::?99)?))?$/,
    already: {
      shape: /^9999-99-99T99:99(?::99(?:\.9{1,9})?)?(?:Z|[+-]99(?::?99)?)?$/,
      text: `${certainDay}T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?`,
    },
    iso: (reference: string) =>
      `CASE WHEN TRY_CAST(left(trim(${reference}), 10) AS DATE) IS NOT NULL AND regexp_full_match(substr(trim(${reference}), 11), '[T ]([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)([.,][0-9]{1,9})?)?( ?(Z|[+-][0-9]{2}(:?[0-9]{2})?))?') THEN left(trim(${reference}), 10) || 'T' || replace(replace(substr(trim(${reference}), 12), ' ', ''), ',', '.') END`,
  },
  'day-or-time': {
    kind: 'date-time',
    shape: /^9999-99-99(?: 99:99:99(?:\.9{1,9})?)?$/,
    iso: (reference: string) =>
      `CASE WHEN TRY_CAST(left(${reference}, 10) AS DATE) IS NOT NULL AND regexp_full_match(${reference}, '[0-9]{4}-[0-9]{2}-[0-9]{2}(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]{1,9})?)?') THEN ${reference} || CASE WHEN strlen(${reference}) = 10 THEN 'T00:00:00' ELSE '' END END`,
  },
  'year-first-time': {
    kind: 'date-time',
    shape: /^9999([-/.])99?(?:\1)99?(?:T| +)99?:99(?::99(?:[.,]9{1,9})?)?(?: ?(?:Z|[+-]99(?::?99)?))?$/,
    iso: yearFirstMoment,
  },
  time: {
    kind: 'time',
    shape: /^99:99(?::99(?:\.9{1,9})?)?$/,
    already: {
      shape: /^99:99(?::99(?:\.9{1,9})?)?$/,
      text: '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?',
    },
    iso: (reference: string) =>
      `CASE WHEN regexp_full_match(${reference}, '([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)([.][0-9]{1,9})?)?') THEN ${reference} END`,
  },
  'day-month-year': {
    kind: 'date',
    shape: /^99?([./-])99?(?:\1)9999$/,
    ordered: true,
    iso: dayOf,
  },
  'day-month-year-time': {
    kind: 'date-time',
    shape: /^99?([./-])99?(?:\1)9999[, ]+99?:99(?::99)?(?: ?[AaPp][Mm])?$/,
    ordered: true,
    iso: (reference: string, dayFirst: boolean) => `(${dayOf(reference, dayFirst)} || 'T' || ${clockTime(reference)})`,
  },
  'day-month-short-year': {
    kind: 'date',
    shape: /^99?([./-])99?(?:\1)99$/,
    ordered: true,
    requested: true,
    iso: shortYearDay,
  },
  'east-asian-day': {
    kind: 'date',
    shape: literal(eastAsianDay('9')),
    iso: (reference: string) =>
      date(numbersIn(reference, '([0-9]{4})[^0-9]+([0-9]{1,2})[^0-9]+([0-9]{1,2})', '\\1-\\2-\\3')),
  },
  'east-asian-month': {
    kind: 'month',
    shape: literal(eastAsianMonth('9')),
    iso: (reference: string) =>
      `left(${date(`${numbersIn(reference, '([0-9]{4})[^0-9]+([0-9]{1,2})', '\\1-\\2')} || '-01'`)}, 7)`,
  },
  'log-time': {
    kind: 'date-time-zone',
    shape: literal(logTime('9')),
    iso: (reference: string) => {
      const text = `trim(${reference}, '[] ')`;
      return `CASE WHEN ${isWorded(reference, logTime('[0-9]'))} THEN ${dayIn(`left(${text}, 11)`)} || 'T' || ${usualClock(`substr(${text}, 13, 8)`)} || ${offsetOf(text)} END`;
    },
  },
  'weekday-day': {
    kind: 'date',
    shape: literal(withWeekday('9')),
    iso: (reference: string) =>
      `CASE WHEN ${isWorded(reference, withWeekday('[0-9]'))} THEN ${dayOfWeek(reference, dayIn(reference))} END`,
  },
  'unix-time': {
    kind: 'date-time',
    shape: literal(unixTime('9')),
    iso: (reference: string) =>
      `CASE WHEN ${isWorded(reference, unixTime('[0-9]'))} THEN ${dayOfWeek(reference, dayIn(`regexp_replace(${reference}, '[0-9:]{8} ', '')`))} || 'T' || ${usualClock(clockIn(reference))} END`,
  },
  'worded-time': {
    kind: 'date-time',
    shape: literal(withTime('9')),
    iso: (reference: string) => {
      const day = `regexp_replace(${reference}, '[0-9]{1,2}:[0-9]{2}.*$', '')`;
      return `CASE WHEN ${isWorded(reference, withTime('[0-9]'))} THEN ${dayOfWeek(reference, dayIn(day))} || 'T' || ${usualClock(clockIn(reference))} || ${offsetOf(`trim(${reference})`)} END`;
    },
  },
  'named-month': {
    kind: 'date',
    shape: new RegExp(`^(?:99?\\.?[ -]${monthName}[ -]9999|99${monthName}9999|${monthName}\\.? 99?,? 9999)$`),
    iso: parsed(
      [
        '%d %b %Y',
        '%d%b%Y',
        '%d-%b-%Y',
        '%d %B %Y',
        '%d-%B-%Y',
        '%d. %B %Y',
        '%d. %b %Y',
        '%b %d, %Y',
        '%b %d %Y',
        '%B %d, %Y',
        '%B %d %Y',
      ],
      '%Y-%m-%d',
    ),
  },
  'named-month-year': {
    kind: 'month',
    shape: new RegExp(`^${monthName}[ -]9999$`),
    iso: parsed(['%b %Y', '%B %Y', '%b-%Y', '%B-%Y'], '%Y-%m'),
  },
  'local-day': {
    kind: 'date',
    shape: new RegExp(`^${namedDay('9')}$`, 'iu'),
    iso: (reference: string) => {
      const day = `regexp_extract(${reference}, '(?:^|[^0-9])([0-9]{1,2})(?:[^0-9]|$)', 1)`;
      return whereNamed(reference, namedDay('[0-9]'), date(`${yearAndMonth(reference)} || '-' || ${day}`));
    },
  },
  'local-month': {
    kind: 'month',
    shape: new RegExp(`^${namedMonth('9')}$`, 'iu'),
    iso: (reference: string) => whereNamed(reference, namedMonth('[0-9]'), yearAndMonth(reference)),
  },
  'iso-month': {
    kind: 'month',
    shape: /^9999-99$/,
    already: { shape: /^9999-99$/, text: '[0-9]{4}-(0[1-9]|1[0-2])' },
    // 2019-20 and 2020-21 are years that do not begin in January.
    iso: (reference: string) =>
      `CASE WHEN regexp_full_match(${reference}, '[0-9]{4}-(0[1-9]|1[0-2])') THEN ${reference} END`,
  },
  'year-month': {
    kind: 'month',
    shape: /^9999-?M99$/,
    iso: rewritten('([0-9]{4})-?M(0[1-9]|1[0-2])', String.raw`\1-\2`),
  },
  'month-year': { kind: 'month', shape: /^99\/9999$/, iso: rewritten('(0[1-9]|1[0-2])/([0-9]{4})', String.raw`\2-\1`) },
  quarter: {
    kind: 'quarter',
    shape: /^9999[- ]?[Qq]9$/,
    already: { shape: /^9999-Q9$/, text: '[0-9]{4}-Q[1-4]' },
    iso: rewritten('([0-9]{4})[- ]?[Qq]([1-4])', String.raw`\1-Q\2`),
  },
  'quarter-year': {
    kind: 'quarter',
    shape: /^[Qq]9[-/ ]?9999$/,
    iso: rewritten('[Qq]([1-4])[-/ ]?([0-9]{4})', String.raw`\2-Q\1`),
  },
  week: {
    kind: 'week',
    shape: /^9999-?W99$/,
    already: { shape: /^9999-W99$/, text: '[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])' },
    iso: rewritten('([0-9]{4})-?W(0[1-9]|[1-4][0-9]|5[0-3])', String.raw`\1-W\2`),
  },
  compact: {
    kind: 'date',
    shape: /^99999999$/,
    name: dateName,
    iso: (reference: string) =>
      date(
        `CASE WHEN ${reference} BETWEEN '1800' AND '2101' THEN regexp_replace(${reference}, '^([0-9]{4})([0-9]{2})([0-9]{2})$', '\\1-\\2-\\3') END`,
      ),
  },
  seconds: {
    kind: 'date-time-zone',
    shape: /^9{9,10}$/,
    name: epochName,
    // From 1990 to 2100.
    iso: (reference: string) =>
      `strftime(make_timestamp(1000000 * ${range(reference, '631152000', '4102444800')}), '%Y-%m-%dT%H:%M:%SZ')`,
  },
  milliseconds: {
    kind: 'date-time-zone',
    shape: /^9{12,13}$/,
    name: epochName,
    iso: (reference: string) =>
      `strftime(make_timestamp(1000 * ${range(reference, '631152000000', '4102444800000')}), '%Y-%m-%dT%H:%M:%S.%gZ')`,
  },
} satisfies Readonly<Record<string, Form>>;

/** Days and times of day in ISO 8601, mixed in one column of a sheet: a day without a time means its midnight. */
export function dayOrTime({ shapes, others }: ColumnShapes): MomentForm | null {
  const { shape: pattern } = forms['day-or-time'];
  const has = (length: number) => shapes.some(({ shape }) => shape.length > 10 === length > 10);
  const fits = others === 0 && shapes.every(({ shape }) => pattern.test(shape.replaceAll('T', ' ')));
  return fits && has(10) && has(19) ? 'day-or-time' : null;
}

/** The common format of a column's dates or times; null if there is none. */
export function momentForm({ shapes, others }: ColumnShapes, name: string): MomentForm | null {
  if (shapes.length === 0 || others > 0) return null;
  const found = Object.entries<Form>(forms).find(
    ([key, form]) =>
      key !== 'day-or-time' && (form.name?.test(name) ?? true) && shapes.every(({ shape }) => form.shape.test(shape)),
  );
  return found === undefined ? null : (found[0] as MomentForm);
}

/** Whether a format can be read with the day or with the month first. */
export function isOrdered(form: MomentForm): boolean {
  return (forms[form] as Form).ordered === true;
}

/** Whether a format is read only if the user says so. */
export function isAmbiguous(form: MomentForm): boolean {
  return (forms[form] as Form).requested === true;
}

/** The kind of a format's values; those of dates and times may also have an offset from UTC. */
export function momentKind(form: MomentForm): MomentKind {
  return forms[form].kind;
}

/** Whether the values of a format are ISO 8601 as written in the file. */
export function isIso(form: MomentForm, { shapes }: ColumnShapes): boolean {
  const { already } = forms[form] as Form;
  return already !== undefined && shapes.every(({ shape }) => already.shape.test(shape));
}

export function momentConversion(
  reference: string,
  { form, dayFirst }: Omit<MomentReading, 'converts'>,
): TextConversion {
  const { iso, already } = forms[form] as Form;
  const value = iso(reference, dayFirst);
  const present = (attempted: string) => `${attempted} IS NOT NULL`;
  const valid = `(${reference} = '' OR (${value}) IS NOT NULL)`;
  if (already === undefined) return { valid, value, quick: { kind: 'tried', attempt: `(${value})`, stands: present } };
  const { text } = already;
  const holds = typeof text === 'string' ? `regexp_full_match(${reference}, '${text}')` : text(reference);
  return { valid, value, quick: { kind: 'known', holds, value: reference } };
}
