import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualGuards } from '#shared/follow.ts';
import type { FollowRequest } from '#shared/rpc/jobs.ts';
import { openTestJobs, type TestJobs } from '../jobs/testing/test-jobs.ts';
import { file, openSite, type Site } from './testing/site.ts';

const { signal } = new AbortController();
let site: Site;
let test: TestJobs;
beforeAll(async () => {
  site = await openSite();
  test = await openTestJobs();
});
afterAll(async () => {
  await test?.close();
  await site?.close();
});

const name = { namespace: 'web', dataset: 'cases' };

it('looks at an address, follows it as a job, and reports, marks, changes and stops', {
  timeout: 300_000,
}, async () => {
  const { functions } = test;
  const address = `${site.base}/cases.csv`;
  site.pages.set('/cases.csv', file('id,cases\n1,10\n2,20\n3,30\n'));
  await expect(functions.lookAtAddress({ address, allowPrivate: false }, signal)).rejects.toMatchObject({
    kind: 'private-address',
  });
  const listing = await functions.lookAtAddress({ address: ` ${address}#top `, allowPrivate: true }, signal);
  expect(listing).toMatchObject({ kind: 'file', address, entries: [{ id: '', format: 'CSV' }], more: null });
  const choice = { kind: listing.kind, address: listing.address, entry: '', parameters: {} };
  expect(await functions.describeSourceEntry({ choice, allowPrivate: true }, signal)).toMatchObject({ parameters: [] });
  const preview = await functions.previewSourceEntry({ choice, allowPrivate: true }, signal);
  expect([preview.columns.map((column) => column.name), preview.rows.length]).toEqual([['id', 'cases'], 3]);
  const request: FollowRequest = {
    kind: 'follow',
    choice,
    namespace: { slug: 'web', create: { label: 'Web', published: true, allowedGroups: [] } },
    dataset: { slug: 'cases', create: { label: '', description: '' } },
    every: '1d',
    allowPrivate: true,
    retention: { kind: 'all' },
    guards: usualGuards,
  };
  const job = await test.succeed(request);
  expect(job.result).toMatchObject({ kind: 'follow', rows: 3, reference: { connection: 'local', ...name } });
  expect(await functions.listFollowed({}, signal)).toMatchObject([
    { ...name, title: 'Cases', state: 'active', checking: false, versions: 1, choice, nextCheck: expect.any(String) },
  ]);
  site.pages.set('/cases.csv', file('id,cases\n1,10\n2,25\n3,30\n4,40\n'));
  await checkNow();
  const changes = await functions.listSourceChanges({ of: name, before: null, limit: 10 }, signal);
  expect(changes).toMatchObject({ unread: 1, changes: [{ ...name, unread: true, summary: { added: 1, changed: 1 } }] });
  await functions.markChangesRead({ of: null, upTo: changes.changes[0]?.id ?? 0 }, signal);
  expect((await functions.listSourceChanges({ of: null, before: null, limit: 10 }, signal)).unread).toBe(0);
  const checks = await functions.listSourceChecks({ ...name, limit: 10 }, signal);
  expect(checks.map(({ outcome }) => outcome)).toEqual(['changed', 'changed']);

  site.pages.set('/cases.csv', file('id,cases\n1,10\n'));
  await checkNow();
  expect((await functions.listFollowed({}, signal))[0]).toMatchObject({
    state: 'held',
    held: { summary: { rows: 1 } },
  });
  await functions.decideHeldVersion({ ...name, accept: true }, signal);
  await expect(functions.decideHeldVersion({ ...name, accept: true }, signal)).rejects.toMatchObject({
    kind: 'not-found',
  });
  expect(
    await functions.estimateRetention({ ...name, retention: { kind: 'last', versions: 1 } }, signal),
  ).toMatchObject({
    versions: 3,
    removed: 2,
  });
  const paused = await functions.changeSource({ ...name, settings: { paused: true, every: '1w' } }, signal);
  expect(paused).toMatchObject({ state: 'paused', every: '1w' });
  await functions.unfollow(name, signal);
  expect(await functions.listFollowed({}, signal)).toEqual([]);
  await expect(functions.unfollow(name, signal)).rejects.toMatchObject({ kind: 'not-found' });
  expect((await functions.listSourceChanges({ of: name, before: null, limit: 10 }, signal)).changes).toHaveLength(2);
});

/** Asks for a check, and waits until it was recorded. */
async function checkNow() {
  const count = async () => (await test.functions.listSourceChecks({ ...name, limit: 100 }, signal)).length;
  const before = await count();
  await test.functions.checkSource(name, signal);
  await expect.poll(count, { timeout: 300_000, interval: 30 }).toBe(before + 1);
}
