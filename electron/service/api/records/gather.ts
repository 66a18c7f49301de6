import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import { type Caller, isPublic, mayWrite } from '../../catalogue/access/access.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import type { NamespaceEntry } from '../../catalogue/records/namespaces.ts';
import { readableDatasets } from '../../catalogue/records/readable-dataset.ts';
import { columnsOfDatasets, listVersions, type VersionEntry } from '../../catalogue/records/versions.ts';
import type { Links } from './links.ts';
import { datasetRecord, namespaceRecord } from './records.ts';

/** The caller and the base address for which records are created. */
export interface Reader {
  readonly links: Links;
  readonly caller: Caller | null;
}

/**
 * A version as a caller who may read its namespace sees it: null for one that is not ready, and no author of one that
 * everyone may read, except for callers who may write.
 */
export function shownVersion(
  version: VersionEntry,
  namespace: NamespaceEntry,
  caller: Caller | null,
): VersionEntry | null {
  if (mayWrite(namespace, caller)) return version;
  if (!version.ready) return null;
  return isPublic(namespace) ? { ...version, author: null } : version;
}

/** Records of datasets with their versions and columns; `owner` returns the namespace of each. */
export async function datasetRecords(
  records: Records,
  reader: Reader,
  datasets: readonly DatasetEntry[],
  owner: (dataset: DatasetEntry) => NamespaceEntry,
): Promise<Dataset[]> {
  const ids = datasets.map((dataset) => dataset.id);
  const columns = await columnsOfDatasets(records, ids);
  const versions = new Map<number, VersionEntry[]>(ids.map((id) => [id, []]));
  for (const version of await listVersions(records, ids)) versions.get(version.datasetId)?.push(version);
  return datasets.map((dataset) => {
    const namespace = owner(dataset);
    const shown = (versions.get(dataset.id) ?? []).flatMap(
      (version) => shownVersion(version, namespace, reader.caller) ?? [],
    );
    return datasetRecord(reader.links, namespace.slug, dataset, shown, columns.get(dataset.id) ?? []);
  });
}

/** Records of namespaces with their datasets embedded. */
export async function namespaceRecords(
  records: Records,
  reader: Reader,
  namespaces: readonly NamespaceEntry[],
): Promise<Namespace[]> {
  const known = await readableDatasets(records, namespaces, reader.caller);
  const owners = new Map(known.map(({ dataset, namespace }) => [dataset, namespace]));
  const made = await datasetRecords(records, reader, [...owners.keys()], (dataset) => ownerOf(owners, dataset));
  return namespaces.map((namespace) => {
    const inside = made.filter((_, at) => known[at]?.namespace === namespace);
    return namespaceRecord(reader.links, namespace, inside);
  });
}

/** The namespace of a dataset, which `owners` must contain. */
export function ownerOf(owners: ReadonlyMap<DatasetEntry, NamespaceEntry>, dataset: DatasetEntry): NamespaceEntry {
  const namespace = owners.get(dataset);
  if (namespace === undefined) throw new Error(`Dataset ${dataset.id} has no namespace.`);
  return namespace;
}
