import path from 'node:path';
import type { JobRequest } from '#shared/rpc/jobs.ts';
import { isResumableExport } from './export/resumable-export.ts';
import type { JobDeps } from './job-deps.ts';
import type { JobRunner } from './queue/job-work.ts';

function titleOf(request: JobRequest): string {
  switch (request.kind) {
    case 'publish':
      return `Publish ${path.basename(request.path)} as ${request.namespace.slug}/${request.dataset.slug}`;
    case 'export':
      return `Export ${request.reference.dataset} to ${path.basename(request.target)}`;
    case 'pin':
      return `Keep ${request.reference.namespace}/${request.reference.dataset} on this computer`;
    case 'follow':
      return `Follow ${request.choice.address} as ${request.namespace.slug}/${request.dataset.slug}`;
    case 'verify':
      return request.subject.kind === 'file'
        ? `Verify ${path.basename(request.subject.path)}`
        : `Verify ${request.subject.reference.namespace}/${request.subject.reference.dataset}`;
    case 'diff':
      return `Compare two versions of ${request.reference.dataset}`;
    case 'backup':
      return `Back up to ${path.basename(request.target)}`;
    case 'restore':
      return `Restore ${path.basename(request.source)}`;
  }
}

/** The functions that run the jobs, each loaded with its dependencies on first use. */
export function createJobRunner(deps: JobDeps): JobRunner {
  return {
    title: titleOf,
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
      if (request.kind === 'export') await (await import('./export/run-export.ts')).discardExport(deps, id);
      else if (request.kind === 'pin') await (await import('./pin/run-pin.ts')).discardPin(deps, id);
    },
  };
}
