import { expect, it } from 'vitest';
import type { Row } from '#shared/cell.ts';
import type { Chart } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import { towns } from '../../../testing/records.ts';
import { chartData } from './chart-data.ts';
import { chartQuery } from './chart-query.ts';
import { chartSql } from './chart-sql.ts';
import { chartOf } from './new-chart.ts';

const column = (name: string, type: string) => ({ name, type, label: '', description: '' });
const columns = [column('name', 'char'), column('people', 'integer'), column('kind', 'char')];
const plain: Chart = {
  ...chartOf(column('name', 'char'), 'c'),
  measure: { function: 'Sum', column: 'people' },
  top: 2,
};
const groups: Row[] = [
  ['Rome', 5],
  ['Oslo', 4],
  ["L'Aquila", 3],
  [null, 2],
];

function sqlOf(changed: Partial<Chart>, rows: readonly Row[] = groups): string | null {
  const drawn = { ...plain, ...changed };
  const shown = { drawn, data: chartData(drawn, rows), queries: [chartQuery(drawn, everyRow)] };
  return chartSql(towns, shown, columns, () => 'The rest');
}

const grouped = 'SELECT "name", sum("people") AS "people sum"\nFROM "geo/towns"\nGROUP BY ALL';

it('has all groups of a chart that shows all', () => {
  expect(sqlOf({ top: 10 })).toBe(`${grouped}\nORDER BY "people sum" DESC, "name"`);
});

it('has the groups that are shown, without those beyond and those that are missing', () => {
  expect(sqlOf({ missing: false })).toBe(
    `WITH groups AS (\n${grouped}\n)\nSELECT * FROM groups\nWHERE "name" IS NOT NULL\n  AND "name" IN ('Rome', 'Oslo')\nORDER BY "people sum" DESC, "name"`,
  );
});

it('puts together what the chart does', () => {
  expect(sqlOf({ others: true })).toContain(
    `SELECT CASE WHEN "name" IN ('Rome', 'Oslo') THEN CAST("name" AS VARCHAR) ELSE 'The rest' END AS "name", sum("people sum") AS "people sum" FROM groups\nGROUP BY ALL`,
  );
});

it('adds up along the categories only where they have an order', () => {
  expect(sqlOf({ running: true, top: 10 }, groups.slice(0, 3))).toBeNull();
  expect(sqlOf({ running: true, sort: 'key', top: 10 }, groups.slice(0, 3))).toContain(
    'sum("people sum") OVER (ORDER BY "name")',
  );
});

it('restricts both dimensions of a chart with colours', () => {
  const color = { column: 'kind', function: null, step: 0 } as const;
  const rows: Row[] = groups.flatMap(([name, people]) => [
    [name ?? null, 'a', people ?? null],
    [name ?? null, null, people ?? null],
  ]);
  expect(sqlOf({ color }, rows)).toContain(
    `WHERE "name" IN ('Rome', 'Oslo')\n  AND ("kind" IN ('a') OR "kind" IS NULL)`,
  );
});
