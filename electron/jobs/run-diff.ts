import { explain } from '#shared/failures.ts';
import type { DiffRequest, DiffResult } from '#shared/rpc/jobs.ts';
import { readDifferences } from '../connector/catalogue/differences.ts';
import type { Source } from '../connector/source.ts';
import { explainNotFound } from './explain-not-found.ts';
import type { JobDeps } from './job-deps.ts';
import { JobError, type JobWork } from './queue/job-failure.ts';

/** Lets a service compare its own versions, which reports no progress. */
export async function compareRemotely(
  source: Source,
  { reference, ...pair }: DiffRequest,
  { signal, report }: Pick<JobWork, 'signal' | 'report'>,
): Promise<DiffResult> {
  if (!(await source.extras()).has('diff')) {
    throw new JobError('not-here', explain('compares-not'), reference.dataset);
  }
  report({ phase: 'comparing', rows: 0, bytes: 0, fraction: null });
  const { namespace, dataset } = reference;
  const found = await readDifferences(
    source,
    { namespace, dataset },
    { ...pair, columns: [], offset: 0, limit: 1 },
    signal,
  );
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
    if (service.local === null) return compareRemotely(service.source, request, work);
    const { namespace, dataset } = request.reference;
    const long = { signal: work.signal, onProgress: work.report };
    const summary = await explainNotFound(
      service.local.diff({ namespace, dataset }, request, long),
      ({ what }) =>
        new JobError(
          'not-found',
          what === 'version' ? explain('version-of-two-gone') : explain('dataset-gone'),
          dataset,
        ),
    );
    return { kind: 'diff', ...summary };
  });
}
