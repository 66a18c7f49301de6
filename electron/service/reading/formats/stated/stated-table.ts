import { ExplainedError } from '#shared/english/explained-error.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { IngestError } from '../../reading.ts';
import type { CoordinateSystem } from '../json/geometry/coordinate-system.ts';

/** A value of a table that declares its types; a date or time is a text in ISO 8601, a day's fraction of no value null. */
export type StatedValue = string | number | bigint | boolean | null;

export interface StatedColumn {
  readonly name: string;
  /** What the column is, for people. */
  readonly label?: string;
  /** What the codes in it mean, by their text: they become a column beside it. */
  readonly meanings?: ReadonlyMap<string, string>;
}

/** A table whose columns and values a file declares by itself. */
export interface StatedTable {
  readonly columns: readonly StatedColumn[];
  /** Values by column, several records at a time; with a geometry, that is the last value: WKB in hexadecimal. */
  readonly records: Iterable<readonly StatedRecord[]> | AsyncIterable<readonly StatedRecord[]>;
  /** The coordinate system of the geometries; null for longitude and latitude, missing without geometries. */
  readonly geometry?: CoordinateSystem | null;
  readonly title?: string;
  readonly notes?: readonly Explanation[];
}

export type StatedRecord = readonly StatedValue[];

/** A file of one table or several. */
export interface StatedFile {
  /** Their names; none if there is only one. */
  readonly names: readonly string[];
  /** @param position of the table in `names`; 0 for the only one */
  read(position: number): Promise<StatedTable> | StatedTable;
  close?(): void;
}

/** Opens a file. @param scratch for temporary files. @throws {IngestError} if it has no table */
export type OpenStated = (path: string, scratch: string) => Promise<StatedFile>;

/** The error of bytes that are not as the format describes them. */
export function damaged(said: string): IngestError {
  return new IngestError(explain('file-damaged', { said }));
}

/** Runs a part of a reader whose file may contradict itself, and names that as damage of the file. */
export async function withDamage<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // Positions beyond the end of the file.
    if (error instanceof RangeError || error instanceof TypeError) throw damaged(error.message);
    if (error instanceof ExplainedError && !(error instanceof IngestError)) throw new IngestError(error.reason);
    throw error;
  }
}
