import { type Static, Type } from 'typebox';
import { Dataset } from '../api/dataset.ts';
import { Namespace } from '../api/namespace.ts';
import type { Row } from '../cell.ts';
import { lookups } from '../row-query.ts';

/** A service that the person has connected to; `local` is the one that Almanac itself runs. */
export const Connection = Type.Object({
  id: Type.String(),
  kind: Type.Union([Type.Literal('local'), Type.Literal('remote')]),
  name: Type.String(),
  /** Address of the service with a slash at the end; null while the local service is still starting. */
  address: Type.Union([Type.String(), Type.Null()]),
  state: Type.Union([Type.Literal('starting'), Type.Literal('ready'), Type.Literal('failed')]),
});
export type Connection = Static<typeof Connection>;

/** A namespace in the tree; `datasets` as the service embeds them. */
export const NamespaceSummary = Namespace;
export type NamespaceSummary = Namespace;

/** Which dataset is meant: by the slugs of the specification, on one connection. */
export const DatasetReference = Type.Object({
  connection: Type.String(),
  namespace: Type.String(),
  dataset: Type.String(),
});
export type DatasetReference = Static<typeof DatasetReference>;

/** A dataset's record with what the connector found out beside it. */
export const DatasetDetails = Type.Object({
  dataset: Dataset,
  namespaceLabel: Type.String(),
  /** Rows of the newest version; null where the service does not count them. */
  rows: Type.Union([Type.Integer(), Type.Null()]),
});
export type DatasetDetails = Static<typeof DatasetDetails>;

/** The schema of a row query as it crosses from the window to the backend. */
export const RowQuerySchema = Type.Object({
  filters: Type.Array(
    Type.Object({
      column: Type.String(),
      lookup: Type.Union(lookups.map((lookup) => Type.Literal(lookup))),
      value: Type.String(),
    }),
  ),
  ordering: Type.Array(Type.Object({ column: Type.String(), descending: Type.Boolean() })),
  search: Type.String(),
  fields: Type.Union([Type.Array(Type.String()), Type.Null()]),
  version: Type.Union([Type.String(), Type.Null()]),
});

/** Rows `offset` to `offset + rows.length` of a query. */
export const RowPage = Type.Object({
  offset: Type.Integer({ minimum: 0 }),
  rows: Type.Unsafe<readonly Row[]>(Type.Array(Type.Array(Type.Unknown()))),
  /** Rows that the query has in all; null where that is not known yet. */
  count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  /** True when there is nothing behind this page. */
  last: Type.Boolean(),
});
export type RowPage = Static<typeof RowPage>;

/** The one kind of error that the window is shown: what happened, where, and whether trying again makes sense. */
export const Failure = Type.Object({
  code: Type.String(),
  message: Type.String(),
  /** The address or the thing that it happened to; may be empty. */
  where: Type.String(),
  retry: Type.Boolean(),
});
export type Failure = Static<typeof Failure>;
