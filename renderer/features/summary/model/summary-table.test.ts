import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import type { Row } from '#shared/cell.ts';
import { textFormatter } from '#shared/locales/text-formatter.ts';
import { everyRow } from '#shared/row-query.ts';
import { emptySummary, type Summary } from '#shared/summary.ts';
import { allTexts } from '#shared/testing/all-texts.ts';
import { icuTexts } from '../../../locales/language.ts';
import { groupingSets } from './summary-query.ts';
import { filtersOfCell, leafColumns, summaryTable, summaryTexts } from './summary-table.ts';
import { summaryTree } from './summary-tree.ts';
import { valueLength } from './value-width.ts';

beforeAll(async () => {
  const resources = { en: { translation: allTexts.en } };
  const format = textFormatter('en', (value) => new Intl.NumberFormat('en').format(value));
  await i18next.use(icuTexts(format)).init({ resources, lng: 'en' });
});

const by = (column: string) => ({ column, function: null, step: 0 });
const summary: Summary = {
  ...emptySummary,
  rows: [by('land'), by('town')],
  columns: [by('sex'), by('age')],
  measures: [{ function: 'Count', column: null }],
};
const sets = groupingSets(summary, everyRow);
/** Two rows: one of town x in A, one without a town in B; every other set follows from them. */
const cells: Row[] = [
  ['A', 'x', 'f\u001fm', 30],
  ['B', null, 'f', null],
];
const answers = sets.map(({ rowKeys, columnKeys }) => {
  const groups = cells.map((row) => [...row.slice(0, rowKeys), ...row.slice(2, 2 + columnKeys)]);
  const counts = new Map<string, Row>();
  for (const group of groups) {
    const id = JSON.stringify(group);
    const count = Number(counts.get(id)?.at(-1) ?? 0);
    counts.set(id, [...group, count + 1]);
  }
  return [...counts.values()];
});
const tree = summaryTree(sets, answers);
const textsIn = (locale: string) => summaryTexts(i18next.t, summary, (name) => name, locale);

test('leaves with each key in a column of its own and the totals of each level', () => {
  const { head, lines } = summaryTable(summary, tree, textsIn('en'));
  const ages = (sex: string, age: string) => [`${sex} / ${age}`, `${sex} / Total`];
  const missing = textsIn('en').ofRow({ id: 'B', path: [{ kind: 'missing' }], children: [] });
  expect(head).toEqual(['land', 'town', ...ages('f', missing), ...ages('f\u001fm', '30'), 'Total']);
  expect(lines).toEqual([
    ['A', 'Total', null, null, 1, 1, 1],
    ['A', 'x', null, null, 1, 1, 1],
    ['B', 'Total', 1, 1, null, null, 1],
    ['B', missing, 1, 1, null, null, 1],
    ['Total', 'Total', 1, 1, 1, 1, 2],
  ]);
});

test('a cell leads to its rows by a condition for each key', () => {
  const [a, b] = tree.rows.children;
  const [columns] = leafColumns(tree.columns);
  if (a === undefined || b === undefined || columns === undefined) throw new Error('The tree has two lands.');
  expect(filtersOfCell(summary, a, tree.columns)).toEqual([{ column: 'land', lookup: 'exact', value: 'A' }]);
  const [nameless = b] = b.children;
  expect(filtersOfCell(summary, nameless, columns)).toEqual([
    { column: 'land', lookup: 'exact', value: 'B' },
    { column: 'town', lookup: 'isnull', value: 'true' },
    { column: 'sex', lookup: 'exact', value: 'f' },
    { column: 'age', lookup: 'isnull', value: 'true' },
  ]);
  expect(filtersOfCell(summary, tree.rows, tree.columns)).toEqual([]);
});

test('a column of sums adds up as shown, and has room for its longest figure', () => {
  const sums: Summary = { ...summary, columns: [], rows: [by('land')], measures: [{ function: 'Sum', column: 'n' }] };
  const sumSets = groupingSets(sums, everyRow);
  const groups = [
    [
      ['A', 62_435_089.83],
      ['B', 880_154_589.22],
    ],
    [[942_589_679.05]],
  ];
  const sumTree = summaryTree(sumSets, groups);
  const texts = summaryTexts(i18next.t, sums, (name) => name, 'en');
  const shown = groups.flat().map((group) => texts.value(group.at(-1), 0));
  expect(shown).toEqual(['62,435,089.83', '880,154,589.22', '942,589,679.05']);
  expect(valueLength(sumTree, texts, sumTree.columns, 0)).toBe('942,589,679.05'.length);
  expect(texts.value(10 / 3, 0)).toBe('≈ 3.333333');
  const averages = summaryTree(sumSets, [
    [
      ['A', 12_345.678901234],
      ['B', 10 / 3],
    ],
    [[123_456.5]],
  ]);
  expect(valueLength(averages, texts, averages.columns, 0)).toBe('≈ 12,345.678901'.length);
});

test('counts of every size are grouped alike', () => {
  const { value } = textsIn('en');
  expect([999, 1423, 61_654, 9007199254740993n].map((count) => value(count, 0))).toEqual([
    '999',
    '1,423',
    '61,654',
    '9,007,199,254,740,993',
  ]);
  expect([value(undefined, 0), value(null, 0)]).toEqual(['', '–']);
});
