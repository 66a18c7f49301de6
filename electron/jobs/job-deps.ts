import type { Source } from '../connector/source.ts';
import type { ReadersOfNamespace } from '../service/catalogue/readers.ts';
import type { ServiceDeps } from '../service/deps.ts';
import type { RowStore } from '../service/rows/row-store.ts';
import type { PageThread } from './export/page/page-thread.ts';
import type { Patience } from './export/patience.ts';
import type { Unfinished } from './export/unfinished.ts';
import type { VersionChecks } from './version-checks.ts';

/** One service as a job reaches it. */
export interface JobService {
  /** Its address, with a slash at the end. */
  readonly address: string;
  readonly source: Source;
  /** Its parts, where it is the local one and runs in this very process: then nothing has to go through HTTP. */
  readonly deps: ServiceDeps | null;
}

/** The service of this computer, where it is within this very process. */
export interface OwnParts {
  readonly deps: ServiceDeps;
  /** Its address, with a slash at the end; null where it will not answer any more when the job has ended. */
  readonly address: string | null;
}

/** What jobs work with. */
export interface JobDeps {
  /** Lets `act` work with the service of a connection. @throws {ServiceError} when there is no such connection */
  withService<Result>(connection: string, act: (service: JobService) => Promise<Result>): Promise<Result>;
  /** The service of this computer for what needs no HTTP; null where another process has it. */
  ownParts(): Promise<OwnParts | null>;
  /** Who may read a namespace of the service of this computer, whichever process has it. */
  readersHere(namespace: string): Promise<ReadersOfNamespace>;
  /** Name under which the service of this computer is known among the connections. */
  readonly localConnection: string;
  /** A row store for what is made on the way; what has a key of a job's own is removed again. */
  rows(): Promise<RowStore>;
  /** How long a service that fails for a while is waited for; the usual where it is left out. */
  readonly patience?: Patience;
  /** Copies pages of other services aside. */
  readonly pageThread: PageThread;
  readonly unfinished: Unfinished;
  /** Where it is kept what came of checks. */
  readonly checks: VersionChecks;
  /** Folder of settings and connections, for back-ups; within the data folder where it is left out. */
  readonly configFolder?: string;
  /** Called when a restored store waits for the next start to take the place of this one. */
  readonly onRestored?: () => void;
  /** Folder for what may be deleted at any time. */
  readonly scratch: string;
}
