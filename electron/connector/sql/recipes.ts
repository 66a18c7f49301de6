import type { Column } from '#shared/api/column.ts';
import type { RecipeRecord, RecipeWrite, RecomputeRecord } from '#shared/api/records/recipe.ts';
import type { SqlRequest } from '#shared/api/sql.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import type { RecipeOutcome, SqlResult } from '#shared/rpc/calls/sql.ts';
import { type Exact, member, parseExactly } from '../../lib/exact-json.ts';
import { cellReader } from '../cells/cells.ts';
import { jsonBody } from '../http/json-body.ts';
import { offers } from '../service-api.ts';
import type { Source } from '../source.ts';

function recipeAddress({ layout }: Pick<Source, 'layout'>, { namespace, dataset }: DatasetName, rest = ''): URL {
  return new URL(`${layout.dataset(namespace, dataset)}recipe/${rest}`);
}

/** The recipe of a dataset as its service describes it. @throws {ServiceError} `not-found` if it has none */
export async function readRecipe(source: Source, name: DatasetName, signal?: AbortSignal): Promise<RecipeRecord> {
  // Its own schema describes what a service sends; a window shows what is there.
  return (await source.readRecord(recipeAddress(source, name), signal)) as unknown as RecipeRecord;
}

/** As {@link readRecipe}; null if there is none, or none that the caller may see. */
export async function findRecipe(
  source: Source,
  name: DatasetName,
  signal?: AbortSignal,
): Promise<RecipeRecord | null> {
  if (!(await offers(source, 'recipe'))) return null;
  try {
    return await readRecipe(source, name, signal);
  } catch (error) {
    if (isOfKind(error, 'not-found', 'forbidden', 'sign-in-needed')) return null;
    throw error;
  }
}

/** Gives a dataset a recipe; what is missing is created, the namespace unpublished and the dataset hidden. */
export async function sendRecipe(
  source: Source,
  name: DatasetName,
  recipe: RecipeWrite,
  signal?: AbortSignal,
): Promise<void> {
  await provideNamespace(source, name.namespace, signal);
  await source.send({ method: 'PUT', address: recipeAddress(source, name), body: jsonBody(recipe) }, signal);
}

async function provideNamespace(source: Source, slug: string, signal?: AbortSignal): Promise<void> {
  try {
    await source.readRecord(new URL(source.layout.namespace(slug)), signal);
  } catch (error) {
    if (!isOfKind(error, 'not-found')) throw error;
    const address = source.layout.endpoint('namespaces');
    await source.send({ method: 'POST', address, body: jsonBody({ slug, label: slug, published: false }) }, signal);
  }
}

/** Makes a version by the recipe of a dataset. */
export async function requestRun(source: Source, name: DatasetName, signal?: AbortSignal): Promise<RecipeOutcome> {
  const message = { method: 'POST', address: recipeAddress(source, name, 'run/'), body: jsonBody({}) } as const;
  const { status, value } = await source.send(message, signal);
  if (status === 202) return { outcome: 'changed', version: String(member(value, 'slug')), reasons: [] };
  const held = member(value, 'held');
  const reasons = Array.isArray(held) ? held.map(String) : [];
  return { outcome: reasons.length > 0 ? 'held' : 'unchanged', version: null, reasons };
}

export async function removeRecipe(source: Source, name: DatasetName, signal?: AbortSignal): Promise<void> {
  await source.send({ method: 'DELETE', address: recipeAddress(source, name) }, signal);
}

/** Makes a derived version again at its service, and compares the two. */
export async function requestRecompute(
  source: Source,
  { namespace, dataset }: DatasetName,
  version: string,
  signal?: AbortSignal,
): Promise<RecomputeRecord> {
  const address = new URL(
    `version/${encodeURIComponent(version)}/recompute/`,
    source.layout.dataset(namespace, dataset),
  );
  const { value } = await source.send({ method: 'POST', address, body: jsonBody({}) }, signal);
  const rows = member(value, 'rows');
  return {
    verdict: String(member(value, 'verdict')) as RecomputeRecord['verdict'],
    rows: typeof rows === 'number' ? rows : null,
    message: String(member(value, 'message') ?? ''),
  };
}

/** Runs a statement at a service, and reads its first rows. @throws {ServiceError} `bad-query` with the service's message */
export async function readSql(
  source: Pick<Source, 'runSql'>,
  request: SqlRequest,
  signal?: AbortSignal,
): Promise<SqlResult> {
  const started = performance.now();
  const pieces: Buffer[] = [];
  await source.runSql(request, 'json', (piece) => pieces.push(piece), signal);
  const milliseconds = Math.round(performance.now() - started);
  const page = parseExactly(Buffer.concat(pieces).toString('utf8'));
  const columns = listOf(page, 'columns').map((column): Column => {
    const text = (name: string) => String(member(column, name) ?? '');
    return {
      name: text('name'),
      type: text('type') as Column['type'],
      label: text('label'),
      description: text('description'),
    };
  });
  const readers = columns.map(({ name, type }) => [name, cellReader(type)] as const);
  return {
    columns,
    rows: listOf(page, 'results').map((row) => readers.map(([name, read]) => read(member(row, name)))),
    count: Number(member(page, 'count')),
    inputs: listOf(page, 'inputs').map((input) => {
      const text = (name: string) => String(member(input, name) ?? '');
      return { name: text('name'), url: text('url'), version: text('version'), checksum: text('checksum') };
    }),
    milliseconds,
  };
}

function listOf(value: Exact, name: string): readonly Exact[] {
  const list = member(value, name);
  return Array.isArray(list) ? list : [];
}
