import { randomBytes } from 'node:crypto';
import { unusedName } from '#shared/text/unused-name.ts';
import { findRow, inTransaction, type Records } from '../database/catalogue.ts';
import { rowOf } from '../database/row-form.ts';
import type { TrashTable } from '../database/tables.ts';
import { reportCancelled } from '../imports/imports.ts';
import { moveDataset } from './datasets.ts';
import { noImages, trashed } from './namespaces.ts';

/** The slugs of something that was deleted; `dataset` and `version` are empty where they do not apply. */
export type TrashedNames = Pick<TrashTable, 'namespace' | 'dataset' | 'version'>;

/** Something that was deleted and can be restored. */
export interface TrashEntry extends TrashedNames {
  readonly id: number;
  readonly label: string;
  /** ISO 8601. */
  readonly deleted: string;
  readonly ownerId: number | null;
  /** Number of versions, and the size of their stored files. */
  readonly versions: number;
  readonly bytes: number;
}

/** The namespace or dataset of a deleted record is in the trash too. */
export class HomeInTrashError extends Error {
  override readonly name = 'HomeInTrashError';
  constructor(home: string) {
    super(`"${home}" is in the trash too: restore that first.`);
  }
}

/** A slug for a hidden namespace: others have no colon, so it is always available. */
const hiddenSlug = () => `trash:${randomBytes(8).toString('hex')}`;

/**
 * Moves a namespace into the trash.
 * @returns keys of versions in progress, which are deleted: the caller cancels them
 */
export async function trashNamespace(records: Records, id: number): Promise<string[]> {
  return await inTransaction(records, async (transaction) => {
    const found = await transaction
      .selectFrom('namespaces')
      .select(['slug', 'label', 'published'])
      .where('id', '=', id)
      .where('id', 'not in', trashed(transaction))
      .executeTakeFirst();
    if (found === undefined) return [];
    const inside = await transaction.selectFrom('datasets').select('id').where('namespace_id', '=', id).execute();
    const keys = await dropUnfinished(transaction, inside);
    const hidden = { slug: hiddenSlug(), published: 0 } as const;
    await transaction.updateTable('namespaces').set(hidden).where('id', '=', id).execute();
    const { slug: namespace, label, published } = found;
    const item = { namespace, dataset: '', version: '', label, published };
    await addItem(transaction, { ...item, namespace_id: id, home_id: id, deleted: new Date().toISOString() });
    return keys;
  });
}

/** Moves a dataset into the trash. @returns keys of versions in progress, like {@link trashNamespace} */
export async function trashDataset(records: Records, id: number): Promise<string[]> {
  return await inTransaction(records, async (transaction) => {
    const found = await findDatasetHere(transaction, id);
    if (found === null) return [];
    const keys = await dropUnfinished(transaction, [{ id }]);
    const hidden = await hideBeside(transaction, found);
    await moveDataset(transaction, id, hidden);
    const { namespace_id: home, home: namespace, slug: dataset, label } = found;
    const item = { namespace, dataset, version: '', label, published: 0 } as const;
    await addItem(transaction, { ...item, namespace_id: hidden, home_id: home, deleted: new Date().toISOString() });
    return keys;
  });
}

/** Moves a ready version into the trash. */
export async function trashVersion(records: Records, versionId: number): Promise<void> {
  await inTransaction(records, async (transaction) => {
    const version = await findRow(transaction, 'versions', { id: versionId, state: 'ready' });
    const found = version === undefined ? null : await findDatasetHere(transaction, version.dataset_id);
    if (version === undefined || found === null) return;
    const hidden = await hideBeside(transaction, found);
    const { id: datasetId, home: namespace, slug: dataset, label } = found;
    const made = await transaction
      .insertInto('datasets')
      .values({
        namespace_id: hidden,
        label,
        slug: dataset,
        description: '',
        ...rowOf(noImages),
        created: new Date().toISOString(),
        last_version: version.slug,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await transaction.updateTable('versions').set({ dataset_id: made.id }).where('id', '=', versionId).execute();
    const item = { namespace, dataset, version: version.slug, label, published: 0 } as const;
    await addItem(transaction, {
      ...item,
      namespace_id: hidden,
      home_id: datasetId,
      deleted: new Date().toISOString(),
    });
  });
}

/**
 * Hides an item, as the last step: this also removes the records beside the rows, from which a lost catalogue is
 * rebuilt.
 */
async function addItem(records: Records, item: TrashTable): Promise<void> {
  await records.insertInto('trash').values(item).execute();
}

/** A dataset that is not in the trash, with the fields of its namespace. */
async function findDatasetHere(records: Records, id: number) {
  const row = await records
    .selectFrom('datasets')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .select(['datasets.id', 'datasets.namespace_id', 'datasets.slug', 'datasets.label'])
    .select(['namespaces.slug as home', 'namespaces.label as homeLabel', 'namespaces.owner_id as ownerId'])
    .where('datasets.id', '=', id)
    .where('datasets.namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  return row ?? null;
}

/** Makes a hidden namespace that belongs to the owner of a dataset. @returns its id */
async function hideBeside(
  records: Records,
  { homeLabel, ownerId }: { readonly homeLabel: string; readonly ownerId: number | null },
): Promise<number> {
  const { id } = await records
    .insertInto('namespaces')
    .values({
      label: homeLabel,
      slug: hiddenSlug(),
      description: '',
      ...rowOf(noImages),
      published: 0,
      owner_id: ownerId,
      created: new Date().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes versions in progress, and datasets that wait for their first one. @returns keys of the versions */
async function dropUnfinished(records: Records, datasets: readonly { readonly id: number }[]): Promise<string[]> {
  const ids = datasets.map(({ id }) => id);
  if (ids.length === 0) return [];
  const importing = await records
    .selectFrom('versions')
    .select(['id', 'key', 'slug', 'dataset_id'])
    .where('dataset_id', 'in', ids)
    .where('state', '=', 'importing')
    .execute();
  for (const { id, dataset_id: dataset, slug } of importing) {
    await records.deleteFrom('versions').where('id', '=', id).execute();
    await reportCancelled(records, dataset, slug);
  }
  await records.deleteFrom('datasets').where('id', 'in', ids).where('provisional', '=', 1).execute();
  return importing.map(({ key }) => key);
}

/** Everything in the trash, most recently deleted first. */
export async function listTrash(records: Records): Promise<TrashEntry[]> {
  const items = await records
    .selectFrom('trash')
    .innerJoin('namespaces', 'namespaces.id', 'trash.namespace_id')
    .selectAll('trash')
    .select('namespaces.owner_id')
    .orderBy('trash.deleted', 'desc')
    .orderBy('trash.namespace_id', 'desc')
    .execute();
  const versions = await records
    .selectFrom('versions')
    .innerJoin('datasets', 'datasets.id', 'versions.dataset_id')
    .select(['datasets.namespace_id as id', 'versions.bytes'])
    .where('datasets.namespace_id', 'in', trashed(records))
    .execute();
  const sizes = new Map<number, number[]>();
  for (const { id, bytes } of versions) sizes.set(id, [...(sizes.get(id) ?? []), bytes]);
  return items.map(({ namespace_id: id, owner_id: ownerId, namespace, dataset, version, label, deleted }) => {
    const stored = sizes.get(id) ?? [];
    const bytes = stored.reduce((sum, one) => sum + one, 0);
    return { id, namespace, dataset, version, label, deleted, ownerId, versions: stored.length, bytes };
  });
}

/**
 * Restores something from the trash: where it was, under another slug if its own is taken meanwhile. If that namespace
 * or dataset was deleted for good, its remains in the trash take its place, unpublished.
 * @returns its slugs now; null if it is not in the trash
 * @throws {HomeInTrashError}
 */
export async function restoreFromTrash(records: Records, id: number): Promise<TrashedNames | null> {
  return await inTransaction(records, async (transaction) => {
    const item = await transaction.deleteFrom('trash').where('namespace_id', '=', id).returningAll().executeTakeFirst();
    if (item === undefined) return null;
    const hidden = await transaction
      .selectFrom('datasets')
      .select(['id', 'slug'])
      .where('namespace_id', '=', id)
      .execute();
    const [only] = hidden;
    const { version } = item;
    if (version !== '' && only !== undefined) {
      const found = await findDatasetHere(transaction, item.home_id);
      if (found !== null) {
        const moved = { dataset_id: found.id };
        await transaction.updateTable('versions').set(moved).where('dataset_id', '=', only.id).execute();
        await transaction.deleteFrom('namespaces').where('id', '=', id).execute();
        return { namespace: found.home, dataset: found.slug, version };
      }
      await refuseTrashedDataset(transaction, item.home_id, `${item.namespace}/${item.dataset}`);
    }
    if (item.dataset !== '' && only !== undefined) {
      const home = await findHome(transaction, item);
      if (home !== null) {
        const taken = await transaction
          .selectFrom('datasets')
          .select('slug')
          .where('namespace_id', '=', home.id)
          .execute();
        const dataset = unusedName(item.dataset, new Set(taken.map(({ slug }) => slug)));
        const moved = { namespace_id: home.id, slug: dataset };
        await transaction.updateTable('datasets').set(moved).where('id', '=', only.id).execute();
        await transaction.deleteFrom('namespaces').where('id', '=', id).execute();
        return { namespace: home.slug, dataset, version };
      }
    }
    const taken = await transaction.selectFrom('namespaces').select('slug').execute();
    const namespace = unusedName(item.namespace, new Set(taken.map(({ slug }) => slug)));
    const shown = { slug: namespace, published: item.published };
    await transaction.updateTable('namespaces').set(shown).where('id', '=', id).execute();
    return { namespace, dataset: item.dataset, version };
  });
}

/** The namespace that a deleted dataset, or the dataset of a deleted version, returns to; null if there is none. */
async function findHome(records: Records, { version, home_id: id, namespace }: TrashTable) {
  const inTrash = await findRow(records, 'trash', { namespace, dataset: '' });
  const query = records.selectFrom('namespaces').select(['id', 'slug']).where('id', 'not in', trashed(records));
  const home = await (version === ''
    ? query.where('id', '=', id)
    : query.where('slug', '=', namespace)
  ).executeTakeFirst();
  if (home === undefined && inTrash !== undefined) throw new HomeInTrashError(namespace);
  return home ?? null;
}

/** @throws {HomeInTrashError} if the dataset is in the trash */
async function refuseTrashedDataset(records: Records, id: number, name: string): Promise<void> {
  const found = await records
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', id)
    .where('namespace_id', 'in', trashed(records))
    .executeTakeFirst();
  if (found !== undefined) throw new HomeInTrashError(name);
}
