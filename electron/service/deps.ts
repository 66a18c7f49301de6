import type { Background } from './background.ts';
import type { Catalogue } from './catalogue/open-catalogue.ts';
import type { Usage } from './catalogue/usage.ts';
import type { ImageStore } from './images/image-store.ts';
import type { ImportProgress } from './import-progress.ts';
import type { ImportTurns } from './import-turns.ts';
import type { BodyPatience } from './plugins/body-deadline.ts';
import type { RowStore } from './rows/row-store.ts';
import type { Sidecars } from './sidecars/sidecars.ts';

/** Writes one line of the log; the service never writes to the standard output itself. */
export type LogSink = (line: string) => void;

/** The few things of the service's own that are told in the log in words. */
export interface ServiceLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What the parts of the service work with. */
export interface ServiceDeps {
  readonly catalogue: Catalogue;
  readonly rows: RowStore;
  readonly images: ImageStore;
  /** Keeps what a lost catalogue is rebuilt from. */
  readonly sidecars: Sidecars;
  readonly log: ServiceLog;
  readonly dataFolder: string;
  /** Host names, beside the loopback ones, under which the service may be asked. */
  readonly publicNames: readonly string[];
  /** Work that goes on after its request was answered. */
  readonly background: Background;
  /** How far the versions are that are being made. */
  readonly progress: ImportProgress;
  /** Which of them are read in, and which wait for their turn. */
  readonly imports: ImportTurns;
  /** Counts how often datasets are looked at and their rows asked for. */
  readonly usage: Usage;
  /** Whom to write to about the service. */
  readonly contact: string;
  /** How long the senders of bodies may take. */
  readonly patience: BodyPatience;
  /** Tells everyone who listens that namespaces, datasets or versions are not what they were. */
  readonly announce: () => void;
}
