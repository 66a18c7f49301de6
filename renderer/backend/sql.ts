import { queryOptions } from '@tanstack/react-query';
import type { RecipeRecord } from '#shared/api/records/recipe.ts';
import type { Guards } from '#shared/follow.ts';
import type { RecipeOutcome, SqlResult } from '#shared/rpc/calls/sql.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { callBackend, callKey, callQuery } from './port.ts';

/** A statement, and the connection whose service runs it. */
export interface StatementAt {
  readonly connection: string;
  readonly sql: string;
}

export function runsSqlQuery(connection: string) {
  return callQuery('runsSql', { connection }, { staleTime: 10 * 60_000 });
}

/** Number of rows of a result that are read with it. */
const firstRows = 100;

export function runSql({ connection, sql }: StatementAt, signal: AbortSignal, limit = firstRows): Promise<SqlResult> {
  return callBackend('runSql', { connection, sql, limit }, signal);
}

/** The first rows of a statement without a limit, and their number: a result may be too large to be kept as a whole. */
async function previewSql({ connection, sql }: StatementAt, signal: AbortSignal): Promise<SqlResult> {
  const [first, all] = await Promise.all([
    runSql({ connection, sql: `${sql}\nLIMIT ${firstRows}` }, signal),
    runSql({ connection, sql: `SELECT count(*) AS n FROM (\n${sql}\n)` }, signal),
  ]);
  return { ...first, count: Number(all.rows[0]?.[0]) };
}

/** A preview of a statement of steps. The previous one stays on screen while another is computed. */
export function sqlPreviewQuery({ connection, sql }: StatementAt) {
  return queryOptions({
    queryKey: callKey('runSql', { connection, sql }),
    queryFn: ({ signal }) => previewSql({ connection, sql }, signal),
    gcTime: 60_000,
  });
}

/** The recipe of a dataset; null if it has none, or none that the user may see. */
export function recipeQuery({ connection, namespace, dataset }: DatasetReference) {
  return callQuery('readRecipe', { connection, namespace, dataset });
}

interface WrittenRecipe {
  readonly reference: DatasetReference;
  readonly sql: string;
  readonly run: RecipeRecord['run'];
  readonly guards: Guards;
  /** Whether everybody may read what is made from inputs that are not public. */
  readonly confirmPrivate: boolean;
}

/** Gives a dataset a recipe, and makes a version by it. */
export async function deriveDataset(recipe: WrittenRecipe): Promise<RecipeOutcome> {
  await callBackend('putRecipe', recipe);
  return await callBackend('runRecipe', recipe.reference);
}
