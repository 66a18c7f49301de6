import type { TFunction } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { type Filter, type RowQuery, rowQueryToParameters, splitList } from '#shared/row-query.ts';
import { operatorOf } from './filter-operators.ts';

/** A filter in words: "Delay is at least 30". */
export function filterText(t: TFunction, filter: Filter, column: Column | undefined): string {
  const label = column?.label || column?.name || filter.column;
  const operator = operatorOf(filter, column?.type ?? 'char');
  const condition = operator === null ? filter.lookup : t(`filters.${operator.id}`);
  if (operator?.inputs === 'none') return `${label} ${condition}`;
  const value = operator?.inputs === 'two' ? splitList(filter.value).join(' – ') : filter.value;
  return `${label} ${condition} ${value}`;
}

/** The address at which any program reads the same rows. */
export function viewAddress(data: string, query: RowQuery): string {
  const parameters = rowQueryToParameters(query);
  if (parameters.length === 0 || !URL.canParse(data)) return data;
  const address = new URL(data);
  for (const [name, value] of parameters) address.searchParams.append(name, value);
  return address.href;
}
