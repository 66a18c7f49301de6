import type { SharedProgress } from '../../catalogue/database/catalogue.ts';
import type { PostgresConnections } from './connections.ts';

/**
 * Exchanges the progress of imports through PostgreSQL. Writing waits for no other writer and is not announced, because
 * it happens often and no progress is cached.
 */
export function sharedProgress(connections: PostgresConnections): SharedProgress {
  return {
    async put(entries) {
      // Also removes the progress that an ended node has left.
      await connections.ask(
        `with ended as (
           delete from import_progress as noted where not exists (
             select 1 from imports
             where (dataset_id, version_slug) = (noted.dataset_id, noted.version_slug) and state = 'importing'
           )
         )
         insert into import_progress (dataset_id, version_slug, progress)
         select dataset_id, version_slug, given.progress
         from unnest($1::bigint[], $2::text[], $3::text[]) as given (dataset_id, version_slug, progress)
         join imports using (dataset_id, version_slug)
         where state = 'importing'
         on conflict (dataset_id, version_slug) do update set progress = excluded.progress`,
        [
          entries.map(({ datasetId }) => datasetId),
          entries.map(({ slug }) => slug),
          entries.map(({ progress }) => progress),
        ],
      );
    },
    async read(datasetId, slug) {
      const [noted] = await connections.ask<{ progress: string }>(
        'select progress from import_progress where dataset_id = $1 and version_slug = $2',
        [datasetId, slug],
      );
      return noted?.progress ?? null;
    },
  };
}
