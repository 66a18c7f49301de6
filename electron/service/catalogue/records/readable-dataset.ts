import type { StoredVersion } from '../../files/stored-version.ts';
import { type Caller, existsFor, mayRead } from '../access/access.ts';
import type { Catalogue, Records } from '../database/catalogue.ts';
import { cacheUntilChange } from './cache-until-change.ts';
import { type DatasetEntry, findDataset, listDatasets } from './datasets.ts';
import { findNamespace, type NamespaceEntry } from './namespaces.ts';
import { findStoredVersion } from './versions.ts';

/** A dataset with its namespace, as identified by its address. */
export interface LocatedDataset {
  readonly namespace: NamespaceEntry;
  readonly dataset: DatasetEntry;
}

/** The datasets of the given namespaces that the caller may see, each with its namespace, oldest first. */
export async function readableDatasets(
  records: Records,
  namespaces: readonly NamespaceEntry[],
  caller: Caller | null,
): Promise<LocatedDataset[]> {
  const readable = namespaces.filter((namespace) => mayRead(namespace, caller));
  const byId = new Map(readable.map((namespace) => [namespace.id, namespace]));
  return (await listDatasets(records, [...byId.keys()])).flatMap((dataset) => {
    const namespace = byId.get(dataset.namespaceId);
    return namespace !== undefined && existsFor(dataset, namespace, caller) ? [{ namespace, dataset }] : [];
  });
}

/** A version with its slug and the names of its columns. */
export interface LocatedVersion {
  readonly slug: string;
  readonly stored: StoredVersion;
  readonly names: ReadonlySet<string>;
}

/** Cached look-ups by address. All return null for missing records. */
export type Locator = ReturnType<typeof locateIn>;

export function locateIn(catalogue: Catalogue) {
  const { records } = catalogue;
  const namespace = cacheUntilChange(catalogue, (slug) => findNamespace(records, slug));
  const dataset = cacheUntilChange(catalogue, async (key): Promise<LocatedDataset | null> => {
    const [owner = '', slug = ''] = key.split('/');
    const found = await namespace(owner);
    const inside = found === null ? null : await findDataset(records, found.id, slug);
    return found === null || inside === null ? null : { namespace: found, dataset: inside };
  });
  const version = cacheUntilChange(catalogue, async (key): Promise<LocatedVersion | null> => {
    const [id = '', slug = ''] = key.split('/');
    const found = await findStoredVersion(records, Number(id), slug === '' ? null : slug);
    if (found === null) return null;
    const { slug: itsSlug, ...stored } = found;
    return { slug: itsSlug, stored, names: new Set(stored.columns.map((column) => column.name)) };
  });
  return {
    namespace,
    // A slash cannot be part of a slug, so the joined key is unambiguous for every slug that exists.
    dataset: async (owner: string, slug: string) =>
      owner.includes('/') || slug.includes('/') ? null : await dataset(`${owner}/${slug}`),
    /** A ready version of a dataset: the newest, or the one with the slug. */
    version: (id: number, slug: string | null) => version(`${id}/${slug ?? ''}`),
  };
}
