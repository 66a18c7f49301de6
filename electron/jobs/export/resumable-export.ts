import type { ExportRequest } from '#shared/rpc/jobs.ts';
import { isWrittenInParts } from '../../service/local-service.ts';
import type { JobDeps } from '../job-deps.ts';

/**
 * Whether a stopped run is resumed: what comes in pages is, and what is written in parts; what the engine writes at once
 * is not, and the user is warned before pausing it.
 */
export function isResumableExport(deps: Pick<JobDeps, 'localConnection'>, request: ExportRequest): boolean {
  return request.reference.connection !== deps.localConnection || isWrittenInParts(request);
}
