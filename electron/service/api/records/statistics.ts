import type { Statistics } from '#shared/api/records/statistics.ts';
import type { DatasetEntry } from '../../catalogue/records/datasets.ts';
import { listQueriesOf } from '../../catalogue/records/queries.ts';
import { versionDatetime } from '../../catalogue/records/version-slug.ts';
import { columnsOfDatasets, listVersions } from '../../catalogue/records/versions.ts';
import type { ServiceDeps } from '../../deps.ts';
import type { Links } from './links.ts';

/** The usage figures of a dataset, as shown on its browsable page. */
export async function statisticsOf(deps: ServiceDeps, links: Links, dataset: DatasetEntry): Promise<Statistics> {
  const { records } = deps.catalogue;
  const newest = (await listVersions(records, [dataset.id])).find((version) => version.ready);
  const columns = (await columnsOfDatasets(records, [dataset.id])).get(dataset.id) ?? [];
  const { views, queries } = await deps.usage.read(dataset.id);
  const saved = await listQueriesOf(records, [dataset.id]);
  return {
    latest: newest === undefined ? null : versionDatetime(newest.slug),
    elements: newest?.rows ?? 0,
    queries,
    views,
    saved_queries: saved.map((query) => {
      const url = links.query(query.id);
      return { label: query.label, url, data: `${url}data/` };
    }),
    columns: columns.map(({ label, description, name, type, size }) => ({ label, description, name, type, size })),
  };
}
