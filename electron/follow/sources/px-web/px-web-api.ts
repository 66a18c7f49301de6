import type { ListedEntry, Listing, ListRequest } from '../data-source.ts';
import type { Web } from '../web.ts';
import type { Block, PxWebTable } from './px-web-table.ts';

export interface Asking {
  readonly web: Web;
  /** JSON at an address; null if there is none. */
  read(address: URL): Promise<unknown>;
}

export interface PxWebLimits {
  readonly cells: number;
  /** Codes of a variable that one request may name, unless it is all of them. */
  readonly codes: number;
  readonly requests: number;
  readonly windowMs: number;
}

/** Tables in a place, and folders of them, which lead to addresses of their own. */
export interface TableList extends Pick<Listing, 'title' | 'more' | 'searchable'> {
  readonly entries: readonly ListedEntry[];
}

/** How the cells of a block are asked for. */
export interface CellsRequest {
  readonly address: URL;
  readonly question?: unknown;
}

/** One of the interfaces of PxWeb, at one address. */
export interface PxWebApi {
  /** Name of the interface in messages. */
  readonly protocol: string;
  /** The id of the table at the address, or the tables there; null if what is there is something else. */
  look(ask: ListRequest, asking: Asking): Promise<string | TableList | null>;
  /** @throws {JobError} if there is no such table */
  table(id: string, asking: Asking): Promise<PxWebTable>;
  limits(asking: Asking): Promise<PxWebLimits>;
  licence(asking: Asking): Promise<string | null>;
  /** JSON-stat 2.0. */
  cells(id: string, table: PxWebTable, block: Block): CellsRequest;
}
