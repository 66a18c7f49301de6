import type { ExportRequest } from '#shared/rpc/jobs.ts';
import type { Source } from '../connector/source.ts';
import type { FollowParts } from '../follow/run-follow.ts';
import type { RetryLimits } from '../lib/http/retry.ts';
import type { ReadersOfNamespace, Service } from '../service/service.ts';
import { isWrittenInParts, type SourceFiles } from '../service/user-files.ts';
import type { WorkFolders } from './export/work-folders.ts';
import type { VersionChecks } from './version-checks.ts';

/** A service as jobs reach it. */
export interface JobService {
  /** Address of the service, with a trailing slash. */
  readonly address: string;
  readonly source: Source;
  /** The service itself if it runs in this process, so that nothing has to go through HTTP. */
  readonly local: Service | null;
}

export interface JobDeps {
  /** Runs `act` with the service of a connection. @throws {ServiceError} if there is no such connection */
  withService<Result>(connection: string, act: (service: JobService) => Promise<Result>): Promise<Result>;
  /** The local service, without HTTP; null if another process owns it. */
  ownService(): Promise<Service | null>;
  /** Whether the local service of this process stops answering when the job has ended. */
  readonly endsWithJob?: boolean;
  /** Who may read a namespace of the local service, whichever process owns it. */
  readersHere(namespace: string): Promise<ReadersOfNamespace>;
  readonly localConnection: string;
  /** Reads files: with the engine of the local service, or one of this process if another owns the store. */
  files(): Promise<SourceFiles>;
  /** Access to the web and to the catalogue, for followed data. */
  follow(): Promise<FollowParts>;
  /** How long to retry after temporary failures; the defaults if missing. */
  readonly retryLimits?: RetryLimits;
  readonly unfinished: WorkFolders;
  readonly checks: VersionChecks;
  /** Folder of settings and connections, for backups; in the data folder if missing. */
  readonly configFolder?: string;
  /** Called when a restored store is ready to replace this one at the next start. */
  readonly onRestored?: () => void;
  /** Folder for data that may be deleted at any time. */
  readonly scratch: string;
}

/**
 * Whether a stopped run can resume: exports in pages or parts can; those that the engine writes in one step cannot, and
 * the user is warned before pausing them.
 */
export function isResumableExport(deps: Pick<JobDeps, 'localConnection'>, request: ExportRequest): boolean {
  return request.reference.connection !== deps.localConnection || isWrittenInParts(request);
}
