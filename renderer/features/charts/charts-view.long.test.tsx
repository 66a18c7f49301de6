import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { GroupAnswer } from '#shared/rpc/calls/statistics.ts';
import { type DatasetTab, useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testConnection, testDataset, testDetails } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ChartsView } from './charts-view.tsx';
import { chartOf } from './model/new-chart.ts';

function FrontTab({ details }: { details: ReturnType<typeof testDetails> }) {
  const tab = useTabs((session): DatasetTab | undefined => session.tabs[0]);
  return tab === undefined ? null : <ChartsView tab={tab} details={details} chips={null} beside={() => null} />;
}

const byName = chartOf(testColumn('name', { label: 'Name' }), 'chart-1');

function show(charts = [byName], details = testDetails()) {
  openTowns({ charts });
  return renderComponent(<FrontTab details={details} />);
}

function groups(...rows: (readonly [string | null, number])[]): GroupAnswer {
  return { count: rows.length, groups: rows.map((row) => [...row]), basis: { kind: 'all' } };
}

/** What a service says of a column of twelve towns. */
function profileOf(column: string): ColumnProfile {
  const isNumber = column === 'population';
  return {
    column,
    type: isNumber ? 'integer' : 'char',
    rows: 12,
    of: 12,
    missing: 0,
    distinct: { count: 12, exact: true },
    numbers: isNumber ? { min: 10, max: 4000, mean: 500, quartiles: [100, 200, 900], quartilesExact: true } : null,
    lengths: isNumber ? null : { min: 3, max: 12 },
    dates: null,
    histogram: null,
    frequent: [],
    geometry: null,
  };
}

beforeEach(() => {
  backend.answer('profileColumn', ({ column }) => profileOf(column));
  backend.answer('groupsRows', true);
  backend.answer('listConnections', [testConnection()]);
});

describe('the charts of a dataset', () => {
  it('are proposed for a first look, the best drawn large', async () => {
    const extent = { count: 1, groups: [[10, 4000, 400, 20, 3900]], basis: { kind: 'all' as const } };
    backend.answer('readGroups', ({ query }) => (query.keys.length === 0 ? extent : groups()));
    const user = show([]);
    expect(await screen.findByRole('article', { name: 'Population by Name' })).toBeDefined();
    const proposals = screen.getByRole('region', { name: 'Suggested charts' });
    const other = await within(proposals).findByRole('button', { name: 'Distribution of Population' });
    expect(other.getAttribute('aria-pressed')).toBe('false');
    await user.click(other);
    expect(await screen.findByRole('article', { name: 'Distribution of Population' })).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('article', { name: 'Population by Name' })).toBeDefined();
  });

  it('are of a column that is chosen', async () => {
    backend.answer('readGroups', groups());
    const user = show([]);
    await screen.findByRole('region', { name: 'Suggested charts' });
    await user.click(screen.getByRole('button', { name: 'Chart of Name' }));
    expect(await screen.findByRole('article', { name: /Number of rows by Name/ })).toBeDefined();
  });

  it('become charts of the tab by a change of their settings', async () => {
    backend.answer('readGroups', groups());
    const user = show([]);
    await screen.findByRole('article', { name: 'Population by Name' });
    await user.click(await screen.findByRole('checkbox', { name: 'Logarithmic scale' }));
    expect(useTabs.getState().tabs[0]?.charts).toMatchObject([{ scale: 'log', measure: { function: 'Value' } }]);
  });

  it('say that there are no columns to chart', () => {
    show([], testDetails({ dataset: testDataset({ columns: [] }) }));
    expect(screen.getByRole('heading', { name: 'No columns yet' })).toBeDefined();
  });

  it('say that they are being calculated', async () => {
    show();
    expect(await screen.findByRole('status', { name: 'Calculating…' })).toBeDefined();
  });

  it('say that the filters leave no rows', async () => {
    backend.answer('readGroups', groups());
    show();
    expect(await screen.findByRole('heading', { name: 'No rows to chart' })).toBeDefined();
  });

  it('say why they could not be calculated, and are calculated again', async () => {
    backend.fail(
      'readGroups',
      failure('timeout', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = show();
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('readGroups', groups());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'No rows to chart' })).toBeDefined();
  });

  it('find a column among many', async () => {
    const columns = Array.from({ length: 2000 }, (_, position) => testColumn(`c${position}`));
    const user = show([], testDetails({ dataset: testDataset({ columns }) }));
    await user.type(screen.getByRole('textbox', { name: 'Find a column' }), 'c1999');
    const list = screen.getByRole('region', { name: 'Columns' });
    expect(within(list).getAllByRole('button')).toHaveLength(1);
  });
});
