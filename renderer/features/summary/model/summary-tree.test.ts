import { expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { everyRow } from '#shared/row-query.ts';
import { emptySummary, type Summary } from '#shared/summary.ts';
import { groupingSets } from './summary-query.ts';
import { dividedNodes, heatOf, heatRanges, type SummaryLine, summaryLines, summaryTree } from './summary-tree.ts';

const by = (column: string) => ({ column, function: null, step: 0 });
const summary: Summary = {
  ...emptySummary,
  rows: [by('land'), by('town')],
  columns: [by('year')],
  measures: [
    { function: 'Count', column: null },
    { function: 'Median', column: 'age' },
  ],
};
const sets = groupingSets(summary, everyRow);

/** In the order of the sets: land, town, year; land, town; land, year; land; year; nothing. */
const answers: Row[][] = [
  [
    ['A', 'x', 2001, 1, 10],
    ['A', 'y', 2001, 2, 20],
    ['A', 'y', null, 3, 90],
    ['B', null, 2001, 9, 5],
  ],
  [
    ['A', 'x', 1, 10],
    ['A', 'y', 5, 70],
    ['B', null, 9, 5],
  ],
  [
    ['A', 2001, 3, 15],
    ['A', null, 3, 90],
    ['B', 2001, 9, 5],
  ],
  [
    ['A', 6, 40],
    ['B', 9, 5],
  ],
  [
    [2001, 12, 8],
    [null, 3, 90],
  ],
  [[15, 7]],
];
const tree = summaryTree(sets, answers);
const keys = { column: null, measure: 0, descending: false };

function texts(lines: readonly SummaryLine[]): string[] {
  return lines.map(({ node, depth, open }) => {
    const last = node.path.at(-1);
    const name = last?.kind === 'value' ? String(last.value) : 'missing';
    return `${'-'.repeat(depth)}${name}${open === false ? '+' : ''}`;
  });
}

test('every level of totals is a question of its own', () => {
  const requested = sets.map(({ query }) => query.keys.map(({ text }) => text).join());
  expect(requested).toEqual(['land,town,year', 'land,town', 'land,year', 'land', 'year', '']);
  expect(sets[0]?.query.aggregates).toEqual([
    { name: 'value0', function: 'Count', column: null },
    { name: 'value1', function: 'Median', column: 'age' },
  ]);
});

test('a key that is used twice is asked once, and a measure is never called as a key', () => {
  const [set] = groupingSets({ ...summary, rows: [by('value0')], columns: [by('value0')] }, everyRow);
  expect(set).toMatchObject({ positions: [0, 0], valuesAt: [1, 2] });
  expect(set?.query.keys).toHaveLength(1);
  expect(set?.query.aggregates[0]?.name).toBe('value_0');
});

const change = { kind: 'change', steps: 1 } as const;
const sum = { function: 'Sum', column: 'people' } as const;

test('what is shown of a value is derived in each query whose groups have it', () => {
  const shown = groupingSets(
    {
      rows: [by('land')],
      columns: [{ column: 'day', function: 'Year', step: 0 }],
      measures: [
        { ...sum, show: change },
        { ...sum, show: { kind: 'share', of: 'column' } },
        { ...sum, show: { kind: 'per', column: null, scale: 1000 } },
      ],
    },
    everyRow,
  );
  expect(
    shown.map(({ query }) => query.derived?.map((one) => [one.name, one.function, 'keys' in one ? one.keys : ''])),
  ).toEqual([
    [
      ['value0_shown', 'Change', ''],
      ['value1_shown', 'ShareOf', ['Year(day)']],
      ['value2_shown', 'Per', ''],
    ],
    [
      ['value1_shown', 'ShareOf', []],
      ['value2_shown', 'Per', ''],
    ],
    [
      ['value0_shown', 'Change', ''],
      ['value1_shown', 'ShareOf', ['Year(day)']],
      ['value2_shown', 'Per', ''],
    ],
    [
      ['value1_shown', 'ShareOf', []],
      ['value2_shown', 'Per', ''],
    ],
  ]);
  // Keys, three sums, the divisor, then what is shown; a total of all years has no change.
  expect(shown.map(({ valuesAt }) => valuesAt)).toEqual([
    [6, 7, 8],
    [null, 5, 6],
    [5, 6, 7],
    [null, 4, 5],
  ]);
  const [, , ofYears] = shown;
  const answer: Row[] = [[2001, 30, 30, 30, 10, -4, 1, 3]];
  const known = summaryTree(ofYears === undefined ? [] : [ofYears], [answer]);
  expect(known.valuesAt('', 'number 2001')).toEqual([-4, 1, 3]);
});

test('a rank is one among the parts of the same whole', () => {
  const [finest] = groupingSets({ ...summary, measures: [{ ...sum, show: { kind: 'rank' } }] }, everyRow);
  expect(finest?.query.derived?.[0]).toMatchObject({ function: 'Rank', keys: ['land', 'year'] });
});

test('totals are those that were answered, not made of their parts', () => {
  expect(tree.valuesAt('', '')).toEqual([15, 7]);
  expect(tree.valuesAt('string A', '')).toEqual([6, 40]);
  expect(tree.valuesAt('string A', 'missing')).toEqual([3, 90]);
  expect(tree.valuesAt('string B', 'missing')).toBeUndefined();
});

test('rows and columns stand by their keys, the missing ones last', () => {
  expect(texts(summaryLines(tree, keys, new Set()))).toEqual(['A', '-x', '-y', 'B', '-missing']);
  expect(texts(summaryLines(tree, { ...keys, descending: true }, new Set()))).toEqual([
    'B',
    '-missing',
    'A',
    '-y',
    '-x',
  ]);
  expect(tree.columns.children.map(({ id }) => id)).toEqual(['number 2001', 'missing']);
});

test('any column sorts within each level, groups without a value last', () => {
  const down = { column: '', measure: 0, descending: true };
  expect(texts(summaryLines(tree, down, new Set()))).toEqual(['B', '-missing', 'A', '-y', '-x']);
  const atMissing = { column: 'missing', measure: 1, descending: false };
  expect(texts(summaryLines(tree, atMissing, new Set()))).toEqual(['A', '-y', '-x', 'B', '-missing']);
  expect(texts(summaryLines(tree, { ...atMissing, descending: true }, new Set()))).toEqual([
    'A',
    '-y',
    '-x',
    'B',
    '-missing',
  ]);
});

test('what is collapsed hides what is within', () => {
  expect(dividedNodes(tree.rows)).toEqual(['string A', 'string B']);
  expect(texts(summaryLines(tree, keys, new Set(['string A'])))).toEqual(['A+', 'B', '-missing']);
});

test('the shading runs over the finest groups', () => {
  const [range] = heatRanges(sets, answers);
  expect(range).toEqual({ min: 1, max: 9 });
  expect([1, 5, 9, null, 'x'].map((value) => heatOf(value, range))).toEqual([0, 0.5, 1, 0, 0]);
  expect(heatOf(3, { min: 3, max: 3 })).toBe(0);
});
