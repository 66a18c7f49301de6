import type { Column } from '#shared/api/column.ts';
import { type Filter, joinList, type Lookup } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/insight-calls.ts';
import type { ProfileBar } from './profile-bars.ts';

type RangeBar = Extract<ProfileBar, { kind: 'range' }>;

/** Repetitions that a pattern may count. */
const longestPattern = 1000;

/** The filters that keep the rows of neighbouring bars; none where no filter can tell them apart. */
export function filtersOf(column: Column, profile: ColumnProfile, bars: readonly ProfileBar[]): Filter[] {
  const filter = (lookup: Lookup, value: string): Filter => ({ column: column.name, lookup, value });
  const values = bars.flatMap((bar) => (bar.kind === 'value' ? [String(bar.value)] : []));
  const [only] = values;
  if (only !== undefined) return [values.length === 1 ? filter('exact', only) : filter('in', joinList(values))];
  const ranges = bars.filter((bar) => bar.kind === 'range');
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (first !== undefined && last !== undefined) return rangeFilters(column, profile, first, last);
  return bars.some((bar) => bar.kind === 'missing') ? [filter('isnull', 'true')] : [];
}

function rangeFilters(column: Column, profile: ColumnProfile, first: RangeBar, last: RangeBar): Filter[] {
  const filter = (lookup: Lookup, value: string): Filter => ({ column: column.name, lookup, value });
  const { numbers, dates, histogram } = profile;
  const isFirst = histogram !== null && first.from <= histogram.from;
  if (first.of === 'lengths') {
    const [least, most] = [Math.ceil(first.from), last.last ? Math.floor(last.to) : Math.ceil(last.to) - 1];
    return most > longestPattern ? [] : [filter('regex', `^[\\s\\S]{${least},${most}}$`)];
  }
  if (first.of === 'times') {
    if (dates === null) return [];
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

/** All digits: `String` writes large doubles with an exponent, which is no integer. */
function digits(value: number | bigint): string {
  return BigInt(value).toString();
}

/** Milliseconds between two times that texts of a form can tell apart. */
function unitOf(like: string): number {
  if (like.length === 10) return 86_400_000;
  const fraction = /\.(\d+)/.exec(like)?.[1];
  if (fraction !== undefined) return 10 ** Math.max(0, 3 - fraction.length);
  return /\d{2}:\d{2}:\d{2}/.test(like) ? 1000 : 60_000;
}

/** The first time at or after a moment that a column can hold, written in the form of its texts. */
export function timeText(at: number, like: string): string {
  const unit = unitOf(like);
  const iso = new Date(Math.ceil(at / unit) * unit).toISOString();
  if (like.length === 10) return iso.slice(0, 10);
  const zone = like.endsWith('Z') ? 'Z' : '';
  const length = like.length - zone.length;
  const plain = iso.slice(0, -1).padEnd(length, '0').slice(0, length);
  return `${plain.slice(0, 10)}${like[10] ?? 'T'}${plain.slice(11)}${zone}`;
}
