import { type Static, Type } from 'typebox';
import type { Immutable } from '#shared/immutable.ts';
import { RowQuerySchema } from '#shared/query-schemas.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { DatasetDetails, DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/records.ts';
import { onThisComputer, sameDataset } from '../lib/catalogue/find-records.ts';
import { newestReady } from '../lib/versions/version-metadata.ts';
import { readStored, writeStored } from '../state/persisted.ts';
import { useTabs } from '../state/tab.ts';

const storageKey = 'almanac-first-rows';

/** Maximum number of stored characters: a few hundred rows and columns of usual length. */
const maxCharacters = 300_000;

/** The last active dataset, with the first rows of one query. */
const FirstRows = Type.Object({
  reference: DatasetReference,
  details: DatasetDetails,
  query: RowQuerySchema,
  limit: Type.Integer(),
  page: RowPage,
});
type FirstRows = Immutable<Static<typeof FirstRows>>;

/** The version that the query reads, according to the record. */
export function versionOf(query: RowQuery, { dataset }: DatasetDetails): string | undefined {
  return query.version ?? newestReady(dataset)?.slug;
}

/** Whether rows can be stored: not if they are too long or contain integers that JSON would not keep exactly. */
function isStorable(rows: FirstRows): boolean {
  let characters = 0;
  try {
    // Row by row, so that a page of long texts is not serialised whole only to be rejected.
    const isShort = rows.page.rows.every((row) => {
      characters += JSON.stringify(row).length;
      return characters <= maxCharacters;
    });
    return isShort && JSON.stringify(rows).length <= maxCharacters;
  } catch {
    return false;
  }
}

/** Whether stored rows are those of the version that the stored record names. */
function isOfVersion({ query, details, page }: FirstRows): boolean {
  return page.version !== null && page.version === versionOf(query, details);
}

let restored: FirstRows | null = null;

/**
 * Shows the active tab with the record and first rows stored by the last session, if they belong to the local service,
 * until it answers: rows of a version never change. The record is read again, and the rows too if there is a newer
 * version.
 */
export function restoreFirstRows(): void {
  const { tabs, activeTab } = useTabs.getState();
  const tab = tabs.find(({ id, view }) => id === activeTab && view === 'rows');
  if (tab === undefined) return;
  const { queryKey } = datasetQuery(tab.reference);
  const stored = readStored(storageKey, FirstRows);
  if (stored !== undefined && isOfVersion(stored) && sameDataset(stored.reference, tab.reference)) {
    restored = stored;
    records.setQueryData(queryKey, stored.details);
    void records.invalidateQueries({ queryKey, refetchType: 'none' });
  }
  void records.prefetchQuery(datasetQuery(tab.reference));
}

/** The restored rows, if they answer exactly this query and have not been taken by {@link takeFirstRows}. */
export function firstRowsOf(reference: DatasetReference, query: RowQuery, limit: number): RowPage | null {
  if (restored === null || restored.limit !== limit || !sameDataset(reference, restored.reference)) return null;
  return JSON.stringify(query) === JSON.stringify(restored.query) ? restored.page : null;
}

/** Returns the restored rows once, as {@link firstRowsOf} does: the first rows are read from then on. */
export function takeFirstRows(reference: DatasetReference, query: RowQuery, limit: number): RowPage | null {
  const first = firstRowsOf(reference, query, limit);
  if (first !== null) restored = null;
  return first;
}

/**
 * Stores the rows from the first one on for the next start when the window is idle. Those of other services are not stored: permissions may
 * change while Almanac is not running.
 */
export function storeFirstRows(reference: DatasetReference, query: RowQuery, limit: number, page: RowPage): void {
  requestIdleCallback(async () => {
    const connections = await records.ensureQueryData(connectionsQuery).catch(() => undefined);
    // The rows may be there before the record.
    const details = await records.ensureQueryData(datasetQuery(reference)).catch(() => undefined);
    if (onThisComputer(connections)?.id !== reference.connection || details === undefined) return;
    if (page.version !== versionOf(query, details)) return;
    const rows = { reference, details, query, limit, page };
    writeStored(storageKey, isStorable(rows) ? rows : undefined);
  });
}
