import { describe, expect, test } from 'vitest';
import { emptySummary } from '#shared/summary.ts';
import { chartOf } from '../features/charts/model/new-chart.ts';
import { clearQuery, removeCondition, setConditions, showRows } from './query-edits.ts';
import {
  type Brush,
  changeCharts,
  changeMap,
  changeQuery,
  changeSummary,
  chooseChart,
  redo,
  releaseWithTab,
  requestRow,
  select,
  selectInChart,
  setLayout,
  setPosition,
  stateOf,
  tabOf,
  toggleBeside,
  undo,
  useTabs,
} from './tab.ts';
import { closeTab, openTab, reopenTab } from './tabs.ts';

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };

function open(): string {
  openTab({ reference, label: 'D' });
  return useTabs.getState().activeTab ?? '';
}

const is = (column: string, value: string) => ({ column, lookup: 'exact', value }) as const;
const chart = chartOf({ name: 'x', label: '', description: '', type: 'text' }, 'one');
const brush: Brush = {
  chart: 'one',
  source: { chart, categories: [] },
  positions: [0],
  moving: false,
  filters: null,
  text: 'one',
};

describe('the state of a tab', () => {
  test('is dropped with it, and not inherited by another tab of the dataset or by the reopened one', () => {
    const [tab, other] = [open(), open()];
    changeQuery(other, { search: 'other' });
    for (const id of [tab, other]) {
      chooseChart(id, 'one');
      toggleBeside(id, 'map');
      selectInChart(id, brush);
      requestRow(id, 3);
      changeMap(id, { colourBy: 'x' });
    }
    let released = 0;
    releaseWithTab(tab, () => {
      released += 1;
    });
    closeTab(tab);
    expect([released, tab in useTabs.getState().states]).toEqual([1, false]);
    expect(stateOf(other)).toMatchObject({ chosenChart: 'one', beside: ['map'], brush, requestedCell: { row: 3 } });
    reopenTab();
    const reopened = useTabs.getState().activeTab ?? '';
    const position = { firstRow: 3, sideways: 0 };
    const { history, ...state } = stateOf(reopened);
    expect([state.position, history.past, state.brush, state.beside]).toEqual([position, [], null, []]);
    expect(state.map).toEqual(stateOf(open()).map);
  });

  test('of another query has nothing selected, and is at its first row', () => {
    const tab = open();
    select(tab, { from: 1, to: 2, columns: ['x'] });
    setPosition(tab, { firstRow: 500, sideways: 20 });
    changeQuery(tab, { search: 'x' });
    expect(stateOf(tab)).toMatchObject({ selection: null, position: { firstRow: 0, sideways: 0 } });
  });

  test('of a closed tab cannot be changed', () => {
    const tab = open();
    closeTab(tab);
    select(tab, { from: 1, to: 2, columns: null });
    changeQuery(tab, { search: 'x' });
    expect([tabOf(tab), tab in useTabs.getState().states]).toEqual([undefined, false]);
  });
});

describe('the steps of a tab', () => {
  test('of its query and its columns are undone one by one, wherever they were made, and redone', () => {
    const tab = open();
    const filters = [is('x', '1')];
    changeQuery(tab, { filters });
    changeQuery(tab, { ordering: [{ column: 'x', descending: true }] });
    const layout = [{ name: 'x', hidden: true, frozen: false, width: 80 }];
    setLayout(tab, layout);
    // Neither scrolling nor the same layout again is a step.
    setPosition(tab, { firstRow: 500 });
    setLayout(tab, [...layout]);
    undo(tab);
    expect([tabOf(tab)?.layout, tabOf(tab)?.query.ordering.length]).toEqual([null, 1]);
    undo(tab);
    undo(tab);
    expect(tabOf(tab)?.query.filters).toEqual([]);
    undo(tab);
    redo(tab);
    expect([tabOf(tab)?.query.filters, tabOf(tab)?.query.ordering]).toEqual([filters, []]);
    // A new change discards the undone steps.
    changeQuery(tab, { search: 'north' });
    redo(tab);
    expect([tabOf(tab)?.query.search, tabOf(tab)?.query.ordering]).toEqual(['north', []]);
  });

  test('of the query, of charts and of the summary are one history', () => {
    const tab = open();
    const shown = () => {
      const { query, charts, summary } = tabOf(tab) ?? {};
      return [query?.search, query?.filters.length, stateOf(tab).settled?.text, charts?.length, summary?.heat];
    };
    const states = [shown()];
    const make = (step: () => void) => {
      step();
      states.push(shown());
    };
    make(() => changeQuery(tab, { search: 'x' }));
    make(() => changeCharts(tab, () => [chart]));
    make(() => selectInChart(tab, brush));
    make(() => showRows(tab, [is('c', '1')]));
    make(() => changeSummary(tab, () => ({ ...emptySummary, heat: true })));
    make(() => changeQuery(tab, { search: 'y' }));
    expect(states.at(-1)).toEqual(['y', 1, undefined, 1, true]);
    for (const at of [5, 4, 3, 2, 1, 0]) {
      undo(tab);
      expect(shown()).toEqual(states[at]);
    }
    for (const at of [1, 2, 3, 4, 5, 6]) {
      redo(tab);
      expect(shown()).toEqual(states[at]);
    }
  });

  test('are none while the pointer is down, nor for what is selected already', () => {
    const tab = open();
    selectInChart(tab, { ...brush, moving: true });
    selectInChart(tab, brush);
    selectInChart(tab, { ...brush, text: 'the same' });
    undo(tab);
    expect([stateOf(tab).brush, stateOf(tab).history.past]).toEqual([null, []]);
  });
});

describe('conditions', () => {
  test('of a column replace those that it has, and none removes them', () => {
    const tab = open();
    changeQuery(tab, { filters: [is('x', '1'), is('y', '2')] });
    setConditions(tab, 'x', [is('x', '3')]);
    expect(tabOf(tab)?.query.filters).toEqual([is('y', '2'), is('x', '3')]);
    setConditions(tab, 'y', []);
    removeCondition(tab, 0);
    expect(tabOf(tab)?.query.filters).toEqual([]);
  });

  test('of which any suffices are replaced by a further one, and stay alternatives when one of them is removed', () => {
    const tab = open();
    const any = { filters: [is('x', '1'), is('y', '2'), is('z', '3')], join: 'or' } as const;
    changeQuery(tab, any);
    setConditions(tab, 'z', []);
    expect(tabOf(tab)?.query).toMatchObject({ filters: any.filters.slice(0, 2), join: 'or' });
    setConditions(tab, 'x', [is('x', '4')]);
    expect(tabOf(tab)?.query).toMatchObject({ filters: [is('x', '4')], join: undefined });
    clearQuery(tab);
    expect(tabOf(tab)?.query.filters).toEqual([]);
  });
});
