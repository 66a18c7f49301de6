import type { Selectable } from 'kysely';
import type { SavedParameters } from '#shared/api/records/query.ts';
import type { Records } from '../database/catalogue.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { QueryTable } from '../database/tables.ts';
import { RemovedError } from './removed-error.ts';
import { trashed } from './trashed.ts';

/** A saved query. */
export interface QueryEntry {
  readonly id: number;
  readonly datasetId: number;
  readonly ownerId: number | null;
  readonly label: string;
  readonly slug: string;
  readonly parameters: SavedParameters;
  readonly created: string;
}

function entry(row: Selectable<QueryTable>): QueryEntry {
  return {
    id: row.id,
    datasetId: row.dataset_id,
    ownerId: row.owner_id,
    label: row.label,
    slug: row.slug,
    parameters: JSON.parse(row.parameters) as SavedParameters,
    created: row.created,
  };
}

/** Saved queries of the given datasets, oldest first. */
export async function listQueriesOf(records: Records, datasetIds: readonly number[]): Promise<QueryEntry[]> {
  if (datasetIds.length === 0) return [];
  const rows = await records
    .selectFrom('queries')
    .selectAll()
    .where('dataset_id', 'in', datasetIds)
    .orderBy('id')
    .execute();
  return rows.map(entry);
}

export async function findQuery(records: Records, id: number): Promise<QueryEntry | null> {
  const row = await records.selectFrom('queries').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : entry(row);
}

/** The fields of a new saved query. */
export interface NewQuery {
  readonly datasetId: number;
  readonly ownerId: number | null;
  readonly label: string;
  readonly slug: string;
  readonly parameters: SavedParameters;
}

/** Whether another saved query of the dataset has this slug. */
export async function isQuerySlugTaken(
  records: Records,
  datasetId: number,
  slug: string,
  except = 0,
): Promise<boolean> {
  const other = await records
    .selectFrom('queries')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('slug', '=', slug)
    .where('id', '!=', except)
    .executeTakeFirst();
  return other !== undefined;
}

/** @throws {RemovedError} */
export async function createQuery(records: Records, made: NewQuery, now = new Date()): Promise<QueryEntry> {
  return await inTransaction(records, async (transaction) => {
    await refuseRemoved(transaction, made.datasetId);
    const row = await transaction
      .insertInto('queries')
      .values({
        dataset_id: made.datasetId,
        owner_id: made.ownerId,
        label: made.label,
        slug: made.slug,
        parameters: JSON.stringify(made.parameters),
        created: now.toISOString(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return entry(row);
  });
}

async function refuseRemoved(records: Records, datasetId: number): Promise<void> {
  const dataset = await records
    .selectFrom('datasets')
    .select('id')
    .where('id', '=', datasetId)
    .where('namespace_id', 'not in', trashed(records))
    .executeTakeFirst();
  if (dataset === undefined) throw new RemovedError('dataset');
}

/** @throws {RemovedError} */
export async function changeQuery(
  records: Records,
  id: number,
  change: {
    readonly datasetId: number;
    readonly label: string;
    readonly slug: string;
    readonly parameters: SavedParameters;
  },
): Promise<void> {
  const { datasetId, label, slug, parameters } = change;
  await inTransaction(records, async (transaction) => {
    await refuseRemoved(transaction, datasetId);
    await transaction
      .updateTable('queries')
      .set({ dataset_id: datasetId, label, slug, parameters: JSON.stringify(parameters) })
      .where('id', '=', id)
      .execute();
  });
}

export async function deleteQuery(records: Records, id: number): Promise<void> {
  await records.deleteFrom('queries').where('id', '=', id).execute();
}
