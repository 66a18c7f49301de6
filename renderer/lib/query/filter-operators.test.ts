import { describe, expect, test } from 'vitest';
import { filterFrom, operatorOf, operatorsFor, underOperator, valueProblem, valuesOf } from './filter-operators.ts';

describe('conditions by type', () => {
  test.each(['integer', 'float', 'char', 'text', 'geometry', 'hstore'])(
    '%s: every condition survives the way to a filter and back',
    (type) => {
      for (const operator of [underOperator, ...operatorsFor(type)]) {
        const values = {
          none: [],
          one: ['7'],
          code: ['DE2'],
          two: ['1', '9'],
          list: ['1,2'],
          box: ['1,2,3,4'],
          moment: [],
          moments: [],
        }[operator.inputs];
        const filter = filterFrom('a', operator, values, type);
        expect([operatorOf(filter, type)?.id, valuesOf(filter, operator, type)]).toEqual([operator.id, values]);
      }
    },
  );

  test.each([
    ['date', ['2020-01-31', '2020-02-29']],
    ['date-time', ['2020-01-31', '2020-02-29']],
    ['date-time-zone', ['2020-01-31T10:30', '2020-02-29T00:00']],
    ['time', ['10:30', '23:59']],
    ['month', ['2020-01', '2020-12']],
    ['quarter', ['2020-Q1', '2020-Q4']],
    ['week', ['2020-W01', '2020-W53']],
  ])('%s: so does every condition on dates and times', (type, ends) => {
    for (const operator of operatorsFor(type)) {
      const [from = ''] = ends;
      const values = operator.inputs === 'moments' ? ends : operator.inputs === 'none' ? [] : [from];
      expect(valueProblem(operator, type, values)).toBeNull();
      const filter = filterFrom('a', operator, values, type);
      expect([operatorOf(filter, type)?.id, valuesOf(filter, operator, type)]).toEqual([operator.id, values]);
    }
  });

  test('dates in a hand-written filter are compared as text', () => {
    for (const [lookup, value] of [
      ['gte', '2020'],
      ['lte', '2020-01-31T10:00'],
      ['icontains', '-01-'],
      ['range', '2020,2021'],
    ] as const) {
      const operator = operatorOf({ column: 'a', lookup, value }, 'date-time');
      expect(operator?.inputs, value).toMatch(/^(one|two)$/);
    }
  });

  test('a column that only a remote service declares as a date also gets date conditions', () => {
    expect(operatorsFor('date').map(({ id }) => id)).toContain('before');
  });

  test('a lookup without a label is kept unchanged', () => {
    expect(operatorOf({ column: 'a', lookup: 'regex', value: 'x' }, 'char')).toBeNull();
  });
});

describe('typed values are validated', () => {
  const named = (type: string, id: string) => {
    const operator = operatorsFor(type).find((each) => each.id === id);
    if (operator === undefined) throw new Error(`There is no condition ${id} for ${type}`);
    return operator;
  };

  test.each([
    ['integer', 'is', ['12'], null],
    ['integer', 'is', ['-9007199254740993'], null],
    ['integer', 'is', ['1.5'], 'integerRequired'],
    ['integer', 'is', [' '], 'valueRequired'],
    ['float', 'between', ['1', ''], 'valueRequired'],
    ['float', 'between', ['1', 'x'], 'numberRequired'],
    ['float', 'oneOf', ['1, 2.5'], null],
    ['integer', 'oneOf', ['1, b'], 'integerRequired'],
    ['char', 'contains', ['x'], null],
    ['char', 'missing', [], null],
    ['geometry', 'within', ['1, 2, 3, 4'], null],
    ['geometry', 'within', ['1, 2, 3'], 'boxRequired'],
    ['date', 'before', ['2020-02-29'], null],
    ['date', 'before', ['2021-02-29'], 'dateRequired'],
    ['date', 'before', ['2020-02'], 'dateRequired'],
    ['date', 'between', ['2020-01-01', ''], 'dateRequired'],
    ['date-time', 'after', ['2020-01-01T25:00'], 'dateRequired'],
    ['date-time', 'after', ['2020-01-01T'], 'dateRequired'],
    ['time', 'after', ['10'], 'dateRequired'],
  ])('%s %s %j: %s', (type, id, values, problem) => {
    expect(valueProblem(named(type, id), type, values)).toBe(problem);
  });

  test('lists and ranges preserve commas and quotes in their values', () => {
    expect([
      filterFrom('a', named('char', 'oneOf'), ['"x, y", z'], 'char'),
      filterFrom('a', named('char', 'between'), ['a,b', ' c '], 'char'),
    ]).toEqual([
      { column: 'a', lookup: 'in', value: '"x, y",z' },
      { column: 'a', lookup: 'range', value: '"a,b",c' },
    ]);
  });
});
