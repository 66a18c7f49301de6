import { expect, test } from 'vitest';
import type { Dimension } from '#shared/chart.ts';
import type { Category } from './category.ts';
import { rowsBehind } from './rows-behind.ts';

const by = (name: Dimension['function'], step = 0): Dimension => ({ column: 'c', function: name, step });
const value = (one: string | number): Category => ({ kind: 'value', value: one });

test.each([
  [by(null), [value('Rome')], [{ column: 'c', lookup: 'exact', value: 'Rome' }]],
  [by(null), [value('a,b'), value('c')], [{ column: 'c', lookup: 'in', value: '"a,b",c' }]],
  [by(null), [{ kind: 'missing' } as const], [{ column: 'c', lookup: 'isnull', value: 'true' }]],
  [
    by('Month'),
    [value('2001-11'), value('2001-12')],
    [
      { column: 'c', lookup: 'gte', value: '2001-11' },
      { column: 'c', lookup: 'lt', value: '2002-01' },
    ],
  ],
  [
    by('Bin', 0.1),
    [value(0.1), value(0.2)],
    [
      { column: 'c', lookup: 'gte', value: '0.1' },
      { column: 'c', lookup: 'lt', value: '0.3' },
    ],
  ],
  [by('Cell', 0.5), [value('12.5,-3')], [{ column: 'c', lookup: 'bbox', value: '12.5,-3,12.999999999,-2.500000001' }]],
  [
    by('Cell', 0.5),
    [value('12.5,-3'), value('13,-3.5')],
    [{ column: 'c', lookup: 'bbox', value: '12.5,-3.5,13.499999999,-2.500000001' }],
  ],
  [by('Lower'), [value('rome')], [{ column: 'c', lookup: 'iexact', value: 'rome' }]],
] as const)('%j of %j is asked as %j', (dimension, categories, filters) => {
  expect(rowsBehind(dimension, categories)).toEqual(filters);
});

test('a category that no condition selects leads nowhere', () => {
  expect(rowsBehind(by('Weekday'), [value(1)])).toBeNull();
  expect(rowsBehind(by(null), [{ kind: 'others', count: 3 }])).toBeNull();
  // A text that is not a date also belongs to this group.
  expect(rowsBehind(by('Month'), [{ kind: 'missing' }])).toBeNull();
  expect(rowsBehind(by(null), [])).toBeNull();
});
