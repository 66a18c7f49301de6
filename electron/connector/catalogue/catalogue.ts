import type { Column } from '#shared/api/column.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Version } from '#shared/api/records/version.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import type { GroupSummary } from '#shared/rpc/records.ts';
import { type Exact, member } from '../../lib/exact-json.ts';
import { isAborted, ServiceError } from '../errors.ts';
import type { Addresses } from '../http/layout.ts';
import type { ServiceApi } from '../service-api.ts';
import { booleanField, integerField, listField, readWholeList, slugIn, textField, textsField } from './fields.ts';

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

/** An address for identification and display; empty if it is not a web address. */
function webAddress(address: string, addresses: Addresses): string {
  const home = addresses.home(address);
  return /^https?:/.test(home) ? home : '';
}

function readColumn(value: Exact): Column {
  const name = textField(value, 'name');
  return {
    type: textField(value, 'type'),
    description: textField(value, 'description'),
    name,
    label: textField(value, 'label') || name,
  };
}

function readVersion(value: Exact, addresses: Addresses): Version {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'versions?');
  return {
    id: integerField(value, 'id'),
    dataset: addresses.home(textField(value, 'dataset')),
    label: textField(value, 'label') || slug,
    slug,
    datetime: textField(value, 'datetime'),
    checksum: textField(value, 'checksum'),
    metadata: textField(value, 'metadata'),
    ready: booleanField(value, 'ready', true),
    url: addresses.home(url),
  };
}

/** Newest first, whatever the service's order: slugs of versions are timestamps. */
function readVersions(value: Exact, addresses: Addresses): Version[] {
  const versions = listField(value, 'versions').map((version) => readVersion(version, addresses));
  const dated = versions.every((version) => /^\d{20}$/.test(version.slug));
  return dated ? versions.sort((a, b) => (a.slug < b.slug ? 1 : a.slug > b.slug ? -1 : 0)) : versions;
}

/**
 * A dataset's record in the specification's form, with the specification's addresses in place of invalid ones; an
 * address alone is accepted as well. Null without a slug.
 */
function readDatasetRecord(value: Exact, namespace: string, addresses: Addresses): Dataset | null {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'datasets');
  if (slug === '') return null;
  const own = addresses.dataset(namespace, slug);
  return {
    id: integerField(value, 'id'),
    label: textField(value, 'label') || slug,
    slug,
    namespace: webAddress(textField(value, 'namespace'), addresses) || addresses.home(addresses.namespace(namespace)),
    description: textField(value, 'description'),
    image: textField(value, 'image'),
    showcase_image: textField(value, 'showcase_image'),
    thumbnail_image: textField(value, 'thumbnail_image'),
    url: webAddress(url, addresses) || addresses.home(own),
    versions: readVersions(value, addresses),
    data: addresses.home(textField(value, 'data')) || addresses.home(`${own}data/`),
    columns: listField(value, 'columns').map(readColumn),
    download: addresses.home(textField(value, 'download')) || addresses.home(`${own}download/`),
    ...(booleanField(value, 'hidden', false) && { hidden: true }),
  };
}

/** A namespace's record in the specification's form. Null without a slug. */
function readNamespaceRecord(value: Exact, addresses: Addresses): Namespace | null {
  const url = typeof value === 'string' ? value : textField(value, 'url');
  const slug = textField(value, 'slug') || slugIn(url, 'namespaces');
  if (slug === '') return null;
  return {
    id: integerField(value, 'id'),
    label: textField(value, 'label') || slug,
    slug,
    description: textField(value, 'description'),
    image: textField(value, 'image'),
    showcase_image: textField(value, 'showcase_image'),
    thumbnail_image: textField(value, 'thumbnail_image'),
    published: booleanField(value, 'published', true),
    url: webAddress(url, addresses) || addresses.home(addresses.namespace(slug)),
    allowed_groups: textsField(value, 'allowed_groups'),
    datasets: listField(value, 'datasets').flatMap((one) => readDatasetRecord(one, slug, addresses) ?? []),
  };
}
