import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { emptySummary } from '#shared/summary.ts';
import { writeStored } from './persisted.ts';
import { readSession, type StoredSession, sessionKey, staleKeys } from './session-storage.ts';
import type { DatasetTab } from './tab.ts';
import { newTabId } from './tabs.ts';

function tab(dataset: string, part: Partial<DatasetTab> = {}): DatasetTab {
  const reference = { connection: 'local', namespace: 'n', dataset };
  const plain = {
    reference,
    label: dataset,
    pinned: false,
    view: 'rows' as const,
    query: everyRow,
    start: { firstRow: 0, sideways: 0 },
    charts: [],
    summary: emptySummary,
    layout: null,
    saved: null,
  };
  return { id: newTabId(), ...plain, ...part };
}

/** What the next start reads of a stored session. */
function restored(stored: unknown): StoredSession {
  writeStored('almanac-session', stored);
  return readSession('almanac-session');
}

/** A session with the positions of its tabs in place of their ids, which are new in each session. */
function withPositions({ tabs, activeTab, split, closed }: StoredSession) {
  const position = (id: string) => tabs.findIndex((each) => each.id === id);
  const withoutId = ({ id: _id, ...rest }: DatasetTab) => rest;
  return {
    tabs: tabs.map(withoutId),
    activeTab: activeTab === null ? null : position(activeTab),
    split: split?.map(position) ?? null,
    closed: closed.map(withoutId),
  };
}

test('tabs are restored with their complete state', () => {
  const tabs = [
    tab('a', { pinned: true, view: 'columns' }),
    tab('b', {
      query: {
        filters: [{ column: 'x', lookup: 'gte', value: '3' }],
        ordering: [{ column: 'y', descending: true }],
        search: 'é',
        fields: null,
        version: '20260101000000000000',
      },
      start: { firstRow: 2_999_950, sideways: 480 },
      summary: {
        rows: [{ column: 'x', function: 'Bin', step: 10 }],
        columns: [],
        measures: [{ function: 'Median', column: 'y' }],
        sort: { column: '', measure: 0, descending: true },
        heat: true,
      },
      layout: [{ name: 'x', hidden: true, frozen: false, width: 120 }],
    }),
  ];
  const closed = [tab('c', { start: { firstRow: 7, sideways: 0 } })];
  const session = { tabs, activeTab: tabs[1]?.id ?? null, split: null, closed };
  expect(withPositions(restored(session))).toEqual(withPositions(session));
});

test('two tabs side by side are restored as such, unless one of them was closed', () => {
  const [first, second] = [tab('a'), tab('b')];
  const tabs = [tab('c'), first, second];
  const session = { tabs, activeTab: second.id, split: [second.id, first.id], closed: [] } as const;
  expect(withPositions(restored(session))).toEqual(withPositions(session));
  const alone = { ...session, tabs: [second] };
  expect(withPositions(restored(alone))).toEqual(withPositions({ ...alone, split: null }));
});

test('tabs of one dataset, each with its own view, are distinct when restored', () => {
  const saved = { url: 'http://x/api/v1/queries/1/', label: 'Late ones' };
  const tabs = [tab('a'), tab('a', { id: 'second', saved })];
  const back = restored({ tabs, activeTab: 'second', split: null, closed: [tab('a')] });
  expect(back.tabs.map((each) => each.saved)).toEqual([null, saved]);
  expect(new Set([...tabs, ...back.tabs, ...back.closed].map((each) => each.id)).size).toBe(5);
  expect(back.activeTab).toBe(back.tabs[1]?.id);
});

test('a session with an invalid summary opens nothing', () => {
  const broken = {
    ...tab('a'),
    summary: { ...emptySummary, measures: [{ function: 'Guess', column: 'x' }] },
  };
  expect(restored({ tabs: [broken], activeTab: null, split: null, closed: [] }).tabs).toEqual([]);
});

test.each([undefined, '', null, { tabs: 3 }, { tabs: [{ label: 'x' }], activeTab: null, split: null, closed: [] }])(
  '%o opens nothing',
  (stored) => {
    expect(restored(stored)).toEqual({ tabs: [], activeTab: null, split: null, closed: [] });
  },
);

test('each window has its own key, and keys of closed windows are removed', () => {
  expect([sessionKey('first'), sessionKey('m2abc')]).toEqual(['almanac-session', 'almanac-session-m2abc']);
  const keys = ['almanac-session', 'almanac-session-m1', 'almanac-session-m2', 'almanac-session-m9', 'almanac-shelf'];
  const place = { window: 'm2', windows: ['first', 'm2'], opened: 'm5' };
  expect(staleKeys(keys, place)).toEqual(['almanac-session-m1']);
  expect(staleKeys(keys, { ...place, windows: ['m2'] })).toEqual(['almanac-session', 'almanac-session-m1']);
});
