import { useQueries } from '@tanstack/react-query';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { columnProfileQuery } from '../../../backend/statistics.ts';
import { ColumnFormat, type NumberRange } from '../../../lib/column-format.ts';
import { persisted } from '../../../state/persisted.ts';
import type { DatasetTab } from '../../../state/tab.ts';

/** Maximum number of datasets whose formats are stored; the least recently changed ones are dropped. */
const maxDatasets = 500;

const Formats = Type.Record(Type.String(), Type.Record(Type.String(), ColumnFormat));
/** By dataset and column name. */
type Formats = Readonly<Record<string, Readonly<Record<string, ColumnFormat>>>>;

const useFormats = persisted<{ readonly formats: Formats }>({
  key: 'almanac-formats',
  schema: Type.Object({ formats: Formats }),
  initial: { formats: {} },
  // Older releases stored the formats alone.
  upgrade: (stored) => (Value.Check(Type.Object({ formats: Formats }), stored) ? stored : { formats: stored }),
});

function nameOf({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

const none: Readonly<Record<string, ColumnFormat>> = {};

/** The formats of a dataset's columns, by name. */
export function useColumnFormats(reference: DatasetReference): Readonly<Record<string, ColumnFormat>> {
  return useFormats(({ formats }) => formats[nameOf(reference)] ?? none);
}

/** Sets the format of a column for every version and across restarts; an empty format restores the default. */
export function setColumnFormat(reference: DatasetReference, column: string, format: ColumnFormat): void {
  useFormats.setState(({ formats }) => {
    const name = nameOf(reference);
    const { [name]: known = none, ...others } = formats;
    const { [column]: _old, ...rest } = known;
    const own = Object.keys(format).length === 0 ? rest : { ...rest, [column]: format };
    const kept = Object.entries(others).slice(1 - maxDatasets);
    return { formats: Object.fromEntries(Object.keys(own).length === 0 ? kept : [...kept, [name, own]]) };
  });
}

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
