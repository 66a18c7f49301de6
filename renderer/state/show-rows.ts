import type { Filter } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { openView } from './open-view.ts';
import {
  type ComparedVersions,
  changeQuery,
  type DatasetTab,
  onTabsClosed,
  openDataset,
  showView,
  useSession,
} from './session.ts';

/** Shows the rows that conditions select, in addition to the tab's query. */
export function showRows(tab: DatasetTab, filters: readonly Filter[]): void {
  changeQuery(tab.id, narrowedQuery(tab.query, filters));
  showView(tab.id, 'rows');
}

/** Opens the rows of another version that conditions select in a tab of their own. */
export async function openRowsOfVersion(tab: DatasetTab, filters: readonly Filter[], version: string): Promise<void> {
  const view = { ...tab.query, ...narrowedQuery(tab.query, filters), version };
  await openView({ reference: tab.reference, view, saved: null });
}

/** The columns whose statistics were requested, by tab. */
const requestedColumns = new Map<string, string>();

/** Shows the statistics of a column. */
export function showStatistics(tab: string, column: string): void {
  requestedColumns.set(tab, column);
  showView(tab, 'columns');
}

/** The column whose statistics were requested, once; null if there is none. */
export function takeRequestedColumn(tab: string): string | null {
  const column = requestedColumns.get(tab) ?? null;
  requestedColumns.delete(tab);
  return column;
}

onTabsClosed((open) => {
  for (const tab of requestedColumns.keys()) if (!open.has(tab)) requestedColumns.delete(tab);
});

/** Shows the differences between two versions of a tab's dataset. */
export function showComparison(tab: string, versions: ComparedVersions): void {
  useSession.setState(({ compared }) => ({ compared: { ...compared, [tab]: versions } }));
  showView(tab, 'versions');
}

/** Returns to the list of versions. */
export function closeComparison(tab: string): void {
  useSession.setState(({ compared: { [tab]: _, ...others } }) => ({ compared: others }));
}

/** Shows the rows that conditions select in either of two versions, where the versions differ. */
export function showDifferingRows(
  tab: DatasetTab,
  { shown, other }: { readonly shown: string; readonly other: string },
  filters: readonly Filter[],
): void {
  const { join: _, ...query } = { ...tab.query, ...narrowedQuery(tab.query, filters) };
  const rows = { ...query, ordering: [], fields: null, version: null };
  showComparison(tab.id, { before: other, after: shown, rows });
}

/** Opens a dataset with the differences between two of its versions. */
export function openDifference(
  { reference, label }: { readonly reference: DatasetReference; readonly label: string },
  { before, after }: { readonly before: string; readonly after: string },
): void {
  openDataset(reference, label);
  const { activeTab } = useSession.getState();
  if (activeTab !== null) showComparison(activeTab, { before, after, rows: null });
}
