import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { GroupSummary } from '#shared/rpc/records.ts';
import type { Exact } from '../cells/exact-json.ts';
import { member } from '../cells/exact-json.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { ServiceApi } from '../service-api.ts';
import { listField, readWholeList } from './fields.ts';
import { readDatasetRecord, readNamespaceRecord } from './records.ts';

/** Failures that concern one record, while the others can be listed. */
const withheld: ReadonlySet<string> = new Set(['sign-in-needed', 'forbidden', 'not-found']);

function unusable(address: URL): ServiceError {
  return new ServiceError('not-this-kind', explain('record-without-name', { host: address.host }), address.href);
}

/** Called with the error of a record that could not be read although others could; it stays as it is in the list. */
export type OnUnreadable = (url: string, error: ServiceError) => void;

interface Reading {
  readonly api: ServiceApi;
  readonly signal: AbortSignal | undefined;
}

/**
 * The full record of an item that the list gives only in part; if reading it is forbidden or fails, the item itself.
 */
async function wholeRecord(
  { api, signal }: Reading,
  listed: Exact,
  address: string,
  onUnreadable: OnUnreadable | null,
): Promise<Exact> {
  try {
    return (await api.client.getJson(new URL(address), { signal })).value;
  } catch (error) {
    if (isAborted(error) || !(error instanceof ServiceError)) throw error;
    if (withheld.has(error.kind)) return listed;
    if (onUnreadable === null) throw error;
    onUnreadable(address, error);
    return listed;
  }
}

async function namedDataset(
  reading: Reading,
  namespace: string,
  named: Dataset,
  onUnreadable: OnUnreadable,
): Promise<Dataset> {
  const record = await wholeRecord(reading, named.url, named.url, onUnreadable);
  return readDatasetRecord(record, namespace, reading.api.layout) ?? named;
}

async function wholeNamespace(
  reading: Reading,
  item: Exact,
  listed: Namespace,
  onUnreadable: OnUnreadable | null,
): Promise<Namespace> {
  const isWhole = Array.isArray(member(item, 'datasets'));
  const record = isWhole ? item : await wholeRecord(reading, item, listed.url, onUnreadable);
  const namespace = readNamespaceRecord(record, reading.api.layout) ?? listed;
  if (!listField(record, 'datasets').some((one) => typeof one === 'string')) return namespace;
  // A dataset that cannot be read still has a name: opening it shows the error.
  const report = onUnreadable ?? (() => {});
  const datasets = namespace.datasets.map((one) => namedDataset(reading, namespace.slug, one, report));
  return { ...namespace, datasets: await Promise.all(datasets) };
}

/**
 * Every visible namespace, with its datasets.
 * @param onUnreadable if missing, a namespace whose datasets cannot be read fails the whole call
 * @throws {ServiceError} also if the list does not contain namespaces
 */
export async function listNamespaces(
  api: ServiceApi,
  signal?: AbortSignal,
  onUnreadable: OnUnreadable | null = null,
): Promise<Namespace[]> {
  const start = api.layout.endpoint('namespaces');
  const items = await readWholeList(api, start, signal);
  return Promise.all(
    items.map((item) => {
      const listed = readNamespaceRecord(item, api.layout);
      if (listed === null) throw unusable(start);
      return wholeNamespace({ api, signal }, item, listed, onUnreadable);
    }),
  );
}

/** One dataset's record, by its slugs. */
export async function readDataset(
  { client, layout }: ServiceApi,
  { namespace, dataset }: DatasetName,
  signal?: AbortSignal,
): Promise<Dataset> {
  const answer = await client.getJson(new URL(layout.dataset(namespace, dataset)), { signal });
  const record = readDatasetRecord(answer.value, namespace, layout);
  if (record === null) throw unusable(answer.address);
  return record;
}

/** A namespace's display name; its slug if the service has none. */
export async function readNamespaceLabel(
  { client, layout }: ServiceApi,
  namespace: string,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await client.getJson(new URL(layout.namespace(namespace)), { signal });
  return readNamespaceRecord(answer.value, layout)?.label ?? namespace;
}

/** Answers to callers who may not see groups, and of services that have none. */
const hidden = ['sign-in-needed', 'token-refused', 'forbidden', 'not-found'] as const;

/** The visible groups; empty if the service shows none to the caller. */
export async function listGroups(api: ServiceApi, signal?: AbortSignal): Promise<GroupSummary[]> {
  try {
    const items = await readWholeList(api, new URL('api/v1/groups/', api.layout.base), signal);
    return items.flatMap((item) => {
      const [name, url] = [member(item, 'name'), member(item, 'url')];
      return typeof name === 'string' && typeof url === 'string' ? [{ name, url }] : [];
    });
  } catch (error) {
    if (isOfKind(error, ...hidden)) return [];
    throw error;
  }
}
