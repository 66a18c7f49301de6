import type { MomentKind } from '#shared/time/moment-kind.ts';
import { quoteLiteral } from '../../store/duckdb/quoting.ts';
import { monthNames, monthsByName, namedDay, namedMonth } from './month-names.ts';
import type { TextConversion } from './text-conversion.ts';
import type { ColumnShapes } from './value-shapes.ts';

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

/** What a file or a user may have to specify before a column's format can be read. */
interface Form {
  readonly kind: MomentKind;
  /** Shapes of the values, with every digit as 9. */
  readonly shape: RegExp;
  /** The name of the column must indicate it too. */
  readonly name?: RegExp;
  /** Whether days and months can be confused. */
  readonly ordered?: true;
  /** What is stored unchanged: its shapes, and a fast test of the text in the engine. */
  readonly already?: { readonly shape: RegExp; readonly text: string };
  /** The ISO 8601 text of a value; NULL if it cannot be read. */
  readonly iso: (reference: string, dayFirst: boolean) => string;
}

const monthName =
  '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]u[nl]|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec|JAN|FEB|MAR|APR|MAY|JU[NL]|AUG|SEP|OCT|NOV|DEC)[A-Za-z]{0,6}';
const date = (text: string) => `CAST(TRY_CAST(${text} AS DATE) AS VARCHAR)`;
const rewritten = (pattern: string, target: string) => (reference: string) =>
  `CASE WHEN regexp_full_match(trim(${reference}), '${pattern}') THEN regexp_replace(trim(${reference}), '^${pattern}$', '${target}') END`;
const parsed = (formats: readonly string[], target: string) => (reference: string) =>
  `strftime(try_strptime(trim(${reference}), [${formats.map((format) => `'${format}'`).join(', ')}]), '${target}')`;

const ordered = '([0-9]{1,2})[./-]([0-9]{1,2})[./-]([0-9]{4})';
const dayOf = (reference: string, dayFirst: boolean) =>
  date(`regexp_extract(trim(${reference}), '^${ordered}', 3) || '-' || ${monthDay(reference, dayFirst)}`);
const monthDay = (reference: string, dayFirst: boolean) => {
  const part = (group: number) => `regexp_extract(trim(${reference}), '^${ordered}', ${group})`;
  return dayFirst ? `${part(2)} || '-' || ${part(1)}` : `${part(1)} || '-' || ${part(2)}`;
};
const clock = (reference: string) => `upper(regexp_replace(trim(${reference}), '^${ordered}[, ]+', ''))`;
const clockTime = (reference: string) =>
  `strftime(try_strptime(${clock(reference)}, ['%H:%M', '%H:%M:%S', '%I:%M %p', '%I:%M:%S %p', '%I:%M%p', '%I:%M:%S%p']), '%H:%M:%S')`;

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

const whereNamed = (reference: string, pattern: string, value: string) =>
  `CASE WHEN regexp_full_match(trim(${reference}), ${quoteLiteral(`(?i)${pattern}`)}) THEN ${value} END`;
const numbersByName = `map([${[...monthsByName.keys()].map(quoteLiteral).join(', ')}], [${[...monthsByName.values()].map((month) => `'${String(month).padStart(2, '0')}'`).join(', ')}])`;
/** For a text with a year at its end and the name of a month as its only word. */
const yearAndMonth = (reference: string) =>
  `(right(trim(${reference}), 4) || '-' || ${numbersByName}[regexp_extract(lower(${reference}), ${quoteLiteral(`(?:^|[^\\pL])(${monthNames})(?:[^\\pL]|$)`)}, 1)])`;

const forms = {
  'year-first': {
    kind: 'date',
    shape: /^9999([-/.])99?(?:\1)99?$/,
    already: { shape: /^9999-99-99$/, text: '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' },
    iso: (reference: string) => date(`regexp_replace(trim(${reference}), '[/.]', '-', 'g')`),
  },
  'date-time': {
    kind: 'date-time',
    shape: /^9999-99-99[T ]99:99(?::99(?:[.,]9{1,9})?)?(?: ?(?:Z|[+-]99(?::?99)?))?$/,
    already: {
      shape: /^9999-99-99T99:99(?::99(?:\.9{1,9})?)?(?:Z|[+-]99(?::?99)?)?$/,
      text: '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?',
    },
    iso: (reference: string) =>
      `CASE WHEN TRY_CAST(left(trim(${reference}), 10) AS DATE) IS NOT NULL AND regexp_full_match(substr(trim(${reference}), 11), '[T ]([01][0-9]|2[0-3]):[0-5][0-9](:([0-5][0-9]|60)([.,][0-9]{1,9})?)?( ?(Z|[+-][0-9]{2}(:?[0-9]{2})?))?') THEN left(trim(${reference}), 10) || 'T' || replace(replace(substr(trim(${reference}), 12), ' ', ''), ',', '.') END`,
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

/** The common format of a column's dates or times; null if there is none. */
export function momentForm({ shapes, others }: ColumnShapes, name: string): MomentForm | null {
  if (shapes.length === 0 || others > 0) return null;
  const found = Object.entries<Form>(forms).find(
    ([, form]) => (form.name?.test(name) ?? true) && shapes.every(({ shape }) => form.shape.test(shape)),
  );
  return found === undefined ? null : (found[0] as MomentForm);
}

/** Whether a format can be read with the day or with the month first. */
export function isOrdered(form: MomentForm): boolean {
  return (forms[form] as Form).ordered === true;
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
  return {
    valid: `(${reference} = '' OR (${value}) IS NOT NULL)`,
    value,
    quick:
      already === undefined
        ? { kind: 'tried', attempt: `(${value})`, stands: present }
        : { kind: 'known', holds: `regexp_full_match(${reference}, '${already.text}')`, value: reference },
  };
}
