import { Value } from 'typebox/value';
import { ViewProgress } from '#shared/api/view-progress.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';

/**
 * How far a service that offers this extension is in preparing the rows of a query; null if its answer has another
 * form: rows can be read without it.
 */
export async function readViewProgress(
  client: ServiceClient,
  layout: ServiceLayout,
  { namespace, dataset }: DatasetName,
  query: RowQuery,
  signal: AbortSignal,
): Promise<ViewProgress | null> {
  const address = new URL(`${layout.dataset(namespace, dataset)}data/progress/`);
  for (const [name, value] of rowQueryToParameters(query)) address.searchParams.append(name, value);
  const { value } = await client.getJson(address, { signal, atOnce: true, uncached: true });
  return Value.Check(ViewProgress, value) ? value : null;
}
