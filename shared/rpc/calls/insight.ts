import { type Static, Type } from 'typebox';
import { columnOutlineOf, columnProfileOf } from '../../api/profile.ts';
import type { Row } from '../../cell.ts';
import { oneOf, orNull } from '../one-of.ts';
import { DatasetReference, RowQuerySchema } from '../records.ts';

/** A number of the data: a `bigint` where a double would lose digits. */
const numeral = Type.Union([Type.Number(), Type.BigInt()]);

/** What is known of one column after reading `rows` of `of` rows: a profile of the whole where they are equal. */
export const ColumnProfile = columnProfileOf(numeral);
export type ColumnProfile = Static<typeof ColumnProfile>;

/** What is known of one column of a whole version without reading a row. */
export const ColumnOutline = columnOutlineOf(numeral);
export type ColumnOutline = Static<typeof ColumnOutline>;

/** A row that two versions do not have alike: its values in both, null where it is not there. */
export const DifferingRow = Type.Object({
  kind: oneOf('changed', 'added', 'removed'),
  // Not checked cell by cell, as those of a page of rows.
  before: orNull(Type.Unsafe<Row>(Type.Array(Type.Unknown()))),
  after: orNull(Type.Unsafe<Row>(Type.Array(Type.Unknown()))),
  /** Positions of the columns whose values differ, among those that were asked for; empty unless it was changed. */
  changed: Type.Array(Type.Integer({ minimum: 0 })),
});
export type DifferingRow = Static<typeof DifferingRow>;

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
   * another call with more rows continues where the reading has stopped.
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
  /** Changes what is said of a column, through the API of its service, for all who read the dataset. */
  describeColumn: {
    parameters: Type.Object({
      reference: DatasetReference,
      column: Type.String(),
      label: Type.String({ minLength: 1, maxLength: 255 }),
      description: Type.String({ maxLength: 1_000_000 }),
    }),
    result: Type.Object({}),
  },
  /** Whether the service of a connection compares versions; how much they differ is then a job (`diff`). */
  comparesVersions: { parameters: Type.Object({ connection: Type.String() }), result: Type.Boolean() },
  /**
   * Differing rows `offset` to `offset + limit` (exclusive): changed, then added, then removed, each in the order of its
   * file. Quick once the versions were compared with this key.
   */
  readDifferences: {
    parameters: Type.Object({
      reference: DatasetReference,
      before: Type.String(),
      after: Type.String(),
      /** Columns that rows are matched by; empty: whole rows are compared. */
      key: Type.Array(Type.String()),
      /** Names of the columns to give, in this order; one that a version does not have is missing there. */
      columns: Type.Array(Type.String()),
      offset: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    result: Type.Array(DifferingRow),
  },
} as const;
