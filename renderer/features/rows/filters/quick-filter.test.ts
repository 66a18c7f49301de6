import { describe, expect, test } from 'vitest';
import { parseQuickFilter, quickFilterText } from './quick-filter.tsx';

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
    ['char', 'missing', 'isnull', 'true'],
    ['char', '=empty', 'isnull', 'true'],
    ['char', 'Fehlt', 'isnull', 'true'],
    ['char', 'is missing', 'isnull', 'true'],
    ['char', '!=empty', 'isnull', 'false'],
    ['char', '!= empty', 'isnull', 'false'],
    ['float', '≠ empty', 'isnull', 'false'],
    ['char', 'not  empty', 'isnull', 'false'],
    ['date', 'not missing', 'isnull', 'false'],
    ['char', 'is not empty', 'isnull', 'false'],
    ['char', 'nicht leer', 'isnull', 'false'],
    ['char', 'non vide', 'isnull', 'false'],
    ['char', 'no vacío', 'isnull', 'false'],
    ['char', 'non mancante', 'isnull', 'false'],
    ['char', 'ist vorhanden', 'isnull', 'false'],
    ['char', '="empty"', 'exact', 'empty'],
    ['char', '!="empty"', 'ne', 'empty'],
    ['char', '"missing"', 'icontains', 'missing'],
    ['char', '"Rome"', 'icontains', '"Rome"'],
    ['char', 'non è vuoto', 'isnull', 'false'],
    ['char', 'n’est pas vide', 'isnull', 'false'],
    ['char', '"not empty"', 'icontains', 'not empty'],
    ['char', 'not Rome', 'icontains', 'not Rome'],
    ['integer', '≠5', 'ne', '5'],
    ['integer', '≥ 5', 'gte', '5'],
  ])('%s "%s" asks %s %s', (type, typed, lookup, value) => {
    expect(parseQuickFilter('a', type, typed)).toEqual({ column: 'a', lookup, value });
  });

  test.each([
    ['integer', 'many'],
    ['float', '1..x'],
    ['integer', '>'],
    ['char', '='],
    ['integer', 'nothing'],
    ['date', 'not known'],
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
    ['text', '!empty'],
    ['char', '"empty"'],
    ['char', '""empty""'],
    ['char', '!="leer"'],
    ['char', '"not empty"'],
  ])('%s "%s" reads the same after a restart', (type, typed) => {
    const filter = parseQuickFilter('a', type, typed);
    if (filter === null || filter === 'invalid') throw new Error('This must be understood');
    expect(quickFilterText(filter, type)).toBe(typed);
  });

  test('a filter without a short form is shown in the chips only', () => {
    expect(quickFilterText({ column: 'a', lookup: 'in', value: '1,2' }, 'integer')).toBeNull();
  });
});
