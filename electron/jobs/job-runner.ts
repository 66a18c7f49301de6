import path from 'node:path';
import type { JobRequest } from '#shared/rpc/jobs.ts';
import { discardExport, isResumableExport, runExport } from './export/run-export.ts';
import type { JobDeps } from './job-deps.ts';
import { discardPin, runPin } from './pin/run-pin.ts';
import { runPublish } from './publish/run-publish.ts';
import type { JobRunner } from './queue/job-work.ts';
import { runDiff } from './run-diff.ts';
import { runVerify } from './run-verify.ts';

function titleOf(request: JobRequest): string {
  switch (request.kind) {
    case 'publish':
      return `Publish ${path.basename(request.path)} as ${request.namespace.slug}/${request.dataset.slug}`;
    case 'export':
      return `Export ${request.reference.dataset} to ${path.basename(request.target)}`;
    case 'pin':
      return `Keep ${request.reference.namespace}/${request.reference.dataset} on this computer`;
    case 'verify':
      return request.subject.kind === 'file'
        ? `Verify ${path.basename(request.subject.path)}`
        : `Verify ${request.subject.reference.namespace}/${request.subject.reference.dataset}`;
    case 'diff':
      return `Compare two versions of ${request.reference.dataset}`;
  }
}

/** The functions that do the jobs. */
export function createJobRunner(deps: JobDeps): JobRunner {
  return {
    title: titleOf,
    resumable: (request) => request.kind === 'pin' || (request.kind === 'export' && isResumableExport(deps, request)),
    run(request, work) {
      switch (request.kind) {
        case 'publish':
          return runPublish(deps, request, work);
        case 'export':
          return runExport(deps, request, work);
        case 'pin':
          return runPin(deps, request, work);
        case 'verify':
          return runVerify(deps, request, work);
        case 'diff':
          return runDiff(deps, request, work);
      }
    },
    async discard(request, id) {
      if (request.kind === 'export') await discardExport(deps, request, id);
      else if (request.kind === 'pin') await discardPin(deps, id);
    },
  };
}
