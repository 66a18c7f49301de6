import { describe, expect, test } from 'vitest';
import { filterFrom, operatorOf, operatorsFor, valueProblem, valuesOf } from './filter-operators.ts';

describe('conditions by type', () => {
  test.each(['integer', 'float', 'char', 'text', 'geometry', 'hstore'])(
    '%s: every condition survives the way to a filter and back',
    (type) => {
      for (const operator of operatorsFor(type)) {
        const values = { none: [], one: ['7'], two: ['1', '9'], list: ['1,2'], box: ['1,2,3,4'] }[operator.inputs];
        const filter = filterFrom('a', operator, values);
        expect([operatorOf(filter, type)?.id, valuesOf(filter, operator)]).toEqual([operator.id, values]);
      }
    },
  );

  test('a lookup without words here is left alone', () => {
    expect(operatorOf({ column: 'a', lookup: 'regex', value: 'x' }, 'char')).toBeNull();
  });
});

describe('what is typed is checked', () => {
  const named = (type: string, id: string) => {
    const operator = operatorsFor(type).find((each) => each.id === id);
    if (operator === undefined) throw new Error(`There is no condition ${id} for ${type}`);
    return operator;
  };

  test.each([
    ['integer', 'is', ['12'], null],
    ['integer', 'is', ['-9007199254740993'], null],
    ['integer', 'is', ['1.5'], 'integerWanted'],
    ['integer', 'is', [' '], 'valueWanted'],
    ['float', 'between', ['1', ''], 'valueWanted'],
    ['float', 'between', ['1', 'x'], 'numberWanted'],
    ['float', 'oneOf', ['1, 2.5'], null],
    ['integer', 'oneOf', ['1, b'], 'integerWanted'],
    ['char', 'contains', ['x'], null],
    ['char', 'missing', [], null],
    ['geometry', 'within', ['1, 2, 3, 4'], null],
    ['geometry', 'within', ['1, 2, 3'], 'boxWanted'],
  ])('%s %s %j: %s', (type, id, values, problem) => {
    expect(valueProblem(named(type, id), type, values)).toBe(problem);
  });

  test('lists and ranges keep commas and quotes of their values', () => {
    expect([
      filterFrom('a', named('char', 'oneOf'), ['"x, y", z']),
      filterFrom('a', named('char', 'between'), ['a,b', ' c ']),
    ]).toEqual([
      { column: 'a', lookup: 'in', value: '"x, y",z' },
      { column: 'a', lookup: 'range', value: '"a,b",c' },
    ]);
  });
});
