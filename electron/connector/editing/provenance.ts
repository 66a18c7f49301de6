import type { Provenance } from '#shared/api/records/provenance.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { textField } from '../catalogue/fields.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';

/** The address of a dataset's licence, source and contact, at services that have one. */
export function provenanceAddress(layout: ServiceLayout, name: DatasetName): URL {
  return new URL('provenance/', layout.dataset(name.namespace, name.dataset));
}

/** Licence, source and contact of a dataset, from a service that has an address for them. */
export async function readProvenance(
  client: ServiceClient,
  layout: ServiceLayout,
  name: DatasetName,
  signal?: AbortSignal,
): Promise<Provenance> {
  const { value } = await client.getJson(provenanceAddress(layout, name), { signal });
  return {
    licence: textField(value, 'licence'),
    source: textField(value, 'source'),
    contact: textField(value, 'contact'),
  };
}
