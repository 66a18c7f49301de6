import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { BackupContents, Job } from '#shared/rpc/jobs.ts';
import { backend, shell } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { RestoreSection } from './backup-section.tsx';

const contents: BackupContents = {
  source: '/media/almanac.tar',
  made: '2026-03-01T10:00:00Z',
  tool: 'Almanac 1.2.3',
  namespaces: 3,
  datasets: 1200,
  versions: 2400,
  accounts: 2,
  bytes: 5_000_000,
  damaged: 0,
  isOwn: true,
  withSettings: true,
};

const restoring = (changed: Partial<Job> = {}) =>
  testJob({ request: { kind: 'restore', source: contents.source }, state: 'running', ...changed });

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => {
  backend.answer('listJobs', []);
  shell.answer('chooseFiles', [contents.source]);
});

/** Chooses a backup that has these contents. */
async function choose(changed: Partial<BackupContents> = {}) {
  backend.answer('readBackup', { ...contents, ...changed });
  const user = renderComponent(<RestoreSection />);
  await user.click(button('Restore from file…'));
  return { user, review: await screen.findByRole('region', { name: 'Backup contents' }) };
}

describe('restoring a backup', () => {
  it('shows its contents first, and restores it on confirmation only', async () => {
    const { user, review } = await choose();
    expect(within(review).getByText('1,200')).toBeDefined();
    expect(within(review).getByText(/settings and connections are also restored/)).toBeDefined();
    expect(within(review).queryByText(/different data folder/)).toBeNull();
    expect(backend.calls('startJob')).toEqual([]);
    backend.answer('startJob', restoring());
    await user.click(button('Restore'));
    await waitFor(() =>
      expect(backend.calls('startJob')).toEqual([{ request: { kind: 'restore', source: contents.source } }]),
    );
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Backup contents' })).toBeNull());
  });

  it('warns of damaged files and of the backup of another data folder', async () => {
    const { review } = await choose({ damaged: 2, isOwn: false, withSettings: false });
    expect(within(review).getByText(/2 files were damaged/)).toBeDefined();
    expect(within(review).getByText(/different data folder/)).toBeDefined();
    expect(within(review).queryByText(/settings and connections are also restored/)).toBeNull();
  });

  it('does nothing if no backup is chosen', async () => {
    shell.answer('chooseFolder', null);
    const user = renderComponent(<RestoreSection />);
    await user.click(button('Restore from folder…'));
    await waitFor(() => expect(button('Restore from folder…').dataset.loading).toBeUndefined());
    expect(backend.calls('readBackup')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains why a file is not a backup, and lets the user choose another', async () => {
    backend.fail('readBackup', failure('backup', explain('backup-none', { source: contents.source })));
    const user = renderComponent(<RestoreSection />);
    await user.click(button('Restore from file…'));
    expect((await screen.findByRole('alert')).textContent).toContain(contents.source);
    backend.answer('readBackup', contents);
    await user.click(button('Restore from file…'));
    await screen.findByRole('region', { name: 'Backup contents' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('explains why it could not be started, until the backup is dismissed', async () => {
    const { user } = await choose();
    backend.fail('startJob', failure('unexpected', explain('disk-full')));
    await user.click(button('Restore'));
    expect(await screen.findByRole('alert')).toBeDefined();
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Backup contents' })).toBeNull());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows its progress, can be cancelled, and offers no other backup meanwhile', async () => {
    const rates = { rowsPerSecond: null, bytesPerSecond: null, remainingSeconds: null };
    const progress = { phase: 'writing', rows: 0, bytes: 1000, fraction: 0.5, ...rates } as const;
    backend.answer('listJobs', [restoring({ progress })]);
    backend.answer('cancelJob', restoring({ state: 'cancelled' }));
    const user = renderComponent(<RestoreSection />);
    expect(await screen.findByRole('progressbar')).toBeDefined();
    expect(button('Restore from file…').disabled).toBe(true);
    await user.click(button('Cancel'));
    await waitFor(() => expect(backend.calls('cancelJob')).toEqual([{ job: 'job-1' }]));
  });

  it('reports what was restored and where the previous data are', async () => {
    const result = {
      kind: 'restore',
      made: contents.made,
      datasets: 1200,
      versions: 2400,
      accounts: 2,
      aside: '/data/replaced-1',
    } as const;
    backend.answer('listJobs', [restoring({ state: 'done', result })]);
    renderComponent(<RestoreSection />);
    expect(await screen.findByText(/\/data\/replaced-1/)).toBeDefined();
    expect(button('Restore from file…').disabled).toBe(false);
  });

  it('explains why it failed', async () => {
    const failed = failure('unexpected', explain('disk-full'));
    backend.answer('listJobs', [restoring({ state: 'failed', failure: failed })]);
    renderComponent(<RestoreSection />);
    expect((await screen.findByRole('alert')).textContent).toContain('no space left on the disk');
  });
});
