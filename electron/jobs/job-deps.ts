import type { Source } from '../connector/source.ts';
import type { LocalService, ReadersOfNamespace, SourceFiles } from '../service/local-service.ts';
import type { PageThread } from './export/page/page-thread.ts';
import type { RetryLimits } from './export/poll-interval.ts';
import type { Unfinished } from './export/unfinished.ts';
import type { VersionChecks } from './version-checks.ts';

/** One service as a job reaches it. */
export interface JobService {
  /** Its address, with a slash at the end. */
  readonly address: string;
  readonly source: Source;
  /** Where it is the local one and runs in this very process: then nothing has to go through HTTP. */
  readonly local: LocalService | null;
}

/** The service of this computer, where it is within this very process. */
export interface OwnService {
  readonly local: LocalService;
  /** Its address, with a slash at the end; null where it will not answer any more when the job has ended. */
  readonly address: string | null;
}

/** What jobs work with. */
export interface JobDeps {
  /** Lets `act` work with the service of a connection. @throws {ServiceError} when there is no such connection */
  withService<Result>(connection: string, act: (service: JobService) => Promise<Result>): Promise<Result>;
  /** The service of this computer for what needs no HTTP; null where another process has it. */
  ownService(): Promise<OwnService | null>;
  /** Who may read a namespace of the service of this computer, whichever process has it. */
  readersHere(namespace: string): Promise<ReadersOfNamespace>;
  /** Name under which the service of this computer is known among the connections. */
  readonly localConnection: string;
  /** Work on files: with the engine of the local service, or one of this process's own where another has the store. */
  files(): Promise<SourceFiles>;
  /** How long a service that fails for a while is waited for; the usual where it is left out. */
  readonly retryLimits?: RetryLimits;
  /** Copies pages of other services aside. */
  readonly pageThread: PageThread;
  readonly unfinished: Unfinished;
  /** Where it is kept what came of checks. */
  readonly checks: VersionChecks;
  /** Folder of settings and connections, for backups; within the data folder where it is left out. */
  readonly configFolder?: string;
  /** Called when a restored store waits for the next start to take the place of this one. */
  readonly onRestored?: () => void;
  /** Folder for what may be deleted at any time. */
  readonly scratch: string;
}
