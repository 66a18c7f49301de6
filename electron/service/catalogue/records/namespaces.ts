import type { Selectable } from 'kysely';
import { ExplainedError } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { Guarded } from '../access/access.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';
import { fromRow, type RecordOf, rowOf } from '../database/row-form.ts';
import type { ImageColumns, NamespaceTable } from '../database/tables.ts';

export type ImageNames = RecordOf<ImageColumns>;

export interface NamespaceEntry extends Guarded, Omit<RecordOf<NamespaceRow>, 'created'> {}

export interface NewNamespace extends Partial<ImageNames> {
  readonly slug: string;
  readonly label: string;
  readonly description?: string;
  readonly published?: boolean;
  readonly ownerId?: number | null;
  readonly allowedGroups?: readonly number[];
  /** Whether it stays hidden until its first dataset appears. */
  readonly provisional?: boolean;
}

/** Changes to a namespace; missing fields stay unchanged. */
export interface NamespaceUpdate extends Partial<ImageNames> {
  readonly slug?: string;
  readonly label?: string;
  readonly description?: string;
  readonly published?: boolean;
  readonly allowedGroups?: readonly number[];
}

type NamespaceRow = Selectable<NamespaceTable>;

export const noImages: ImageNames = { image: '', showcaseImage: '', thumbnailImage: '' };
export const imageColumns = ['image', 'showcase_image', 'thumbnail_image'] as const;

function entry({ created: _, ...row }: NamespaceRow, allowedGroups: readonly number[]): NamespaceEntry {
  return { ...fromRow(row), allowedGroups };
}

/** Allowed groups of namespaces, in the order in which they were given. */
async function groupsByNamespace(records: Records, ids?: readonly number[]): Promise<Map<number, number[]>> {
  let query = records.selectFrom('namespace_groups').selectAll().orderBy('position');
  if (ids !== undefined) query = query.where('namespace_id', 'in', ids);
  const groups = new Map<number, number[]>();
  for (const row of await query.execute()) {
    const known = groups.get(row.namespace_id);
    if (known === undefined) groups.set(row.namespace_id, [row.group_id]);
    else known.push(row.group_id);
  }
  return groups;
}

/** All visible namespaces, oldest first. */
export async function namespaceEntries(records: Records): Promise<NamespaceEntry[]> {
  const rows = await records
    .selectFrom('namespaces')
    .selectAll()
    .where('provisional', '=', 0)
    .where('id', 'not in', trashed(records))
    .orderBy('id')
    .execute();
  const groups = await groupsByNamespace(records);
  return rows.map((row) => entry(row, groups.get(row.id) ?? []));
}

export async function findNamespace(records: Records, slug: string): Promise<NamespaceEntry | null> {
  const row = await records
    .selectFrom('namespaces')
    .selectAll()
    .where('slug', '=', slug)
    .where('id', 'not in', trashed(records))
    .executeTakeFirst();
  if (row === undefined) return null;
  const groups = await groupsByNamespace(records, [row.id]);
  return entry(row, groups.get(row.id) ?? []);
}

/** @throws {SlugTakenError} */
export async function createNamespace(records: Records, made: NewNamespace): Promise<NamespaceEntry> {
  return await inTransaction(records, async (transaction) => {
    // An abandoned namespace is not listed: its slug is available.
    if (made.provisional !== true) await dropAbandonedNamespaces(transaction, { slug: made.slug });
    await refuseTakenSlug(transaction, made.slug);
    const { allowedGroups: groups = [], ...fields } = made;
    const blank = { ...noImages, description: '', published: false, provisional: false };
    const row = await transaction
      .insertInto('namespaces')
      .values(rowOf({ ...blank, ...fields, created: new Date().toISOString() }))
      .returningAll()
      .executeTakeFirstOrThrow();
    await setGroups(transaction, row.id, groups);
    return entry(row, groups);
  });
}

/**
 * Removes provisional namespaces that have no dataset, not even one in progress: only the one with this slug, only
 * those created before a time in ISO 8601, or all.
 */
export async function dropAbandonedNamespaces(
  records: Records,
  { slug, before = null }: { readonly slug?: string; readonly before?: string | null },
): Promise<void> {
  let removal = records
    .deleteFrom('namespaces')
    .where('provisional', '=', 1)
    .where('id', 'not in', records.selectFrom('datasets').select('namespace_id'));
  if (slug !== undefined) removal = removal.where('slug', '=', slug);
  if (before !== null) removal = removal.where('created', '<', before);
  await removal.execute();
}

/** Makes a namespace visible once it has a dataset. */
export async function showNamespace(records: Records, id: number): Promise<void> {
  await records
    .updateTable('namespaces')
    .set({ provisional: 0 })
    .where('id', '=', id)
    .where('provisional', '=', 1)
    .execute();
}

export async function findNamespaceById(records: Records, id: number): Promise<NamespaceEntry | null> {
  const row = await records.selectFrom('namespaces').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : entry(row, (await groupsByNamespace(records, [id])).get(id) ?? []);
}

/**
 * Changes a namespace; returns its previous images, null if the namespace no longer exists.
 * @throws {SlugTakenError}
 */
export async function changeNamespace(
  records: Records,
  id: number,
  change: NamespaceUpdate,
): Promise<ImageNames | null> {
  return await inTransaction(records, async (transaction) => {
    const before = await transaction
      .selectFrom('namespaces')
      .select(imageColumns)
      .where('id', '=', id)
      .where('id', 'not in', trashed(transaction))
      .executeTakeFirst();
    if (before === undefined) return null;
    if (change.slug !== undefined) await refuseTakenSlug(transaction, change.slug, id);
    const { allowedGroups, ...fields } = change;
    const values = rowOf(given(fields));
    if (Object.keys(values).length > 0) {
      await transaction.updateTable('namespaces').set(values).where('id', '=', id).execute();
    }
    if (allowedGroups !== undefined) await setGroups(transaction, id, allowedGroups);
    return fromRow(before);
  });
}

/** Names of all image files in the catalogue. */
export async function imageFileNames(records: Records): Promise<Set<string>> {
  const rows = [
    ...(await records.selectFrom('namespaces').select(imageColumns).execute()),
    ...(await records.selectFrom('datasets').select(imageColumns).execute()),
  ];
  return new Set(rows.flatMap((row) => imageColumns.map((column) => row[column])));
}

/** Images and rows without a record after a deletion: the caller must remove them. */
export interface Unreferenced {
  readonly keys: readonly string[];
  readonly images: readonly ImageNames[];
}

/** A record was to be removed only if empty, but is not. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError';
}

/**
 * Removes a namespace with its contents.
 * @param onlyEmpty fail if it contains a dataset, even a provisional one
 * @throws {NotEmptyError}
 */
export async function deleteNamespace(records: Records, id: number, onlyEmpty = false): Promise<Unreferenced> {
  return await inTransaction(records, async (transaction) => {
    if (onlyEmpty) {
      const inside = transaction.selectFrom('datasets').select('id').where('namespace_id', '=', id);
      if ((await inside.executeTakeFirst()) !== undefined) throw new NotEmptyError();
    }
    const versions = await transaction
      .selectFrom('versions')
      .innerJoin('datasets', 'datasets.id', 'versions.dataset_id')
      .where('datasets.namespace_id', '=', id)
      .select('versions.key')
      .unionAll(
        transaction
          .selectFrom('held_versions')
          .innerJoin('datasets', 'datasets.id', 'held_versions.dataset_id')
          .where('datasets.namespace_id', '=', id)
          .select('held_versions.key'),
      )
      .execute();
    const pictured = [
      ...(await transaction.selectFrom('namespaces').select(imageColumns).where('id', '=', id).execute()),
      ...(await transaction.selectFrom('datasets').select(imageColumns).where('namespace_id', '=', id).execute()),
    ];
    await transaction.deleteFrom('namespaces').where('id', '=', id).execute();
    return { keys: versions.map((version) => version.key), images: pictured.map(fromRow) };
  });
}

/** Another namespace (or another dataset of the same namespace) has this slug. */
export class SlugTakenError extends ExplainedError {
  constructor() {
    super(explain('changed-by-others'), { kind: 'not-accepted', status: 409, retry: true });
  }
}

async function refuseTakenSlug(records: Records, slug: string, except = 0): Promise<void> {
  const other = await records
    .selectFrom('namespaces')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', except)
    .executeTakeFirst();
  if (other !== undefined) throw new SlugTakenError();
}

async function setGroups(records: Records, id: number, groups: readonly number[]): Promise<void> {
  await records.deleteFrom('namespace_groups').where('namespace_id', '=', id).execute();
  const distinct = [...new Set(groups)];
  if (distinct.length === 0) return;
  await records
    .insertInto('namespace_groups')
    .values(distinct.map((group, position) => ({ namespace_id: id, group_id: group, position })))
    .execute();
}

const reasons = { namespace: 'namespace-gone', dataset: 'dataset-gone', version: 'version-gone' } as const;

/** A record was deleted before its parts were written. */
export class RemovedError extends ExplainedError {
  readonly what: keyof typeof reasons;
  constructor(what: RemovedError['what']) {
    super(explain(reasons[what]), { kind: 'not-found', status: 404 });
    this.what = what;
  }
}

/** The ids of the hidden namespaces of deleted records, which no look-up finds. */
export function trashed(records: Records) {
  return records.selectFrom('trash').select('trash.namespace_id');
}
