import { expect, test } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { VersionCheck } from '#shared/rpc/calls/checks.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { checkStateOf } from './check-state.ts';

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

const verified: VersionCheck = { version: '1', verdict: 'verified', reason: null, expected: 'ab', at: '2024-01-03' };
const report = { kind: 'verified', reason: null, at: '2024-01-03' };

test.each<[string, readonly Job[], readonly VersionCheck[], string | undefined, unknown]>([
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
