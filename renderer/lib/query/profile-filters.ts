import { type Filter, joinList, type Lookup } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { MomentKind } from '#shared/time/moment-kind.ts';
import type { DataColumn } from '../data-column.ts';
import type { ProfileBar } from '../format/profile-bars.ts';

type RangeBar = Extract<ProfileBar, { kind: 'range' }>;

/** Maximum repetition count in a pattern. */
const maxPatternLength = 1000;

/** The filters that select the rows of adjacent bars; empty if no filter can separate them. */
export function filtersOf(column: DataColumn, profile: ColumnProfile, bars: readonly ProfileBar[]): Filter[] {
  const filter = (lookup: Lookup, value: string): Filter => ({ column: column.name, lookup, value });
  const values = bars.flatMap((bar) => (bar.kind === 'value' ? [String(bar.value)] : []));
  const [only] = values;
  if (only !== undefined) return [values.length === 1 ? filter('exact', only) : filter('in', joinList(values))];
  const ranges = bars.filter((bar) => bar.kind === 'range');
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first !== undefined && last !== undefined) return rangeFilters(column, profile, first, last);
  return bars.some((bar) => bar.kind === 'missing') ? [filter('isnull', 'true')] : [];
}

function rangeFilters(column: DataColumn, profile: ColumnProfile, first: RangeBar, last: RangeBar): Filter[] {
  const filter = (lookup: Lookup, value: string): Filter => ({ column: column.name, lookup, value });
  const { numbers, dates, histogram } = profile;
  const isFirst = histogram !== null && first.from <= histogram.from;
  if (first.of === 'lengths') {
    const [least, most] = [Math.ceil(first.from), last.last ? Math.floor(last.to) : Math.ceil(last.to) - 1];
    return most > maxPatternLength ? [] : [filter('regex', `^[\\s\\S]{${least},${most}}$`)];
  }
  if (first.of === 'times') {
    if (dates === null) return [];
    if (column.moment !== undefined) return spanFilters(column.moment, first.from, last.to, filter);
    const from = isFirst ? dates.min : timeText(first.from, dates.min);
    const end = last.last ? filter('lte', dates.max) : filter('lt', timeText(last.to, dates.min));
    return [filter('gte', from), end];
  }
  if (numbers === null) return [];
  if (column.type === 'integer') {
    const from = isFirst ? numbers.min : Math.ceil(first.from);
    const to = last.last ? numbers.max : Math.ceil(last.to) - 1;
    return [filter('range', joinList([digits(from), digits(to)]))];
  }
  const end = last.last ? filter('lte', String(numbers.max)) : filter('lt', String(last.to));
  return [filter('gte', String(isFirst ? numbers.min : first.from)), end];
}

/** The end of a bar is the beginning of the next; the last one of times of day has no next. */
function spanFilters(kind: MomentKind, from: number, to: number, filter: (lookup: Lookup, value: string) => Filter) {
  const since = filter('gte', momentAt(from, kind));
  return kind === 'time' && to >= dayMilliseconds ? [since] : [since, filter('lt', momentAt(to, kind))];
}

const dayMilliseconds = 86_400_000;

/** A text that sorts before all values of a kind at or after a given time. */
function momentAt(at: number, kind: MomentKind): string {
  const iso = new Date(at).toISOString();
  switch (kind) {
    case 'date':
      return iso.slice(0, 10);
    case 'month':
      return iso.slice(0, 7);
    case 'quarter':
      return `${iso.slice(0, 4)}-Q${Math.floor(new Date(at).getUTCMonth() / 3) + 1}`;
    case 'week':
      return isoWeek(at);
    case 'time':
      return iso.slice(11, 16);
    default:
      return at % dayMilliseconds === 0 ? iso.slice(0, 10) : iso.slice(0, 16);
  }
}

/** The week of a day; its Thursday determines the year. */
function isoWeek(at: number): string {
  const weekday = (Math.floor(at / dayMilliseconds) + 3) % 7;
  const thursday = new Date(at + (3 - weekday) * dayMilliseconds);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - first) / (7 * dayMilliseconds)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}

/** All digits: `String` writes large doubles with an exponent, which is not a valid integer. */
function digits(value: number | bigint): string {
  return BigInt(value).toString();
}

/** Smallest difference in milliseconds that texts of a format can express. */
function unitOf(like: string): number {
  if (like.length === 10) return 86_400_000;
  const fraction = /\.(\d+)/.exec(like)?.[1];
  if (fraction !== undefined) return 10 ** Math.max(0, 3 - fraction.length);
  return /\d{2}:\d{2}:\d{2}/.test(like) ? 1000 : 60_000;
}

/** The first time at or after the given one that a column can hold, in the format of its texts. */
export function timeText(at: number, like: string): string {
  const unit = unitOf(like);
  const iso = new Date(Math.ceil(at / unit) * unit).toISOString();
  if (like.length === 10) return iso.slice(0, 10);
  const zone = like.endsWith('Z') ? 'Z' : '';
  const length = like.length - zone.length;
  const plain = iso.slice(0, -1).padEnd(length, '0').slice(0, length);
  return `${plain.slice(0, 10)}${like[10] ?? 'T'}${plain.slice(11)}${zone}`;
}
