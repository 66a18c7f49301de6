import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import type { DatasetFigures } from '#shared/rpc/calls/queries.ts';
import { member } from '../cells/exact-json.ts';
import type { ServiceApi } from '../service-api.ts';
import { integerField, textField } from './fields.ts';

/** The figures of a dataset; null if the service has no address for them. */
export async function readFigures(
  { client, layout }: ServiceApi,
  { namespace, dataset }: DatasetName,
  signal?: AbortSignal,
): Promise<DatasetFigures | null> {
  try {
    const address = new URL('statistics/', layout.dataset(namespace, dataset));
    const { value } = await client.getJson(address, { signal });
    if (typeof member(value, 'views') !== 'number') return null;
    return {
      latest: textField(value, 'latest') || null,
      elements: integerField(value, 'elements'),
      queries: integerField(value, 'queries'),
      views: integerField(value, 'views'),
    };
  } catch (error) {
    if (isOfKind(error, 'not-found', 'bad-query', 'web-page', 'malformed')) return null;
    throw error;
  }
}
