import { type Static, Type } from 'typebox';
import { columnOutlineOf, columnProfileOf } from '../api/profile.ts';
import { orNull } from './one-of.ts';
import { DatasetReference, RowQuerySchema } from './records.ts';

/** A number of the data: a `bigint` where a double would lose digits. */
const numeral = Type.Union([Type.Number(), Type.BigInt()]);

/** What is known of one column after reading `rows` of `of` rows: a profile of the whole where they are equal. */
export const ColumnProfile = columnProfileOf(numeral);
export type ColumnProfile = Static<typeof ColumnProfile>;

/** What is known of one column of a whole version without reading a row. */
export const ColumnOutline = columnOutlineOf(numeral);
export type ColumnOutline = Static<typeof ColumnOutline>;

/** The calls of `backend.ts` that say what data are like. */
export const insightCalls = {
  /**
   * Outlines of all columns of a version, in their order, within a tenth of a second: for the time until their profiles
   * are there. Null where the service keeps no such thing.
   */
  outlineColumns: {
    parameters: Type.Object({ reference: DatasetReference, version: orNull(Type.String()) }),
    result: orNull(Type.Array(ColumnOutline)),
  },
  /**
   * The profile of one column over what a query selects; its ordering and fields do not matter. A service that makes
   * profiles itself reads all rows for it. Otherwise the first `rows` rows are read, once for all columns of a query:
   * asking again with more goes on where the reading has stopped.
   */
  profileColumn: {
    parameters: Type.Object({
      reference: DatasetReference,
      query: RowQuerySchema,
      column: Type.String(),
      rows: Type.Integer({ minimum: 1 }),
    }),
    result: ColumnProfile,
  },
} as const;
