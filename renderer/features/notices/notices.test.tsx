import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { Notice } from '#shared/rpc/backend-process.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { Notices } from './notices.tsx';

const lost: Notice = { kind: 'catalogue-lost', message: null, where: '/data/catalogue.db', kept: null };

describe('notices', () => {
  it('are not rendered while there are none', async () => {
    shell.answer('listNotices', []);
    renderComponent(<Notices />);
    await waitFor(() => expect(shell.calls('listNotices')).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('appear and disappear as the main process announces them', async () => {
    shell.answer('listNotices', []);
    const user = renderComponent(<Notices />);
    await waitFor(() => expect(shell.calls('listNotices')).toHaveLength(1));
    shell.answer('listNotices', [
      { kind: 'settings-damaged', message: null, where: '/c/settings.json', kept: '/c/old' },
    ]);
    shell.announce({ kind: 'notices-changed' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The settings were damaged');
    expect(alert.textContent).toContain('Its contents are kept in /c/old');
    shell.answer('listNotices', []);
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    shell.announce({ kind: 'notices-changed' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(shell.calls('dismissNotice')).toEqual([{ kind: 'settings-damaged', where: '/c/settings.json' }]);
  });

  it('offer to rebuild a lost catalogue, and explain why that failed', async () => {
    shell.answer('listNotices', [lost]);
    shell.refuse('rebuildCatalogue', explain('disk-full'));
    const user = renderComponent(<Notices />);
    await user.click(await screen.findByRole('button', { name: 'Rebuild the catalogue' }));
    expect(await screen.findByText(/The catalogue could not be rebuilt\./)).toBeDefined();
  });

  it('restore a backup in place of a lost catalogue', async () => {
    shell.answer('listNotices', [lost]);
    shell.answer('chooseFolder', '/media/disk/backup');
    const user = renderComponent(<Notices />);
    await user.click(await screen.findByRole('button', { name: 'Restore a backup…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore from folder…' }));
    expect(await screen.findByText(/Restoring the backup/)).toBeDefined();
    expect(backend.calls('restoreStore')).toEqual([{ source: '/media/disk/backup' }]);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(/Restoring the backup/)).toBeNull());
    expect(screen.queryByText(/was not restored/)).toBeNull();
  });

  it('explain why a backup was not restored', async () => {
    shell.answer('listNotices', [lost]);
    shell.answer('chooseFolder', '/media/disk/backup');
    backend.fail('restoreStore', failure('disk-full', explain('disk-full')));
    const user = renderComponent(<Notices />);
    await user.click(await screen.findByRole('button', { name: 'Restore a backup…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore from folder…' }));
    expect(await screen.findByText(/The backup was not restored\./)).toBeDefined();
  });
});
