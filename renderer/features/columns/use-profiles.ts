import { useQuery } from '@tanstack/react-query';
import type { Row } from '#shared/cell.ts';
import { everyRow } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { readRows } from '../../api/records.ts';
import { type ColumnProfile, profileColumn } from '../../lib/column-profile.ts';
import type { DatasetTab } from '../../session.ts';

/** Rows that one call gives at most, and values that are read for a first profile. */
const pageSize = 10_000;
const firstCells = 400_000;

/** What is known of every column after reading `read` of `count` rows. */
export interface Profiles {
  readonly read: number;
  /** Null where the service does not count its rows. */
  readonly count: number | null;
  readonly columns: readonly ColumnProfile[];
}

/** Rows to read at first: fewer where there are many columns. */
export function firstRows(columns: number): number {
  return Math.max(200, Math.min(pageSize, Math.floor(firstCells / Math.max(1, columns))));
}

async function readProfiles(tab: DatasetTab, wanted: number, columns: number, signal: AbortSignal): Promise<Profiles> {
  const rows: Row[] = [];
  let count: number | null = null;
  while (rows.length < wanted) {
    const limit = Math.min(pageSize, wanted - rows.length);
    const page = await readRows(tab.reference, { ...everyRow, version: tab.query.version }, rows.length, limit, signal);
    rows.push(...page.rows);
    count = page.count ?? (page.last ? rows.length : null);
    if (page.last || page.rows.length === 0) break;
  }
  const profiles = Array.from({ length: columns }, (_, position) => profileColumn(rows, position));
  return { read: rows.length, count, columns: profiles };
}

/** Profiles the columns from the first `wanted` rows of the tab's version. */
export function useProfiles(tab: DatasetTab, details: DatasetDetails, wanted: number) {
  const columns = details.dataset.columns.length;
  const newest = details.dataset.versions.find((version) => version.ready)?.slug ?? '';
  const { connection, namespace, dataset } = tab.reference;
  return useQuery({
    queryKey: ['profile', connection, namespace, dataset, tab.query.version ?? newest, wanted],
    queryFn: ({ signal }) => readProfiles(tab, wanted, columns, signal),
    placeholderData: (previous) => previous,
    gcTime: 60_000,
    enabled: columns > 0,
  });
}
