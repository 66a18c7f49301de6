import { expect, test } from 'vitest';
import { nextOrdering } from './rows-grid.tsx';

const up = (column: string) => ({ column, descending: false });
const down = (column: string) => ({ column, descending: true });

test.each([
  ['nothing', [], false, [up('a')]],
  ['its ascending order', [up('a')], false, [down('a')]],
  ['its descending order', [down('a')], false, []],
  ['other columns', [up('b'), down('c')], false, [up('a')]],
  ['other columns, which stay', [up('b'), down('c')], true, [up('b'), down('c'), up('a')]],
  ['its order among others, which stay', [up('b'), up('a'), down('c')], true, [up('b'), down('a'), down('c')]],
  ['its last order among others, which stay', [up('b'), down('a')], true, [up('b')]],
] as const)('a heading is chosen after %s', (_, before, more, after) => {
  expect(nextOrdering(before, 'a', more)).toEqual(after);
});
