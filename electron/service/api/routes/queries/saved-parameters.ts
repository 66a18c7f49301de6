import { orderingText } from '#shared/aggregate-query.ts';
import type { SavedParameters } from '#shared/api/records/query.ts';
import { everyRow, rowQueryToParameters } from '#shared/row-query.ts';

/** A saved query as parameters of `data/`, without its version. */
export function parametersOfSaved(saved: SavedParameters): [name: string, value: string][] {
  const { group_by: keys = [], aggregates = [], derived = [], having = [], ordering } = saved;
  const isGrouped = keys.length > 0 || aggregates.length > 0 || having.length > 0;
  const { version: _version, ...rows } = saved;
  if (!isGrouped) return rowQueryToParameters({ ...everyRow, ...rows });
  const terms = ordering.map(({ column, descending }) => ({ name: column, descending }));
  return [
    ...rowQueryToParameters({ ...everyRow, ...rows, ordering: [] }),
    ['_group_by', keys.join(',')],
    ...aggregates.map(({ name, value }): [string, string] => [`_aggregate__${name}`, value]),
    ...derived.map(({ name, value }): [string, string] => [`_derive__${name}`, value]),
    ...having.map(({ name, lookup, value }): [string, string] => [`_having__${name}__${lookup}`, value]),
    ['ordering', orderingText(terms, new Set(keys))],
  ];
}
