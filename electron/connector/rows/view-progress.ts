import { Value } from 'typebox/value';
import { ViewProgress } from '#shared/api/view-progress.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import { addressWith } from '../http/layout.ts';
import { offers, type ServiceApi } from '../service-api.ts';

/**
 * How far a service is in preparing the rows of a query; null if it does not report it, or in another form: rows can be
 * read without it.
 */
export async function readViewProgress(
  api: ServiceApi,
  { namespace, dataset }: DatasetName,
  query: RowQuery,
  signal?: AbortSignal,
): Promise<ViewProgress | null> {
  if (!(await offers(api, 'progress'))) return null;
  const address = addressWith(`${api.layout.dataset(namespace, dataset)}data/progress/`, rowQueryToParameters(query));
  const { value } = await api.client.getJson(address, { signal, atOnce: true, uncached: true });
  return Value.Check(ViewProgress, value) ? value : null;
}
