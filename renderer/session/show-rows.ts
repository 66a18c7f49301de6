import type { Filter } from '#shared/row-query.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { changeQuery, type DatasetTab, showView } from './session.ts';

/** Shows the rows that conditions select, in addition to the tab's query. */
export function showRows(tab: DatasetTab, filters: readonly Filter[]): void {
  changeQuery(tab.id, narrowedQuery(tab.query, filters));
  showView(tab.id, 'rows');
}
