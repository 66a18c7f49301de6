import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Chart } from '#shared/chart.ts';
import { everyRow } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { testConnection, testDetails, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { QueryItems } from './view-actions.tsx';

const chart: Chart = {
  id: 'chart-1',
  mark: 'bar',
  x: { column: 'name', function: null, step: 0 },
  y: null,
  measure: { function: 'Count', column: null },
  color: null,
  facet: null,
  top: 20,
  sort: 'descending',
  scale: 'linear',
  stack: 'none',
  running: false,
  missing: true,
};

const query: QuerySummary = {
  url: 'https://statistics.example/queries/1/',
  label: 'Towns by name',
  reference: towns,
  created: '',
  data: '',
  asks: { kind: 'view', query: everyRow, chart },
};

function show(shown: QuerySummary) {
  return renderComponent(
    <Menu opened>
      <Menu.Dropdown>
        <QueryItems query={shown} />
      </Menu.Dropdown>
    </Menu>,
  );
}

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  backend.answer('readDataset', testDetails());
  backend.answer('servesWindow', false);
});

describe('the menu of a saved query', () => {
  it('copies a link that opens the chart of a saved chart', async () => {
    const user = show(query);
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() => expect(shell.calls('copyText')).toHaveLength(1));
    expect(shell.calls('copyText')[0]?.text).toContain('chart');
  });

  it('copies a link for any browser if the service serves the window', async () => {
    backend.answer('servesWindow', true);
    const user = show(query);
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() => expect(shell.calls('copyText')).toHaveLength(1));
    expect(shell.calls('copyText')[0]?.text).toMatch(/^https?:\/\/[^?]+\/app\/\?namespace=/);
  });

  it('offers only applicable actions for a query that only its service understands', async () => {
    show({ ...query, asks: { kind: 'unsupported', text: 'SELECT 1' } });
    expect(await screen.findByRole('menuitem', { name: 'Delete…' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Copy link' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Run' })).toBeNull();
  });
});
