import type { Selectable } from 'kysely';
import type { SavedParameters } from '#shared/api/records/query.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';
import { fromRow, type RecordOf, rowOf } from '../database/row-form.ts';
import type { QueryTable } from '../database/tables.ts';
import { RemovedError, trashed } from './namespaces.ts';
import type { LocatedDataset } from './readable-dataset.ts';

export type QueryEntry = Omit<RecordOf<Selectable<QueryTable>>, 'parameters'> & {
  readonly parameters: SavedParameters;
};

function entry(row: Selectable<QueryTable>): QueryEntry {
  return { ...fromRow(row), parameters: JSON.parse(row.parameters) as SavedParameters };
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

export type NewQuery = Omit<QueryEntry, 'id' | 'created'>;

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
export async function createQuery(records: Records, made: NewQuery): Promise<QueryEntry> {
  return await inTransaction(records, async (transaction) => {
    await refuseRemoved(transaction, made.datasetId);
    const row = await transaction
      .insertInto('queries')
      .values(rowOf({ ...made, parameters: JSON.stringify(made.parameters), created: new Date().toISOString() }))
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
  { datasetId, label, slug, parameters }: Omit<NewQuery, 'ownerId'>,
): Promise<void> {
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

export interface FoundQuery extends LocatedDataset {
  readonly query: QueryEntry;
}
