import { isNumeric } from '#shared/api/column.ts';
import { type Filter, joinList, type Lookup, splitList } from '#shared/row-query.ts';

/** A condition as a person chooses it; `inputs` says what it needs beside the column. */
export interface Operator {
  readonly id:
    | 'is'
    | 'isNot'
    | 'isSame'
    | 'greater'
    | 'atLeast'
    | 'less'
    | 'atMost'
    | 'between'
    | 'oneOf'
    | 'contains'
    | 'startsWith'
    | 'endsWith'
    | 'matches'
    | 'missing'
    | 'present'
    | 'within';
  readonly lookup: Lookup;
  readonly inputs: 'none' | 'one' | 'two' | 'list' | 'box';
}

const is: Operator = { id: 'is', lookup: 'exact', inputs: 'one' };
const isNot: Operator = { id: 'isNot', lookup: 'ne', inputs: 'one' };
const greater: Operator = { id: 'greater', lookup: 'gt', inputs: 'one' };
const atLeast: Operator = { id: 'atLeast', lookup: 'gte', inputs: 'one' };
const less: Operator = { id: 'less', lookup: 'lt', inputs: 'one' };
const atMost: Operator = { id: 'atMost', lookup: 'lte', inputs: 'one' };
const between: Operator = { id: 'between', lookup: 'range', inputs: 'two' };
const oneOf: Operator = { id: 'oneOf', lookup: 'in', inputs: 'list' };
const missing: Operator = { id: 'missing', lookup: 'isnull', inputs: 'none' };
const present: Operator = { id: 'present', lookup: 'isnull', inputs: 'none' };

const numberOperators = [is, isNot, greater, atLeast, less, atMost, between, oneOf, missing, present];
const textOperators: readonly Operator[] = [
  { id: 'contains', lookup: 'icontains', inputs: 'one' },
  is,
  isNot,
  { id: 'isSame', lookup: 'iexact', inputs: 'one' },
  { id: 'startsWith', lookup: 'istartswith', inputs: 'one' },
  { id: 'endsWith', lookup: 'iendswith', inputs: 'one' },
  oneOf,
  greater,
  atLeast,
  less,
  atMost,
  between,
  { id: 'matches', lookup: 'iregex', inputs: 'one' },
  missing,
  present,
];
const geometryOperators: readonly Operator[] = [{ id: 'within', lookup: 'bbox', inputs: 'box' }, missing, present];

/** The conditions that fit a column's type, the most useful first. */
export function operatorsFor(type: string): readonly Operator[] {
  if (isNumeric(type)) return numberOperators;
  return type === 'geometry' ? geometryOperators : textOperators;
}

/** The condition that a filter is, or null where it was written by hand with a lookup that has no words here. */
export function operatorOf(filter: Filter, type: string): Operator | null {
  const fitting = operatorsFor(type).filter((operator) => operator.lookup === filter.lookup);
  if (filter.lookup !== 'isnull') return fitting[0] ?? null;
  return fitting.find((operator) => operator.id === (filter.value === 'false' ? 'present' : 'missing')) ?? null;
}

/** What is wrong with typed values, by the message that says it. */
export type ValueProblem = 'numberWanted' | 'integerWanted' | 'boxWanted' | 'valueWanted';

const integerText = /^[+-]?\d+$/;

function numberProblem(text: string, type: string): ValueProblem | null {
  if (text === '') return 'valueWanted';
  if (type === 'integer') return integerText.test(text) ? null : 'integerWanted';
  if (type === 'float') return Number.isFinite(Number(text)) ? null : 'numberWanted';
  return null;
}

/** Checks what was typed for a condition: one text, two for a range. */
export function valueProblem(operator: Operator, type: string, values: readonly string[]): ValueProblem | null {
  const [first = '', second = ''] = values.map((value) => value.trim());
  switch (operator.inputs) {
    case 'none':
      return null;
    case 'one':
      return isNumeric(type) ? numberProblem(first, type) : first === '' ? 'valueWanted' : null;
    case 'two':
      return numberProblem(first, type) ?? numberProblem(second, type);
    case 'list':
      return (
        splitList(first)
          .map((item) => numberProblem(item.trim(), type))
          .find((problem) => problem !== null) ?? null
      );
    case 'box': {
      const numbers = first.split(',').map((part) => part.trim());
      return numbers.length === 4 && numbers.every((part) => part !== '' && Number.isFinite(Number(part)))
        ? null
        : 'boxWanted';
    }
  }
}

/** The filter for a condition and what was typed; to be asked only after {@link valueProblem} found nothing. */
export function filterFrom(column: string, operator: Operator, values: readonly string[]): Filter {
  const [first = '', second = ''] = values;
  const { lookup } = operator;
  switch (operator.inputs) {
    case 'none':
      return { column, lookup, value: operator.id === 'missing' ? 'true' : 'false' };
    case 'two':
      return { column, lookup, value: joinList([first.trim(), second.trim()]) };
    case 'list':
      return { column, lookup, value: joinList(splitList(first).map((item) => item.trim())) };
    case 'box':
      return { column, lookup, value: first.replaceAll(/\s/g, '') };
    case 'one':
      return { column, lookup, value: first };
  }
}

/** The texts that a person would have typed for a filter. */
export function valuesOf(filter: Filter, operator: Operator): readonly string[] {
  if (operator.inputs === 'none') return [];
  return operator.inputs === 'two' ? splitList(filter.value) : [filter.value];
}
