import type { Filter } from '#shared/row-query.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
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
