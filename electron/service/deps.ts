import type { SqlAccess } from '#shared/query-vocabulary.ts';
import type { BodyTimeouts } from './api/bodies/body-deadline.ts';
import type { Background } from './background.ts';
import type { Catalogue } from './catalogue/database/catalogue.ts';
import type { ImageStore } from './catalogue/images/image-store.ts';
import type { Locator } from './catalogue/records/readable-dataset.ts';
import type { Usage } from './catalogue/records/usage.ts';
import type { Sidecars } from './catalogue/sidecars/sidecars.ts';
import type { ImportProgress } from './operations/publish/import-progress.ts';
import type { ImportTurns } from './operations/publish/import-turns.ts';
import type { RowStore } from './rows/row-store.ts';

/** Writes one line of the log; the service never writes to the standard output itself. */
export type LogSink = (line: string) => void;

/** The few events of the service that are logged as text. */
export interface ServiceLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Shared dependencies of the service's parts. */
export interface ServiceDeps {
  readonly catalogue: Catalogue;
  readonly locator: Locator;
  readonly rows: RowStore;
  readonly images: ImageStore;
  /** Maintains the records from which a lost catalogue can be rebuilt. */
  readonly sidecars: Sidecars;
  readonly log: ServiceLog;
  readonly dataFolder: string;
  /** Host names, besides the loopback ones, by which the service may be addressed. */
  readonly publicNames: readonly string[];
  /** Work that continues after its request was answered. */
  readonly background: Background;
  readonly progress: ImportProgress;
  /** Which imports are running and which are queued. */
  readonly imports: ImportTurns;
  /** Counts how often datasets are viewed and their rows requested. */
  readonly usage: Usage;
  /** Timeouts for receiving bodies. */
  readonly timeouts: BodyTimeouts;
  /** Who may run SQL over HTTP. */
  readonly sql: SqlAccess;
  /** Notifies all listeners that namespaces, datasets or versions have changed. */
  readonly announce: () => void;
}
