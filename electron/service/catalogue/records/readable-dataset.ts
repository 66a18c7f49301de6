import type { StoredVersion } from '../../files/stored-version.ts';
import { type Caller, existsFor, mayRead } from '../access/access.ts';
import type { Catalogue, Records } from '../database/catalogue.ts';
import { cacheUntilChange } from './cache-until-change.ts';
import { type DatasetEntry, findDataset, listDatasets } from './datasets.ts';
import { findNamespace, findNamespaceById, type NamespaceEntry, trashed } from './namespaces.ts';
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

/** A dataset by its id; null also for one in the trash. */
export async function findDatasetById(records: Records, id: number): Promise<LocatedDataset | null> {
  const row = await records
    .selectFrom('datasets')
    .select(['namespace_id', 'slug'])
    .where('id', '=', id)
    .where('namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  const namespace = row === undefined ? null : await findNamespaceById(records, row.namespace_id);
  const dataset = row === undefined || namespace === null ? null : await findDataset(records, namespace.id, row.slug);
  return namespace === null || dataset === null ? null : { namespace, dataset };
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

/** What determines who may see an image. */
interface ImageOwner {
  readonly namespace: NamespaceEntry;
  /** Whether the image belongs to a hidden dataset. */
  readonly hidden: boolean;
}

/** The owner of a stored image, by its name below `media/`; null if it is unused. */
export async function findImageOwner(records: Records, name: string): Promise<ImageOwner | null> {
  const namespace = await records
    .selectFrom('namespaces')
    .select('id')
    .where((at) => at.or([at('image', '=', name), at('showcase_image', '=', name), at('thumbnail_image', '=', name)]))
    .executeTakeFirst();
  if (namespace !== undefined) return await ownerIn(records, namespace.id, false);
  const dataset = await records
    .selectFrom('datasets')
    .select(['namespace_id', 'hidden'])
    .where('provisional', '=', 0)
    .where((at) => at.or([at('image', '=', name), at('showcase_image', '=', name), at('thumbnail_image', '=', name)]))
    .executeTakeFirst();
  return dataset === undefined ? null : await ownerIn(records, dataset.namespace_id, dataset.hidden === 1);
}

async function ownerIn(records: Records, id: number, hidden: boolean): Promise<ImageOwner | null> {
  const namespace = await findNamespaceById(records, id);
  return namespace === null ? null : { namespace, hidden };
}
