import { expect, it } from 'vitest';
import type { EndedJob, UnfinishedJob } from '#shared/rpc/backend-process.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { createJobNews } from './job-events.ts';

function job(id: string, state: Job['state'], seconds: number): Job {
  const started = '2026-03-01T10:00:00.000Z';
  const ended = new Date(Date.parse(started) + seconds * 1000).toISOString();
  return {
    id,
    request: {
      kind: 'export',
      reference: { connection: 'local', namespace: 'city', dataset: 'trees' },
      query: { filters: [], ordering: [], search: '', fields: null, version: null },
      selection: null,
      format: 'csv',
      target: `/home/ada/${id}.csv`,
      descriptor: false,
    },
    state,
    created: started,
    started,
    ended: state === 'running' ? null : ended,
    progress: null,
    failure: null,
    result: null,
    badCount: 0,
    resumable: false,
  } as unknown as Job;
}

it('notifies once of long jobs that succeeded or failed, and of no others', async () => {
  let jobs: Job[] = ['long', 'short', 'broken', 'cancelled'].map((id) => job(id, 'running', 0));
  const notified: EndedJob[] = [];
  const look = createJobNews(async () => jobs, { onEnded: (ended) => notified.push(ended), onUnfinished: () => {} });
  await look();
  jobs = [
    job('long', 'done', 30),
    job('short', 'done', 3),
    job('broken', 'failed', 60),
    job('cancelled', 'cancelled', 60),
  ];
  await look();
  await look();
  expect(notified).toEqual([
    { kind: 'export', state: 'done', subject: 'long.csv' },
    { kind: 'export', state: 'failed', subject: 'broken.csv' },
  ]);
});

it('reports unfinished jobs when they change, and which of them continue after a restart', async () => {
  let jobs: Job[] = [
    { ...job('remote', 'running', 0), resumable: true },
    job('local', 'running', 0),
    { ...job('waiting', 'running', 0), state: 'queued' },
    job('over', 'done', 1),
  ];
  const reported: (readonly UnfinishedJob[])[] = [];
  const look = createJobNews(async () => jobs, { onEnded: () => {}, onUnfinished: (now) => reported.push(now) });
  await look();
  await look();
  jobs = [job('local', 'done', 3)];
  await look();
  expect(reported).toEqual([
    [
      { subject: 'remote.csv', continues: true },
      { subject: 'local.csv', continues: false },
      { subject: 'waiting.csv', continues: true },
    ],
    [],
  ]);
});
