import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { summarySql } from './summary-sql.ts';

const reference = { namespace: 'city', dataset: 'strikes' };
const columns = [
  { name: 'day', type: 'char' },
  { name: 'cost', type: 'float' },
  { name: 'state', type: 'char' },
] as const;
const byMonth = { column: 'day', function: 'Month', step: 0 } as const;
const byState = { column: 'state', function: null, step: 0 } as const;
const costs = { function: 'Sum', column: 'cost' } as const;

test('a summary is a statement with a row for each group, over the rows of the view', () => {
  const view = { ...everyRow, filters: [{ column: 'cost', lookup: 'gt', value: '5' }] } as const;
  const summary = {
    rows: [byMonth],
    columns: [byState],
    measures: [{ function: 'Count', column: null }, costs],
  } as const;
  expect(summarySql(reference, view, summary, columns)).toBe(
    [
      `SELECT left("day", 7) AS "day month", "state", count(*) AS "rows", sum("cost") AS "cost sum"`,
      `FROM "city/strikes"`,
      `WHERE "cost" > 5`,
      'GROUP BY ALL',
      'ORDER BY 1, 2',
    ].join('\n'),
  );
});

test('there is none for what SQL has no short words for', () => {
  const shown = { rows: [byMonth], columns: [], measures: [{ ...costs, show: { kind: 'rank' } }] } as const;
  expect(summarySql(reference, everyRow, shown, columns)).toBeNull();
  const cells = { rows: [{ column: 'place', function: 'Cell', step: 1 }], columns: [], measures: [costs] } as const;
  expect(summarySql(reference, everyRow, cells, columns)).toBeNull();
  const box = { ...everyRow, filters: [{ column: 'place', lookup: 'bbox', value: '1,2,3,4' }] } as const;
  expect(summarySql(reference, box, { rows: [byState], columns: [], measures: [costs] }, columns)).toBeNull();
});
