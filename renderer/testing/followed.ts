import { type FollowedSource, type SourceChange, usualGuards } from '#shared/follow.ts';
import { testSummary } from '#shared/testing/change-summary.ts';

/** The followed dataset web/cases, checked daily, with some members changed. */
export function testFollowed(changed: Partial<FollowedSource> = {}): FollowedSource {
  return {
    namespace: 'web',
    dataset: 'cases',
    title: 'Cases',
    choice: { kind: 'file', address: 'https://health.example/cases.csv', entry: '', parameters: {} },
    every: '1d',
    state: 'active',
    checking: false,
    allowPrivate: false,
    budgets: [],
    retention: { kind: 'all' },
    guards: { ...usualGuards, checks: [] },
    key: null,
    versions: 2,
    bytes: 4096,
    traffic: 8192,
    since: '2026-03-01T12:00:00.000Z',
    lastCheck: '2026-03-02T12:00:00.000Z',
    lastChange: null,
    nextCheck: '2999-03-03T12:00:00.000Z',
    failures: 0,
    problem: null,
    notify: true,
    held: null,
    unread: 0,
    ...changed,
  };
}

/** A change of {@link testFollowed}: a row was added. @param id the higher, the newer */
export function testChange(id: number, changed: Partial<SourceChange> = {}): SourceChange {
  return {
    id,
    namespace: 'web',
    dataset: 'cases',
    title: 'Cases',
    version: '20260302120000000000',
    previous: '20260301120000000000',
    at: '2026-03-02T12:00:00.000Z',
    summary: testSummary({ rows: 7, added: 1 }),
    unread: true,
    ...changed,
  };
}
