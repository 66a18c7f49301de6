import type { StatedCodes } from '#shared/codes/stated-codes.ts';
import type { Explanation } from '#shared/failures.ts';
import type { Choice, SourceKind, SourceState } from '#shared/follow.ts';
import type { SourceEntry, SourceEntryDetails, SourceListing } from '#shared/rpc/calls/follow.ts';
import type { FileOptions } from '#shared/rpc/source-file.ts';
import type { Web } from './web.ts';

/** One table or file that can be followed. */
export type ListedEntry = SourceEntry;

/** What stands behind an address. */
export type Listing = Omit<SourceListing, 'address'>;

/** Who published something, and under which terms; null where the source does not say. */
export type Origin = Pick<SourceListing, 'licence' | 'publisher' | 'contact' | 'homepage'>;

/** An entry with all that is known before fetching it. */
export type EntryDescription = SourceEntryDetails;

/** Something else that can be chosen of an entry, such as a dimension of an SDMX dataflow with its codes. */
export type EntryParameter = SourceEntryDetails['parameters'][number];

export type ListedColumn = SourceEntryDetails['columns'][number];

/** A complete copy of the data, ready to be published. */
export interface Fetched {
  /** Absolute paths: files to publish as one dataset, in this order. */
  readonly files: readonly string[];
  readonly options: FileOptions;
  readonly columns: readonly ListedColumn[];
  /** The codes of columns that the source states, and the file does not. */
  readonly codes?: readonly StatedCodes[];
  /** What the user should know about the version besides how its file was read. */
  readonly notices?: readonly Explanation[];
  /** Number of rows that the source itself counts; null where it gives none. Publishing fails if it differs. */
  readonly rows: number | null;
  /** Taken before or together with the data, never after it, so that a change meanwhile is found by the next check. */
  readonly state: SourceState;
  readonly bytes: number;
}

/** @see DataSource.list */
export interface ListRequest {
  readonly search: string;
  /** `more` of the previous page; null for the first one. */
  readonly more: string | null;
}

export interface FetchWork {
  /** Reports the bytes received. @param total null where unknown */
  report(bytes: number, total: number | null): void;
  /** Waits for what the source prepares; rejects with the signal's reason if it is aborted meanwhile. */
  sleep(milliseconds: number): Promise<void>;
}

/**
 * A kind of source. Failures are thrown as `JobError` with a reason from the union of failures. Parsing is tolerant,
 * completeness is proved (count, length, checksum, no page twice), otherwise `fetch` fails.
 */
export interface DataSource {
  readonly kind: SourceKind;
  /**
   * What stands behind an address; null if it is of another kind. Refuses cheaply: at most one request unless the
   * address itself says that it is of this kind, and answers that are not its own are null, not errors.
   */
  find(address: URL, web: Web): Promise<Listing | null>;
  /** Further or matching entries; missing if `find` lists all of them. */
  list?(address: URL, ask: ListRequest, web: Web): Promise<Listing>;
  describe(choice: Choice, web: Web): Promise<EntryDescription>;
  /** Asks for the present state without fetching; null where only fetching tells. */
  state(choice: Choice, web: Web): Promise<SourceState | null>;
  /** @param folder an empty folder for the files; the caller removes it */
  fetch(choice: Choice, folder: string, web: Web, work: FetchWork): Promise<Fetched>;
}
