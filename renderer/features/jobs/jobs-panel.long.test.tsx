import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { openedDialog, showJobs } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { JobsPanel } from './jobs-panel.tsx';

beforeEach(() => showJobs(true));

describe('the list of jobs', () => {
  it('does not look empty while the jobs are being read', async () => {
    renderComponent(<JobsPanel />);
    const panel = screen.getByRole('region', { name: 'Jobs' });
    await waitFor(() => expect(backend.calls('listJobs')).toHaveLength(1));
    expect(within(panel).queryByText('No jobs yet')).toBeNull();
    expect(within(panel).queryByRole('listitem')).toBeNull();
    expect(within(panel).queryByRole('button', { name: 'Clear finished' })).toBeNull();
  });

  it('explains what will appear there while there are no jobs', async () => {
    backend.answer('listJobs', []);
    renderComponent(<JobsPanel />);
    expect(await screen.findByRole('heading', { name: 'No jobs yet' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Clear finished' })).toBeNull();
  });

  it('explains why the jobs cannot be read, and reads them on retry', async () => {
    backend.fail('listJobs', failure('backend-gone', explain('backend-gone'), { retry: true }));
    const user = renderComponent(<JobsPanel />);
    expect((await screen.findByRole('alert')).textContent).toContain('is being restarted');
    backend.answer('listJobs', [testJob()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('listitem')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows the progress of a running job, and cancels it', async () => {
    const progress = { phase: 'writing', rows: 500, bytes: 0, fraction: 0.25 } as const;
    const rates = { rowsPerSecond: null, bytesPerSecond: null, remainingSeconds: null };
    backend.answer('listJobs', [testJob({ state: 'running', progress: { ...progress, ...rates } })]);
    backend.answer('cancelJob', testJob({ state: 'cancelled' }));
    const user = renderComponent(<JobsPanel />);
    const current = await screen.findByRole('region', { name: 'Running' });
    const bar = within(current).getByRole('progressbar', { name: 'Progress: Export towns to towns.csv' });
    expect(bar.getAttribute('aria-valuenow')).toBe('25');
    await user.click(within(current).getByRole('button', { name: 'Cancel: Export towns to towns.csv' }));
    await waitFor(() => expect(backend.calls('cancelJob')).toEqual([{ job: 'job-1' }]));
  });

  it('follows a job to its end through events of the backend', async () => {
    backend.answer('listJobs', [testJob({ state: 'running' })]);
    renderComponent(<JobsPanel />);
    await screen.findByRole('region', { name: 'Running' });
    const reason = failure('disk-full', explain('disk-full'));
    backend.answer('listJobs', [testJob({ state: 'failed', ended: '2026-03-01T10:05:00Z', failure: reason })]);
    backend.announce({ kind: 'jobs-changed' });
    const past = await screen.findByRole('region', { name: 'Finished' });
    expect(past.textContent).toContain('failed');
    expect(within(past).getByRole('button', { name: /^Try again/ })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Running' })).toBeNull();
  });

  it('appends the corrected rows that a job left out, read with the same options', async () => {
    const reference = { connection: 'local', namespace: 'geo', dataset: 'towns' };
    const columns = [{ source: 'people', type: 'integer' as const }];
    const dataset = { slug: 'towns', create: { label: 'Towns', description: '' } };
    const job = testJob({
      state: 'done',
      ended: '2026-03-01T10:05:00Z',
      request: {
        kind: 'publish',
        connection: 'local',
        path: '/home/anna/towns.csv',
        options: { columns, thousands: '.', skip: 2 },
        namespace: { slug: 'geo' },
        dataset,
        mode: 'replace',
        rejects: '/home/anna/rejects.csv',
      },
      result: {
        kind: 'publish',
        reference,
        address: 'geo/towns',
        version: 'v1',
        rows: 9,
        checksum: '',
        conversions: [],
        rejected: 1,
        rejects: '/home/anna/rejects.csv',
      },
    });
    backend.answer('listJobs', [job]);
    const user = renderComponent(<JobsPanel />);
    await user.click(await screen.findByRole('button', { name: 'Fix and append…' }));
    expect(openedDialog('files')).toEqual({
      kind: 'fix',
      job: null,
      request: {
        kind: 'publish',
        connection: 'local',
        path: '/home/anna/rejects.csv',
        options: { columns, thousands: '.' },
        namespace: { slug: 'geo' },
        dataset: { slug: 'towns' },
        mode: 'append',
        rejects: null,
      },
    });
  });
});
