import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { openedDialog } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { ownConnection, testConnection } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ConnectionList } from './connection-list.tsx';

const unreachable = failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true });

describe('the list of connections', () => {
  it('describes each service and the account in use', async () => {
    backend.answer('listConnections', [
      ownConnection({ name: 'This computer' }),
      testConnection({ session: { kind: 'signed-in', user: 'anna', kept: 'session' } }),
    ]);
    renderComponent(<ConnectionList />);
    const [own, remote] = await screen.findAllByRole('listitem');
    expect(own?.textContent).toContain('built in · connected');
    expect(remote?.textContent).toContain('signed in as anna, until Almanac is closed · connected');
  });

  it('explains why a service is offline, and that a token was rejected', async () => {
    backend.answer('listConnections', [
      testConnection({ state: 'offline', failure: unreachable }),
      testConnection({ id: 'other', name: 'Other', session: { kind: 'token-refused', user: 'anna' } }),
    ]);
    renderComponent(<ConnectionList />);
    const [offline, refused] = await screen.findAllByRole('listitem');
    expect(offline?.textContent).toContain('offline');
    expect(offline?.textContent).toContain('statistics.example cannot be reached');
    expect(refused?.textContent).toContain('token rejected: sign in again');
  });

  it('explains why the connections cannot be read, and reads them again', async () => {
    backend.fail('listConnections', failure('backend-gone', explain('backend-gone'), { retry: true }));
    const user = renderComponent(<ConnectionList />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('is being restarted');
    backend.answer('listConnections', [testConnection()]);
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem')).toBeDefined();
  });

  it('warns if the keychain is unavailable', async () => {
    backend.answer('listConnections', []);
    backend.answer('describeStorage', {
      keychain: { kind: 'none', reason: explain('recorded', { text: 'No service offers one.' }) },
      notices: [],
    });
    renderComponent(<ConnectionList />);
    expect(await screen.findByText(/stored for this session only.*No service offers one\./)).toBeDefined();
  });

  it('moves a connection down, and reports if that fails', async () => {
    backend.answer('listConnections', [ownConnection({ name: 'Mine' }), testConnection()]);
    backend.answer('reorderConnections', undefined);
    const user = renderComponent(<ConnectionList />);
    const down = await screen.findByRole('button', { name: 'Move Mine down' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Mine up' }).disabled).toBe(true);
    await user.click(down);
    await waitFor(() => expect(backend.calls('reorderConnections')).toEqual([{ connections: ['remote', 'local'] }]));
    backend.fail('reorderConnections', unreachable);
    await user.click(down);
    expect((await screen.findByRole('alert')).textContent).toContain('cannot be reached');
  });

  it('offers only the actions that apply to a service', async () => {
    backend.answer('listConnections', [ownConnection({ name: 'Mine' }), testConnection()]);
    const user = renderComponent(<ConnectionList />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Mine' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit…' })).toBeDefined();
    expect(screen.queryByRole('menuitem', { name: 'Remove…' })).toBeNull();
    expect(screen.queryByRole('menuitem', { name: 'Sign in…' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for Statistics office' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove…' }));
    expect(openedDialog('program')).toEqual({ kind: 'remove-connection', connection: 'remote' });
  });
});
