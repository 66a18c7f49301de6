import { describe, expect, test } from 'vitest';
import { parseQuickFilter, quickFilterText } from './quick-filter-text.ts';

describe('the filter row', () => {
  test.each([
    ['integer', '5', 'exact', '5'],
    ['integer', ' > 5 ', 'gt', '5'],
    ['integer', '<=-3', 'lte', '-3'],
    ['float', '1.5..9', 'range', '1.5,9'],
    ['float', '!=2e3', 'ne', '2e3'],
    ['char', 'rome', 'icontains', 'rome'],
    ['char', '=Rome', 'exact', 'Rome'],
    ['char', '^Ro', 'istartswith', 'Ro'],
    ['char', '2020..2021', 'icontains', '2020..2021'],
    ['text', 'empty', 'isnull', 'true'],
    ['integer', '!empty', 'isnull', 'false'],
  ])('%s "%s" asks %s %s', (type, typed, lookup, value) => {
    expect(parseQuickFilter('a', type, typed)).toEqual({ column: 'a', lookup, value });
  });

  test.each([
    ['integer', 'many'],
    ['float', '1..x'],
    ['integer', '>'],
    ['char', '='],
  ])('%s "%s" is not understood', (type, typed) => {
    expect(parseQuickFilter('a', type, typed)).toBe('invalid');
  });

  test('empty text sets no filter', () => {
    expect(parseQuickFilter('a', 'char', '  ')).toBeNull();
  });

  test.each([
    ['integer', '5'],
    ['integer', '>=5'],
    ['float', '1..9'],
    ['char', 'rome'],
    ['char', '^Ro'],
    ['char', '!=x'],
    ['text', 'empty'],
  ])('%s "%s" reads the same after a restart', (type, typed) => {
    const filter = parseQuickFilter('a', type, typed);
    if (filter === null || filter === 'invalid') throw new Error('This must be understood');
    expect(quickFilterText(filter, type)).toBe(typed);
  });

  test('a filter without a short form is shown in the chips only', () => {
    expect(quickFilterText({ column: 'a', lookup: 'in', value: '1,2' }, 'integer')).toBeNull();
  });
});
