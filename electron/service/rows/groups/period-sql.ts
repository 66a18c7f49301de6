import type { KeyFunction } from '#shared/aggregate-query.ts';
import { explain } from '#shared/failures.ts';
import { quoteLiteral } from '#shared/text/quoting.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { StoredColumn } from '../../files/stored-version.ts';
import { InvalidFilterError } from '../views/invalid-filter.ts';

/** A column of texts, and its name within a stored table. */
type TextColumn = Pick<StoredColumn, 'name' | 'moment'> & { readonly reference: string };

/** A date or a date with a time in ISO 8601; anything else is not a date. */
const isoMoment =
  '^\\d{4}-\\d{2}-\\d{2}(?:[T ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:Z|z|[-+]\\d{2}(?::?\\d{2})?)?)?$';

/** Column kinds whose texts all begin with a complete date. */
const datedKinds: readonly (string | undefined)[] = ['date', 'date-time', 'date-time-zone'];

export type PeriodFunction = Extract<KeyFunction, 'Year' | 'Quarter' | 'Month' | 'Week' | 'Day' | 'Hour' | 'Weekday'>;

/** Texts of periods longer than a day, and the periods that contain them. A week may be in two months. */
const longPeriods: readonly {
  readonly kind: MomentKind | null;
  readonly form: string;
  readonly within: Readonly<Partial<Record<PeriodFunction, (text: string) => string>>>;
}[] = [
  { kind: null, form: '\\d{4}', within: { Year: (text) => text } },
  {
    kind: 'month',
    form: '\\d{4}-(?:0[1-9]|1[0-2])',
    within: {
      Year: (text) => `left(${text}, 4)`,
      Quarter: (text) => `left(${text}, 4) || '-Q' || (TRY_CAST(substr(${text}, 6, 2) AS INTEGER) + 2) // 3`,
      Month: (text) => text,
    },
  },
  { kind: 'quarter', form: '\\d{4}-Q[1-4]', within: { Year: (text) => `left(${text}, 4)`, Quarter: (text) => text } },
  {
    kind: 'week',
    form: '\\d{4}-W(?:0[1-9]|[1-4]\\d|5[0-3])',
    within: { Year: (text) => `left(${text}, 4)`, Week: (text) => text },
  },
];

/** The date in a text, in its own time zone; NULL for a text that is not a date. */
function dateOf({ reference, moment }: TextColumn): string {
  const date = `TRY_CAST(left(${reference}, 10) AS DATE)`;
  if (datedKinds.includes(moment)) return date;
  return `CASE WHEN regexp_full_match(${reference}, ${quoteLiteral(isoMoment)}) THEN ${date} END`;
}

/**
 * The period of a kind that contains the one in a text; NULL if there is none.
 * @throws {InvalidFilterError} if that is so for every text of the column
 */
export function periodSql(period: PeriodFunction, column: TextColumn): string {
  const { moment, reference } = column;
  if (datedKinds.includes(moment)) return datedPeriod(period, column);
  if (moment === undefined) {
    const longer = longPeriods.flatMap(({ form, within }) => {
      const found = within[period]?.(reference);
      return found === undefined ? [] : [`WHEN regexp_full_match(${reference}, '${form}') THEN ${found}`];
    });
    const dated = datedPeriod(period, column);
    return longer.length === 0 ? dated : `CASE ${longer.join(' ')} ELSE ${dated} END`;
  }
  const found = longPeriods.find(({ kind }) => kind === moment)?.within[period]?.(reference);
  if (found !== undefined) return found;
  throw new InvalidFilterError('_group_by', explain('no-such-period', { period, column: column.name, kind: moment }));
}

function datedPeriod(period: PeriodFunction, column: TextColumn): string {
  const date = dateOf(column);
  const text = column.reference;
  // If every text is known to be a date, its characters are sufficient.
  const cut = (length: number) =>
    datedKinds.includes(column.moment)
      ? `left(${text}, ${length})`
      : `CASE WHEN ${date} IS NOT NULL THEN left(${text}, ${length}) END`;
  switch (period) {
    case 'Year':
      return cut(4);
    case 'Month':
      return cut(7);
    case 'Day':
      return cut(10);
    case 'Quarter':
      return `${cut(4)} || '-Q' || quarter(${date})`;
    case 'Week':
      // The first two days of the year 0 are in a week of the year before, which the engine cannot write.
      return `CASE WHEN ${text} >= '0000-01-03' THEN strftime(${date}, '%G-W%V')
        WHEN ${date} IS NOT NULL THEN '-0001-W52' END`;
    case 'Weekday':
      return `isodow(${date})`;
    case 'Hour':
      return `${cut(10)} || 'T' || CASE WHEN length(${text}) > 10 THEN substr(${text}, 12, 2) ELSE '00' END`;
  }
}
