import { expect, test } from 'vitest';
import { closeTab } from '../../session/open-tabs.ts';
import { openTab, useSession } from '../../session/session.ts';
import { type Brush, chooseChart, selectInChart, toggleBeside, useCharts } from './charts-store.ts';

const reference = { connection: 'local', namespace: 'n', dataset: 'd' };

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
