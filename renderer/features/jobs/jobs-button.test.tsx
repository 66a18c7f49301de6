import { expect, test } from 'vitest';
import type { Job } from '#shared/rpc/jobs.ts';
import { interruptedSince, jobEndings } from './jobs-button.tsx';

function job(id: string, state: Job['state'], seconds = 60): Job {
  return {
    id,
    request: { kind: 'verify', subject: { kind: 'file', path: '/x' } },
    state,
    created: '2024-01-01T00:00:00.000Z',
    started: '2024-01-01T00:00:00.000Z',
    ended: new Date(Date.parse('2024-01-01T00:00:00.000Z') + seconds * 1000).toISOString(),
    progress: null,
    resumable: false,
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
  };
}

test('reports long finished jobs and failed ones, once', () => {
  const before = ['long', 'short', 'failed', 'cancelled'].map((id) => job(id, 'running'));
  const after = [
    job('long', 'done'),
    job('short', 'done', 1),
    job('failed', 'failed', 1),
    job('cancelled', 'cancelled'),
    job('unknown', 'failed'),
  ];
  expect(jobEndings(before, after).map(({ id }) => id)).toEqual(['long', 'failed']);
  expect(jobEndings(after, after)).toEqual([]);
});

test('interrupted jobs are reported until the list of jobs has been seen', () => {
  const jobs = [job('early', 'cut-off', 10), job('late', 'cut-off', 60), job('failed', 'failed', 60)];
  const until = Date.parse('2024-01-01T00:00:30.000Z');
  expect(interruptedSince(jobs, until).map(({ id }) => id)).toEqual(['late']);
  expect(interruptedSince(jobs, 0).map(({ id }) => id)).toEqual(['early', 'late']);
  expect(interruptedSince(jobs, Date.now())).toEqual([]);
});
