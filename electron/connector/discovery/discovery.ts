import { explain } from '#shared/failures.ts';
import { listField, textField } from '../catalogue/fields.ts';
import { type Exact, member } from '../cells/exact-json.ts';
import { ServiceError } from '../errors.ts';
import { layOut, type ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';

/** Names and addresses in a discovery answer; null if it is not one. */
export function readDiscovery(value: Exact): Map<string, string> | null {
  if (!Array.isArray(member(value, 'endpoints'))) return null;
  const entries = [...listField(value, 'endpoints'), ...listField(value, 'authentication')];
  return new Map(entries.map((entry) => [textField(entry, 'name'), textField(entry, 'url')] as const).reverse());
}

/**
 * Reads a service's discovery.
 * @param base its address, with a trailing slash
 * @throws {ServiceError} `not-this-kind` if the answer is not a discovery
 */
export async function discover(client: ServiceClient, base: URL, signal?: AbortSignal): Promise<ServiceLayout> {
  const entries = await readEntries(client, base, signal);
  if (entries !== null) return layOut(base, entries);
  throw new ServiceError('not-this-kind', explain('other-kind', { host: base.host }), base);
}

async function readEntries(
  client: ServiceClient,
  base: URL,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string> | null> {
  try {
    return readDiscovery((await client.getJson(new URL('api/v1/', base), { signal })).value);
  } catch (error) {
    // A service that requires a sign-in even for its discovery has the specification's layout.
    if (error instanceof ServiceError && error.status === 401) return new Map();
    throw error;
  }
}
