import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { file, openSite } from './testing/site.ts';
import { openTestClock } from './testing/test-clock.ts';
import { openTestFollowing, startOfYear } from './testing/test-following.ts';

const undo: (() => Promise<unknown>)[] = [];
const hourMs = 3_600_000;
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

it('announces again what the user was not notified of after a restart: changes and what is held for review', async () => {
  const site = await openSite();
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-news-'));
  undo.push(site.close, () => rm(folder, { recursive: true, force: true }));
  const rows = (count: number) => file(`id,n\n${Array.from({ length: count }, (_, at) => `${at},${at}\n`).join('')}`);
  const sources = ['changed', 'read', 'mute', 'held'];
  for (const slug of sources) site.pages.set(`/${slug}.csv`, rows(10));
  const clock = openTestClock(startOfYear);
  const kinds = (news: readonly { kind: string; dataset: string }[]) =>
    news.map(({ kind, dataset }) => `${kind} ${dataset}`).sort();

  // Quiet hours: everything is handed over, and nothing is shown.
  const first = await openTestFollowing(folder, clock, { isQuiet: true });
  for (const slug of sources) await first.follow(slug, `${site.base}/${slug}.csv`);
  await first.local.sources.change({ namespace: 'web', dataset: 'mute' }, { notify: false });
  for (const slug of sources) site.pages.set(`/${slug}.csv`, rows(slug === 'held' ? 1 : 11));
  clock.moveTo(startOfYear + 3 * 86_400_000);
  await first.follower().runDue();
  await first.follower().runDue();
  expect(first.announced).toEqual([]);
  expect(kinds(first.handed)).toEqual(['changed changed', 'changed read', 'held held']);
  const { id = 0 } = (await first.local.sources.changes({ namespace: 'web', dataset: 'read' }, null, 1))[0] ?? {};
  await first.local.sources.markRead(null, id, true);
  await first.close();

  const second = await openTestFollowing(folder, clock);
  await second.follower().runDue();
  expect(kinds(second.announced)).toEqual(['changed changed', 'held held']);
  await second.close();

  const third = await openTestFollowing(folder, clock);
  await third.follower().runDue();
  expect(third.announced).toEqual([]);
  await third.close();
});

it('keeps the budget of a host, and the pause that it asked for, over a restart', async () => {
  const requested: { readonly line: string; readonly at: number }[] = [];
  const clock = openTestClock(startOfYear);
  const site = await openSite((line) => requested.push({ line, at: clock.now() }));
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-budget-'));
  undo.push(site.close, () => rm(folder, { recursive: true, force: true }));
  site.pages.set('/a.csv', file('id,n\n1,1\n'));
  const { host } = new URL(site.base);
  const budgets = [{ host, path: '/', requests: 8, perMs: hourMs }];
  const reopen = () => openTestFollowing(folder, clock, { budgets });

  const first = await reopen();
  await first.follow('a', `${site.base}/a.csv`);
  while ((await first.check('a')).kind !== 'failed');
  expect(requested).toHaveLength(8);
  await first.close();

  const second = await reopen();
  const [use] = await second.following.access.turns.useOf(host);
  expect(use).toMatchObject({ used: 8, freeAt: new Date((requested[0]?.at ?? 0) + hourMs).toISOString() });
  const refused = await second.check('a');
  expect(refused.kind === 'failed' && refused.failure.code).toBe('host-budget-spent');
  expect(requested).toHaveLength(8);
  // It is asked again as soon as the budget allows, and one that waits for its budget is never stopped.
  for (let more = 0; more < 12; more += 1) await second.check('a');
  expect(await second.local.sources.find({ namespace: 'web', dataset: 'a' })).toMatchObject({ state: 'failing' });
  clock.moveTo(clock.now() + hourMs);
  expect(await second.check('a')).toEqual({ kind: 'unchanged' });

  site.pages.set('/a.csv', { status: 503, body: '', headers: { 'retry-after': '7200' } });
  expect(await second.check('a')).toMatchObject({ kind: 'failed', failure: { kind: 'throttled' } });
  await second.close();
  const pausedAt = clock.now();
  site.pages.set('/a.csv', file('id,n\n1,1\n'));
  const third = await reopen();
  const before = requested.length;
  expect(await third.check('a')).toMatchObject({ kind: 'failed', failure: { kind: 'throttled' } });
  expect(requested).toHaveLength(before);
  clock.moveTo(pausedAt + 2 * hourMs);
  expect(await third.check('a')).toEqual({ kind: 'unchanged' });
  await third.close();
});

it('waits as long as robots.txt asks for between requests of two processes', async () => {
  const times: number[] = [];
  const clock = openTestClock(startOfYear);
  const site = await openSite(() => times.push(clock.now()));
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-delay-'));
  undo.push(site.close, () => rm(folder, { recursive: true, force: true }));
  // Longer than other pauses are waited for.
  site.pages.set('/robots.txt', { body: 'User-agent: *\nCrawl-delay: 180\n' });
  site.pages.set('/a.csv', file('id,n\n1,1\n'));
  const first = await openTestFollowing(folder, clock);
  await first.follow('a', `${site.base}/a.csv`);
  await first.close();
  const before = times.length;
  const second = await openTestFollowing(folder, clock);
  await second.check('a');
  await second.close();
  expect(times.length).toBeGreaterThan(before);
  const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(180_000);
});

it('checks a dataset within two hours whose process ends while it begins to follow', async () => {
  const site = await openSite();
  const test = await openTestFollowing();
  undo.push(site.close, test.close);
  const name = { namespace: 'web', dataset: 'a' };
  site.pages.set('/a.csv', file('id,n\n1,1\n'));
  await test.follow('a', `${site.base}/a.csv`);
  // The dataset is there; now it follows anew.
  await test.local.sources.remove(name);
  const due: Promise<readonly { dataset: string }[]>[] = [];
  site.pages.set('/a.csv', (_, response) => {
    due.push(test.local.sources.due(new Date(Date.now() + 2 * hourMs).toISOString()));
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.end('id,n\n1,1\n');
  });
  await test.follow('a', `${site.base}/a.csv`);
  const seen = await Promise.all(due);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.at(-1)).toMatchObject([{ dataset: 'a' }]);
});
