import type { ChangeSummary } from '../follow.ts';

const noChange = {
  key: ['district'],
  rowsBefore: 6,
  rows: 6,
  added: 0,
  removed: 0,
  changed: 0,
  columns: [],
  counted: 0,
  columnsAdded: [],
  columnsRemoved: [],
  columnsRetyped: [],
};

/** How two versions differ, with some members changed. */
export function testSummary(changed: Partial<ChangeSummary> = {}): ChangeSummary {
  return { ...noChange, ...changed };
}
