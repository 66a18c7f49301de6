import { expect, test } from 'vitest';
import type { KnownColumn } from '../../../lib/groups/column-role.ts';
import { suggestedColumns } from './suggested-columns.ts';

function known(name: string, role: KnownColumn['role'], distinct: number): KnownColumn {
  const facts = { rows: 1000, distinct, missing: 0, numbers: null, dates: null, samples: [], longest: 9 };
  return { column: { name, label: name, description: '', type: 'char' }, role, facts };
}

const columns = [
  known('Number', { kind: 'identifier' }, 1000),
  known('Name', { kind: 'label' }, 990),
  known('Date', { kind: 'time', form: 'date', step: 'Day' }, 300),
  known('Cost', { kind: 'measure', additive: true }, 700),
  known('Town', { kind: 'category' }, 600),
  known('Country', { kind: 'category' }, 12),
  known('Unit', { kind: 'constant' }, 1),
  known('Place', { kind: 'place', form: 'geometry' }, 800),
];

test('a summary begins with few groups, with time, with many groups, or with numbers, never with what identifies a row', () => {
  expect(suggestedColumns(columns, []).map(({ name }) => name)).toEqual(['Country', 'Date', 'Town', 'Cost']);
});

test('the first columns are suggested where nothing is known of them', () => {
  const all = columns.map(({ column }) => column);
  expect(suggestedColumns([], all).map(({ name }) => name)).toEqual(['Number', 'Name', 'Date', 'Cost']);
});

test('the meanings of codes are suggested in place of these, unless most have none', () => {
  const coded = (missing: number) => {
    const label = known('sex_label', { kind: 'category' }, 2);
    return [known('sex', { kind: 'category' }, 2), { ...label, facts: { ...label.facts, missing } }];
  };
  const named = (missing: number) => suggestedColumns(coded(missing), []).map(({ name }) => name);
  expect(named(3)).toEqual(['sex_label']);
  expect(named(900)).toEqual(['sex', 'sex_label']);
  const measured = [
    known('age', { kind: 'measure', additive: false }, 90),
    known('age_label', { kind: 'category' }, 3),
  ];
  expect(suggestedColumns(measured, []).map(({ name }) => name)).toEqual(['age_label', 'age']);
});
