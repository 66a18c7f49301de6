import { expect, test } from 'vitest';
import type { Job } from '#shared/rpc/jobs.ts';
import { checkOfVersion } from './version-check.ts';

const reference = { connection: 'local', namespace: 'city', dataset: 'trees' };

function check(id: string, created: string, change: { state?: Job['state']; version?: string; dataset?: string } = {}) {
  const { state = 'done', version = '1', dataset = 'trees' } = change;
  const job: Job = {
    id,
    title: id,
    request: { kind: 'verify', subject: { kind: 'version', reference: { ...reference, dataset }, version } },
    state,
    created,
    started: null,
    ended: null,
    progress: null,
    resumable: false,
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
  };
  return job;
}

test('the last check of this very version counts', () => {
  const jobs = [
    check('old', '2024-01-01T00:00:00.000Z'),
    check('last', '2024-01-03T00:00:00.000Z'),
    check('cancelled', '2024-01-04T00:00:00.000Z', { state: 'cancelled' }),
    check('other version', '2024-01-05T00:00:00.000Z', { version: '2' }),
    check('other dataset', '2024-01-06T00:00:00.000Z', { dataset: 'lamps' }),
  ];
  expect(checkOfVersion(jobs, reference, '1')?.id).toBe('last');
  expect(checkOfVersion(jobs, reference, '3')).toBeNull();
});
