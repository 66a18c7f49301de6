import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
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

beforeEach(() => {
  backend.answer('groupsRows', true);
  backend.answer('listConnections', [testConnection()]);
});

describe('the charts of a dataset', () => {
  it('are begun with a column', async () => {
    backend.answer('readGroups', groups());
    const user = show([]);
    expect(screen.getByRole('heading', { name: 'Choose a column to chart' })).toBeDefined();
    const [button] = screen.getAllByRole('button', { name: 'Chart of Name' });
    if (button !== undefined) await user.click(button);
    expect(await screen.findByRole('article', { name: /Number of rows by Name/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.queryByRole('article')).toBeNull();
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
