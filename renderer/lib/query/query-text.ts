import i18next, { type TFunction } from 'i18next';
import type { Collation, RowQuery } from '#shared/row-query.ts';
import type { DataColumn } from '../data-column.ts';
import { filterText } from './filter-text.ts';

/** The conditions of a query in words: whether any suffices, each of them, and the text search. */
export function conditionTexts(
  t: TFunction,
  { join, filters, search }: Pick<RowQuery, 'join' | 'filters' | 'search'>,
  columns: readonly DataColumn[],
): readonly string[] {
  const columnOf = (name: string) => columns.find((each) => each.name === name);
  return [
    ...(join === 'or' && filters.length > 1 ? [t('figures.anyChip')] : []),
    ...filters.map((filter) => filterText(t, filter, columnOf(filter.column))),
    ...(search === '' ? [] : [t('filters.searchChip', { text: search })]),
  ];
}

/** The order of texts in words: "Text ordered as in German". */
export function collationText(t: TFunction, collation: Collation): string {
  if (collation === 'codes') return t('codes.order');
  const language = new Intl.DisplayNames([i18next.language], { type: 'language' }).of(collation) ?? collation;
  return t('gridActions.collation', { language });
}

/** A query in words: its conditions, the order and the choice of columns. */
export function queryParts(t: TFunction, query: RowQuery, columns: readonly DataColumn[]): readonly string[] {
  const labelOf = (name: string) => columns.find((each) => each.name === name)?.label || name;
  const order = query.ordering.map((term) =>
    t(term.descending ? 'filters.descending' : 'filters.ascending', { column: labelOf(term.column) }),
  );
  return [
    ...conditionTexts(t, query, columns),
    ...(order.length === 0 ? [] : [t('queries.order', { order: order.join('; ') })]),
    ...(order.length === 0 || query.collation === undefined ? [] : [collationText(t, query.collation)]),
    ...(query.fields === null
      ? []
      : [t('queries.columns', { shown: query.fields.length, all: Math.max(columns.length, query.fields.length) })]),
  ];
}

/** The first few parts of a query on one line. */
export function queryLine(t: TFunction, query: RowQuery, columns: readonly DataColumn[]): string {
  const parts = queryParts(t, query, columns);
  if (parts.length === 0) return t('queries.everything');
  const shown = parts.slice(0, 3).join(' · ');
  const left = parts.length - 3;
  return left > 0 ? `${shown} ${t('queries.more', { count: left })}` : shown;
}
