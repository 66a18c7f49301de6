import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { StorageReport } from '#shared/rpc/records.ts';
import { closeDialog, type Dialog, openDialog, openedDialog } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { testConnection } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { ConnectionDialogs } from './connection-dialogs.tsx';

afterEach(() => closeDialog('program'));

const system: StorageReport = { keychain: { kind: 'system' }, notices: [] };

function show(dialog: Dialog, connection = testConnection(), storage = system) {
  backend.answer('listConnections', [connection]);
  backend.answer('describeStorage', storage);
  openDialog(dialog);
  return renderComponent(<ConnectionDialogs />);
}

describe('adding a connection', () => {
  it('requires an address', async () => {
    const user = show({ kind: 'add-connection' });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Enter an address.')).toBeDefined();
    expect(backend.calls('addConnection')).toEqual([]);
  });

  it('reports what was found at an address, and suggests its name', async () => {
    backend.answer('testAddress', {
      address: 'https://statistics.example/',
      name: 'statistics.example',
      transport: 'safe',
      namespaces: 12,
      notices: [],
    });
    const user = show({ kind: 'add-connection' });
    await user.type(await screen.findByRole('textbox', { name: 'Address' }), ' statistics.example ');
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect(await screen.findByText('12 namespaces are readable without signing in.')).toBeDefined();
    expect(backend.calls('testAddress')).toEqual([{ address: 'statistics.example' }]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('statistics.example');
  });

  it('shows progress, and explains why nothing was found', async () => {
    const user = show({ kind: 'add-connection', address: 'https://statistics.example' });
    await user.click(await screen.findByRole('button', { name: 'Test' }));
    expect(await screen.findByText('Connecting to the service…')).toBeDefined();
  });

  it('stays open with the reason if the connection cannot be added', async () => {
    backend.fail('addConnection', failure('offline', explain('unreachable', { host: 'statistics.example' })));
    const user = show({ kind: 'add-connection', address: 'https://statistics.example' });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    expect((await screen.findByRole('alert')).textContent).toContain('statistics.example cannot be reached');
    expect(screen.getByRole('dialog', { name: 'Add a connection' })).toBeDefined();
  });

  it('closes once the connection is added', async () => {
    backend.answer('addConnection', testConnection());
    const user = show({ kind: 'add-connection', address: 'https://statistics.example' });
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await waitFor(() => expect(openedDialog('program')).toBeNull());
  });
});

describe('signing in', () => {
  const signIn: Dialog = { kind: 'sign-in', connection: 'remote' };

  it('requires a name and a password', async () => {
    const user = show(signIn);
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
    expect(backend.calls('signIn')).toEqual([]);
  });

  it('sends nothing over plain HTTP before the user has consented', async () => {
    backend.answer('agreeToPlainHttp', testConnection({ transport: 'agreed' }));
    backend.answer('signIn', { kind: 'signed-in', user: 'anna', kept: 'keychain' });
    const user = show(signIn, testConnection({ transport: 'ask' }));
    await user.type(await screen.findByRole('textbox', { name: 'User name' }), 'anna');
    await user.type(screen.getByLabelText('Password'), 'secret');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('This field is required.')).toBeDefined();
    expect(backend.calls('signIn')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'Send them anyway for this connection' }));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(backend.calls('signIn')).toHaveLength(1));
    expect(backend.calls('agreeToPlainHttp')).toEqual([{ connection: 'remote', agreed: true }]);
  });

  it('stores the token for the session only if there is no keychain', async () => {
    backend.answer('signIn', { kind: 'signed-in', user: null, kept: 'session' });
    const reason = explain('recorded', { text: 'No service offers one.' });
    const user = show(signIn, testConnection(), { keychain: { kind: 'none', reason }, notices: [] });
    await user.click(await screen.findByRole('radio', { name: 'Token' }));
    expect(await screen.findByText(/No service offers one\./)).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'In the system keychain' })).toBeNull();
    await user.type(screen.getByLabelText('Token', { selector: 'input[type="password"]' }), ' abc ');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await waitFor(() =>
      expect(backend.calls('signIn')).toEqual([
        { connection: 'remote', credentials: { kind: 'token', token: 'abc' }, keep: 'session' },
      ]),
    );
  });

  it('reports that the service refused the password', async () => {
    backend.fail('signIn', failure('credentials-refused', explain('credentials-wrong')));
    const user = show(signIn);
    await user.type(await screen.findByRole('textbox', { name: 'User name' }), 'anna');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/password/);
  });
});

describe('changing a connection', () => {
  it('warns that changing the service signs out', async () => {
    const user = show(
      { kind: 'edit-connection', connection: 'remote' },
      testConnection({ session: { kind: 'signed-in', user: 'anna', kept: 'keychain' } }),
    );
    const address = await screen.findByRole('textbox', { name: 'Address' });
    await user.type(address, 'v2/');
    expect(screen.queryByText(/signs you out/)).toBeNull();
    await user.clear(address);
    await user.type(address, 'https://other.example/');
    expect(await screen.findByText(/signs you out/)).toBeDefined();
  });

  it('asks for confirmation before a connection is removed', async () => {
    backend.answer('removeConnection', undefined);
    const user = show({ kind: 'remove-connection', connection: 'remote' });
    expect(await screen.findByText(/“Statistics office” and its token will be removed/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(backend.calls('removeConnection')).toEqual([{ connection: 'remote' }]));
    await waitFor(() => expect(openedDialog('program')).toBeNull());
  });

  it('keeps a dialog open that was opened before the answer arrived', async () => {
    let answer = () => {};
    backend.answer('removeConnection', () => new Promise((resolve) => (answer = resolve)));
    const user = show({ kind: 'remove-connection', connection: 'remote' });
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(backend.calls('removeConnection')).toHaveLength(1));
    const link: Dialog = { kind: 'add-connection', address: 'https://statistics.example/' };
    act(() => openDialog(link));
    const calls = backend.calls('listConnections').length;
    answer();
    await waitFor(() => expect(backend.calls('listConnections').length).toBeGreaterThan(calls));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(openedDialog('program')).toBe(link);
  });
});

describe('a link while a connection is being added', () => {
  it('fills in the address of the link', async () => {
    show({ kind: 'add-connection' });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toBe('');
    act(() => openDialog({ kind: 'add-connection', address: 'https://statistics.example/' }));
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' }).value).toBe(
        'https://statistics.example/',
      ),
    );
  });
});
