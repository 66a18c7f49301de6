import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { Account } from '#shared/rpc/accounts.ts';
import { records } from '../../backend/records.ts';
import { accountsQuery } from '../../backend/settings.ts';
import { backend } from '../../testing/far-side.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { AccountsSection } from './accounts-section.tsx';

const account = { email: '', isStaff: false, isActive: true, isOperator: false, groups: [], lastLogin: null };
const own: Account = { ...account, id: 1, username: 'almanac', isOperator: true };
const anna: Account = { ...account, id: 2, username: 'anna', groups: [7] };
const editors = { id: 7, name: 'Editors', members: 1 };

describe('users and groups', () => {
  it('offers no actions before they are read', async () => {
    renderComponent(<AccountsSection />);
    await waitFor(() => expect(backend.calls('listAccounts')).toHaveLength(1));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('reports that there are no users and groups, and offers no actions for the computer’s own account', async () => {
    backend.answer('listAccounts', { users: [own], groups: [] });
    renderComponent(<AccountsSection />);
    expect(await screen.findByText(/^No users yet\./)).toBeDefined();
    expect(screen.getByText(/^No groups yet\./)).toBeDefined();
    expect(screen.getByRole('list', { name: 'Users' }).textContent).toContain('this computer’s account');
    expect(screen.queryByRole('button', { name: 'Actions for almanac' })).toBeNull();
  });

  it('explains why they cannot be read', async () => {
    backend.fail('listAccounts', failure('local-failed', explain('disk-full'), { retry: true }));
    const user = renderComponent(<AccountsSection />);
    await screen.findByRole('alert');
    backend.answer('listAccounts', { users: [own, anna], groups: [editors] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Editors · never signed in')).toBeDefined();
  });

  it('creates a user only with a name and two equal passwords', async () => {
    backend.answer('listAccounts', { users: [own], groups: [] });
    backend.answer('createAccount', undefined);
    const user = renderComponent(<AccountsSection />);
    await user.click(await screen.findByRole('button', { name: 'Add a user…' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getAllByText('This field is required.').length).toBeGreaterThan(0);
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'anna');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.type(screen.getByLabelText('Confirm password'), 'correct house');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(screen.getByText('The passwords do not match.')).toBeDefined();
    expect(backend.calls('createAccount')).toEqual([]);
    await user.clear(screen.getByLabelText('Confirm password'));
    await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(backend.calls('createAccount')).toHaveLength(1));
    expect(backend.calls('createAccount')[0]).toMatchObject({ username: 'anna', password: 'correct horse' });
    expect(await screen.findByRole('button', { name: 'Add a user…' })).toBeDefined();
  });

  it('keeps the input of a form when the lists cannot be read again', async () => {
    backend.answer('listAccounts', { users: [own], groups: [] });
    const user = renderComponent(<AccountsSection />);
    await user.click(await screen.findByRole('button', { name: 'Add a user…' }));
    await user.type(screen.getByRole('textbox', { name: 'User name' }), 'anna');
    backend.fail('listAccounts', failure('local-failed', explain('disk-full')));
    await records.refetchQueries({ queryKey: accountsQuery.queryKey });
    expect(records.getQueryState(accountsQuery.queryKey)?.error).not.toBeNull();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'User name' }).value).toBe('anna');
  });

  it('explains why a group could not be deleted, and keeps the question open', async () => {
    backend.answer('listAccounts', { users: [own, anna], groups: [editors] });
    backend.fail('removeGroup', failure('group-guards', explain('recorded', { text: 'It guards a namespace.' })));
    const user = renderComponent(<AccountsSection />);
    await user.click(await screen.findByRole('button', { name: 'Actions for Editors' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    expect(screen.getByText('Delete the group Editors?')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(backend.calls('removeGroup')).toEqual([{ id: 7 }]);
  });
});
