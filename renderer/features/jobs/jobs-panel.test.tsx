import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import { showJobs, useDialogs } from '../../state/dialogs.ts';
import { backend } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { JobsButton } from './jobs-button.tsx';
import { JobEndings } from './jobs-panel.tsx';

beforeEach(() => showJobs(false));
afterEach(() => localStorage.clear());

const failed = failure('disk-full', explain('disk-full'));

describe('notifications of jobs that ended', () => {
  it('are shown for one that failed while the list was closed, and open the list', async () => {
    backend.answer('listJobs', [testJob({ state: 'running' })]);
    const user = renderComponent(<JobEndings />);
    await waitFor(() => expect(backend.calls('listJobs')).toHaveLength(1));
    backend.answer('listJobs', [testJob({ state: 'failed', failure: failed, ended: '2026-03-01T10:00:00Z' })]);
    backend.announce({ kind: 'jobs-changed' });
    expect(await screen.findByText('Failed: Export towns to towns.csv')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show jobs' }));
    expect(useDialogs.getState().jobs).toBe(true);
  });

  it('are shown for one that was interrupted before this start, which can be retried', async () => {
    backend.answer('listJobs', [testJob({ state: 'cut-off', ended: new Date().toISOString() })]);
    backend.answer('retryJob', testJob());
    const user = renderComponent(<JobEndings />);
    expect(await screen.findByText('Interrupted: Export towns to towns.csv')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(backend.calls('retryJob')).toEqual([{ job: 'job-1' }]));
  });
});

describe('the jobs button', () => {
  it('has the number of running jobs, and shows them', async () => {
    backend.answer('listJobs', [testJob(), testJob({ id: 'job-2', state: 'running' })]);
    const user = renderComponent(<JobsButton />);
    await user.click(await screen.findByRole('button', { name: '2 jobs running', expanded: false }));
    expect(screen.getByRole('button', { name: '2 jobs running', expanded: true })).toBeDefined();
  });

  it('is shown when no job runs', async () => {
    backend.answer('listJobs', []);
    renderComponent(<JobsButton />);
    expect(await screen.findByRole('button', { name: 'Jobs' })).toBeDefined();
  });
});
