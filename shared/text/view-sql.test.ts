import { expect, it } from 'vitest';
import { everyRow, type Filter } from '../row-query.ts';
import { conditionSql, namedDatasets, viewSql } from './view-sql.ts';

const columns = [
  { name: 'name', type: 'char' },
  { name: 'it"s', type: 'text' },
  { name: 'people', type: 'integer' },
  { name: 'place', type: 'geometry' },
] as const;
const towns = { namespace: 'geo', dataset: 'towns' };

it('writes every part of a view', () => {
  const view = {
    ...everyRow,
    filters: [{ column: 'people', lookup: 'gte', value: '1000' } as const],
    search: "O'Neill",
    ordering: [
      { column: 'people', descending: true },
      { column: 'name', descending: false },
    ],
    collation: 'de',
    fields: ['name', 'it"s'],
    version: '20260301120000000000',
  } as const;
  expect(viewSql(towns, view, columns)).toBe(
    [
      'SELECT "name", "it""s"',
      'FROM "geo/towns@20260301120000000000"',
      'WHERE "people" >= 1000',
      `  AND (contains(lower("name"), 'o''neill') OR contains(lower("it""s"), 'o''neill'))`,
      'ORDER BY "people" DESC, "name" COLLATE de',
    ].join('\n'),
  );
});

it('keeps alternatives together before a search', () => {
  const alternatives: Filter[] = [
    { column: 'name', lookup: 'exact', value: 'Rome' },
    { column: 'people', lookup: 'isnull', value: 'true' },
  ];
  const view = { ...everyRow, filters: alternatives, join: 'or', search: 'x' } as const;
  expect(viewSql(towns, view, columns)).toContain(`WHERE ("name" = 'Rome'\n   OR "people" IS NULL)\n  AND (`);
  expect(viewSql(towns, everyRow, columns)).toBe('SELECT *\nFROM "geo/towns"');
});

it.each([
  ['exact', '1e3', '"people" = 1e3'],
  ['exact', 'many', `"people" = 'many'`],
  ['ne', '5', '("people" = 5) IS NOT TRUE'],
  ['in', '1,2', '"people" IN (1, 2)'],
  ['range', '1,2', '"people" BETWEEN 1 AND 2'],
  ['isnull', 'false', '"people" IS NOT NULL'],
  ['startswith', '1', `starts_with(CAST("people" AS VARCHAR), '1')`],
  ['iregex', '^1', `regexp_matches(CAST("people" AS VARCHAR), '^1', 'i')`],
  ['bbox', '1,2,3,4', null],
] as const)('%s %s', (lookup, value, sql) => {
  expect(conditionSql({ lookup, value }, columns[2])).toBe(sql);
});

it('finds the datasets that a statement names', () => {
  expect([...namedDatasets('FROM "a/b" JOIN "c/d-e@20260301120000000000" ON "x/y z"')]).toEqual(['a/b', 'c/d-e']);
});
