import type { ExportRequest } from '#shared/rpc/jobs.ts';
import type { JobDeps } from '../job-deps.ts';

/** Whether a stopped run is gone on with: what comes in pages is, what the engine writes in one go is not. */
export function isResumableExport(deps: Pick<JobDeps, 'localConnection'>, request: ExportRequest): boolean {
  return request.reference.connection !== deps.localConnection;
}
