import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { ColumnFormat } from '../../../lib/column-format.ts';
import { persisted } from '../../../state/persisted.ts';

/** Maximum number of datasets whose formats are stored; the least recently changed ones are dropped. */
const maxDatasets = 500;

const Formats = Type.Record(Type.String(), Type.Record(Type.String(), ColumnFormat));
/** By dataset and column name. */
type Formats = Readonly<Record<string, Readonly<Record<string, ColumnFormat>>>>;

/** The formats that the user chose. */
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
