import type { ExportRequest, Job } from '#shared/rpc/jobs.ts';

const request: ExportRequest = {
  kind: 'export',
  reference: { connection: 'local', namespace: 'geo', dataset: 'towns' },
  query: { filters: [], ordering: [], search: '', fields: null, version: null },
  selection: null,
  format: 'csv',
  target: '/home/anna/towns.csv',
  descriptor: false,
};

/** An export of geo/towns to towns.csv that waits for its turn, with some members changed. */
export function testJob(changed: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    request,
    state: 'queued',
    created: '2026-03-01T10:00:00Z',
    started: null,
    ended: null,
    progress: null,
    resumable: true,
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
    ...changed,
  };
}
