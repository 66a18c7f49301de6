import type { Filter } from '#shared/row-query.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { changeQuery, type DatasetTab, showView } from './session.ts';

/** Leads to the rows that conditions select, beside what the tab asks already. */
export function showRows(tab: DatasetTab, filters: readonly Filter[]): void {
  changeQuery(tab.id, narrowedQuery(tab.query, filters));
  showView(tab.id, 'rows');
}
