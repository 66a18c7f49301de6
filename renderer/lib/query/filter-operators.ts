import { isNumeric } from '#shared/api/column.ts';
import { type Filter, joinList, type Lookup, splitList } from '#shared/row-query.ts';
import lists from './filter-operators.json' with { type: 'json' };
import { endOfMoment, isMoment, isMomentValue, withoutEnd } from './moment-filters.ts';

/** A condition that a user can choose; `inputs` says what it needs besides the column. */
export interface Operator {
  readonly id:
    | 'is'
    | 'isNot'
    | 'isSame'
    | 'on'
    | 'before'
    | 'after'
    | 'since'
    | 'until'
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
    | 'within'
    | 'under';
  readonly lookup: Lookup;
  /** `moment` and `moments`: one or two dates or times of the column's kind. */
  readonly inputs: 'none' | 'one' | 'two' | 'list' | 'box' | 'moment' | 'moments' | 'code';
}

/** By the kind of the values, the most useful first; if texts may be more precise than what is typed, a prefix is meant. */
const operators = new Map<string, readonly Operator[]>(
  Object.entries(lists).map(([kind, list]) => [
    kind,
    list.map(([id, lookup, inputs]) => ({ id, lookup, inputs }) as Operator),
  ]),
);

/**
 * The conditions that suit a column's values, the most useful first.
 * @param type the column's type, or its kind of date or time
 */
export function operatorsFor(type: string): readonly Operator[] {
  return operators.get(isNumeric(type) ? 'number' : type) ?? textOperators;
}

/** A code of a list, and all below it. */
export const underOperator: Operator = { id: 'under', lookup: 'under', inputs: 'code' };

const textOperators = operators.get('text') ?? [];

/** The condition of a filter, or null if its lookup was written by hand and has no label. */
export function operatorOf(filter: Filter, type: string): Operator | null {
  if (filter.lookup === 'under') return underOperator;
  if (!isMoment(type)) return operatorIn(filter, operatorsFor(type));
  const operator = operatorIn(filter, operatorsFor(type));
  const fits = operator !== null && valueProblem(operator, type, valuesOf(filter, operator, type)) === null;
  // Anything else is compared as text.
  return fits && sameFilter(filterFrom(filter.column, operator, valuesOf(filter, operator, type), type), filter)
    ? operator
    : operatorIn(filter, textOperators);
}

function sameFilter(one: Filter, other: Filter): boolean {
  return one.lookup === other.lookup && one.value === other.value;
}

function operatorIn(filter: Filter, operators: readonly Operator[]): Operator | null {
  const fitting = operators.filter((operator) => operator.lookup === filter.lookup);
  if (filter.lookup !== 'isnull') return fitting[0] ?? null;
  return fitting.find((operator) => operator.id === (filter.value === 'false' ? 'present' : 'missing')) ?? null;
}

/** The message that says what is wrong with typed values. */
export type ValueProblem = 'numberRequired' | 'integerRequired' | 'boxRequired' | 'valueRequired' | 'dateRequired';

const integerText = /^[+-]?\d+$/;

function numberProblem(text: string, type: string): ValueProblem | null {
  if (text === '') return 'valueRequired';
  if (type === 'integer') return integerText.test(text) ? null : 'integerRequired';
  if (type === 'float') return Number.isFinite(Number(text)) ? null : 'numberRequired';
  return null;
}

function momentProblem(text: string, kind: string): ValueProblem | null {
  return isMoment(kind) && isMomentValue(kind, text) ? null : 'dateRequired';
}

/** Validates what was typed for a condition: one text, two for a range. */
export function valueProblem(operator: Operator, type: string, values: readonly string[]): ValueProblem | null {
  const [first = '', second = ''] = values.map((value) => value.trim());
  switch (operator.inputs) {
    case 'none':
      return null;
    case 'code':
      return first === '' ? 'valueRequired' : null;
    case 'one':
      return isNumeric(type) ? numberProblem(first, type) : first === '' ? 'valueRequired' : null;
    case 'two':
      return numberProblem(first, type) ?? numberProblem(second, type);
    case 'list':
      return (
        splitList(first)
          .map((item) => numberProblem(item.trim(), type))
          .find((problem) => problem !== null) ?? null
      );
    case 'moment':
      return momentProblem(first, type);
    case 'moments':
      return momentProblem(first, type) ?? momentProblem(second, type);
    case 'box': {
      const numbers = first.split(',').map((part) => part.trim());
      return numbers.length === 4 && numbers.every((part) => part !== '' && Number.isFinite(Number(part)))
        ? null
        : 'boxRequired';
    }
  }
}

/** The filter of a condition and typed values; call only if {@link valueProblem} found nothing. */
export function filterFrom(column: string, operator: Operator, values: readonly string[], type: string): Filter {
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
    case 'moment':
      return { column, lookup, value: endsBehind(lookup) ? endOf(type, first.trim()) : first.trim() };
    case 'moments':
      return { column, lookup, value: joinList([first.trim(), endOf(type, second.trim())]) };
    case 'code':
    case 'one':
      return { column, lookup, value: first };
  }
}

const endOf = (type: string, text: string) => (isMoment(type) ? endOfMoment(type, text) : text);
const beforeEnd = (type: string, text: string) => (isMoment(type) ? withoutEnd(type, text) : text);

/** Whether a comparison uses the end of what is typed rather than its beginning. */
function endsBehind(lookup: Lookup): boolean {
  return lookup === 'gt' || lookup === 'lte';
}

/** The texts that a user would have typed for a filter. */
export function valuesOf(filter: Filter, operator: Operator, type: string): readonly string[] {
  if (operator.inputs === 'none') return [];
  if (operator.inputs === 'moment') return [endsBehind(filter.lookup) ? beforeEnd(type, filter.value) : filter.value];
  if (operator.inputs === 'moments') {
    const [from = '', to = ''] = splitList(filter.value);
    return [from, beforeEnd(type, to)];
  }
  return operator.inputs === 'two' ? splitList(filter.value) : [filter.value];
}
