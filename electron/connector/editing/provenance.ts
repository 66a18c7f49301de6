import type { Provenance } from '#shared/api/records/provenance.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { textField } from '../catalogue/fields.ts';
import type { ServiceLayout } from '../http/layout.ts';
import { offers, type ServiceApi } from '../service-api.ts';

/** The address of a dataset's licence, source and contact, at services that have one. */
export function provenanceAddress(layout: ServiceLayout, name: DatasetName): URL {
  return new URL('provenance/', layout.dataset(name.namespace, name.dataset));
}

/** Licence, source and contact of a dataset; null if the service has no address for them. */
export async function readProvenance(
  api: ServiceApi,
  name: DatasetName,
  signal?: AbortSignal,
): Promise<Provenance | null> {
  if (!(await offers(api, 'provenance'))) return null;
  const { value } = await api.client.getJson(provenanceAddress(api.layout, name), { signal });
  return {
    licence: textField(value, 'licence'),
    source: textField(value, 'source'),
    contact: textField(value, 'contact'),
  };
}
