import { type Static, Type } from 'typebox';
import type { Immutable } from '../../immutable.ts';
import { AggregateQuerySchema } from '../../query-schemas.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call } from '../call.ts';
import { DatasetReference } from '../records.ts';
import { Rows } from '../rows.ts';

/** The rows from which a result was calculated. */
export const RowBasis = Type.Union([
  /** All rows of the version that the query selects. */
  Type.Object({ kind: Type.Literal('all') }),
  /** All selected rows of a local copy of that version. */
  Type.Object({ kind: Type.Literal('copy'), reference: DatasetReference }),
  /** The first `rows` of `of` selected rows; `of` is null if the service does not count them. */
  Type.Object({ kind: Type.Literal('part'), rows: Type.Integer({ minimum: 0 }), of: orNull(Type.Integer()) }),
]);
export type RowBasis = Immutable<Static<typeof RowBasis>>;

export const GroupAnswer = Type.Object({
  /** Total number of groups; null if the service does not count them. */
  count: orNull(Type.Integer({ minimum: 0 })),
  /** One list of values per group: the keys, then the aggregates, in the order of the query. */
  groups: Rows,
  basis: RowBasis,
});
export type GroupAnswer = Immutable<Static<typeof GroupAnswer>>;

/** The formats of tables besides CSV, which the window writes itself. */
export const tableFormats = ['xlsx', 'tsv', 'json', 'ndjson', 'parquet'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** A table to export: a heading, rows of values, and their provenance. */
export const CreditedTable = Type.Object({
  head: Type.Array(Type.String()),
  lines: Rows,
  title: Type.String(),
  /** Dataset, version, filters and date. */
  source: Type.String(),
  /** Addresses that return the same groups. */
  addresses: Type.Array(Type.String()),
  /** Link that opens the same view; empty if there is none. */
  link: Type.String(),
});
export type CreditedTable = Immutable<Static<typeof CreditedTable>>;

/** Maximum number of rows that are read to group them here. */
export const maxRowsToGroup = 10_000_000;

export const statisticsCalls = {
  /** Whether the service groups rows itself, and supports joining filters with `or`. */
  groupsRows: call(Type.Object({ connection: Type.String() }), Type.Boolean()),
  /**
   * Groups `offset` to `offset + limit` (exclusive) of any service: from the service itself if it groups rows, else
   * from a local copy, else from the first `maxRows` rows, which are read here.
   */
  readGroups: call(
    Type.Object({
      reference: DatasetReference,
      query: AggregateQuerySchema,
      offset: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 100_000 }),
      maxRows: Type.Integer({ minimum: 1, maximum: maxRowsToGroup }),
    }),
    GroupAnswer,
  ),
  /** A table as a file with its provenance, as base64. */
  makeTable: call(Type.Object({ format: oneOf(...tableFormats), table: CreditedTable }), Type.String()),
} as const;
