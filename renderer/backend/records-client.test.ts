import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { RecordsClient } from './records-client.ts';

/** A service whose answers are created on request and delivered when released. */
function slowService() {
  let content = 'empty';
  const waiting: (() => void)[] = [];
  return {
    publish: (made: string) => {
      content = made;
    },
    release: () => waiting.shift()?.(),
    get requested() {
      return waiting.length;
    },
    ask: () => {
      const made = content;
      return new Promise<string>((resolve) => waiting.push(() => resolve(made)));
    },
  };
}

const staleTime = Number.POSITIVE_INFINITY;

test('a first answer that predates a change is requested again', async () => {
  const client = new RecordsClient();
  const service = slowService();
  const observer = new QueryObserver(client, { queryKey: ['dataset', 'flights'], queryFn: service.ask, staleTime });
  const leave = observer.subscribe(() => undefined);
  service.publish('rows');
  const invalidated = client.invalidateQueries({ queryKey: ['dataset'] });
  service.release();
  await expect.poll(() => service.requested).toBe(1);
  service.release();
  await invalidated;
  expect(observer.getCurrentResult().data).toBe('rows');
  leave();
});

test('stale data without an observer is fetched again when it is next observed', async () => {
  const client = new RecordsClient();
  const service = slowService();
  const options = { queryKey: ['dataset', 'flights'], queryFn: service.ask, staleTime };
  const first = client.fetchQuery(options);
  service.publish('rows');
  const invalidated = client.invalidateQueries({ queryKey: ['dataset'] });
  service.release();
  expect(await first).toBe('empty');
  await invalidated;
  const second = client.fetchQuery(options);
  service.release();
  expect(await second).toBe('rows');
});

test('an invalidated query with an answer is requested once, and unrelated ones not at all', async () => {
  const client = new RecordsClient();
  const known = slowService();
  const other = slowService();
  client.setQueryData(['dataset', 'flights'], 'empty');
  const watch = (queryKey: string[], queryFn: () => Promise<string>) =>
    new QueryObserver(client, { queryKey, queryFn, staleTime }).subscribe(() => undefined);
  const leaveKnown = watch(['dataset', 'flights'], known.ask);
  const leaveOther = watch(['groups'], other.ask);
  const invalidated = client.invalidateQueries({ queryKey: ['dataset'] });
  known.release();
  await invalidated;
  expect([known.requested, other.requested]).toEqual([0, 1]);
  leaveKnown();
  leaveOther();
});

test('records are requested even without a network, because this computer has its own rows', async () => {
  onlineManager.setOnline(false);
  try {
    const client = new RecordsClient();
    const requested = client.fetchQuery({ queryKey: ['dataset', 'flights'], queryFn: () => 'rows' });
    expect(client.getQueryState(['dataset', 'flights'])?.fetchStatus).toBe('fetching');
    expect(await requested).toBe('rows');
  } finally {
    onlineManager.setOnline(true);
  }
});
