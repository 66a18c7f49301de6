import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { everyRow } from '#shared/row-query.ts';
import type { QuerySummary } from '#shared/rpc/calls/queries.ts';
import { closeDialog, openDialog, openedDialog } from '../../state/dialogs.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testConnection, testDetails, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { QueryDialogs } from './query-dialogs.tsx';

const query: QuerySummary = {
  url: 'https://statistics.example/queries/1/',
  label: 'Large towns',
  reference: towns,
  created: '',
  data: 'https://statistics.example/queries/1/data/',
  asks: { kind: 'view', query: everyRow },
};

const signedIn = testConnection({ session: { kind: 'signed-in', user: 'anna', kept: 'keychain' } });

beforeEach(() => {
  backend.answer('listConnections', [signedIn]);
  backend.answer('readDataset', testDetails());
});
afterEach(() => closeDialog('queries'));

describe('saving a view', () => {
  it('requires signing in, and offers it', async () => {
    backend.answer('listConnections', [testConnection()]);
    openDialog({ kind: 'save', tab: openTowns().id });
    const user = renderComponent(<QueryDialogs />);
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Sign in…' }));
    expect(openedDialog('program')).toEqual({ kind: 'sign-in', connection: 'remote' });
  });

  it('requires a name, which the tab then has', async () => {
    backend.answer('saveQuery', { query, notKept: [] });
    openDialog({ kind: 'save', tab: openTowns().id });
    const user = renderComponent(<QueryDialogs />);
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a name.')).toBeDefined();
    expect(backend.calls('saveQuery')).toEqual([]);
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Large towns');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Saved as “Large towns”.')).toBeDefined();
    expect(useTabs.getState().tabs[0]?.saved).toEqual({ url: query.url, label: 'Large towns' });
  });

  it('reports what the service did not save', async () => {
    backend.answer('saveQuery', { query, notKept: ['filters', 'ordering'] });
    openDialog({ kind: 'save', tab: openTowns().id });
    const user = renderComponent(<QueryDialogs />);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Large towns');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Statistics office did not keep everything.*filters.*sort order/)).toBeDefined();
  });

  it('reports that the account may not save there', async () => {
    backend.fail('saveQuery', failure('forbidden', explain('recorded', { text: '' })));
    openDialog({ kind: 'save', tab: openTowns().id });
    const user = renderComponent(<QueryDialogs />);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Large towns');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('does not have permission to save queries here');
  });

  it('explains why it is impossible if the dataset cannot be read', async () => {
    backend.fail('readDataset', failure('offline', explain('unreachable', { host: 'statistics.example' })));
    openDialog({ kind: 'save', tab: openTowns().id });
    renderComponent(<QueryDialogs />);
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
  });
});

describe('running a saved query', () => {
  it('shows that the service is working, and then its answer', async () => {
    openDialog({ kind: 'run', query });
    renderComponent(<QueryDialogs />);
    expect(await screen.findByText('Running on the service…')).toBeDefined();
  });

  it('shows the first rows and the total count', async () => {
    backend.answer('runQuery', { columns: [testColumn('name')], rows: [['Ulm'], [null]], count: 5000 });
    openDialog({ kind: 'run', query });
    renderComponent(<QueryDialogs />);
    const table = await screen.findByRole('table', { name: 'Rows returned for Large towns' });
    expect(within(table).getByRole('columnheader', { name: 'Name' })).toBeDefined();
    expect(within(table).getByRole('img', { name: 'missing' })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('5,000 rows · showing the first 2');
  });

  it('shows no table without rows', async () => {
    backend.answer('runQuery', { columns: [testColumn('name')], rows: [], count: 0 });
    openDialog({ kind: 'run', query });
    renderComponent(<QueryDialogs />);
    expect((await screen.findByText('0 rows')).getAttribute('role')).toBe('status');
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('explains why it could not be run, and offers signing in', async () => {
    backend.fail('runQuery', failure('sign-in-needed', explain('sign-in-to-see', { host: 'statistics.example' })));
    openDialog({ kind: 'run', query });
    const user = renderComponent(<QueryDialogs />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('requires you to sign in to see this');
    await user.click(within(alert).getByRole('button', { name: 'Sign in…' }));
    expect(openedDialog('program')).toEqual({ kind: 'sign-in', connection: 'remote' });
  });
});

describe('deleting and renaming a saved query', () => {
  it('asks for confirmation, and leaves the tab of the query open as a view', async () => {
    backend.answer('deleteQuery', undefined);
    openTowns({ saved: { url: query.url, label: query.label } });
    openDialog({ kind: 'delete', query });
    const user = renderComponent(<QueryDialogs />);
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(backend.calls('deleteQuery')).toEqual([{ connection: 'remote', url: query.url }]));
    await waitFor(() => expect(useTabs.getState().tabs[0]?.saved).toBeNull());
  });

  it('reports that a query belongs to someone else', async () => {
    backend.fail('changeSavedQuery', failure('forbidden', explain('recorded', { text: '' })));
    openDialog({ kind: 'rename', query });
    const user = renderComponent(<QueryDialogs />);
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' 2');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    expect((await screen.findByRole('alert')).textContent).toContain('it belongs to someone else');
  });
});
