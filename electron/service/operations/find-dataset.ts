import type { DatasetName } from '#shared/dataset-name.ts';
import type { Records } from '../catalogue/database/catalogue.ts';
import { type DatasetEntry, findDataset } from '../catalogue/records/datasets.ts';
import { findNamespace } from '../catalogue/records/namespaces.ts';
import { findStoredVersion } from '../catalogue/records/versions.ts';
import type { StoredVersion } from '../files/stored-version.ts';

/** The dataset with that name, regardless of read access; null if there is none. */
export async function lookUpDataset(records: Records, name: DatasetName): Promise<DatasetEntry | null> {
  const namespace = await findNamespace(records, name.namespace);
  return namespace === null ? null : await findDataset(records, namespace.id, name.dataset);
}

/** Like {@link lookUpDataset}, for a dataset that must exist. @throws {NotFoundError} */
export async function requireDataset(records: Records, name: DatasetName): Promise<DatasetEntry> {
  const dataset = await lookUpDataset(records, name);
  if (dataset === null) throw new NotFoundError('dataset', name.dataset);
  return dataset;
}

/** A ready version of a dataset. @param slug null for the newest @throws {NotFoundError} */
export async function requireVersion(
  records: Records,
  { id }: DatasetEntry,
  slug: string | null,
): Promise<StoredVersion & { readonly slug: string }> {
  const version = await findStoredVersion(records, id, slug);
  if (version === null) throw new NotFoundError('version', slug ?? '');
  return version;
}

/** A request refers to a record that does not exist in this service. */
export class NotFoundError extends Error {
  readonly what: 'namespace' | 'dataset' | 'version' | 'group';
  /** As in the request: a slug, or the address of a group. */
  readonly requested: string;
  constructor(what: NotFoundError['what'], requested: string) {
    super(`There is no ${what} "${requested}".`);
    this.name = 'NotFoundError';
    this.what = what;
    this.requested = requested;
  }
}
