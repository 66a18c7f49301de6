import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { openedDialog } from '../../state/dialogs.ts';
import { useTabs } from '../../state/tab.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { openTowns, testConnection, testDataset, testDetails, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { QueryList } from './query-list.tsx';

const { columns } = testDataset();

/** A saved query of the towns with more than a thousand people. */
function testQuery(changed: Partial<QuerySummary> = {}): QuerySummary {
  const filter = { column: 'population', lookup: 'gt', value: '1000' } as const;
  return {
    url: 'https://statistics.example/queries/1/',
    label: 'Large towns',
    reference: towns,
    created: '2026-03-01T10:00:00Z',
    data: 'https://statistics.example/queries/1/data/',
    asks: { kind: 'view', query: { ...everyRow, filters: [filter] } },
    ...changed,
  };
}

beforeEach(() => {
  openTowns();
  backend.answer('listConnections', [testConnection()]);
  backend.answer('readDataset', testDetails());
  backend.answer('servesWindow', false);
});

describe('the saved queries of a dataset', () => {
  it('shows that they are being read', () => {
    renderComponent(<QueryList reference={towns} columns={columns} />);
    expect(screen.getByText('Loading')).toBeDefined();
  });

  it('explains how to create one while there are none', async () => {
    backend.answer('listQueries', [testQuery({ reference: { ...towns, dataset: 'rivers' } })]);
    renderComponent(<QueryList reference={towns} columns={columns} />);
    expect(await screen.findByText(/No saved queries yet\. Filter, sort or choose columns/)).toBeDefined();
  });

  it('explains why they cannot be read, and reads them again', async () => {
    backend.fail(
      'listQueries',
      failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true }),
    );
    const user = renderComponent(<QueryList reference={towns} columns={columns} />);
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    backend.answer('listQueries', [testQuery()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Open Large towns' })).toBeDefined();
  });

  it('describes a query, and opens it as a view', async () => {
    backend.answer('listQueries', [testQuery()]);
    const user = renderComponent(<QueryList reference={towns} columns={columns} />);
    const line = await screen.findByRole('listitem');
    expect(line.textContent).toContain('Population is greater than 1000');
    await user.click(within(line).getByRole('button', { name: 'Open Large towns' }));
    await waitFor(() => expect(useTabs.getState().tabs.at(-1)?.saved?.label).toBe('Large towns'));
    expect(useTabs.getState().tabs.at(-1)?.query.filters).toHaveLength(1);
  });

  it('offers no link to a query that only its service understands, and no run if it returns no rows', async () => {
    const unsupported = testQuery({ asks: { kind: 'unsupported', text: 'SELECT 1' }, data: '' });
    backend.answer('listQueries', [unsupported]);
    const user = renderComponent(<QueryList reference={towns} columns={columns} />);
    const line = await screen.findByRole('listitem');
    expect(line.textContent).toContain('service-specific format');
    expect(within(line).queryByRole('button', { name: /Copy link/ })).toBeNull();
    expect(within(line).queryByRole('button', { name: /^Run/ })).toBeNull();
    await user.click(within(line).getByRole('button', { name: 'Open Large towns' }));
    expect(openedDialog('queries')).toEqual({ kind: 'unsupported', query: unsupported });
  });

  it('copies a link to the rows', async () => {
    backend.answer('listQueries', [testQuery()]);
    const user = renderComponent(<QueryList reference={towns} columns={columns} />);
    await user.click(await screen.findByRole('button', { name: 'Copy link: Large towns' }));
    await waitFor(() => expect(shell.calls('copyText')).toHaveLength(1));
    expect(await screen.findByText(/^Link copied\./)).toBeDefined();
  });
});
