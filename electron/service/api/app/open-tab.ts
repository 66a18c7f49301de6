import type { Duplex } from 'node:stream';

/** The messages of one browser tab: text is decoded, and what exceeds the limits of its caller closes it. */
export interface TabPort {
  on(type: 'message', listener: (message: unknown) => void): void;
  on(type: 'close', listener: () => void): void;
  postMessage(message: unknown): void;
  start(): void;
}

/** A browser tab that has connected. */
export interface TabVisit {
  readonly port: TabPort;
  /** Address of the service as the reader reaches it, with a trailing slash. */
  readonly address: string;
  /** Name of the account; null for an anonymous reader. */
  readonly account: string | null;
  /** Authenticates requests of the tab as its session does, for as long as both last; null for an anonymous reader. */
  readonly token: string | null;
  /** Opens a connection to the service within this process, which counts as one of the reader's. */
  readonly connect: () => Duplex;
  /** Headers of a proxy in front, which every request needs to be understood like one of the reader's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls back when something was published or changed, until the returned function is called. */
  readonly onCatalogueChanged: (listener: () => void) => () => void;
}

/** Answers the calls of a tab until its port closes. */
export type OpenTab = (visit: TabVisit) => void;

/** The window that the service offers to browsers. */
export interface WindowOptions {
  /** Folder of the built page and its files. */
  readonly folder: string;
  readonly openTab: OpenTab;
  /** Origins whose pages may embed parts of the window; `*` for all. Pages of the service itself always may. */
  readonly embedFrom: readonly string[];
}
