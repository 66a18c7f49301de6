import type { Filter } from '#shared/row-query.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { openView } from './open-view.ts';
import { type ComparedVersions, changeState, type DatasetTab, showView, useTabs } from './tab.ts';
import { openDataset } from './tabs.ts';

/** Opens the rows of another version that conditions select in a tab of their own. */
export async function openRowsOfVersion(tab: DatasetTab, filters: readonly Filter[], version: string): Promise<void> {
  const view = { ...tab.query, ...narrowedQuery(tab.query, filters), version };
  await openView({ reference: tab.reference, view, saved: null });
}

/** Shows the differences between two versions of a tab's dataset. */
export function showComparison(tab: string, versions: ComparedVersions): void {
  changeState(tab, () => ({ compared: versions }));
  showView(tab, 'versions');
}

/** Returns to the list of versions. */
export function closeComparison(tab: string): void {
  changeState(tab, () => ({ compared: null }));
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
  const { activeTab } = useTabs.getState();
  if (activeTab !== null) showComparison(activeTab, { before, after, rows: null });
}
