/**
 * What the surroundings of a page let it do. Commands and views that need something else are absent: the window asks
 * this, never in what it runs.
 */
export interface ShellCapabilities {
  /** Read and write files of this computer by their path: view, verify and replace them. */
  readonly files: boolean;
  /** Publish files of the reader, which a page may have to send first. */
  readonly publish: boolean;
  /** Run statements of SQL, and keep their results while a tab shows them. */
  readonly sql: boolean;
  /** Run long work that continues without the window, and list it. */
  readonly jobs: boolean;
  /** Connect to other services, and sign in to them with stored tokens. */
  readonly connections: boolean;
  /** Follow data of the web. */
  readonly follow: boolean;
  /** Change how the local service runs: its accounts, backups, network and folders. */
  readonly localService: boolean;
  /** Open and close windows, and show folders, diagnostics and notifications of the program. */
  readonly program: boolean;
  /** Write a page as PDF. */
  readonly pdf: boolean;
  /** Whether the address of the page names what it shows. */
  readonly addresses: boolean;
  /** Whether the page shows one thing alone, within a page of another site. */
  readonly embedded: boolean;
}

export const desktopCapabilities: ShellCapabilities = {
  files: true,
  publish: true,
  sql: true,
  jobs: true,
  connections: true,
  follow: true,
  localService: true,
  program: true,
  pdf: true,
  addresses: false,
  embedded: false,
};
