import type { Records } from '../database/catalogue.ts';
import { findNamespaceById, type NamespaceEntry } from './namespaces.ts';

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
