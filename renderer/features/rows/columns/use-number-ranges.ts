import { useQueries } from '@tanstack/react-query';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import { columnProfileQuery } from '../../../backend/statistics.ts';
import type { ColumnFormat, NumberRange } from '../../../lib/column-format.ts';
import type { DatasetTab } from '../../../state/tab.ts';

/** The smallest and the largest value of each column with a background, by name, once known. */
export function useNumberRanges(
  { reference, query }: DatasetTab,
  formats: Readonly<Record<string, ColumnFormat>>,
): ReadonlyMap<string, NumberRange> {
  const painted = Object.keys(formats).filter((name) => formats[name]?.paint !== undefined);
  const profiles = useQueries({
    queries: painted.map((name) => columnProfileQuery(reference, query.version, name)),
    combine: (results) => results.map(({ data }) => data),
  });
  return new Map(painted.flatMap((name, position) => rangeOf(name, profiles[position])));
}

function rangeOf(name: string, profile: ColumnProfile | undefined): (readonly [string, NumberRange])[] {
  const numbers = profile?.numbers ?? null;
  return numbers === null ? [] : [[name, { min: Number(numbers.min), max: Number(numbers.max) }]];
}
