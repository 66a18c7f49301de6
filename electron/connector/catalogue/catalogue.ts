import type { Dataset } from '#shared/api/dataset.ts';
import type { Namespace } from '#shared/api/namespace.ts';
import { ServiceError } from '../errors.ts';
import type { Exact } from '../exact-json.ts';
import type { ServiceClient } from '../http/client.ts';
import type { Layout } from './layout.ts';
import { readWholeList } from './lists.ts';
import { readDatasetRecord, readNamespaceRecord, tellsDatasets } from './records.ts';

function unusable(address: URL): ServiceError {
  return new ServiceError({
    code: 'not-this-kind',
    message: `${address.host} answered with a record that has no name.`,
    where: address.href,
  });
}

async function wholeNamespace(
  client: ServiceClient,
  layout: Layout,
  item: Exact,
  signal: AbortSignal | undefined,
): Promise<Namespace[]> {
  const namespace = readNamespaceRecord(item, layout);
  if (namespace === null || tellsDatasets(item)) return namespace === null ? [] : [namespace];
  const answer = await client.getJson(new URL(namespace.url), { signal });
  return [readNamespaceRecord(answer.value, layout) ?? namespace];
}

/** Every namespace that can be seen, with its datasets. */
export async function listNamespaces(
  client: ServiceClient,
  layout: Layout,
  signal?: AbortSignal,
): Promise<Namespace[]> {
  const items = await readWholeList(client, layout, layout.endpoint('namespaces'), signal);
  const namespaces = await Promise.all(items.map((item) => wholeNamespace(client, layout, item, signal)));
  return namespaces.flat();
}

/** One dataset's record, by its slugs. */
export async function readDataset(
  client: ServiceClient,
  layout: Layout,
  namespace: string,
  dataset: string,
  signal?: AbortSignal,
): Promise<Dataset> {
  const answer = await client.getJson(new URL(layout.dataset(namespace, dataset)), { signal });
  const record = readDatasetRecord(answer.value, namespace, layout);
  if (record === null) throw unusable(answer.address);
  return record;
}

/** A namespace's display name; its slug where the service does not tell. */
export async function readNamespaceLabel(
  client: ServiceClient,
  layout: Layout,
  namespace: string,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await client.getJson(new URL(layout.namespace(namespace)), { signal });
  return readNamespaceRecord(answer.value, layout)?.label ?? namespace;
}
