import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { VersionCheck as Check } from '#shared/rpc/calls/checks.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { backend } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { checkStateOf, IntegrityCheck } from './version-check.tsx';

const { slug, checksum } = testVersion(1);
const check: Check = {
  version: slug,
  verdict: 'verified',
  reason: null,
  expected: checksum,
  at: '2026-03-02T00:00:00Z',
};

beforeEach(() => {
  backend.answer('listJobs', []);
  backend.answer('listChecks', []);
});

const show = () => renderComponent(<IntegrityCheck reference={towns} version={slug} checksum={checksum} />);

describe('the check of a version', () => {
  it('is offered, started, and followed to its verdict', async () => {
    const user = show();
    expect(screen.getByText('not verified')).toBeDefined();
    const subject = { kind: 'version', reference: towns, version: slug } as const;
    const job = testJob({ request: { kind: 'verify', subject }, state: 'running' });
    backend.answer('startJob', job);
    backend.answer('listJobs', [job]);
    await user.click(screen.getByRole('button', { name: `Verify the checksum of version ${slug}` }));
    expect((await screen.findByRole('status')).textContent).toBe('verifying…');
    expect(screen.queryByRole('button')).toBeNull();
    backend.answer('listJobs', []);
    backend.answer('listChecks', [check]);
    backend.announce({ kind: 'jobs-changed' });
    backend.announce({ kind: 'checks-changed' });
    expect(await screen.findByText('verified')).toBeDefined();
  });

  it('reports that the bytes do not match the checksum', async () => {
    backend.answer('listChecks', [{ ...check, verdict: 'differs', reason: explain('disk-full') }]);
    show();
    expect(await screen.findByText('does not match')).toBeDefined();
  });

  it('is ignored if the version has a different checksum by now', async () => {
    backend.answer('listChecks', [{ ...check, expected: 'another' }]);
    show();
    await waitFor(() => expect(backend.calls('listChecks')).toHaveLength(1));
    expect(screen.getByText('not verified')).toBeDefined();
  });
});

const reference = { connection: 'local', namespace: 'city', dataset: 'trees' };

function job(created: string, change: { state?: Job['state']; version?: string; dataset?: string } = {}): Job {
  const { state = 'failed', version = '1', dataset = 'trees' } = change;
  return {
    id: created,
    request: { kind: 'verify', subject: { kind: 'version', reference: { ...reference, dataset }, version } },
    state,
    created,
    started: null,
    ended: null,
    progress: null,
    resumable: false,
    result: null,
    failure: state === 'failed' ? failure('offline', explain('not-reached', { host: created })) : null,
    badCount: 0,
    notices: [],
  };
}

const verified: Check = { version: '1', verdict: 'verified', reason: null, expected: 'ab', at: '2024-01-03' };
const report = { kind: 'verified', reason: null, at: '2024-01-03' };

test.each<[string, readonly Job[], readonly Check[], string | undefined, unknown]>([
  ['nothing is known at first', [], [], undefined, { kind: 'none' }],
  ['a check outlives its job', [], [verified], undefined, report],
  ['a check against another checksum counts for nothing', [], [verified], 'cd', { kind: 'none' }],
  ['a check against this checksum counts', [], [verified], 'ab', report],
  ['a check of another version says nothing', [], [{ ...verified, version: '2' }], undefined, { kind: 'none' }],
  ['one under way comes first', [job('2024-01-01', { state: 'running' })], [verified], undefined, { kind: 'checking' }],
  [
    'a later failure comes first',
    [job('2024-01-04')],
    [verified],
    undefined,
    { kind: 'failed', reason: explain('not-reached', { host: '2024-01-04' }) },
  ],
  ['an earlier failure is over', [job('2024-01-02')], [verified], undefined, report],
  ['a cancelled one says nothing', [job('2024-01-04', { state: 'cancelled' })], [verified], undefined, report],
  ['that of another dataset says nothing', [job('2024-01-04', { dataset: 'lamps' })], [], undefined, { kind: 'none' }],
])('%s', (_, jobs, checks, checksum, state) => {
  expect(checkStateOf({ jobs, checks }, reference, '1', checksum)).toEqual(state);
});
