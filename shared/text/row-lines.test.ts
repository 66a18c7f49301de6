import { expect, test } from 'vitest';
import { explain } from '../failures.ts';
import { linesOfRows } from './row-lines.ts';

const column = (source: string) => ({ source, name: source, type: 'text' as const, reason: null });
const preview = {
  format: 'csv' as const,
  options: { skip: 2, header: true },
  columns: [column('a'), column('b')],
  rows: [
    ['1', 'x\r\ny'],
    ['2', null],
    ['3', 'z'],
  ],
  broken: { count: 0, first: [] },
  leftOut: [],
};

test('records start below the header, and a value may span several lines', () => {
  expect(linesOfRows(preview, [])).toEqual([4, 6, 7]);
  expect(linesOfRows({ ...preview, options: {} }, [])).toEqual([2, 4, 5]);
  expect(linesOfRows({ ...preview, options: { skip: 2, header: false } }, [])).toEqual([3, 5, 6]);
  expect(linesOfRows({ ...preview, options: { skip: 2, header: true, headerRows: 2 } }, [])).toEqual([5, 7, 8]);
});

test('empty lines are no records, but may be within one', () => {
  expect(linesOfRows(preview, [3, 5, 6, 8])).toEqual([7, 9, 10]);
  expect(linesOfRows(preview, [5])).toEqual([4, 6, 7]);
});

test('comments and unreadable records count as lines', () => {
  const leftOut = [
    { line: 1, text: 'Title', why: 'above' as const },
    { line: 3, text: '# note', why: 'comment' as const },
    { line: 7, text: '# note', why: 'comment' as const },
  ];
  const broken = { count: 1, first: [{ row: 3, line: 8, column: null, value: '', reason: explain('no-number') }] };
  expect(linesOfRows({ ...preview, leftOut, broken }, [])).toEqual([5, 9, 10]);
});

test('other formats have no lines', () => {
  expect(linesOfRows({ ...preview, format: 'xlsx' }, [])).toEqual([]);
});
