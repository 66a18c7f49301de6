import { type Static, Type } from 'typebox';
import { Column } from '../../api/column.ts';
import { RecipeRecord, RecomputeRecord } from '../../api/records/recipe.ts';
import { SqlInput, SqlRequest } from '../../api/sql.ts';
import { Guards } from '../../follow.ts';
import type { Immutable } from '../../immutable.ts';
import { oneOf, orNull } from '../../schema-parts.ts';
import { call, nothing } from '../call.ts';
import { DatasetReference } from '../records.ts';
import { Rows } from '../rows.ts';
import { ViewedFile } from './viewed-files.ts';

const connection = Type.String();
const statement = Type.Object({ connection, sql: SqlRequest.properties.sql });
const count = Type.Integer({ minimum: 0 });

/** The result of a statement: its first rows, and what is known about all. */
export const SqlResult = Type.Object({
  columns: Type.Array(Column),
  /** The first rows, by position in `columns`. */
  rows: Rows,
  /** Number of rows of the whole result. */
  count,
  /** The versions that were read. */
  inputs: Type.Array(SqlInput),
  /** How long the service took to answer. */
  milliseconds: count,
});
export type SqlResult = Immutable<Static<typeof SqlResult>>;

/** What a run of a recipe made. */
export const RecipeOutcome = Type.Object({
  outcome: oneOf('changed', 'unchanged', 'held'),
  /** Slug of the new version; null if there is none. */
  version: orNull(Type.String()),
  /** Why a guard holds the version. */
  reasons: Type.Array(Type.String()),
});
export type RecipeOutcome = Immutable<Static<typeof RecipeOutcome>>;

/** The calls about SQL over versions, and about recipes. A statement that is refused fails with `bad-query`. */
export const sqlCalls = {
  runsSql: call(Type.Object({ connection }), Type.Boolean()),
  /** Runs a statement and reads its first rows. */
  runSql: call(Type.Object({ ...statement.properties, limit: Type.Integer({ minimum: 0, maximum: 1000 }) }), SqlResult),
  /** Reads the whole result of a statement into the service for viewed files; it is then viewed like a file. */
  viewSqlResult: call(statement, ViewedFile),
  /** The recipe of a dataset; null if it has none, or none that the caller may see. */
  readRecipe: call(DatasetReference, orNull(RecipeRecord)),
  /** Gives a dataset a recipe. The dataset, and its namespace, are created hidden if they are missing. */
  putRecipe: call(
    Type.Object({
      reference: DatasetReference,
      sql: SqlRequest.properties.sql,
      run: RecipeRecord.properties.run,
      /** When a new version is held for review. */
      guards: Guards,
      /** Whether everybody may read what is made from inputs that are not public. */
      confirmPrivate: Type.Boolean(),
    }),
    nothing,
  ),
  /** Makes a version by the recipe of a dataset. */
  runRecipe: call(DatasetReference, RecipeOutcome),
  /** Removes the recipe; the dataset and its versions stay. */
  removeRecipe: call(DatasetReference, nothing),
  /** Makes a derived version again from the versions that it names, and compares the two. */
  recomputeVersion: call(Type.Object({ reference: DatasetReference, version: Type.String() }), RecomputeRecord),
} as const;
