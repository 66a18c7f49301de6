import { expect, test } from 'vitest';
import { columnDescriptions } from './column-descriptions.ts';

test('the rows below the header describe the columns', () => {
  const columns = ['StartDate', 'Q1', 'Q2', 'Q3'].map((source) => ({ source }));
  const rows = [
    ['Start date', 'How old\n are you?', 'Q2', null],
    [null, 'years', null, null],
    ['{"ImportId":"start"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}', null],
  ];
  expect(columnDescriptions(columns, rows)).toEqual([
    { source: 'StartDate', description: 'Start date' },
    { source: 'Q1', description: 'How old are you?; years' },
  ]);
  expect(
    columnDescriptions(columns, [
      ['n', 'n', 'n', 'n'],
      ['n', 'm', 'n', 'n'],
    ]).map((one) => one.description),
  ).toEqual(['n', 'n; m', 'n', 'n']);
});
