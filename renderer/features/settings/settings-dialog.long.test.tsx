import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { explain } from '#shared/failures.ts';
import type { LocalServiceReport } from '#shared/rpc/accounts.ts';
import { closeDialog, openDialog, type SettingsSection } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { ownConnection, testNamespace, testShellSettings } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

const settings = testShellSettings();

const running: LocalServiceReport = { url: 'http://127.0.0.1:8000/', problem: null, network: false, addresses: [] };

function show(section: SettingsSection) {
  openDialog({ kind: 'settings', section });
  return renderComponent(<SettingsDialog />);
}

afterEach(() => closeDialog('program'));

describe('the settings', () => {
  it('change the appearance of rows at once', async () => {
    const before = useSettings.getState();
    const user = show('appearance');
    await user.click(await screen.findByRole('radio', { name: 'Dark' }));
    expect(useSettings.getState().theme).toBe('dark');
    useSettings.setState(before);
  });

  it('switch between pages', async () => {
    shell.answer('readShellSettings', settings);
    const user = show('appearance');
    await user.click(await screen.findByRole('tab', { name: 'Notifications and updates' }));
    expect(await screen.findByRole('switch', { name: /Notify me/ })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('switch', { name: /Check for a newer Almanac/ }).disabled).toBe(true);
    expect(screen.getByText('Almanac 1.2.3')).toBeDefined();
  });

  it('explain why they cannot be read', async () => {
    shell.refuse('readShellSettings', explain('disk-full'));
    const user = show('general');
    expect(await screen.findByRole('alert')).toBeDefined();
    shell.answer('readShellSettings', settings);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('switch', { name: /Notify me/ })).toBeDefined();
  });
});

describe('the followed data page', () => {
  it('changes notifications, quiet hours and when checks run', async () => {
    shell.answer('readShellSettings', { ...settings, onBattery: true });
    shell.answer('changeShellSettings', undefined);
    const user = show('following');
    await user.click(await screen.findByRole('switch', { name: /Quiet hours/ }));
    const quiet = { from: '22:00', to: '07:00' };
    await waitFor(() =>
      expect(shell.calls('changeShellSettings')).toEqual([{ following: { ...settings.following, quiet } }]),
    );
    shell.answer('readShellSettings', {
      ...settings,
      onBattery: true,
      following: { notify: true, quiet, automatic: 'mains' },
    });
    await user.click(screen.getByRole('combobox', { name: /Automatic checks/ }));
    await user.click(await screen.findByRole('option', { name: 'Not on battery' }));
    expect(await screen.findByText(/is on battery/)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('22:00');
  });
});

describe('the local service page', () => {
  it('shows where it runs and what others can read there', async () => {
    shell.answer('readShellSettings', { ...settings, service: { port: 8000, network: true } });
    const addresses = ['http://10.0.0.5:8000/'];
    backend.answer('describeLocalService', { ...running, network: true, addresses });
    backend.answer('listConnections', [ownConnection()]);
    backend.answer('listNamespaces', [testNamespace(), testNamespace({ slug: 'own', published: false })]);
    show('service');
    expect(await screen.findByText('http://10.0.0.5:8000/')).toBeDefined();
    expect(await screen.findByText('They can read 1 namespace: Geography.')).toBeDefined();
  });

  it('explains why it is not running', async () => {
    shell.answer('readShellSettings', settings);
    backend.answer('describeLocalService', { url: null, problem: explain('disk-full'), network: false, addresses: [] });
    show('service');
    expect((await screen.findByRole('alert')).textContent).toContain('Not running');
  });

  it('opens it to the network only with a warning, and reports if the user declined', async () => {
    shell.answer('readShellSettings', settings);
    shell.answer('changeLocalService', false);
    backend.answer('describeLocalService', running);
    const user = show('service');
    const apply = await screen.findByRole<HTMLButtonElement>('button', { name: 'Apply' });
    expect(apply.disabled).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Other computers on the network' }));
    expect(screen.getByText(/Anyone on these networks can then read/)).toBeDefined();
    await user.click(apply);
    expect(await screen.findByText('Nothing was changed.')).toBeDefined();
    expect(shell.calls('changeLocalService')).toEqual([{ port: 8000, network: true }]);
  });

  it('rejects an invalid port', async () => {
    shell.answer('readShellSettings', settings);
    const user = show('service');
    const port = await screen.findByRole('textbox', { name: 'Port' });
    await user.clear(port);
    await user.type(port, '70000');
    expect(await screen.findByText('Enter a whole number from 0 to 65,535.')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true);
  });
});

describe('the storage page', () => {
  it('shows when the last backup was made, and makes another in the same place', async () => {
    shell.answer('readShellSettings', settings);
    backend.answer('listJobs', []);
    backend.answer('describeStorage', { keychain: { kind: 'system' }, notices: [] });
    backend.answer('readLastBackup', { made: '2026-03-01T10:00:00Z', target: '/media/almanac.tar', bytes: 1000 });
    const user = show('storage');
    expect(await screen.findByText('Tokens are stored in the system keychain.')).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Back up again' }));
    await waitFor(() =>
      expect(backend.calls('startJob')).toEqual([{ request: { kind: 'backup', target: '/media/almanac.tar' } }]),
    );
  });

  it('says what the trash takes, and empties it after a question', async () => {
    const names = { namespace: 'geo', dataset: 'towns', version: '' };
    const times = { deleted: '2026-03-01T12:00:00.000Z', expires: '2026-03-31T12:00:00.000Z' };
    shell.answer('readShellSettings', settings);
    backend.answer('listJobs', []);
    backend.answer('readLastBackup', null);
    backend.answer('listConnections', [ownConnection()]);
    backend.answer('listTrash', [{ id: 7, ...names, ...times, label: 'Towns', versions: 2, bytes: 2000, url: '' }]);
    backend.answer('emptyTrash', undefined);
    const user = show('storage');
    expect(
      await screen.findByText(/^1 deletion takes 2 kB\. What was deleted can be restored for 30 days/),
    ).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Empty the trash (2 kB)…' }));
    expect(backend.calls('emptyTrash')).toEqual([]);
    backend.answer('listTrash', []);
    await user.click(screen.getByRole('button', { name: 'Delete for good' }));
    expect(await screen.findByText('The trash is empty.')).toBeDefined();
    expect(backend.calls('emptyTrash')).toEqual([{ connection: 'local', id: null }]);
  });

  it('reports that there is no backup yet', async () => {
    shell.answer('readShellSettings', settings);
    backend.answer('listJobs', []);
    backend.answer('readLastBackup', null);
    show('storage');
    expect(await screen.findByText('No backup yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Back up again' })).toBeNull();
  });
});
