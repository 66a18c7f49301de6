import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { closeDialog, openedDialog } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { testConnection, testShellSettings } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { TransferSection } from './storage-section.tsx';

const target = '/home/anna/almanac-settings.json';
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const before = useSettings.getState();
const invalid = failure('settings-file', explain('settings-none', { file: target }));

beforeEach(() => {
  backend.answer('listConnections', [testConnection()]);
  shell.answer('chooseSaveTarget', target);
  shell.answer('chooseFiles', [target]);
  shell.answer('readShellSettings', testShellSettings());
});
afterEach(() => {
  closeDialog('program');
  useSettings.setState(before);
});

describe('exporting settings and connections', () => {
  it('reports what was written, and where', async () => {
    backend.answer('exportSettings', { connections: 2 });
    const user = renderComponent(<TransferSection />);
    await user.click(button('Export…'));
    expect(await screen.findByText(`The settings and 2 connections were written to ${target}.`)).toBeDefined();
    expect(backend.calls('exportSettings')).toEqual([{ target }]);
  });

  it('writes nothing if no file is chosen', async () => {
    shell.answer('chooseSaveTarget', null);
    const user = renderComponent(<TransferSection />);
    await user.click(button('Export…'));
    await waitFor(() => expect(button('Import…').disabled).toBe(false));
    expect(backend.calls('exportSettings')).toEqual([]);
    expect(screen.queryByText(/were written/)).toBeNull();
  });

  it('explains why the file could not be written', async () => {
    backend.fail('exportSettings', invalid);
    const user = renderComponent(<TransferSection />);
    await user.click(button('Export…'));
    expect((await screen.findByRole('alert')).textContent).toContain(target);
  });

  it('disables importing until it is done', async () => {
    const user = renderComponent(<TransferSection />);
    await user.click(button('Export…'));
    await waitFor(() => expect(button('Import…').disabled).toBe(true));
  });
});

describe('importing settings and connections', () => {
  it('lists the new connections, and offers signing in if needed', async () => {
    const lab = testConnection({ id: 'lab', name: 'Laboratory', address: 'https://lab.example/' });
    backend.answer('listConnections', [testConnection(), lab]);
    const added = [
      { id: 'remote', name: 'Statistics office', needsSignIn: false },
      { id: 'lab', name: 'Laboratory', needsSignIn: true },
    ];
    backend.answer('importSettings', { settings: { theme: 'dark' }, added, present: 3 });
    const user = renderComponent(<TransferSection />);
    await user.click(button('Import…'));
    expect(await screen.findByText('Settings imported: 1. Connections added: 2, already present: 3.')).toBeDefined();
    const list = screen.getByRole('list', { name: 'Imported connections' });
    const lines = await within(list).findAllByRole('listitem');
    expect(lines.map((line) => within(line).queryByRole('button') !== null)).toEqual([false, true]);
    await user.click(within(list).getByRole('button', { name: 'Sign in to Laboratory' }));
    await waitFor(() => expect(openedDialog('program')).toMatchObject({ connection: 'lab' }));
  });

  it('applies the shortcuts of the file, and names those that commands cannot have', async () => {
    const shortcuts = { home: 'F8', jobs: 'F8', publish: 'mod+C', 'next-tab': 'banana' };
    backend.answer('importSettings', { settings: { shortcuts }, added: [], present: 0 });
    useSettings.setState({ shortcuts: { export: 'F9' } });
    const user = renderComponent(<TransferSection />);
    await user.click(button('Import…'));
    expect(
      await screen.findByText(
        'Shortcuts not imported, because their keys cannot be assigned: F8 (jobs), Ctrl+C (publish) and banana (next-tab).',
      ),
    ).toBeDefined();
    expect(useSettings.getState().shortcuts).toEqual({ home: 'F8' });
  });

  it('reports that everything was already present', async () => {
    backend.answer('importSettings', { settings: {}, added: [], present: 1 });
    const user = renderComponent(<TransferSection />);
    await user.click(button('Import…'));
    expect(await screen.findByText('Settings imported: 0. Connections added: 0, already present: 1.')).toBeDefined();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('replaces the last result with the reason why a file is refused', async () => {
    backend.answer('importSettings', { settings: {}, added: [], present: 1 });
    const user = renderComponent(<TransferSection />);
    await user.click(button('Import…'));
    await screen.findByText(/^Settings imported/);
    backend.fail('importSettings', invalid);
    await user.click(button('Import…'));
    expect((await screen.findByRole('alert')).textContent).toContain(target);
    expect(screen.queryByText(/^Settings imported/)).toBeNull();
  });
});
