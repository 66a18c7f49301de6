import type { DiffRequest, DiffResult } from '#shared/rpc/jobs.ts';
import { say } from '#shared/sentences/say.ts';
import type { Source } from '../connector/source.ts';
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
  if (dataset === null) throw new JobError('not-found', say('dataset-gone'), reference.dataset);
  const [old, young] = await Promise.all([before, after].map((slug) => findStoredVersion(records, dataset.id, slug)));
  if (!old || !young) throw new JobError('not-found', say('version-of-two-gone'), reference.dataset);
  return { old, young };
}

/** Lets a service compare its own versions: nothing is known of how far that is. */
async function diffThere(
  source: Source,
  { reference, ...pair }: DiffRequest,
  { signal, report }: JobWork,
): Promise<DiffResult> {
  if (!(await source.comparesVersions())) {
    throw new JobError('not-here', say('compares-not'), reference.dataset);
  }
  report({ phase: 'comparing', rows: 0, bytes: 0, fraction: null });
  const { namespace, dataset } = reference;
  const found = await source.differences({ namespace, dataset }, pair, [], 0, 1, signal);
  const { key, added, removed, changed } = found;
  return {
    kind: 'diff',
    key,
    added,
    removed,
    changed,
    columnsAdded: found.columns_added,
    columnsRemoved: found.columns_removed,
    columnsRetyped: found.columns_retyped,
  };
}

/** Counts how two versions of a dataset differ; the differing rows are read from its service afterwards. */
export async function runDiff(deps: JobDeps, request: DiffRequest, work: JobWork): Promise<DiffResult> {
  return deps.withService(request.reference.connection, async (service) => {
    if (service.deps === null) return diffThere(service.source, request, work);
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
