import type { Filter } from '#shared/row-query.ts';
import { type DataColumn, valueKind } from '../../../lib/data-column.ts';
import {
  type Operator,
  operatorOf,
  operatorsFor,
  valueProblem,
  valuesOf,
} from '../../../lib/query/filter-operators.ts';

/** A condition being edited. A filter that has no label here is kept unchanged. */
export interface FilterDraft {
  readonly key: number;
  readonly column: string;
  readonly operator: Operator;
  readonly values: readonly string[];
}

let lastKey = 0;

/** The kind of a column's values, by name; short text if there is no such column. */
export function typeOf(columns: readonly DataColumn[], name: string): string {
  const column = columns.find((one) => one.name === name);
  return column === undefined ? 'char' : valueKind(column);
}

/** The default condition for a column of this type. */
export function firstOperator(type: string): Operator {
  const [operator] = operatorsFor(type);
  if (operator === undefined) throw new Error(`No condition fits the type ${type}`);
  return operator;
}

/** The filters as drafts, and those without a label. */
export function draftsOf(
  filters: readonly Filter[],
  columns: readonly DataColumn[],
): { drafts: FilterDraft[]; others: Filter[] } {
  const drafts: FilterDraft[] = [];
  const others: Filter[] = [];
  for (const filter of filters) {
    const type = typeOf(columns, filter.column);
    const operator = operatorOf(filter, type);
    lastKey += 1;
    if (operator === null) others.push(filter);
    else drafts.push({ key: lastKey, column: filter.column, operator, values: valuesOf(filter, operator, type) });
  }
  return { drafts, others };
}

/** A condition on the first column, with nothing selected yet. */
export function newFilterDraft(columns: readonly DataColumn[]): FilterDraft {
  const [first] = columns;
  lastKey += 1;
  return {
    key: lastKey,
    column: first?.name ?? '',
    operator: firstOperator(first === undefined ? 'char' : valueKind(first)),
    values: [],
  };
}

/** The problem with what was typed for a condition; null for none. */
export function problemOf(draft: FilterDraft, columns: readonly DataColumn[]) {
  return valueProblem(draft.operator, typeOf(columns, draft.column), draft.values);
}
