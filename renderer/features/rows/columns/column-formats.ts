import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { create } from 'zustand';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { ColumnFormat } from '../../../lib/column-format.ts';

const storageKey = 'almanac-formats';
/** Maximum number of datasets whose formats are stored; the least recently changed ones are dropped. */
const maxDatasets = 500;

const Formats = Type.Record(Type.String(), Type.Record(Type.String(), ColumnFormat));
/** By dataset and column name. */
type Formats = Readonly<Record<string, Readonly<Record<string, ColumnFormat>>>>;

/** Reads the stored formats; any other text yields none. */
export function readFormats(text: string | null): Formats {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return Value.Check(Formats, value) ? value : {};
  } catch {
    return {};
  }
}

const useFormats = create<{ readonly formats: Formats }>(() => ({ formats: {} }));

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

/** Restores the formats of the last run, stores every change, and applies those of other windows. */
export function persistFormats(): void {
  useFormats.setState({ formats: readFormats(localStorage.getItem(storageKey)) });
  useFormats.subscribe(({ formats }) => {
    const text = JSON.stringify(formats);
    if (localStorage.getItem(storageKey) !== text) localStorage.setItem(storageKey, text);
  });
  window.addEventListener('storage', (event) => {
    if (event.key === storageKey) useFormats.setState({ formats: readFormats(event.newValue) });
  });
}
