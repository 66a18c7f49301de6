import { expect, test } from 'vitest';
import { emptySummary } from '#shared/summary.ts';
import { isFull, moved, withColumn, withKeys, withMeasures } from './edit-summary.ts';

const text = { name: 'town', label: '', description: '', type: 'char' } as const;
const number = { name: 'age', label: '', description: '', type: 'integer' } as const;
const count = { function: 'Count', column: null };

test('the first column makes a summary at once: the number of rows of each of its values', () => {
  const summary = withColumn(emptySummary, 'rows', text);
  expect(summary).toMatchObject({ rows: [{ column: 'town', function: null }], measures: [count] });
  expect(withColumn(summary, 'measures', number).measures).toEqual([count, { function: 'Average', column: 'age' }]);
});

test('a place takes no more than it holds', () => {
  let summary = emptySummary;
  for (let at = 0; at < 5; at += 1) summary = withColumn(summary, 'columns', text);
  expect(summary.columns).toHaveLength(3);
  expect([isFull(summary, 'columns'), isFull(summary, 'rows')]).toEqual([true, false]);
});

test('other keys are in the order of their values again, and something is always counted', () => {
  const sorted = { ...withColumn(emptySummary, 'rows', text), sort: { column: '', measure: 0, descending: true } };
  expect(withKeys(sorted, 'rows', []).sort.column).toBeNull();
  expect(withMeasures(sorted, []).measures).toEqual([count]);
  expect(withMeasures(emptySummary, []).measures).toEqual([]);
});

test('items move by one, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});
