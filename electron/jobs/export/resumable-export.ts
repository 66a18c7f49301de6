import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { isWrittenInParts } from '../../service/user-files.ts';
import type { JobDeps } from '../job-deps.ts';

/**
 * Whether a stopped run can resume: exports in pages or parts can; those that the engine writes in one step cannot, and
 * the user is warned before pausing them.
 */
export function isResumableExport(deps: Pick<JobDeps, 'localConnection'>, request: ExportRequest): boolean {
  return request.reference.connection !== deps.localConnection || isWrittenInParts(request);
}
