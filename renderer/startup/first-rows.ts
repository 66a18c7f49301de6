import type { RowQuery } from '#shared/row-query.ts';
import type { DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, records } from '../api/service/records.ts';
import { onThisComputer } from '../lib/this-computer.ts';
import { useSession } from '../session/session.ts';
import { type FirstRows, formatFirstRows, parseFirstRows, versionOf } from './first-rows-text.ts';

const storageKey = 'almanac-first-rows';

const isSameDataset = (one: DatasetReference, other: DatasetReference) =>
  one.connection === other.connection && one.namespace === other.namespace && one.dataset === other.dataset;

let restored: FirstRows | null = null;

/**
 * Shows the active tab with the record and first rows stored by the last session, if they belong to the local service,
 * until it answers: rows of a version never change. The record is read again, and the rows too if there is a newer
 * version.
 */
export function restoreFirstRows(): void {
  const { tabs, activeTab } = useSession.getState();
  const tab = tabs.find(({ id, view }) => id === activeTab && view === 'rows');
  if (tab === undefined) return;
  const { queryKey } = datasetQuery(tab.reference);
  const stored = parseFirstRows(localStorage.getItem(storageKey));
  if (stored !== null && isSameDataset(stored.reference, tab.reference)) {
    restored = stored;
    records.setQueryData(queryKey, stored.details);
    void records.invalidateQueries({ queryKey, refetchType: 'none' });
  }
  void records.prefetchQuery(datasetQuery(tab.reference));
}

/** Reads rows `offset` to `offset + limit` of a query. */
export type ReadRows = (offset: number, limit: number, signal: AbortSignal) => Promise<RowPage>;

/** The restored rows, if they answer exactly this query and have not been read by {@link withFirstRows}. */
export function firstRowsOf(reference: DatasetReference, query: RowQuery, limit: number): RowPage | null {
  if (restored === null || restored.limit !== limit || !isSameDataset(reference, restored.reference)) return null;
  return JSON.stringify(query) === restored.query ? restored.page : null;
}

/** A reader whose first answer is the restored rows, if they answer exactly this query. */
export function withFirstRows(reference: DatasetReference, query: RowQuery, read: ReadRows): ReadRows {
  return async (offset, limit, signal) => {
    const first = offset === 0 ? firstRowsOf(reference, query, limit) : null;
    if (first === null) return await read(offset, limit, signal);
    restored = null;
    return first;
  };
}

/**
 * Stores the rows from the first one on for the next start when the window is idle. Those of other services are not stored: permissions may
 * change while Almanac is not running.
 */
export function storeFirstRows(reference: DatasetReference, query: RowQuery, limit: number, page: RowPage): void {
  requestIdleCallback(async () => {
    const connections = await records.ensureQueryData(connectionsQuery).catch(() => undefined);
    const details = records.getQueryData(datasetQuery(reference).queryKey);
    if (onThisComputer(connections)?.id !== reference.connection || details === undefined) return;
    if (page.version !== versionOf(query, details)) return;
    const text = formatFirstRows({ reference, details, query: JSON.stringify(query), limit, page });
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  });
}
