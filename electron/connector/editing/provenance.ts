import type { Provenance } from '#shared/api/records/provenance.ts';
import { textField } from '../catalogue/fields.ts';
import type { Layout } from '../catalogue/layout.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceClient } from '../http/transport/client.ts';
import { member } from '../rows/exact-json.ts';

const unknown: ReadonlySet<string> = new Set(['not-found', 'bad-query', 'web-page', 'malformed', 'not-accepted']);

/** The address of a dataset's licence, source and contact, at services that have one. */
export function provenanceAddress(layout: Layout, name: { readonly namespace: string; readonly dataset: string }): URL {
  return new URL('provenance/', layout.dataset(name.namespace, name.dataset));
}

/** Licence, source and contact of a dataset; null if the service has no address for them. */
export async function readProvenance(
  client: ServiceClient,
  layout: Layout,
  name: { readonly namespace: string; readonly dataset: string },
  signal?: AbortSignal,
): Promise<Provenance | null> {
  try {
    const { value } = await client.getJson(provenanceAddress(layout, name), { signal });
    if (typeof member(value, 'licence') !== 'string') return null;
    return {
      licence: textField(value, 'licence'),
      source: textField(value, 'source'),
      contact: textField(value, 'contact'),
    };
  } catch (error) {
    if (error instanceof ServiceError && unknown.has(error.kind)) return null;
    throw error;
  }
}
