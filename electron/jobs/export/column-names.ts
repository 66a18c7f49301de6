import { explain } from '#shared/failures.ts';
import { explainNotFound } from '../explain-not-found.ts';
import type { JobService } from '../job-deps.ts';
import { JobError } from '../queue/job-failure.ts';

/**
 * Names of a dataset's columns, for conditions on its rows. A store in this process is asked directly: a request for a
 * page would make the service prepare pages that no user will see.
 */
export async function columnNames(
  { local, source }: JobService,
  namespace: string,
  dataset: string,
): Promise<ReadonlySet<string>> {
  if (local === null) {
    const details = await source.readDataset({ namespace, dataset });
    return new Set(details.dataset.columns.map(({ name }) => name));
  }
  const names = await explainNotFound(
    local.columnNames({ namespace, dataset }),
    () => new JobError('not-found', explain('dataset-not-in', { dataset, namespace }), dataset),
  );
  return new Set(names);
}
