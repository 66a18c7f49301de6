import type { Records } from '../database/open-catalogue.ts';
import { findNamespaceById, type NamespaceEntry } from './namespaces.ts';

/** The namespace that determines who may see a stored image, by its name below `media/`; null if it is unused. */
export async function findImageOwner(records: Records, name: string): Promise<NamespaceEntry | null> {
  const namespace = await records
    .selectFrom('namespaces')
    .select('id')
    .where((at) => at.or([at('image', '=', name), at('showcase_image', '=', name), at('thumbnail_image', '=', name)]))
    .executeTakeFirst();
  if (namespace !== undefined) return await findNamespaceById(records, namespace.id);
  const dataset = await records
    .selectFrom('datasets')
    .select('namespace_id')
    .where('provisional', '=', 0)
    .where((at) => at.or([at('image', '=', name), at('showcase_image', '=', name), at('thumbnail_image', '=', name)]))
    .executeTakeFirst();
  return dataset === undefined ? null : await findNamespaceById(records, dataset.namespace_id);
}
