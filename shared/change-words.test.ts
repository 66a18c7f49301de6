import { expect, it } from 'vitest';
import { summaryExplanation } from './change-words.ts';
import { englishText } from './english/english-text.ts';
import type { ChangeSummary } from './follow.ts';
import { testSummary } from './testing/change-summary.ts';

const summary = (columns: ChangeSummary['columns'], key = ['id']): string =>
  englishText(
    summaryExplanation(testSummary({ key, rowsBefore: 200, rows: 200, changed: 104, counted: 104, columns })),
  );

const cases: readonly (readonly [ChangeSummary['columns'], string])[] = [
  [[{ name: 'note', values: 104 }], '104 values changed in “note”.'],
  [
    [{ name: 'cases', values: 104, largest: { change: 37, row: ['7'] } }],
    '104 values changed in “cases”, largest: +37 (id 7).',
  ],
  [
    [{ name: 'share', values: 1, largest: { change: -0.0002, row: ['x'.repeat(50)] } }],
    `1 value changed in “share”: −0.0002 (id ${'x'.repeat(40)}…).`,
  ],
];
it.each(cases)('%j is described in words', (columns, words) => {
  expect(summary(columns)).toBe(words);
});

it('a row of several keys is named by all of them', () => {
  const columns = [{ name: 'cases', values: 2, largest: { change: 2.5, row: ['CH', '2024'] } }];
  expect(summary(columns, ['GEO', 'TIME_PERIOD'])).toContain('largest: +2.5 (GEO CH, TIME_PERIOD 2024)');
});
