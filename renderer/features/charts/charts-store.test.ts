import { afterAll, expect, test } from 'vitest';
import { closeTab } from '../../state/open-tabs.ts';
import { changeQuery, openTab, useSession } from '../../state/session.ts';
import { recordViewSteps, tabHistory } from '../../state/view-steps.ts';
import { type Brush, chooseChart, leadToRows, selectInChart, toggleBeside, useCharts } from './charts-store.ts';

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };

afterAll(recordViewSteps());

function open(): string {
  openTab({ reference, label: 'D' });
  return useSession.getState().activeTab ?? '';
}

const brushIn = (tab: string): Brush => ({
  tab,
  chart: 'one',
  positions: [0],
  moving: false,
  filters: null,
  text: 'one',
});

test('what the charts of a tab keep is dropped with it', () => {
  const [tab, other] = [open(), open()];
  for (const id of [tab, other]) {
    chooseChart(id, 'one');
    toggleBeside(id, 'map');
  }
  selectInChart(tab, brushIn(tab));
  closeTab(tab);
  const { brush, settled, chosen, beside } = useCharts.getState();
  expect({ brush, settled, chosen, beside }).toEqual({
    brush: null,
    settled: null,
    chosen: { [other]: 'one' },
    beside: { [other]: ['map'] },
  });
});

test('steps of the query and of charts are undone and redone in the order in which they were made', () => {
  const tab = open();
  const shown = () => {
    const query = useSession.getState().tabs.find(({ id }) => id === tab)?.query;
    return [query?.search, query?.filters.length, useCharts.getState().settled?.text ?? null];
  };
  changeQuery(tab, { search: 'x' });
  selectInChart(tab, brushIn(tab));
  leadToRows(tab, [{ column: 'c', lookup: 'exact', value: '1' }]);
  changeQuery(tab, { search: 'y' });
  const states = [
    ['', 0, null],
    ['x', 0, null],
    ['x', 0, 'one'],
    ['x', 1, null],
    ['y', 1, null],
  ];
  expect(shown()).toEqual(states[4]);
  for (const at of [3, 2, 1, 0]) {
    tabHistory.undo(tab);
    expect(shown()).toEqual(states[at]);
  }
  for (const at of [1, 2, 3, 4]) {
    tabHistory.redo(tab);
    expect(shown()).toEqual(states[at]);
  }
});
