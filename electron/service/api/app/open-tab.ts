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
  /** Identifies the account, whose name may change or be given to another one; null for an anonymous reader. */
  readonly owner: string | null;
  /** Authenticates requests of the tab as its session does, until either ends; null for an anonymous reader. */
  readonly token: string | null;
  /** Ends the token. Called once the tab and all work that was started in it have ended. */
  readonly end: () => void;
  /** Whether the session of the page has ended, so that it sees nothing of its account any more. */
  readonly hasEnded: () => Promise<boolean>;
  /** Where a file is that the account has sent to the service; null if there is none with this path. */
  readonly fileAt: (path: string) => string | null;
  /** Makes room for a file that the reader may download. @returns where, and the path by which the page knows it */
  readonly newFile: (name: string) => Promise<{ readonly path: string; readonly given: string }>;
  /** Folder of these files on the service, which no answer names. */
  readonly filesFolder: string;
  /** Opens a connection to the service within this process, which counts as one of the reader's. */
  readonly connect: () => Duplex;
  /** Headers of a proxy in front, which every request needs to be understood like one of the reader's. */
  readonly headers: Readonly<Record<string, string>>;
  /** Calls back when something was published or changed, until the returned function is called. */
  readonly onCatalogueChanged: (listener: () => void) => () => void;
}

/** What answers the tabs of a service. */
export interface BrowserTabs {
  /** Answers the calls of a tab until its port closes. */
  readonly open: (visit: TabVisit) => void;
  /** Stops the work of all tabs. */
  readonly close: () => Promise<void>;
}

/** The window that the service offers to browsers. */
export interface WindowOptions {
  /** Folder of the built page and its files. */
  readonly folder: string;
  readonly tabs: BrowserTabs;
  /** Origins whose pages may embed parts of the window; `*` for all. Pages of the service itself always may. */
  readonly embedFrom: readonly string[];
}
