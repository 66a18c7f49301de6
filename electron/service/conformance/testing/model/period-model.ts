import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { ModelTable } from './row-tables.ts';

function yearText(year: number): string {
  return (year < 0 ? '-' : '') + String(Math.abs(year)).padStart(4, '0');
}

/** The ISO 8601 week of a day: that of its Thursday, in the year of that. */
function weekOf(date: Date): string {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000);
  const first = new Date(0).setUTCFullYear(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${yearText(thursday.getUTCFullYear())}-W${String(week).padStart(2, '0')}`;
}

const moment =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](?:[01]\d|2[0-3])(?::[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?)?(?:Z|[-+]\d\d:?(?:\d\d)?)?)?$/;

/** The period of a kind that contains a longer one than a day; null if there is none, undefined for other texts. */
function longerPeriod(kind: string, text: string): string | null | undefined {
  const [, year = '', part] = /^(\d{4})(?:-(0[1-9]|1[0-2]|Q[1-4]|W(?:0[1-9]|[1-4]\d|5[0-3])))?$/.exec(text) ?? [];
  if (year === '') return undefined;
  if (kind === 'Year') return year;
  if (part === undefined) return null;
  const own = part.startsWith('Q') ? 'Quarter' : part.startsWith('W') ? 'Week' : 'Month';
  if (kind === own) return text;
  return kind === 'Quarter' && own === 'Month' ? `${year}-Q${Math.ceil(Number(part) / 3)}` : null;
}

/** Of columns without dates, a value; those of times have no period. */
const examples: Readonly<Partial<Record<MomentKind, string>>> = {
  month: '2020-05',
  quarter: '2020-Q1',
  week: '2020-W05',
  time: '',
};

/** Whether a query has a key that no value of its column can have, which the service refuses. */
export function isRefused({ columns }: ModelTable, { keys }: AggregateQuery): boolean {
  return keys.some(({ function: kind, column }) => {
    if (kind === null || !['Year', 'Quarter', 'Month', 'Week', 'Day', 'Hour', 'Weekday'].includes(kind)) return false;
    const mark = columns.find(({ name }) => name === column)?.moment;
    const example = mark === undefined ? undefined : examples[mark];
    return example !== undefined && (longerPeriod(kind, example) ?? null) === null;
  });
}

/** The period of a kind that contains a text; null if it has none. */
export function periodOf(kind: string, text: string): string | bigint | null {
  const longer = longerPeriod(kind, text);
  if (longer !== undefined) return longer;
  const day = moment.exec(text)?.[1];
  const date = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  if (day === undefined || date === null || Number.isNaN(date.getTime()) || !date.toISOString().startsWith(day))
    return null;
  switch (kind) {
    case 'Year':
      return day.slice(0, 4);
    case 'Quarter':
      return `${day.slice(0, 4)}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
    case 'Month':
      return day.slice(0, 7);
    case 'Week':
      return weekOf(date);
    case 'Hour':
      return `${day}T${text.slice(11, 13) || '00'}`;
    case 'Weekday':
      return BigInt(date.getUTCDay() || 7);
    default:
      return day;
  }
}
