import type { ChangeSummary } from '#shared/follow.ts';
import type { SourceNews } from '#shared/rpc/shell/following-settings.ts';
import { inTransaction, type Records } from '../database/catalogue.ts';
import { trashed } from '../records/namespaces.ts';

/** News that the user has not been notified of yet. */
export interface UnannouncedNews extends SourceNews {
  readonly namespace: string;
  readonly dataset: string;
  /** Whether the user wants to be notified of this dataset. */
  readonly notify: boolean;
}

const ofDataset = [
  'namespaces.slug as namespace',
  'datasets.slug as dataset',
  'datasets.label as title',
  'sources.notify as notify',
] as const;

/** Unread changes and held versions that the user has not been notified of, oldest first. */
export async function listUnannounced(records: Records): Promise<UnannouncedNews[]> {
  const changes = await records
    .selectFrom('source_changes')
    .innerJoin('datasets', 'datasets.id', 'source_changes.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .leftJoin('sources', 'sources.dataset_id', 'datasets.id')
    .select(['source_changes.id as id', 'source_changes.summary as summary', ...ofDataset])
    .where('datasets.namespace_id', 'not in', trashed(records))
    .where('source_changes.announced', '=', 0)
    .where('source_changes.unread', '=', 1)
    .orderBy('source_changes.id')
    .execute();
  const held = await records
    .selectFrom('held_versions')
    .innerJoin('datasets', 'datasets.id', 'held_versions.dataset_id')
    .innerJoin('namespaces', 'namespaces.id', 'datasets.namespace_id')
    .innerJoin('sources', 'sources.dataset_id', 'datasets.id')
    .select(['held_versions.key as id', 'held_versions.summary as summary', ...ofDataset])
    .where('datasets.namespace_id', 'not in', trashed(records))
    .where('held_versions.announced', '=', 0)
    .orderBy('held_versions.at')
    .execute();
  const read = (kind: SourceNews['kind']) => (row: (typeof changes | typeof held)[number]) => ({
    ...row,
    kind,
    id: `${kind}:${row.id}`,
    summary: JSON.parse(row.summary) as ChangeSummary,
    notify: row.notify === 1,
  });
  return [...changes.map(read('changed')), ...held.map(read('held'))];
}

/** Marks news as announced to the user. @param ids from {@link listUnannounced}; unknown ones are ignored */
export async function markAnnounced(records: Records, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const idsOf = (kind: SourceNews['kind']) =>
    ids.filter((id) => id.startsWith(`${kind}:`)).map((id) => id.slice(kind.length + 1));
  await inTransaction(records, async (transaction) => {
    const [changes, held] = [idsOf('changed').map(Number), idsOf('held')];
    if (changes.length > 0) {
      await transaction.updateTable('source_changes').set({ announced: 1 }).where('id', 'in', changes).execute();
    }
    if (held.length > 0) {
      await transaction.updateTable('held_versions').set({ announced: 1 }).where('key', 'in', held).execute();
    }
  });
}
