import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestStore, type TestStore } from '../rows/testing/test-store.ts';
import { diffByKey } from './row-key.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Sales of three products in four regions on `days` days, of which `changed` differ. */
function sales(days: number, changed = 0, revised = 0): string {
  const lines = Array.from({ length: days * 12 }, (_, at) => {
    const [product, region] = [`P${at % 3}`, `R${Math.floor(at / 3) % 4}`];
    const status = at < revised ? 'revised' : 'final';
    const date = `2024-01-${String(Math.floor(at / 12) + 1).padStart(2, '0')}`;
    return [date, product, region, status, at < changed ? 1000 + at : at].join(',');
  });
  return `date,product,region,status,units\n${lines.join('\n')}\n`;
}

test.each([
  ['several columns', sales(4, 12), sales(6), ['date', 'product', 'region'], [24, 0, 12]],
  ['several columns, among texts that change', sales(4), sales(4, 0, 12), ['date', 'product', 'region'], [0, 0, 12]],
  ['a number that is in order', 'a,n\nx,1\nx,2\n', 'a,n\ny,1\nx,2\n', ['n'], [0, 0, 1]],
  [
    'one that matches more rows than one named like an identifier',
    'no,town,n\n1,A,5\n2,B,6\n',
    'no,town,n\n3,A,5\n4,B,7\n',
    ['town'],
    [0, 0, 2],
  ],
  ['none where only values are unique', 'name,n\nx,10\nx,20\nx,30\n', 'name,n\nx,10\nx,20\nx,35\n', [], [1, 1, 0]],
  ['none of repeated rows', 'a,b\n1,1\n1,1\n', 'a,b\n1,1\n1,2\n', [], [1, 1, 0]],
  ['none with missing values', 'id,b\n,1\n2,1\n', 'id,b\n1,1\n2,1\n', [], [1, 1, 0]],
] as const)('rows are matched by %s', async (_, before, after, key, counts) => {
  const [old, young] = [await store.take(before), await store.take(after)];
  const { diff, key: found } = await diffByKey(store.rows, old, young, null, {});
  expect([diff.key, found]).toEqual([key, key.length === 0 ? null : key]);
  expect([diff.added, diff.removed, diff.changed]).toEqual(counts);
});

test('a kept key is used, also for whole rows; one that does not fit is kept, and others are tried', async () => {
  const [old, young] = [await store.take('id,b\n1,x\n2,y\n'), await store.take('id,b\n1,x\n2,z\n')];
  const by = async (kept: readonly string[]) => {
    const { diff, key } = await diffByKey(store.rows, old, young, kept, {});
    return [diff.key, diff.changed, key];
  };
  expect(await by(['b'])).toEqual([['b'], 0, ['b']]);
  expect(await by([])).toEqual([[], 0, []]);
  expect(await by(['gone'])).toEqual([['id'], 1, ['gone']]);
});
