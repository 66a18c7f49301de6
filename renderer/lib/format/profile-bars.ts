import type { Column } from '#shared/api/column.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { stepsAfter, type TimeStep } from '#shared/time/time-steps.ts';

/** One bar of a distribution. */
export type ProfileBar =
  /** From `from` to `to`, inclusive only in the last bar; times in milliseconds since 1970. */
  | {
      readonly kind: 'range';
      readonly of: 'values' | 'times' | 'lengths';
      readonly from: number;
      readonly to: number;
      readonly last: boolean;
      readonly count: number;
      /** For times: its duration. The next bar then begins at `to`, which is exclusive even in the last one. */
      readonly step?: TimeStep;
    }
  | { readonly kind: 'value'; readonly value: string | number | bigint; readonly count: number }
  /** All values that have no bar of their own. */
  | { readonly kind: 'others'; readonly count: number }
  | { readonly kind: 'missing'; readonly count: number }
  /** Geometries of one kind. */
  | { readonly kind: 'shape'; readonly shape: string; readonly count: number };

/** Maximum number of bars of single values. */
const maxValues = 12;

/** The bars of a column's distribution, in drawing order. */
export function barsOf(column: Column, profile: ColumnProfile): ProfileBar[] {
  const missing: ProfileBar[] = profile.missing === 0 ? [] : [{ kind: 'missing', count: profile.missing }];
  if (profile.geometry !== null) {
    return [
      ...profile.geometry.kinds.map(({ kind, count }): ProfileBar => ({ kind: 'shape', shape: kind, count })),
      ...missing,
    ];
  }
  const few = fewNumbers(profile);
  if (few !== null) return [...few, ...missing];
  if (profile.histogram !== null && (profile.numbers !== null || profile.dates !== null)) {
    return [...rangeBars(column, profile), ...missing];
  }
  const values = valueBars(profile);
  return values.length > 0 ? [...values, ...missing] : [...rangeBars(column, profile), ...missing];
}

/** If there are few distinct numbers, each has a bar, in ascending order. */
function fewNumbers({ numbers, distinct, frequent }: ColumnProfile): ProfileBar[] | null {
  if (numbers === null || frequent === null || distinct === null) return null;
  if (!distinct.exact || distinct.count > frequent.length || distinct.count > 20) return null;
  const sorted = [...frequent].sort((one, other) => (one.value < other.value ? -1 : 1));
  return sorted.map(({ value, count }) => ({ kind: 'value', value, count }));
}

function rangeBars(column: Column, { histogram, numbers }: ColumnProfile): ProfileBar[] {
  if (histogram === null) return [];
  const { of, from, to, counts, unit, size } = histogram;
  if (unit !== undefined && size !== undefined) return timeBars({ unit, size }, from, counts);
  const whole = of === 'lengths' || (of === 'values' && column.type === 'integer');
  const width = to / counts.length - from / counts.length;
  const bars = counts.map((count, at): ProfileBar => {
    const last = at === counts.length - 1;
    return { kind: 'range', of, from: from + at * width, to: last ? to : from + (at + 1) * width, last, count };
  });
  // Bins begin at round numbers; what lies beyond the range of the data does not belong to them.
  if (numbers === null && of !== 'lengths') return bars;
  return bars.filter((bar) => bar.kind !== 'range' || !whole || bar.last || Math.ceil(bar.to) > Math.ceil(bar.from));
}

function timeBars(step: TimeStep, from: number, counts: readonly number[]): ProfileBar[] {
  return counts.map((count, at): ProfileBar => {
    const [start, end] = [stepsAfter(from, step, at), stepsAfter(from, step, at + 1)];
    return { kind: 'range', of: 'times', from: start, to: end, last: at === counts.length - 1, count, step };
  });
}

function valueBars({ frequent, rows, missing, distinct }: ColumnProfile): ProfileBar[] {
  if (frequent === null || frequent.length === 0) return [];
  const listed = frequent.slice(0, maxValues);
  const others = rows - missing - listed.reduce((sum, { count }) => sum + count, 0);
  const all = distinct !== null && distinct.count <= listed.length;
  const bars = listed.map(({ value, count }): ProfileBar => ({ kind: 'value', value, count }));
  return others > 0 && !all ? [...bars, { kind: 'others', count: others }] : bars;
}
