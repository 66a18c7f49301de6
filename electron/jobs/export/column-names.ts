import { say } from '#shared/sentences/say.ts';
import { findDataset } from '../../service/catalogue/datasets.ts';
import { findNamespace } from '../../service/catalogue/namespaces.ts';
import { columnsOfDatasets } from '../../service/catalogue/versions.ts';
import type { JobService } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';

/**
 * Names of a dataset's columns, as conditions on its rows need them. Where the store is at hand no page is asked for:
 * that would have the service prepare pages that nobody is going to look at.
 */
export async function columnNames(
  { deps, source }: JobService,
  namespace: string,
  dataset: string,
): Promise<ReadonlySet<string>> {
  if (deps === null) {
    const details = await source.readDataset({ namespace, dataset });
    return new Set(details.dataset.columns.map(({ name }) => name));
  }
  const { records } = deps.catalogue;
  const home = await findNamespace(records, namespace);
  const found = home === null ? null : await findDataset(records, home.id, dataset);
  if (found === null) throw new JobError('not-found', say('dataset-not-in', { dataset, namespace }), dataset);
  const columns = (await columnsOfDatasets(records, [found.id])).get(found.id) ?? [];
  return new Set(columns.map(({ name }) => name));
}
