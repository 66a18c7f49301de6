import type { TFunction } from 'i18next';
import { describe, expect, test } from 'vitest';
import type { Dimension } from '#shared/chart.ts';
import { codeListOf } from '#shared/codes/code-list.ts';
import type { ColumnCodes, DataColumn } from './data-column.ts';
import { cellText, formatOfColumn } from './format/cell-text.ts';
import { categoryOrder, labelled } from './groups/category.ts';
import { categoryText } from './groups/category-text.ts';
import { kindOf } from './groups/dimension.ts';
import { keyOf } from './groups/group-query.ts';
import { rowsBehind } from './groups/rows-behind.ts';
import { filterText } from './query/filter-text.ts';

const t = ((key: string) => key) as TFunction;
const list = codeListOf([
  { code: 2, label: 'North', parent: null },
  { code: 1, label: 'South', parent: null },
  { code: 11, label: 'Coast', parent: 1 },
]);
const columnOf = (shown: ColumnCodes['shown']): DataColumn => {
  const codes = { list, dataset: { namespace: 'geo', dataset: 'regions' }, shown };
  return { name: 'region', label: 'Region', description: '', type: 'integer', codes };
};
const column = columnOf('label');

describe('A column of codes', () => {
  const text = (cell: number | null, chosen: 'label' | 'code' | 'both' | undefined, of = column, raw = false) =>
    cellText(cell, { locale: 'en', raw, ...formatOfColumn(of), chosen: chosen && { codes: chosen } });

  test('shows labels, codes or both, and values of no list as they are', () => {
    expect([text(2, undefined), text(2, 'code'), text(2, 'both')]).toEqual(['North', '2', '2 North']);
    expect([text(2, undefined, columnOf('code')), text(2, 'label', columnOf('code'))]).toEqual(['2', 'North']);
    expect([text(3, undefined), text(null, undefined), text(2, undefined, column, true)]).toEqual(['3', '', '2']);
  });

  test('is filtered by labels', () => {
    const words = (lookup: 'under' | 'exact', value: string) =>
      filterText(t, { column: 'region', lookup, value }, column);
    expect(words('under', '1')).toBe('Region filters.under South');
    expect(words('exact', '11')).toBe('Region filters.is Coast');
    expect(words('under', '9')).toBe('Region filters.under 9');
  });

  test('has the categories of its list, in its order, and of its levels', () => {
    expect(kindOf(column)).toBe('text');
    const whole = labelled({ column: 'region', function: null, step: 0 }, [column]);
    expect([1, 9, 2, null, 11].sort(categoryOrder(whole))).toEqual([2, 1, 11, 9, null]);
    const level: Dimension = { column: 'region', function: 'Level', step: 1 };
    expect(categoryText(t, { kind: 'value', value: '1' }, labelled(level, [column]), 'en')).toBe('South');
    expect(keyOf(level).text).toBe('Level(region,1)');
    const behind = rowsBehind(level, [{ kind: 'value', value: '1' }]);
    expect(behind).toEqual([{ column: 'region', lookup: 'under', value: '1' }]);
    const bins: Dimension = { column: 'region', function: 'Bin', step: 5 };
    expect(labelled(bins, [column])).toBe(bins);
    expect([10, 9].sort(categoryOrder(bins))).toEqual([9, 10]);
  });
});
