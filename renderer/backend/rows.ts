import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { everyRow, type RowQuery, selectsOrSorts } from '#shared/row-query.ts';
import type { DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { callBackend, callQuery } from './port.ts';
import { records } from './records.ts';

/** Rows are not cached here: the grid's own block cache holds the nearby ones. */
export async function readRows(
  reference: DatasetReference,
  query: RowQuery,
  offset: number,
  limit: number,
  signal: AbortSignal,
): Promise<RowPage> {
  const settled = startReading(reference);
  try {
    return await callBackend('readRows', { reference, query, offset, limit }, signal);
  } finally {
    settled();
  }
}

/** Milliseconds after which a service is asked again how far it is. */
const progressPollMs = 500;

/** The number of rows that a service counts after it has sent the first; null if it does not. */
async function countLater(reference: DatasetReference, query: RowQuery, signal: AbortSignal): Promise<number | null> {
  for (;;) {
    const progress = await callBackend('readViewProgress', { reference, query }, signal);
    if (progress?.state !== 'preparing' || progress.count !== null) return progress?.count ?? null;
    await new Promise((resolve) => setTimeout(resolve, progressPollMs));
  }
}

/** The number of rows of a query, as far as known. */
export interface RowCount {
  readonly count: number;
  /** False while more rows may follow. */
  readonly exact: boolean;
}

/** The number of rows of a query, in a version or, for null, in the newest one; null if the service does not count. */
export function rowCountQuery(reference: DatasetReference, query: RowQuery, newest: string) {
  const { filters, join, search, version } = query;
  return queryOptions({
    queryKey: ['rowCount', reference, version ?? newest, filters, join, search],
    queryFn: async ({ signal }): Promise<RowCount | null> => {
      const count =
        (await readRows(reference, query, 0, 1, signal)).count ?? (await countLater(reference, query, signal));
      return count === null ? null : { count, exact: true };
    },
  });
}

/** Sets the number of rows that a view has found by reading them; an exact one stays. */
export function setRowCount(reference: DatasetReference, query: RowQuery, newest: string, found: RowCount): void {
  records.setQueryData(rowCountQuery(reference, query, newest).queryKey, (known) =>
    known?.exact === true && !found.exact ? known : found,
  );
}

/** Whether a connection's service can order texts as a language does. */
export function collatesTextsQuery(connection: string) {
  return callQuery('collatesTexts', { connection }, { staleTime: 10 * 60_000 });
}

/** How far the service is in preparing the rows of a query: asked again until they are prepared. */
function viewProgressQuery(reference: DatasetReference, query: RowQuery, newest: string) {
  const { filters, join, ordering, collation, search, version } = query;
  return queryOptions({
    queryKey: ['viewProgress', reference, version ?? newest, filters, join, ordering, collation, search],
    queryFn: ({ signal }) => callBackend('readViewProgress', { reference, query }, signal),
    refetchInterval: ({ state: { data } }) => {
      const mayProgress = data?.state === 'preparing' || (data?.state === 'none' && isReading(reference));
      return mayProgress ? progressPollMs : false;
    },
  });
}

/** How far the service is in preparing the rows of a query; null if it does not report it, undefined until it has. */
export function useViewProgress(reference: DatasetReference, query: RowQuery, newest: string) {
  const enabled = selectsOrSorts(query);
  return useQuery({ ...viewProgressQuery(reference, query, newest), enabled }).data;
}

/** Asks again how far the service is, unless it is ready or does not report it: reading rows may have started something. */
export async function rereadViewProgress(reference: DatasetReference, query: RowQuery, newest: string): Promise<void> {
  const { queryKey } = viewProgressQuery(reference, query, newest);
  const known = records.getQueryData(queryKey);
  if (known === null || known?.state === 'ready') return;
  await records.refetchQueries({ queryKey, exact: true }, { cancelRefetch: false });
}

const previewedRows = 4;

/** The first rows of a dataset's newest version. */
export function firstRowsQuery(reference: DatasetReference, newest: string | null) {
  return queryOptions({
    queryKey: ['datasetPreview', reference, newest],
    queryFn: async ({ signal }) => {
      const request = { reference, query: everyRow, offset: 0, limit: previewedRows };
      return (await callBackend('readRows', request, signal)).rows;
    },
  });
}

/** Progress towards a row that can only be reached page by page. */
interface RowsReached {
  readonly reached: number;
  readonly requested: number;
}

const reading = new Map<string, number>();

function keyOf({ connection, namespace, dataset }: DatasetReference): string {
  return JSON.stringify([connection, namespace, dataset]);
}

/** Counts a row call as pending. @returns the function to call when it has settled */
function startReading(reference: DatasetReference): () => void {
  const key = keyOf(reference);
  reading.set(key, (reading.get(key) ?? 0) + 1);
  return () => {
    const left = (reading.get(key) ?? 1) - 1;
    if (left > 0) reading.set(key, left);
    else {
      reading.delete(key);
      records.setQueryData(reachedQuery(reference).queryKey, (known) => (known === undefined ? undefined : null));
    }
  };
}

function isReading(reference: DatasetReference): boolean {
  return reading.has(keyOf(reference));
}

/** Progress towards the distant row of a dataset that a view waits for: announced, never asked for. */
function reachedQuery({ connection, namespace, dataset }: DatasetReference) {
  return queryOptions<RowsReached | null>({
    queryKey: ['rowsReached', connection, namespace, dataset],
    queryFn: skipToken,
  });
}

/** Shows the progress towards distant rows while a view waits for them. */
export function setRowsReached(reference: DatasetReference, { reached, requested }: RowsReached): void {
  // Progress may arrive after the call has settled; towards rows that are available it is irrelevant.
  if (isReading(reference) && reached < requested) {
    records.setQueryData(reachedQuery(reference).queryKey, () => ({ reached, requested }));
  }
}

/** Progress towards the distant row that a view waits for; null if there is none. */
export function useRowsReached(reference: DatasetReference): RowsReached | null {
  return useQuery(reachedQuery(reference)).data ?? null;
}

/** Two versions of a dataset, and the columns by which their rows are matched. */
export interface Comparison {
  readonly reference: DatasetReference;
  readonly before: string;
  readonly after: string;
  readonly key: readonly string[];
  /** Restricts the comparison to rows that this query selects in either version; null for all rows. */
  readonly rows: RowQuery | null;
}

/** How many of the compared rows differ. */
export function differenceCountsQuery({ reference, before, after, key, rows }: Comparison) {
  return callQuery('countDifferences', { reference, before, after, key, rows: rows ?? everyRow }, { gcTime: 60_000 });
}

export const differencesPage = 100;

/** Differing rows `offset` to `offset + limit`, with the values of `columns`. */
export function readDifferences(
  { reference, before, after, key, rows }: Comparison,
  columns: readonly string[],
  offset: number,
  limit: number,
  signal?: AbortSignal,
) {
  const part = { columns, ...(rows !== null && { rows }), offset, limit };
  return callBackend('readDifferences', { reference, before, after, key, ...part }, signal);
}

/** A page of differing rows, with the values of `columns`. */
export function differencesQuery(comparison: Comparison, columns: readonly string[], page: number) {
  const { reference, before, after, key, rows } = comparison;
  return queryOptions({
    queryKey: ['differences', reference, before, after, key, rows, columns, page],
    queryFn: ({ signal }) => readDifferences(comparison, columns, page * differencesPage, differencesPage, signal),
    gcTime: 60_000,
  });
}
