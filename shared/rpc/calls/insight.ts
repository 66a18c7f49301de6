import { type Static, Type } from 'typebox';
import { columnOutlineOf, columnProfileOf, ProfileProgress } from '../../api/profile.ts';
import type { Row } from '../../cell.ts';
import type { Immutable } from '../../immutable.ts';
import { RowQuerySchema } from '../../query-schemas.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call, done } from '../call.ts';
import { DatasetReference } from '../records.ts';

/** A number of the data: a `bigint` where a double would lose digits. */
const numeral = Type.Union([Type.Number(), Type.BigInt()]);

/** The profile of one column from `rows` of `of` rows: of the whole if they are equal. */
export const ColumnProfile = columnProfileOf(numeral);
export type ColumnProfile = Immutable<Static<typeof ColumnProfile>>;

/** What is known about one column of a whole version without reading rows. */
export const ColumnOutline = columnOutlineOf(numeral);
export type ColumnOutline = Immutable<Static<typeof ColumnOutline>>;

/** A row that differs between two versions: its values in both, null if it is missing in one. */
export const DifferingRow = Type.Object({
  kind: oneOf('changed', 'added', 'removed'),
  // Not validated cell by cell, like those of a page of rows.
  before: orNull(Type.Unsafe<Row>(Type.Array(Type.Unknown()))),
  after: orNull(Type.Unsafe<Row>(Type.Array(Type.Unknown()))),
  /** Positions of the columns whose values differ, among those requested; empty unless the row was changed. */
  changed: Type.Array(Type.Integer({ minimum: 0 })),
});
export type DifferingRow = Immutable<Static<typeof DifferingRow>>;

/** A dataset of the same service that lists codes. */
const CodeListName = Type.Object({ namespace: Type.String(), dataset: Type.String() });

/** A code with its label, the one that contains it, and when it is valid; once for each time. */
const ListedCode = Type.Object({
  code: Type.String(),
  label: Type.String(),
  parent: orNull(Type.String()),
  valid_from: Type.Optional(Type.String()),
  valid_to: Type.Optional(Type.String()),
});

export const insightCalls = {
  /**
   * Outlines of all columns of a version, in their order, within a tenth of a second, until their profiles are
   * available. Null if the service has none.
   */
  outlineColumns: call(
    Type.Object({ reference: DatasetReference, version: orNull(Type.String()) }),
    orNull(Type.Array(ColumnOutline)),
  ),
  /**
   * The profile of one column over what a query selects; its ordering and fields are ignored. A service that makes
   * profiles itself reads all rows for it. Otherwise the first `rows` rows are read, once for all columns of a query.
   */
  profileColumn: call(
    Type.Object({
      reference: DatasetReference,
      query: RowQuerySchema,
      column: Type.String(),
      rows: Type.Integer({ minimum: 1 }),
    }),
    ColumnProfile,
  ),
  /**
   * How far the profiles are that the service is calculating over the rows of a query, in no particular order. Null if it
   * does not report it.
   */
  readProfileProgress: call(
    Type.Object({ reference: DatasetReference, query: RowQuerySchema }),
    orNull(Type.Array(ProfileProgress)),
  ),
  /** Changes the description of a column, through the API of its service, for everyone who reads the dataset. */
  describeColumn: call(
    Type.Object({
      reference: DatasetReference,
      column: Type.String(),
      label: Type.String({ minLength: 1, maxLength: 255 }),
      description: Type.String({ maxLength: 1_000_000 }),
    }),
    done,
  ),
  /** The code lists of a dataset's columns, each once, with their codes in order; null if the service has none at all. */
  readCodeLists: call(
    Type.Object({ reference: DatasetReference }),
    orNull(
      Type.Array(
        Type.Object({ columns: Type.Array(Type.String()), list: CodeListName, codes: Type.Array(ListedCode) }),
      ),
    ),
  ),
  /** Sets the code list of a column, for everyone who reads the dataset; null removes it. */
  changeCodeList: call(
    Type.Object({ reference: DatasetReference, column: Type.String(), list: orNull(CodeListName) }),
    done,
  ),
  /** How many values of a column are in no list, or not valid in the period of their row, and the most frequent of them. */
  readUnlistedCodes: call(
    Type.Object({ reference: DatasetReference, column: Type.String(), version: orNull(Type.String()) }),
    Type.Object({ count: Type.Integer(), rows: Type.Integer(), values: Type.Array(Type.String()) }),
  ),
  /** Whether the service of a connection compares versions; counting the differences is then a job (`diff`). */
  comparesVersions: call(Type.Object({ connection: Type.String() }), Type.Boolean()),
  /** How many rows differ among those that a query selects in either version: see `readDifferences`. */
  countDifferences: call(
    Type.Object({
      reference: DatasetReference,
      before: Type.String(),
      after: Type.String(),
      key: Type.Array(Type.String()),
      rows: RowQuerySchema,
    }),
    Type.Object({
      changed: Type.Integer({ minimum: 0 }),
      added: Type.Integer({ minimum: 0 }),
      removed: Type.Integer({ minimum: 0 }),
    }),
  ),
  /**
   * Differing rows `offset` to `offset + limit` (exclusive): changed, then added, then removed, each in the order of
   * its file. Fast once the versions have been compared with this key.
   */
  readDifferences: call(
    Type.Object({
      reference: DatasetReference,
      before: Type.String(),
      after: Type.String(),
      /** Columns that identify a row; empty: whole rows are compared. */
      key: Type.Array(Type.String()),
      /** Names of the columns to return, in this order; a column is missing if a version does not have it. */
      columns: Type.Array(Type.String()),
      /** Only rows that this selects in either version, whatever its order; all of them if it is missing. */
      rows: Type.Optional(RowQuerySchema),
      offset: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    Type.Array(DifferingRow),
  ),
} as const;
