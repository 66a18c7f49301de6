import { afterAll, expect, test } from 'vitest';
import { closeTab } from './open-tabs.ts';
import { changeQuery, noteLayout, noteScrollPosition, openTab, useSession } from './session.ts';
import { recordViewSteps, tabHistory } from './view-steps.ts';

const front = () => {
  const tab = useSession.getState().tabs[0];
  if (tab === undefined) throw new Error('There is no tab.');
  return tab;
};

afterAll(recordViewSteps());

test('filters, order and columns are undone step by step, wherever they were changed, and redone', () => {
  openTab({ reference: { connection: 'local', namespace: 'n', dataset: 'd' }, label: 'D' });
  const { id } = front();
  const filters = [{ column: 'x', lookup: 'exact', value: '1' } as const];
  changeQuery(id, { filters });
  changeQuery(id, { ordering: [{ column: 'x', descending: true }] });
  const layout = [{ name: 'x', hidden: true, frozen: false, width: 80 }];
  noteLayout(id, layout);
  // Neither scrolling nor setting an identical layout is a step.
  noteScrollPosition(id, { firstRow: 500 });
  noteLayout(id, [...layout]);

  tabHistory.undo(id);
  expect([front().layout, front().query.ordering.length]).toEqual([null, 1]);
  tabHistory.undo(id);
  tabHistory.undo(id);
  expect(front().query.filters).toEqual([]);
  tabHistory.undo(id);
  tabHistory.redo(id);
  expect([front().query.filters, front().query.ordering]).toEqual([filters, []]);

  // A new change discards the undone steps.
  changeQuery(id, { search: 'north' });
  tabHistory.redo(id);
  expect([front().query.search, front().query.ordering]).toEqual(['north', []]);
});

test('steps are discarded with their tab: the same dataset opened again has nothing to undo', () => {
  const reference = { connection: 'local', namespace: 'n', dataset: 'closed' };
  const openAgain = () => {
    openTab({ reference, label: 'D' });
    return useSession.getState().activeTab ?? '';
  };
  const searched = (id: string) => useSession.getState().tabs.find((tab) => tab.id === id)?.query.search;
  const first = openAgain();
  changeQuery(first, { search: 'old' });
  closeTab(first);
  const again = openAgain();
  expect(again).not.toBe(first);
  tabHistory.undo(again);
  expect(searched(again)).toBe('');
  changeQuery(again, { search: 'new' });
  tabHistory.undo(again);
  expect(searched(again)).toBe('');
});
