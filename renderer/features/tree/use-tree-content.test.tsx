import { expect, test } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import { ownConnection, testConnection, testDataset, testNamespace } from '../../testing/records.ts';
import type { NamespacesState } from './tree-nodes.ts';
import { withCopies } from './use-tree-content.ts';

const unreachable = failure('offline', explain('unreachable', { host: 'statistics.example' }), { retry: true });
const address = 'https://statistics.example/api/v1/namespaces/geo/datasets/towns/';
const copy: PinnedDataset = {
  reference: { connection: 'local', namespace: 'geo', dataset: 'towns-2' },
  version: '20260301120000000000',
  origin: { connection: 'remote', address, version: null, checksum: '' },
  pinned: '2026-03-02T00:00:00.000Z',
  public: false,
  newer: null,
};
const own = testNamespace({
  datasets: [testDataset({ slug: 'towns-2', label: 'Towns here' }), testDataset({ slug: 'rivers' })],
});

/** The datasets of each connection as its catalogue lists them. */
function listed(remote: NamespacesState, state: 'ready' | 'offline', pinned: readonly PinnedDataset[] = [copy]) {
  const connections = [ownConnection(), testConnection({ state, failure: state === 'ready' ? null : unreachable })];
  const states = new Map<string, NamespacesState>([
    ['local', { kind: 'known', namespaces: [own] }],
    ['remote', remote],
  ]);
  return [...withCopies(connections, states, pinned)].map(([id, found]) => {
    const namespaces = found.kind === 'known' ? found.namespaces : [];
    const names = namespaces.flatMap(({ slug, datasets }) => datasets.map((dataset) => `${slug}/${dataset.slug}`));
    return [id, found.kind, names];
  });
}

const loading: NamespacesState = { kind: 'loading' };

test('an offline copy is listed once, with the dataset that it is a copy of', () => {
  expect(listed({ kind: 'known', namespaces: [testNamespace()] }, 'ready')).toEqual([
    ['local', 'known', ['geo/rivers']],
    ['remote', 'known', ['geo/towns']],
  ]);
  expect(listed(loading, 'ready')[0]).toEqual(['local', 'known', ['geo/rivers']]);
});

test('the copy stands for a dataset whose catalogue cannot be read', () => {
  const asCopied = ['remote', 'known', ['geo/towns']];
  expect(listed(loading, 'offline')[1]).toEqual(asCopied);
  expect(listed({ kind: 'failed', failure: unreachable }, 'ready')[1]).toEqual(asCopied);
});

test('a copy is listed on this computer if its original is gone or unknown, or if it is public', () => {
  const both = ['local', 'known', ['geo/towns-2', 'geo/rivers']];
  expect(listed({ kind: 'known', namespaces: [] }, 'ready')[0]).toEqual(both);
  expect(listed(loading, 'ready', [{ ...copy, origin: { ...copy.origin, connection: null } }])[0]).toEqual(both);
  expect(listed(loading, 'ready', [{ ...copy, public: true }])[0]).toEqual(both);
});

test('a namespace of copies alone is left out', () => {
  const alone = testNamespace({ datasets: [testDataset({ slug: 'towns-2' })] });
  const states = new Map<string, NamespacesState>([
    ['local', { kind: 'known', namespaces: [alone] }],
    ['remote', loading],
  ]);
  const merged = withCopies([ownConnection(), testConnection()], states, [copy]);
  expect(merged.get('local')).toEqual({ kind: 'known', namespaces: [] });
});
