import { expect, it } from 'vitest';
import type { RecipeStep } from './steps.ts';
import { readSteps, stepsSql } from './steps-sql.ts';

const odd = `it's "so", AS (x) FROM`;
const steps: RecipeStep[] = [
  { kind: 'data', input: 'geo/gdp@20260301120000000000' },
  { kind: 'filter', condition: `"country" <> 'a -- b' AND "x" > (1 + 2)` },
  {
    kind: 'unpivot',
    name: 'year',
    isNumber: true,
    values: ['gdp'],
    groups: [
      { label: '1990', columns: ['1990'] },
      { label: '1991', columns: [odd] },
    ],
    except: null,
    keepsMissing: false,
  },
  {
    kind: 'join',
    input: 'geo/people',
    how: 'left',
    on: [
      ['country', 'name'],
      ['year', odd],
    ],
    asText: false,
    columns: [
      { name: 'people', as: 'people' },
      { name: 'year', as: 'year_2' },
    ],
  },
  { kind: 'compute', name: 'per head', expression: '"gdp" / nullif("people", 0)' },
  {
    kind: 'choose',
    columns: [
      { name: odd, as: odd },
      { name: 'per head', as: 'gdp_per_head' },
    ],
  },
  { kind: 'group', keys: ['country', odd], values: [{ combiner: 'avg', column: 'per head', as: odd }] },
  { kind: 'pivot', column: 'year', labels: ['1990', `it's`], value: 'per head', combiner: 'sum' },
  { kind: 'stack', input: 'geo/more' },
  { kind: 'distinct' },
  {
    kind: 'sort',
    terms: [
      { column: odd, descending: true },
      { column: 'country', descending: false },
    ],
  },
];

it('writes one readable clause for each step, and the last as the query', () => {
  expect(stepsSql(steps.slice(0, 2).concat(steps.slice(-1)))).toBe(`WITH data AS (
  SELECT * FROM "geo/gdp@20260301120000000000"
),
filter_2 AS (
  SELECT * FROM data WHERE "country" <> 'a -- b' AND "x" > (1 + 2)
)
SELECT * FROM filter_2 ORDER BY "it's ""so"", AS (x) FROM" DESC, "country"`);
});

it('reads back what it wrote, whatever the last step is', () => {
  for (let count = 1; count <= steps.length; count += 1) {
    const some = steps.slice(0, count);
    expect(readSteps(stepsSql(some))).toEqual(some);
  }
});

it('reads several measures, missing values and other kinds of joins back', () => {
  const others: RecipeStep[] = [
    { kind: 'data', input: 'a/b' },
    {
      kind: 'unpivot',
      name: 'year',
      isNumber: false,
      values: ['births', 'deaths'],
      groups: [{ label: '2019', columns: ['births_2019', 'deaths_2019'] }],
      except: null,
      keepsMissing: true,
    },
    {
      kind: 'unpivot',
      name: 'year',
      isNumber: true,
      values: ['value'],
      groups: [],
      except: ['country', odd],
      keepsMissing: false,
    },
    { kind: 'join', input: 'c/d', how: 'anti', on: [['a', 'b']], asText: true, columns: [] },
  ];
  expect(readSteps(stepsSql(others))).toEqual(others);
});

it.each([
  'SELECT 1',
  'SELECT * FROM "a/b" LIMIT 5',
  'WITH data AS (\n  SELECT * FROM "a/b"\n)\nSELECT * FROM other_2 WHERE x',
  'WITH data AS (\n  SELECT * FROM "a/b"\n)\nSELECT count(*) FROM data',
])('leaves other SQL as SQL: %s', (sql) => {
  expect(readSteps(sql)).toBeNull();
});
