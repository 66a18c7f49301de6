import { expect, test } from 'vitest';
import { emptySummary } from '#shared/summary.ts';
import { isFull, withColumn, withKeys, withMeasures } from './edit-summary.ts';

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
  for (let at = 0; at < 5; at += 1) summary = withColumn(summary, 'columns', { ...text, name: `town${at}` });
  expect(summary.columns).toHaveLength(3);
  expect([isFull(summary, 'columns'), isFull(summary, 'rows')]).toEqual([true, false]);
});

test('nothing is grouped or calculated twice in the same way', () => {
  const once = withColumn(emptySummary, 'rows', text);
  expect(withColumn(once, 'rows', text)).toEqual(once);
  expect(withColumn(once, 'columns', text)).toEqual(once);
  const measured = [number, number, text, text].reduce((summary, one) => withColumn(summary, 'measures', one), once);
  expect(measured.measures.slice(1).map(({ function: by }) => by)).toEqual([
    'Average',
    'Sum',
    'CountDistinct',
    'Count',
  ]);
  // Times can be divided by years and by months.
  const day = { ...text, name: 'day', moment: 'date' } as const;
  expect(withColumn(withColumn(once, 'columns', day), 'columns', day).columns).toHaveLength(2);
});

test('other keys are in the order of their values again, and something is always counted', () => {
  const sorted = { ...withColumn(emptySummary, 'rows', text), sort: { column: '', measure: 0, descending: true } };
  expect(withKeys(sorted, 'rows', []).sort.column).toBeNull();
  expect(withMeasures(sorted, []).measures).toEqual([count]);
  expect(withMeasures(emptySummary, []).measures).toEqual([]);
});
