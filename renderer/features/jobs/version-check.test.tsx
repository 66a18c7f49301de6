import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { explain } from '#shared/failures.ts';
import type { VersionCheck as Check } from '#shared/rpc/calls/checks.ts';
import { backend } from '../../testing/far-side.ts';
import { testJob } from '../../testing/jobs.ts';
import { testVersion, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { VersionCheck } from './version-check.tsx';

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

const show = () => renderComponent(<VersionCheck reference={towns} version={slug} checksum={checksum} />);

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
