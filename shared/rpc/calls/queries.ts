import { type Static, Type } from 'typebox';
import { Column } from '../../api/column.ts';
import type { Row } from '../../cell.ts';
import { Chart } from '../../chart.ts';
import { oneOf } from '../one-of.ts';
import { DatasetReference, RowQuerySchema } from '../records.ts';
import { AggregateQuerySchema } from './statistics.ts';

const nothing = Type.Object({});
const label = Type.String({ minLength: 1, maxLength: 255 });
const address = Type.String({ minLength: 1, maxLength: 2000 });

/** A query that a service keeps under one of its datasets. */
export const QuerySummary = Type.Object({
  /** Absolute address of the query, by which it is known. */
  url: Type.String(),
  label: Type.String(),
  /** The dataset that it asks. */
  reference: DatasetReference,
  /** ISO 8601; empty where the service does not report it. */
  created: Type.String(),
  /** Absolute address of its rows; empty where the service offers none. */
  data: Type.String(),
  asks: Type.Union([
    /** A view as the window knows one; `version` is null where it is bound to none. */
    Type.Object({ kind: Type.Literal('view'), query: RowQuerySchema, chart: Type.Optional(Chart) }),
    /** A form that only the service itself understands, as text; opening it as a view would show other rows. */
    Type.Object({ kind: Type.Literal('foreign'), text: Type.String() }),
  ]),
});
export type QuerySummary = Static<typeof QuerySummary>;

/** A chart that is saved with the rows that it is of: what is drawn, and the groups that it is drawn of. */
export const SavedChart = Type.Object({ chart: Chart, groups: AggregateQuerySchema });
export type SavedChart = Static<typeof SavedChart>;

/** Parts of a view. */
export const QueryPart = oneOf('filters', 'join', 'ordering', 'search', 'fields', 'version', 'chart');
export type QueryPart = Static<typeof QueryPart>;

/** A query as it was saved, with the parts that the service did not keep although it was given them. */
export const SavedQueryOutcome = Type.Object({ query: QuerySummary, notKept: Type.Array(QueryPart) });
export type SavedQueryOutcome = Static<typeof SavedQueryOutcome>;

/** The figures of a dataset that a service reports beside its record. */
export const DatasetFigures = Type.Object({
  /** ISO 8601; null without data. */
  latest: Type.Union([Type.String(), Type.Null()]),
  elements: Type.Integer(),
  queries: Type.Integer(),
  views: Type.Integer(),
});
export type DatasetFigures = Static<typeof DatasetFigures>;

/** The beginning of what a service answers when it runs a saved query itself. */
export const QueryRun = Type.Object({
  /** As the rows themselves name them: a query in a form of the service's own need not keep to those of the dataset. */
  columns: Type.Array(Column),
  /** Some tens of them, by the position of `columns`. */
  rows: Type.Unsafe<readonly Row[]>(Type.Array(Type.Unknown())),
  /** Rows in all; null where the service does not count them. */
  count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
});
export type QueryRun = Static<typeof QueryRun>;

const ofQuery = Type.Object({ connection: Type.String(), url: address });

/** The calls of `backend.ts` that are about saved queries, and about what a service reports beside its records. */
export const queryCalls = {
  /** The saved queries of all datasets that can be seen; none where the service has no such list. */
  listQueries: { parameters: Type.Object({ connection: Type.String() }), result: Type.Array(QuerySummary) },
  /** Saves a view as the caller's own, with a chart over its rows where one is given. */
  saveQuery: {
    parameters: Type.Object({
      reference: DatasetReference,
      label,
      query: RowQuerySchema,
      drawn: Type.Optional(SavedChart),
    }),
    result: SavedQueryOutcome,
  },
  /** Changes what is given. */
  changeSavedQuery: {
    parameters: Type.Object({
      connection: Type.String(),
      url: address,
      label: Type.Optional(label),
      query: Type.Optional(RowQuerySchema),
    }),
    result: SavedQueryOutcome,
  },
  deleteQuery: { parameters: ofQuery, result: nothing },
  /** Lets the service itself run a saved query, whatever form that is kept in. */
  runQuery: { parameters: Type.Object({ connection: Type.String(), data: address }), result: QueryRun },
  /** Null where the service reports no such figures. */
  readFigures: {
    parameters: DatasetReference,
    result: Type.Object({ figures: Type.Union([DatasetFigures, Type.Null()]) }),
  },
  /**
   * An image that a record names, as a `data:` address; null where there is none, or none that can be shown: PNG,
   * JPEG, GIF and WebP up to two megabytes.
   */
  readImage: {
    parameters: Type.Object({ connection: Type.String(), image: address }),
    result: Type.Object({ content: Type.Union([Type.String(), Type.Null()]) }),
  },
} as const;
