import type { Dataset } from '#shared/api/dataset.ts';
import type { Namespace } from '#shared/api/namespace.ts';
import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import type { Exact } from '../exact-json.ts';
import type { ServiceClient } from '../http/client.ts';
import { listField } from './fields.ts';
import type { Layout } from './layout.ts';
import { readWholeList } from './lists.ts';
import { readDatasetRecord, readNamespaceRecord, tellsDatasets } from './records.ts';

/** What keeps one record to itself, while the others can be listed. */
const withheld: ReadonlySet<string> = new Set(['sign-in-needed', 'forbidden', 'not-found']);

function unusable(address: URL): ServiceError {
  return new ServiceError({
    code: 'not-this-kind',
    message: say('record-without-name', { host: address.host }),
    where: address.href,
  });
}

/** A record that a list tells only in part; what is not for this caller stays as the list tells it. */
async function wholeRecord(
  client: ServiceClient,
  listed: Exact,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Exact> {
  try {
    return (await client.getJson(new URL(address), { signal })).value;
  } catch (error) {
    if (error instanceof ServiceError && withheld.has(error.code)) return listed;
    throw error;
  }
}

async function namedDataset(
  client: ServiceClient,
  layout: Layout,
  namespace: string,
  named: Dataset,
  signal: AbortSignal | undefined,
): Promise<Dataset> {
  const record = await wholeRecord(client, named.url, named.url, signal);
  return readDatasetRecord(record, namespace, layout) ?? named;
}

async function wholeNamespace(
  client: ServiceClient,
  layout: Layout,
  item: Exact,
  signal: AbortSignal | undefined,
): Promise<Namespace[]> {
  const listed = readNamespaceRecord(item, layout);
  if (listed === null) return [];
  const record = tellsDatasets(item) ? item : await wholeRecord(client, item, listed.url, signal);
  const namespace = readNamespaceRecord(record, layout) ?? listed;
  if (!listField(record, 'datasets').some((one) => typeof one === 'string')) return [namespace];
  const datasets = namespace.datasets.map((one) => namedDataset(client, layout, namespace.slug, one, signal));
  return [{ ...namespace, datasets: await Promise.all(datasets) }];
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
