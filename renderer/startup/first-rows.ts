import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Immutable } from '#shared/immutable.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { DatasetDetails, DatasetReference, RowPage } from '#shared/rpc/records.ts';
import { connectionsQuery, datasetQuery, records } from '../backend/service/records.ts';
import { onThisComputer } from '../lib/this-computer.ts';
import { useSession } from '../state/session.ts';

const storageKey = 'almanac-first-rows';

/** Maximum number of stored characters: a few hundred rows and columns of usual length. */
const maxCharacters = 300_000;

/** The last active dataset, with the first rows of one query. */
const FirstRows = Type.Object({
  reference: DatasetReference,
  details: DatasetDetails,
  query: Type.String(),
  limit: Type.Integer(),
  page: RowPage,
});
type FirstRows = Immutable<Static<typeof FirstRows>>;

/** The version that the query reads, according to the record. */
export function versionOf(query: RowQuery, { dataset }: DatasetDetails): string | undefined {
  return query.version ?? dataset.versions.find(({ ready }) => ready)?.slug;
}

/** Serialises the first rows; null if they are too long or contain integers that JSON would not keep exactly. */
export function formatFirstRows(rows: FirstRows): string | null {
  let characters = 0;
  try {
    // Row by row, so that a page of long texts is not serialised whole only to be rejected.
    for (const row of rows.page.rows) {
      characters += JSON.stringify(row).length;
      if (characters > maxCharacters) return null;
    }
    const text = JSON.stringify(rows);
    return text.length > maxCharacters ? null : text;
  } catch {
    return null;
  }
}

/**
 * @returns null for any text not written by {@link formatFirstRows}, and for rows of a version other than the record's
 */
export function parseFirstRows(text: string | null): FirstRows | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (!Value.Check(FirstRows, value)) return null;
    const version = versionOf(JSON.parse(value.query) as RowQuery, value.details);
    return value.page.version !== null && value.page.version === version ? value : null;
  } catch {
    return null;
  }
}

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

/** The restored rows, if they answer exactly this query and have not been taken by {@link takeFirstRows}. */
export function firstRowsOf(reference: DatasetReference, query: RowQuery, limit: number): RowPage | null {
  if (restored === null || restored.limit !== limit || !isSameDataset(reference, restored.reference)) return null;
  return JSON.stringify(query) === restored.query ? restored.page : null;
}

/** As {@link firstRowsOf}, once: the first rows are read from then on. */
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
    const text = formatFirstRows({ reference, details, query: JSON.stringify(query), limit, page });
    if (text === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, text);
  });
}
