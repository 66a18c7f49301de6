import type { Filter } from '#shared/row-query.ts';
import { narrowedQuery } from '../lib/query/narrowed-query.ts';
import { changeQuery, changeTab, showView } from './tab.ts';

/**
 * Adds conditions to the query of a tab, whichever view they come from.
 * @param staying which present conditions to keep; all by default
 */
export function addConditions(id: string, filters: readonly Filter[], staying?: (filter: Filter) => boolean): void {
  changeTab(id, ({ tab: { query } }) => ({ query: { ...query, ...narrowedQuery(query, filters, staying) } }));
}

/** Replaces the conditions for a column; none removes them. */
export function setConditions(id: string, column: string, filters: readonly Filter[]): void {
  const isOther = (each: Filter) => each.column !== column;
  if (filters.length > 0) addConditions(id, filters, isOther);
  else changeTab(id, ({ tab: { query } }) => ({ query: { ...query, filters: query.filters.filter(isOther) } }));
}

/** Removes one condition of a tab, by its position. */
export function removeCondition(id: string, position: number): void {
  changeTab(id, ({ tab: { query } }) => ({
    query: { ...query, filters: query.filters.filter((_, each) => each !== position) },
  }));
}

/** No longer orders the rows of a tab by a column. */
export function removeOrdering(id: string, column: string): void {
  changeTab(id, ({ tab: { query } }) => ({
    query: { ...query, ordering: query.ordering.filter((each) => each.column !== column) },
  }));
}

/** Shows all rows of a tab's version, in their own order. */
export function clearQuery(id: string): void {
  changeQuery(id, { filters: [], join: undefined, ordering: [], collation: undefined, search: '' });
}

/** Shows the rows that conditions select, in addition to the tab's query. */
export function showRows(id: string, filters: readonly Filter[]): void {
  addConditions(id, filters);
  showView(id, 'rows');
}
