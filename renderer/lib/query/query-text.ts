import type { TFunction } from 'i18next';
import type { RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../data-column.ts';
import { filterText } from './filter-text.ts';

/** A query in words: each condition, the text search, the order and the choice of columns. */
export function queryParts(t: TFunction, query: RowQuery, columns: readonly DataColumn[]): readonly string[] {
  const column = (name: string) => columns.find((each) => each.name === name);
  const labelOf = (name: string) => column(name)?.label || name;
  const order = query.ordering.map((term) =>
    t(term.descending ? 'filters.descending' : 'filters.ascending', { column: labelOf(term.column) }),
  );
  return [
    ...(query.join === 'or' && query.filters.length > 1 ? [t('figures.anyChip')] : []),
    ...query.filters.map((filter) => filterText(t, filter, column(filter.column))),
    ...(query.search === '' ? [] : [t('filters.searchChip', { text: query.search })]),
    ...(order.length === 0 ? [] : [t('queries.order', { order: order.join('; ') })]),
    ...(query.fields === null
      ? []
      : [t('queries.columns', { shown: query.fields.length, all: Math.max(columns.length, query.fields.length) })]),
  ];
}

/** The same on one line, limited to the first few. */
export function queryLine(t: TFunction, query: RowQuery, columns: readonly DataColumn[]): string {
  const parts = queryParts(t, query, columns);
  if (parts.length === 0) return t('queries.everything');
  const shown = parts.slice(0, 3).join(' · ');
  const left = parts.length - 3;
  return left > 0 ? `${shown} ${t('queries.more', { count: left })}` : shown;
}
