import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Connection, DatasetReference, NamespaceSummary } from '#shared/rpc/records.ts';
import { type Findable, findableAt } from '../find-words.ts';

/** Cached: a catalogue is searched again with every key. */
const known = new WeakMap<Dataset, Findable>();

/** What a dataset is found by, besides its namespace. */
export function findableDataset(dataset: Dataset, { slug }: NamespaceSummary): Findable {
  const before = known.get(dataset);
  if (before !== undefined) return before;
  const columns = dataset.columns.flatMap(({ name, label }) => [name, label]);
  const addresses = [dataset.url, dataset.data, `${slug}/${dataset.slug}`];
  const made = findableAt(addresses, dataset.label, dataset.slug, dataset.description, ...columns);
  known.set(dataset, made);
  return made;
}

/** What all datasets of a namespace are found by. @param connection its name as displayed */
export function findableNamespace(connection: string, { url, label, slug, description }: NamespaceSummary): Findable {
  return findableAt([url], connection, label, slug, description);
}

/** Namespaces and their datasets in the order of their labels in a language; numbers in them count by value. */
export function inLabelOrder(namespaces: readonly NamespaceSummary[], locale: string): NamespaceSummary[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byLabel = <T extends { readonly label: string; readonly slug: string }>(records: readonly T[]) =>
    records.toSorted((one, other) => compare(one.label || one.slug, other.label || other.slug));
  return byLabel(namespaces).map((namespace) => ({ ...namespace, datasets: byLabel(namespace.datasets) }));
}

/** Whether two references name the same dataset. */
export function sameDataset(first: DatasetReference, second: DatasetReference): boolean {
  return (
    first.connection === second.connection && first.namespace === second.namespace && first.dataset === second.dataset
  );
}

/** The connection to the local service; undefined until connections are known. */
export function onThisComputer(connections: readonly Connection[] | undefined): Connection | undefined {
  return connections?.find(({ capabilities }) => capabilities.filesOnThisComputer);
}

/** The connection that the window begins with: to the local service, or to the only one that there is. */
export function mainConnection(connections: readonly Connection[] | undefined): Connection | undefined {
  return onThisComputer(connections) ?? (connections?.length === 1 ? connections[0] : undefined);
}

/** The readers of a namespace; of a hidden dataset, those who may write. */
export type Access = 'public' | 'groups' | 'private' | 'hidden';

export function accessOf({ published, allowed_groups: groups }: NamespaceSummary): Access {
  if (!published) return 'private';
  return groups.length > 0 ? 'groups' : 'public';
}

/** The readers of a dataset. @param namespace those of its namespace; `public` where these are shown above it */
export function accessWithin(namespace: Access, dataset: Dataset): Access {
  return dataset.hidden === true ? 'hidden' : namespace;
}
