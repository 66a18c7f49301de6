import { expect, test } from 'vitest';
import type { PinnedDataset } from '#shared/rpc/jobs.ts';
import { originOf, pinState } from './pinned.ts';

const address = 'https://data.example/api/v1/namespaces/city/datasets/trees/';
const pinned: PinnedDataset = {
  reference: { connection: 'local', namespace: 'city', dataset: 'trees' },
  version: '20240101000000000000',
  origin: { connection: 'remote', address, version: '20230101000000000000', checksum: '' },
  pinned: '2024-01-01T00:00:00.000Z',
  public: false,
  newer: null,
};

test('relates a copy and its original', () => {
  const there = { connection: 'remote', namespace: 'city', dataset: 'trees' };
  expect(pinState([pinned], pinned.reference, 'http://127.0.0.1/x/')).toEqual({ kind: 'copy', pinned });
  expect(pinState([pinned], there, address)).toEqual({ kind: 'origin', pinned });
  expect(pinState([pinned], there, '')).toEqual({ kind: 'origin', pinned });
  expect(pinState([pinned], { ...there, connection: 'another' }, address)).toEqual({ kind: 'none' });
  expect(pinState([pinned], { ...there, dataset: 'lamps' }, `${address}lamps/`)).toEqual({ kind: 'none' });
});

test('returns the address from which a copy is fetched', () => {
  expect(originOf(pinned)).toEqual({ connection: 'remote', namespace: 'city', dataset: 'trees' });
  expect(originOf({ ...pinned, origin: { ...pinned.origin, connection: null } })).toBeNull();
});
