import { type Static, Type } from 'typebox';
import { Column } from '../../api/column.ts';
import { Statistics } from '../../api/records/statistics.ts';
import { Chart } from '../../chart.ts';
import type { Immutable } from '../../immutable.ts';
import { AggregateQuerySchema, RowQuerySchema } from '../../query-schemas.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call, done } from '../call.ts';
import { DatasetReference } from '../records.ts';
import { Rows } from '../rows.ts';

const label = Type.String({ minLength: 1, maxLength: 255 });
const address = Type.String({ minLength: 1, maxLength: 2000 });

/** A query that a service stores with one of its datasets. */
export const QuerySummary = Type.Object({
  /** Absolute address of the query, which identifies it. */
  url: Type.String(),
  label: Type.String(),
  reference: DatasetReference,
  /** ISO 8601; empty if the service does not report it. */
  created: Type.String(),
  /** Absolute address of its rows; empty if the service offers none. */
  data: Type.String(),
  asks: Type.Union([
    /** A view; `version` is null unless it is bound to one. */
    Type.Object({ kind: Type.Literal('view'), query: RowQuerySchema, chart: Type.Optional(Chart) }),
    /** A form that only the service understands, as text; opening it as a view would show other rows. */
    Type.Object({ kind: Type.Literal('unsupported'), text: Type.String() }),
  ]),
});
export type QuerySummary = Immutable<Static<typeof QuerySummary>>;

/** A chart that is saved with its rows: its settings, and the groups that it draws. */
export const SavedChart = Type.Object({ chart: Chart, groups: AggregateQuerySchema });
export type SavedChart = Immutable<Static<typeof SavedChart>>;

export const QueryPart = oneOf('filters', 'join', 'ordering', 'collation', 'search', 'fields', 'version', 'chart');
export type QueryPart = Static<typeof QueryPart>;

export const SavedQueryOutcome = Type.Object({ query: QuerySummary, notKept: Type.Array(QueryPart) });
export type SavedQueryOutcome = Immutable<Static<typeof SavedQueryOutcome>>;

/** The figures of a dataset that a service reports beside its record. */
export const DatasetFigures = Type.Pick(Statistics, ['latest', 'elements', 'queries', 'views']);
export type DatasetFigures = Immutable<Static<typeof DatasetFigures>>;

/** The first rows of a saved query that the service itself runs. */
export const QueryRun = Type.Object({
  /** Columns as the rows name them: a query in a form of the service's own may have other columns than the dataset. */
  columns: Type.Array(Column),
  /** A few dozen rows, by position in `columns`. */
  rows: Rows,
  /** Total number of rows; null if the service does not count them. */
  count: orNull(Type.Integer({ minimum: 0 })),
});
export type QueryRun = Immutable<Static<typeof QueryRun>>;

const ofQuery = Type.Object({ connection: Type.String(), url: address });

/** The calls about saved queries, and about what a service reports beside its records. */
export const queryCalls = {
  /** The saved queries of all visible datasets; empty if the service has no such list. */
  listQueries: call(Type.Object({ connection: Type.String() }), Type.Array(QuerySummary)),
  /** Saves a view as the caller's own, with a chart over its rows if one is given. */
  saveQuery: call(
    Type.Object({
      reference: DatasetReference,
      label,
      query: RowQuerySchema,
      drawn: Type.Optional(SavedChart),
    }),
    SavedQueryOutcome,
  ),
  /** Changes a saved query; missing fields stay unchanged. */
  changeSavedQuery: call(
    Type.Object({
      connection: Type.String(),
      url: address,
      label: Type.Optional(label),
      query: Type.Optional(RowQuerySchema),
    }),
    SavedQueryOutcome,
  ),
  deleteQuery: call(ofQuery, done),
  /** Lets the service itself run a saved query, whatever its form. */
  runQuery: call(Type.Object({ connection: Type.String(), data: address }), QueryRun),
  /** The figures of a dataset; null if the service reports none. */
  readFigures: call(DatasetReference, Type.Object({ figures: orNull(DatasetFigures) })),
  /**
   * An image of a record as a `data:` URL; null if there is none, or none that can be shown: PNG, JPEG, GIF and WebP up
   * to two megabytes.
   */
  readImage: call(
    Type.Object({ connection: Type.String(), image: address }),
    Type.Object({ content: orNull(Type.String()) }),
  ),
} as const;
