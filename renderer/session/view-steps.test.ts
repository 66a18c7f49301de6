import { expect, test } from 'vitest';
import { changeQuery, noteLayout, notePlace, openTab, useSession } from './session.ts';
import { recordViewSteps, viewSteps } from './view-steps.ts';

const front = () => {
  const tab = useSession.getState().tabs[0];
  if (tab === undefined) throw new Error('There is no tab.');
  return tab;
};

test('filters, order and columns are undone step by step, whoever changed them, and done again', () => {
  recordViewSteps();
  openTab({ reference: { connection: 'local', namespace: 'n', dataset: 'd' }, label: 'D' });
  const { id } = front();
  const filters = [{ column: 'x', lookup: 'exact', value: '1' } as const];
  changeQuery(id, { filters });
  changeQuery(id, { ordering: [{ column: 'x', descending: true }] });
  const layout = [{ name: 'x', hidden: true, frozen: false, width: 80 }];
  noteLayout(id, layout);
  // Neither where one is in the rows nor the same layout once more is a step.
  notePlace(id, { firstRow: 500 });
  noteLayout(id, [...layout]);

  viewSteps.undo(id);
  expect([front().layout, front().query.ordering.length]).toEqual([null, 1]);
  viewSteps.undo(id);
  viewSteps.undo(id);
  expect(front().query.filters).toEqual([]);
  viewSteps.undo(id);
  viewSteps.redo(id);
  expect([front().query.filters, front().query.ordering]).toEqual([filters, []]);

  // Another way from here: what was undone is no longer ahead.
  changeQuery(id, { search: 'north' });
  viewSteps.redo(id);
  expect([front().query.search, front().query.ordering]).toEqual(['north', []]);
});
