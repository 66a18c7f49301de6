import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { file, openSite } from './testing/site.ts';
import { openTestClock } from './testing/test-clock.ts';
import { openTestFollowing, startOfYear } from './testing/test-following.ts';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

it('announces again what the user was not notified of after a restart: changes and what is kept aside', async () => {
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
  const first = await openTestFollowing(folder, clock, () => false);
  for (const slug of sources) await first.follow(slug, `${site.base}/${slug}.csv`);
  await first.local.sources.change({ namespace: 'web', dataset: 'mute' }, { notify: false });
  for (const slug of sources) site.pages.set(`/${slug}.csv`, rows(slug === 'held' ? 1 : 11));
  clock.moveTo(startOfYear + 3 * 86_400_000);
  await first.follower().runDue();
  await first.follower().runDue();
  expect(kinds(first.announced)).toEqual(['changed changed', 'changed read', 'held held']);
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
