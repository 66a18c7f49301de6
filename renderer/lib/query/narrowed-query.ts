import type { Filter, RowQuery } from '#shared/row-query.ts';

/**
 * A query whose rows have to meet further conditions as well. The API has no question for "all of these and any of
 * those": where any of several conditions suffices now, the new ones take their place.
 * @param staying which of the present conditions stay; all where it is left out
 */
export function narrowedQuery(
  { filters, join }: RowQuery,
  further: readonly Filter[],
  staying: (filter: Filter) => boolean = () => true,
): Pick<RowQuery, 'filters'> & { readonly join: undefined } {
  const kept = join === 'or' && filters.length > 1 ? [] : filters.filter(staying);
  return { filters: [...kept, ...further], join: undefined };
}
