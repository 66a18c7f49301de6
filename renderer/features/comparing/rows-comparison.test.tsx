import { expect, test } from 'vitest';
import type { Job } from '#shared/rpc/jobs.ts';
import { comparisonJob, keyCandidates } from './rows-comparison.tsx';

test('rows can be matched by columns of both versions except geometries', () => {
  const before = [
    { name: 'a', type: 'char' },
    { name: 'place', type: 'geometry' },
    { name: 'gone', type: 'char' },
  ];
  const after = [...before.slice(0, 2), { name: 'new', type: 'char' }];
  expect(keyCandidates(before, after)).toEqual(['a']);
});

test('the last comparison by exactly this key counts', () => {
  const reference = { connection: 'local', namespace: 'n', dataset: 'd' };
  const requested = { reference, before: '1', after: '2', key: ['id'] };
  const job = (id: string, created: string, change: object): Job => ({
    id,
    request: { kind: 'diff', ...requested, ...change },
    state: 'done',
    created,
    started: null,
    ended: null,
    progress: null,
    resumable: false,
    result: null,
    failure: null,
    badCount: 0,
    notices: [],
  });
  const jobs = [
    job('old', '2024-01-01', {}),
    job('last', '2024-01-02', {}),
    job('key', '2024-01-03', { key: ['id', 'x'] }),
    job('round', '2024-01-03', { before: '2', after: '1' }),
    job('else', '2024-01-03', { reference: { ...reference, dataset: 'e' } }),
  ];
  expect(comparisonJob(jobs, requested)?.id).toBe('last');
  expect(comparisonJob(jobs, { ...requested, key: [] })).toBeNull();
  expect(comparisonJob(jobs, { ...requested, key: null })).toBeNull();
  const counts = { added: 0, removed: 0, changed: 0, columnsAdded: [], columnsRemoved: [], columnsRetyped: [] };
  const result = (key: string[]) => ({ kind: 'diff' as const, key, ...counts });
  const found = { ...job('found', '2024-01-03', { key: null }), result: result(['x', 'id']) };
  const whole = { ...job('whole', '2024-01-05', { key: [] }), result: result([]) };
  const all = [...jobs, found, whole];
  expect(comparisonJob(all, { ...requested, key: null })?.id).toBe('found');
  expect(comparisonJob(all, { ...requested, key: ['id', 'x'] })?.id).toBe('key');
  expect(comparisonJob([found], { ...requested, key: ['id', 'x'] })?.id).toBe('found');
  expect(comparisonJob(all, { ...requested, key: [] })?.id).toBe('whole');
});
