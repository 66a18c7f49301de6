import type { ChangeSummary, SourceChange } from '#shared/follow.ts';
import type { Records } from '../database/catalogue.ts';
import { trashed } from '../records/namespaces.ts';

export interface ChangesQuery {
  /** Null for all datasets. */
  readonly datasetId: number | null;
  /** Only changes with a smaller id; null for the newest. */
  readonly before: number | null;
  readonly limit: number;
}

function rowsOf(records: Records) {
  return records
    .selectFrom('source_changes')
    .innerJoin('datasets', 'datasets.id', 'source_changes.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .select([
      'source_changes.id',
      'namespaces.slug as namespace',
      'datasets.slug as dataset',
      'datasets.label as title',
      'source_changes.version_slug as version',
      'source_changes.previous_slug as previous',
      'source_changes.at',
      'source_changes.summary',
      'source_changes.unread',
    ])
    .where('datasets.namespace_id', 'not in', trashed(records));
}

type Row = Omit<SourceChange, 'summary' | 'unread'> & { readonly summary: string; readonly unread: number };

function change({ summary, unread, ...row }: Row): SourceChange {
  return { ...row, summary: JSON.parse(summary) as ChangeSummary, unread: unread === 1 };
}

/** Changes, newest first. */
export async function listChanges(
  records: Records,
  { datasetId, before, limit }: ChangesQuery,
): Promise<SourceChange[]> {
  let query = rowsOf(records);
  if (datasetId !== null) query = query.where('source_changes.dataset_id', '=', datasetId);
  if (before !== null) query = query.where('source_changes.id', '<', before);
  const rows = await query.orderBy('source_changes.id', 'desc').limit(limit).execute();
  return rows.map(change);
}

/** Number of unread changes of a dataset, or of all datasets. */
export async function countUnread(records: Records, datasetId: number | null): Promise<number> {
  let query = records
    .selectFrom('source_changes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('unread', '=', 1);
  if (datasetId !== null) query = query.where('dataset_id', '=', datasetId);
  return Number((await query.executeTakeFirst())?.count ?? 0);
}

/** Marks changes as read: those up to an id, or only that one. */
export async function markRead(records: Records, datasetId: number | null, upTo: number, only: boolean): Promise<void> {
  let query = records.updateTable('source_changes').set({ unread: 0 }).where('unread', '=', 1);
  query = only ? query.where('id', '=', upTo) : query.where('id', '<=', upTo);
  if (datasetId !== null) query = query.where('dataset_id', '=', datasetId);
  await query.execute();
}

/** Records how a new version differs from the previous one. */
export async function insertChange(
  records: Records,
  datasetId: number,
  { version, previous, at, summary }: Pick<SourceChange, 'version' | 'previous' | 'at' | 'summary'>,
): Promise<void> {
  await records
    .insertInto('source_changes')
    .values({
      dataset_id: datasetId,
      version_slug: version,
      previous_slug: previous,
      at,
      summary: JSON.stringify(summary),
    })
    .execute();
}
