import type { Filter } from '#shared/row-query.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { showDifferences } from './compared-versions.ts';
import { openView } from './open-view.ts';
import { changeQuery, type DatasetTab, showView } from './session.ts';

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

/** Shows the rows that conditions select in either of two versions, where the versions differ. */
export function showDifferingRows(
  tab: DatasetTab,
  { shown, other }: { readonly shown: string; readonly other: string },
  filters: readonly Filter[],
): void {
  const { join: _, ...query } = { ...tab.query, ...narrowedQuery(tab.query, filters) };
  const rows = { ...query, ordering: [], fields: null, version: null };
  showDifferences(tab.id, { before: other, after: shown, rows });
}
