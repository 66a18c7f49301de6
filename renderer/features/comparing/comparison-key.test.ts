import { expect, test } from 'vitest';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { comparisonJob, keyCandidates, keyFitness } from './comparison-key.ts';

function profile(count: number, exact = true, more: Partial<ColumnProfile> = {}): ColumnProfile {
  return {
    column: 'c',
    type: 'integer',
    rows: 100,
    of: 100,
    missing: 0,
    distinct: { count, exact },
    numbers: null,
    lengths: null,
    dates: null,
    histogram: null,
    frequent: [],
    geometry: null,
    ...more,
  };
}

test.each([
  ['sure', profile(100), profile(100)],
  ['no', profile(100), profile(99)],
  ['no', profile(100), profile(99, true, { missing: 1 })],
  ['perhaps', profile(100), profile(93, false)],
  ['no', profile(60, false), profile(100)],
  ['unknown', profile(100), undefined],
  ['perhaps', profile(100), profile(100, true, { of: 5000 })],
  ['no', profile(100), profile(80, true, { of: null })],
])('%s', (expected, before, after) => {
  expect(keyFitness(before, after)).toBe(expected);
  expect(keyFitness(after, before)).toBe(expected);
});

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
    title: id,
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
});
