import { randomUUID } from 'node:crypto';
import { failureOf } from '#shared/english/explained-error.ts';
import { explain, failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { DiffRequest, Job } from '#shared/rpc/jobs.ts';
import type { Connections } from '../connector/connections/connections.ts';
import { compareRemotely } from '../jobs/run-diff.ts';

/** The comparisons of one browser tab, the only long work that it has. They end with it. */
export interface TabComparisons {
  readonly functions: Pick<BackendFunctions<AbortSignal>, 'startJob' | 'listJobs'>;
  close(): void;
}

/** Older ones are forgotten: their answers are still known to the service. */
const maxComparisons = 20;

/** @param onChanged called whenever the list of jobs has changed */
export function openTabComparisons(connections: Pick<Connections, 'use'>, onChanged: () => void): TabComparisons {
  const ending = new AbortController();
  let jobs: readonly Job[] = [];

  function put(job: Job): void {
    jobs = [job, ...jobs.filter(({ id }) => id !== job.id)].slice(0, maxComparisons);
    onChanged();
  }

  async function compare(job: Job, request: DiffRequest): Promise<void> {
    const work = { signal: ending.signal, report: () => {} };
    try {
      const { connection } = request.reference;
      const result = await connections.use(connection, (source) => compareRemotely(source, request, work));
      put({ ...job, state: 'done', ended: new Date().toISOString(), result });
    } catch (error) {
      put({ ...job, state: 'failed', ended: new Date().toISOString(), failure: failureOf(error) });
    }
  }

  return {
    functions: {
      listJobs: async () => [...jobs],
      async startJob({ request }) {
        if (request.kind !== 'diff')
          throw new BackendFailure(failure('not-here', explain('call-unknown', { call: request.kind })));
        const now = new Date().toISOString();
        const job: Job = {
          id: randomUUID(),
          request,
          state: 'running',
          created: now,
          started: now,
          ended: null,
          progress: null,
          resumable: false,
          result: null,
          failure: null,
          badCount: 0,
          notices: [],
        };
        put(job);
        void compare(job, request);
        return job;
      },
    },
    close: () => ending.abort(),
  };
}
