import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { summaryExplanation } from '#shared/change-words.ts';
import { englishText } from '#shared/english/english-text.ts';
import { usualGuards } from '#shared/follow.ts';
import { maxFailures } from './check-source.ts';
import { file, openSite, type Site } from './testing/site.ts';
import { noGuards, openTestFollowing, type TestFollowing } from './testing/test-following.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('Checking a source', () => {
  let site: Site;
  let test: TestFollowing;
  let made = 0;
  beforeAll(async () => {
    site = await openSite();
    test = await openTestFollowing();
  });
  afterAll(async () => {
    await test?.close();
    await site?.close();
  });

  const cases = (rows: readonly (readonly (string | number)[])[], header = 'id,name,cases') =>
    `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`;
  const usual = [
    [1, 'a', 10],
    [2, 'b', 20],
    [3, 'c', 30],
    [4, 'd', 40],
  ];
  const name = (slug: string) => ({ namespace: 'web', dataset: slug });
  const found = async (slug: string) => await test.local.sources.find(name(slug));

  /** Follows a new file. @returns its slug and path */
  async function followed(body: string, options: Parameters<TestFollowing['follow']>[2] = {}, path = '') {
    made += 1;
    const slug = `d${made}`;
    const at = path === '' ? `/${slug}.csv` : path;
    if (!site.pages.has(at)) site.pages.set(at, file(body));
    await test.follow(slug, `${site.base}${at}`, options);
    return { slug, at };
  }

  it('publishes changes alone, and says what changed', async () => {
    const { slug, at } = await followed(cases(usual));
    expect(await found(slug)).toMatchObject({ versions: 1, state: 'active', unread: 0 });
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    site.pages.set(
      at,
      file(
        cases(
          [...usual.slice(1), [5, 'e', 50]].map((row) => [
            row[0] ?? 0,
            row[1] ?? '',
            row[0] === 3 ? 33 : (row[2] ?? 0),
          ]),
        ),
      ),
    );
    expect(await test.check(slug)).toMatchObject({ kind: 'changed', rows: 4 });
    const [change] = await test.local.sources.changes(name(slug), null, 10);
    expect(change?.summary).toMatchObject({ key: ['id'], added: 1, removed: 1, changed: 1, rows: 4, rowsBefore: 4 });
    expect(change && englishText(summaryExplanation(change.summary))).toBe(
      '1 row added. 1 row removed. 1 value changed in “cases”: +3 (id 3).',
    );
    expect(change?.summary.columns).toEqual([{ name: 'cases', values: 1, largest: { change: 3, row: ['3'] } }]);
    site.pages.set(
      at,
      file(
        cases(
          usual.map((row) => [...row, 'x']),
          'id,name,cases,note',
        ),
      ),
    );
    await test.check(slug);
    const [second] = await test.local.sources.changes(name(slug), null, 10);
    expect(second && englishText(summaryExplanation(second.summary))).toContain('Column “note” is new.');
    expect(await found(slug)).toMatchObject({ versions: 3, unread: 2, key: ['id'] });
    await test.local.sources.markRead(name(slug), second?.id ?? 0, false);
    expect(await found(slug)).toMatchObject({ unread: 0 });
  });

  it('other bytes with the same rows, and rows in another order, are a check and no version', async () => {
    const { slug, at } = await followed(cases(usual));
    site.pages.set(at, file(cases(usual).replaceAll('\n', '\r\n')));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    site.pages.set(at, file(cases(usual.toReversed())));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    expect(await found(slug)).toMatchObject({ versions: 1, unread: 0 });
    const checks = await test.local.sources.checks(name(slug), 10);
    expect(checks?.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'changed']);
  });

  it('finds a change behind a tag that lies when the content is read again', async () => {
    const lying = (body: string) => file(body, { etag: '"always"' });
    site.pages.set('/lie.csv', lying(cases(usual)));
    const { slug } = await followed('', {}, '/lie.csv');
    // Of the same length, which would tell it too.
    site.pages.set('/lie.csv', lying(cases([...usual.slice(0, 3), [4, 'd', 44]])));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    test.clock.moveTo(test.clock.now() + 15 * dayMs);
    expect(await test.check(slug)).toMatchObject({ kind: 'changed', rows: 4 });
  });

  it('keeps a version aside because of a guard, until the user decides', async () => {
    const { slug, at } = await followed(cases(usual));
    site.pages.set(at, file(cases(usual.slice(0, 1))));
    const held = await test.check(slug);
    expect(held.kind === 'held' && held.reasons.map(englishText)).toEqual(['The number of rows fell from 4 to 1.']);
    expect(await found(slug)).toMatchObject({ versions: 1, state: 'held', unread: 0 });
    // It is not asked about twice.
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    expect(await test.local.decideHeld(name(slug), false, new Date(test.clock.now()).toISOString())).toBe(true);
    site.pages.set(at, file(cases(usual.slice(0, 1)).replaceAll('\n', '\r\n')));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    expect(await found(slug)).toMatchObject({ versions: 1, state: 'active', held: null });
    site.pages.set(
      at,
      file(
        cases(
          usual.map((row) => row.slice(0, 2)),
          'id,name',
        ),
      ),
    );
    const again = await test.check(slug);
    expect(again.kind === 'held' && again.reasons.map(englishText)).toEqual(['Columns are missing: cases.']);
    expect(await test.local.decideHeld(name(slug), true, new Date(test.clock.now()).toISOString())).toBe(true);
    expect(await found(slug)).toMatchObject({ versions: 2, state: 'active', unread: 1 });
    expect(await test.local.decideHeld(name(slug), true, new Date(test.clock.now()).toISOString())).toBe(false);
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
  });

  it('does not offer again what was rejected, nor what waits, if only its rows are shuffled', async () => {
    const { slug, at } = await followed(cases(usual), { guards: { ...usualGuards, rowsFell: 0 } });
    const few = [...usual.slice(0, 2), ...usual.slice(0, 1)];
    site.pages.set(at, file(cases(few)));
    expect(await test.check(slug)).toMatchObject({ kind: 'held' });
    site.pages.set(at, file(cases(few.toReversed())));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    expect(await test.local.decideHeld(name(slug), false, new Date(test.clock.now()).toISOString())).toBe(true);
    site.pages.set(at, file(cases([usual[0] ?? [], usual[0] ?? [], usual[1] ?? []])));
    expect(await test.check(slug)).toEqual({ kind: 'unchanged' });
    // The same rows, of which another is repeated.
    site.pages.set(at, file(cases([...usual.slice(0, 2), ...usual.slice(1, 2)])));
    expect(await test.check(slug)).toMatchObject({ kind: 'held' });
  });

  it('leaves nothing of a held version when it is no longer followed', async () => {
    const { slug, at } = await followed(cases(usual));
    const stored = async () => (await readdir(path.join(test.folder, 'data', 'rows', 'versions'))).length;
    const before = await stored();
    site.pages.set(at, file(cases(usual.slice(0, 1))));
    expect(await test.check(slug)).toMatchObject({ kind: 'held' });
    expect(await stored()).toBe(before + 1);
    expect(await test.local.sources.remove(name(slug))).toBe(true);
    await expect.poll(stored).toBe(before);
    expect(await test.local.sources.remove(name(slug))).toBe(false);
  });

  it('checks on columns are guards too', async () => {
    const checks = [
      { column: 'cases', test: 'range' as const, min: 0, max: 100 },
      { column: 'id', test: 'unique' as const },
      { column: 'name', test: 'complete' as const },
    ];
    const { slug, at } = await followed(cases(usual), { guards: { ...usualGuards, checks } });
    site.pages.set(at, file(cases([...usual, [4, '', 900]])));
    const held = await test.check(slug);
    expect(held.kind === 'held' && held.reasons.map(englishText)).toEqual([
      'Values of “cases” range from 10 to 900, beyond the limits.',
      'Values are repeated in “id”.',
      '1 value is missing in “name”.',
    ]);
  });

  it('says what is wrong, waits longer each time, and stops in the end', async () => {
    const { slug, at } = await followed(cases(usual));
    site.pages.set(at, { body: '<!doctype html><title>Sorry</title>', headers: { 'content-type': 'text/html' } });
    const first = await test.check(slug);
    expect(first.kind === 'failed' && englishText(first.failure)).toMatch(
      /^127\.0\.0\.1:\d+ sent a web page instead of data\.$/,
    );
    const delays: number[] = [];
    for (let failures = 2; failures <= maxFailures; failures += 1) {
      await test.check(slug);
      delays.push(Date.parse((await found(slug))?.nextCheck ?? '') - test.clock.now());
    }
    expect(delays.every((delay, at_) => at_ === 0 || delay >= (delays[at_ - 1] ?? 0))).toBe(true);
    expect(Math.max(...delays)).toBeLessThan(1.1 * dayMs);
    expect(await found(slug)).toMatchObject({ state: 'stopped', versions: 1, failures: maxFailures });
    site.pages.set(at, file(cases([...usual, [5, 'e', 50]])));
    await test.local.sources.change(name(slug), { paused: false });
    expect(await test.check(slug)).toMatchObject({ kind: 'changed' });
    expect(await found(slug)).toMatchObject({ state: 'active', failures: 0, problem: null });
  });

  it('nothing is followed if the first fetch fails', async () => {
    site.pages.set('/bad.csv', { body: '', headers: { 'content-type': 'text/csv' } });
    for (const path of ['/bad.csv', '/missing.csv']) {
      await expect(test.follow('never', `${site.base}${path}`)).rejects.toThrow();
    }
    expect(await found('never')).toBeNull();
    const { slug } = await followed(cases(usual));
    await expect(test.follow(slug, `${site.base}/other.csv`)).rejects.toThrow('already follows');
  });

  it('retention removes old versions', async () => {
    const { slug, at } = await followed(cases(usual), { retention: { kind: 'last', versions: 2 }, guards: noGuards });
    for (const extra of [5, 6, 7]) {
      test.clock.moveTo(test.clock.now() + dayMs);
      site.pages.set(at, file(cases([...usual, [extra, 'x', 1]])));
      await test.check(slug);
    }
    expect(await found(slug)).toMatchObject({ versions: 2, unread: 3 });
    expect(await test.local.sources.estimateRetention(name(slug), { kind: 'last', versions: 1 })).toMatchObject({
      versions: 2,
      removed: 1,
    });
  });

  it('runs what is due once, also after a long sleep, and announces each change once', async () => {
    const { slug, at } = await followed(cases(usual), { every: '1h' });
    await test.following.follower.runDue();
    const before = test.announced.length;
    const count = () => site.requests.filter(({ line }) => line === `HEAD ${at}`).length;
    const requested = count();
    test.clock.moveTo(test.clock.now() + 3 * dayMs);
    site.pages.set(at, file(cases([...usual, [5, 'e', 50]])));
    await test.following.follower.runDue();
    expect(count() - requested).toBe(1);
    expect(test.announced.slice(before).filter(({ dataset }) => dataset === slug)).toHaveLength(1);
    await test.following.follower.runDue();
    expect(count() - requested).toBe(1);
    expect(test.announced.filter(({ dataset }) => dataset === slug)).toHaveLength(1);
    expect(test.problems).toEqual([]);
  });
});
