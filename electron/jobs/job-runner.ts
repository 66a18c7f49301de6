import { isResumableExport, type JobDeps } from './job-deps.ts';
import type { JobRunner } from './queue/job-failure.ts';

/** The functions that run the jobs, each loaded with its dependencies on first use. */
export function createJobRunner(deps: JobDeps): JobRunner {
  return {
    resumable: (request) => request.kind === 'pin' || (request.kind === 'export' && isResumableExport(deps, request)),
    async run(request, work) {
      switch (request.kind) {
        case 'publish':
          return (await import('./publish/run-publish.ts')).runPublish(deps, request, work);
        case 'export':
          return (await import('./export/run-export.ts')).runExport(deps, request, work);
        case 'pin':
          return (await import('./pin/run-pin.ts')).runPin(deps, request, work);
        case 'follow':
          return (await import('../follow/run-follow.ts')).runFollow(await deps.follow(), request, work);
        case 'verify':
          return (await import('./run-verify.ts')).runVerify(deps, request, work);
        case 'diff':
          return (await import('./run-diff.ts')).runDiff(deps, request, work);
        case 'backup':
          return (await import('./run-backup.ts')).runBackup(deps, request, work);
        case 'restore':
          return (await import('./run-backup.ts')).runRestore(deps, request, work);
      }
    },
    async discard(request, id) {
      // What an export or a copy has written so far.
      if (request.kind === 'export' || request.kind === 'pin') await deps.unfinished.discard(id);
    },
  };
}
