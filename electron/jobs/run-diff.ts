import type { DiffRequest, DiffResult } from '#shared/rpc/jobs.ts';
import { findDataset } from '../service/catalogue/datasets.ts';
import { findNamespace } from '../service/catalogue/namespaces.ts';
import { findStoredVersion } from '../service/catalogue/versions.ts';
import type { ServiceDeps } from '../service/deps.ts';
import type { JobDeps } from './job-deps.ts';
import { JobError } from './queue/job-failure.ts';
import type { JobWork } from './queue/job-work.ts';

async function versionsOf({ catalogue }: ServiceDeps, { reference, before, after }: DiffRequest) {
  const { records } = catalogue;
  const namespace = await findNamespace(records, reference.namespace);
  const dataset = namespace === null ? null : await findDataset(records, namespace.id, reference.dataset);
  if (dataset === null) throw new JobError('not-found', 'There is no such dataset any more.', reference.dataset);
  const [old, young] = await Promise.all([before, after].map((slug) => findStoredVersion(records, dataset.id, slug)));
  if (!old || !young) throw new JobError('not-found', 'One of the versions is not there any more.', reference.dataset);
  return { old, young };
}

/** Counts how two versions of a local dataset differ; the differing rows are read from the service afterwards. */
export async function runDiff(deps: JobDeps, request: DiffRequest, work: JobWork): Promise<DiffResult> {
  return deps.withService(request.reference.connection, async (service) => {
    if (service.deps === null)
      throw new JobError('not-here', 'Only versions on this computer can be compared by a job.');
    const { old, young } = await versionsOf(service.deps, request);
    const long = { signal: work.signal, onProgress: work.report };
    const summary = await service.deps.rows.diff(old, young, request.key, long);
    return {
      kind: 'diff',
      ...summary,
      key: [...summary.key],
      columnsAdded: [...summary.columnsAdded],
      columnsRemoved: [...summary.columnsRemoved],
      columnsRetyped: [...summary.columnsRetyped],
    };
  });
}
