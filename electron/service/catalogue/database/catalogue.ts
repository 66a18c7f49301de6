import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Leases } from '../../rows/version-files/leases.ts';
import type { LoginTally } from '../access/login-tally.ts';
import type { Tables } from './tables.ts';

/** Access to the catalogue's tables, for the files of this folder only. */
export type Records = Kysely<Tables>;

/** The store of all small records: namespaces, datasets, versions, accounts, saved queries. */
export interface Catalogue {
  readonly records: Records;
  /** Changes whenever stored data may have changed; data read under another value may be out of date. */
  generation(): string;
  /**
   * Awaited once by each request: {@link Catalogue.generation} then reflects what other nodes have written before, even
   * if their changes are not announced at the moment.
   * @param mayBeOld whether cached data may be used, for a limited time, if PostgreSQL does not answer
   * @throws {CatalogueUnavailableError} if it does not answer, and no cached data may be used
   */
  refresh(mayBeOld?: boolean): Promise<void>;
  /** Whether cached data may be used although the catalogue does not answer. */
  servesFromMemory(): boolean;
  /** Calls a function when another node may have changed something; returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /**
   * Does work while no other node does work of the same name; within one process callers ensure that themselves.
   * @throws {CatalogueUnavailableError} if the nodes cannot agree on it
   */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Counts attempts to log in at all nodes. */
  readonly logins: LoginTally;
  /** Where nodes exchange the progress of imports; null if the catalogue is a file, which one process serves. */
  readonly progress: SharedProgress | null;
  /** Where nodes exchange their counts of requests; null if the catalogue is a file, which one process serves. */
  readonly rates: SharedRates | null;
  /** Leases on what one node does or builds for all; null if the catalogue is a file, which one process serves. */
  readonly leases: Leases | null;
  /** The nodes that share this catalogue; null if it is a file. */
  readonly nodes: Nodes | null;
  /** Writes all committed data into a new file, consistently while others write. @param file must not exist */
  copyTo(file: string): void;
  close(): Promise<void>;
}

/** The progress of imports, for nodes other than the importing one. */
export interface SharedProgress {
  /** Notes the progress of imports, each as any text. */
  put(
    entries: readonly { readonly datasetId: number; readonly slug: string; readonly progress: string }[],
  ): Promise<void>;
  /** The last progress of an import that is in progress; null if there is none. */
  read(datasetId: number, slug: string): Promise<string | null>;
}

/** How many requests of each caller the nodes have answered. */
export interface SharedRates {
  /**
   * Adds requests of callers, each named once.
   * @param perMinute how many drain in a minute
   * @returns how much of its limit each of these callers has used up at all nodes
   */
  add(
    entries: readonly { readonly caller: string; readonly taken: number }[],
    perMinute: number,
  ): Promise<ReadonlyMap<string, number>>;
}

/** The nodes that share a catalogue: processes that serve it, each with a data folder of its own. */
export interface Nodes {
  /**
   * Registers this node, and records its heartbeats until {@link Nodes.leave}, or until the catalogue is closed.
   * @param onEnded clears what ended nodes left unfinished; called first, and whenever another node has ended without
   * leaving
   * @param report called when a heartbeat could not be recorded, or `onEnded` failed; both are tried again
   */
  join(onEnded: () => Promise<void>, report: (error: unknown) => void): Promise<void>;
  leave(): Promise<void>;
}

/** The first row of a table with these values; undefined if there is none. */
export async function findRow<Table extends keyof Tables>(
  records: Records,
  table: Table,
  values: Partial<Selectable<Tables[Table]>>,
): Promise<Selectable<Tables[Table]> | undefined> {
  // Kysely cannot derive the columns of a table that is a parameter.
  const rows = records
    .selectFrom(table as 'users')
    .selectAll()
    .limit(1);
  return (await rows.where((is) => is.and(values as object)).executeTakeFirst()) as never;
}

/** Runs several statements atomically: in the current transaction, or in a new one. */
export async function inTransaction<Result>(
  records: Records,
  act: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  if (records.isTransaction) return await act(records as Transaction<Tables>);
  return await records.transaction().execute(act);
}
