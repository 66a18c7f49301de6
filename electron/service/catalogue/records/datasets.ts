import type { Selectable } from 'kysely';
import { given } from '#shared/given.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';
import { fromRow, type RecordOf, rowOf } from '../database/row-form.ts';
import type { DatasetTable } from '../database/tables.ts';
import { isImporting } from '../imports/unfinished-imports.ts';
import {
  type ImageNames,
  imageColumns,
  NotEmptyError,
  noImages,
  RemovedError,
  SlugTakenError,
  showNamespace,
  trashed,
  type Unreferenced,
} from './namespaces.ts';
import { notesOfColumns } from './versions.ts';

const entryColumns = [
  ...imageColumns,
  'id',
  'namespace_id',
  'label',
  'slug',
  'description',
  'provisional',
  'hidden',
] as const;

export type DatasetEntry = RecordOf<Pick<Selectable<DatasetTable>, (typeof entryColumns)[number]>>;

export interface NewDataset extends Partial<ImageNames> {
  readonly namespaceId: number;
  readonly slug: string;
  readonly label: string;
  readonly description?: string;
  readonly columns?: readonly ColumnNote[];
  /** Where its data come from, and who answers questions about them. */
  readonly source?: string;
  readonly contact?: string;
  /** Whether it becomes visible with its first version. */
  readonly provisional?: boolean;
  /** Whether only those who may write see it. */
  readonly hidden?: boolean;
}

/** Changes to a dataset; missing fields stay unchanged. */
export interface DatasetUpdate extends Partial<ImageNames> {
  readonly slug?: string;
  readonly label?: string;
  readonly description?: string;
  readonly hidden?: boolean;
}

/** A column's label and description: part of the record, retained if a new version still has the column. */
export interface ColumnNote {
  readonly name: string;
  readonly label?: string;
  readonly description?: string;
}

/** Datasets of the given namespaces, oldest first, without those that are not visible yet, but with hidden ones. */
export async function listDatasets(records: Records, namespaceIds: readonly number[]): Promise<DatasetEntry[]> {
  if (namespaceIds.length === 0) return [];
  const rows = await records
    .selectFrom('datasets')
    .select(entryColumns)
    .where('namespace_id', 'in', namespaceIds)
    .where('provisional', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map(fromRow);
}

export async function findDataset(records: Records, namespaceId: number, slug: string): Promise<DatasetEntry | null> {
  const row = await records
    .selectFrom('datasets')
    .select(entryColumns)
    .where('namespace_id', '=', namespaceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

/** @throws {SlugTakenError | RemovedError} */
export async function createDataset(records: Records, made: NewDataset): Promise<DatasetEntry> {
  return await inTransaction(records, async (transaction) => {
    const { columns = [], ...fields } = made;
    const { namespaceId, slug } = fields;
    const home = await transaction
      .selectFrom('namespaces')
      .select('id')
      .where('id', '=', namespaceId)
      .where('id', 'not in', trashed(transaction))
      .executeTakeFirst();
    if (home === undefined) throw new RemovedError('namespace');
    await refuseTakenSlug(transaction, namespaceId, slug);
    const blank = { ...noImages, description: '', lastVersion: '' };
    const row = await transaction
      .insertInto('datasets')
      .values(rowOf({ ...blank, ...fields, created: new Date().toISOString() }))
      .returning(entryColumns)
      .executeTakeFirstOrThrow();
    await noteColumns(transaction, row.id, columns);
    if (made.provisional !== true) await showNamespace(transaction, namespaceId);
    return fromRow(row);
  });
}

/** Changes a dataset; returns its previous images, null if the dataset no longer exists. @throws {SlugTakenError} */
export async function changeDataset(
  records: Records,
  dataset: DatasetEntry,
  change: DatasetUpdate,
  notes: readonly ColumnNote[] = [],
): Promise<ImageNames | null> {
  return await inTransaction(records, async (transaction) => {
    const before = await transaction
      .selectFrom('datasets')
      .select(imageColumns)
      .where('id', '=', dataset.id)
      .where('namespace_id', 'not in', trashed(transaction))
      .executeTakeFirst();
    if (before === undefined) return null;
    if (change.slug !== undefined) {
      await refuseTakenSlug(transaction, dataset.namespaceId, change.slug, dataset.id);
    }
    const values = rowOf(given(change));
    if (Object.keys(values).length > 0) {
      await transaction.updateTable('datasets').set(values).where('id', '=', dataset.id).execute();
    }
    await noteColumns(transaction, dataset.id, notes);
    return fromRow(before);
  });
}

/** Rows that one statement adds: the number of its values is limited. */
const rowsAtOnce = 2000;

/** Stores descriptions of columns; a missing label or description stays unchanged. */
export async function noteColumns(records: Records, datasetId: number, notes: readonly ColumnNote[]): Promise<void> {
  const byName = new Map<string, readonly [label: string | null, description: string | null]>();
  for (const { name, label, description } of notes) {
    if (label === undefined && description === undefined) continue;
    const [labelBefore = null, descriptionBefore = null] = byName.get(name) ?? [];
    byName.set(name, [label ?? labelBefore, description ?? descriptionBefore]);
  }
  if (byName.size === 0) return;
  const known = (await notesOfColumns(records, [datasetId])).get(datasetId);
  const rows = [...byName].map(([name, [label, description]]) => ({
    dataset_id: datasetId,
    name,
    label: label ?? known?.get(name)?.label ?? name,
    description: description ?? known?.get(name)?.description ?? '',
  }));
  // Thousands in sequence would block other requests for seconds.
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await records
      .insertInto('column_notes')
      .values(rows.slice(from, from + rowsAtOnce))
      .onConflict((conflict) =>
        conflict.columns(['dataset_id', 'name']).doUpdateSet((row) => ({
          label: row.ref('excluded.label'),
          description: row.ref('excluded.description'),
        })),
      )
      .execute();
}

/** Links a column with the dataset that lists its codes, by id; null removes the link. */
export async function linkCodes(
  records: Records,
  datasetId: number,
  name: string,
  codes: number | null,
): Promise<void> {
  await records
    .insertInto('column_notes')
    .values({ dataset_id: datasetId, name, label: name, description: '', codes })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'name']).doUpdateSet({ codes }))
    .execute();
}

/** Moves a dataset to another namespace, where its slug must be available. */
export async function moveDataset(records: Records, id: number, namespaceId: number): Promise<void> {
  await records.updateTable('datasets').set({ namespace_id: namespaceId }).where('id', '=', id).execute();
}

/**
 * Removes a dataset with its versions.
 * @param onlyEmpty fail if there is a version, even one in progress
 * @throws {NotEmptyError}
 */
export async function deleteDataset(records: Records, id: number, onlyEmpty = false): Promise<Unreferenced> {
  return await inTransaction(records, async (transaction) => {
    const versions = await transaction.selectFrom('versions').select('key').where('dataset_id', '=', id).execute();
    if (onlyEmpty && versions.length > 0) throw new NotEmptyError();
    const held = await transaction.selectFrom('held_versions').select('key').where('dataset_id', '=', id).execute();
    const removed = await transaction.deleteFrom('datasets').where('id', '=', id).returning(imageColumns).execute();
    return { keys: [...versions, ...held].map((version) => version.key), images: removed.map(fromRow) };
  });
}

async function refuseTakenSlug(records: Records, namespaceId: number, slug: string, except = 0): Promise<void> {
  const other = await records
    .selectFrom('datasets')
    .select(['id', 'provisional'])
    .where('namespace_id', '=', namespaceId)
    .where('slug', '=', slug)
    .where('id', '!=', except)
    .executeTakeFirst();
  if (other === undefined) return;
  // A dataset whose first version failed is stored only for its report, and does not occupy a slug.
  const abandoned = other.provisional === 1 && !(await isImporting(records, other.id));
  if (!abandoned) throw new SlugTakenError();
  await records.deleteFrom('datasets').where('id', '=', other.id).execute();
}

/** The columns that identify the rows of a dataset: found once, or chosen. Empty for whole rows, null if unknown. */
export async function keptKey(records: Records, datasetId: number): Promise<readonly string[] | null> {
  const row = await records.selectFrom('datasets').select('row_key').where('id', '=', datasetId).executeTakeFirst();
  return row?.row_key == null ? null : (JSON.parse(row.row_key) as string[]);
}

/** Stores the key of a dataset; null if it is unknown. */
export async function keepKey(records: Records, datasetId: number, key: readonly string[] | null): Promise<void> {
  const kept = key === null ? null : JSON.stringify(key);
  await records.updateTable('datasets').set({ row_key: kept }).where('id', '=', datasetId).execute();
}
