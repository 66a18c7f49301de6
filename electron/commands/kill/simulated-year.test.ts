import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { openSite, type Site, type SitePage } from '../../jobs/follow/testing/site.ts';
import { openTestClock } from '../../jobs/follow/testing/test-clock.ts';
import { noGuards, openTestFollowing, startOfYear } from '../../jobs/follow/testing/test-following.ts';
import type { LocalService } from '../../service/local-service.ts';
import { TestChildren } from '../testing/child-processes.ts';
import { seededRandom } from './seeded-random.ts';

/** The whole year with 50 sources: `ALMANAC_FOLLOW_YEAR=1 npx vitest run electron/commands/kill/simulated-year`. */
const isWhole = process.env.ALMANAC_FOLLOW_YEAR !== undefined;
const sourceCount = isWhole ? 50 : 4;
const days = isWhole ? 365 : 12;
const kills = isWhole ? 60 : 2;
/**
 * Probability that a source changes within a quarter of a day: storing a few thousand versions would take hours and
 * prove no more.
 */
const changeRate = isWhole ? 0.012 : 0.05;
const seed = Number(process.env.ALMANAC_SEED ?? Math.floor(Math.random() * 2 ** 31));

const dayMs = 86_400_000;
const crawlDelayMs = 5_000;
const worker = path.join(import.meta.dirname, '../../jobs/follow/testing/follow-process-for-test.ts');

const children = new TestChildren();
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await children.endAll();
  for (const step of undo.splice(0).reverse()) await step();
});

/** A source that changes at random, and a record of what was sent completely. */
class Changing {
  readonly slug: string;
  readonly path: string;
  readonly site: Site;
  readonly #random: () => number;
  #rows = new Map<number, number>();
  #next = 1;
  /** Contents that were sent completely, in order. */
  readonly sent: string[] = [];
  #tag = 0;

  constructor(slug: string, site: Site, random: () => number) {
    this.slug = slug;
    this.path = `/${slug}.csv`;
    this.site = site;
    this.#random = random;
    for (let at = 0; at < 5; at += 1) this.change();
  }

  change(): void {
    const ids = [...this.#rows.keys()];
    const any = ids[Math.floor(this.#random() * ids.length)];
    if (any !== undefined && this.#random() < 0.3) this.#rows.set(any, Math.floor(this.#random() * 1_000_000));
    else if (any !== undefined && ids.length > 8 && this.#random() < 0.5) this.#rows.delete(any);
    else {
      this.#rows.set(this.#next, Math.floor(this.#random() * 1_000_000));
      this.#next += 1;
    }
    this.#tag += 1;
  }

  /** The rows in a canonical form. */
  get content(): string {
    return [...this.#rows].sort(([one], [other]) => one - other).join('\n');
  }

  #text(): string {
    const rows = [...this.#rows].map(([id, value]) => `${id},${value}\n`);
    // Sources reorder their rows.
    if (this.#random() < 0.3) rows.reverse();
    return `id,value\n${rows.join('')}`;
  }

  /** Answers correctly, or with a fault. */
  serve(fault: number): void {
    const text = this.#text();
    const { content } = this;
    const tag = { etag: `"${this.#tag}"` };
    const broken: Record<number, SitePage> = {
      1: { status: 500, body: 'no' },
      2: { status: 429, body: '', headers: { 'retry-after': '3600' } },
      3: { status: 200, body: '<!doctype html><p>Maintenance', headers: { 'content-type': 'text/html' } },
      4: (_, response) => {
        response.writeHead(200, { ...tag, 'content-length': text.length });
        response.write(text.slice(0, text.length / 2), () => response.destroy());
      },
      5: { status: 404, body: 'gone' },
      6: { status: 200, body: '', headers: { 'content-type': 'text/csv' } },
    };
    const page = broken[fault];
    this.site.pages.set(
      this.path,
      page ??
        (({ method }, response) => {
          const isLying = fault === 7;
          const headers = { 'content-type': 'text/csv', ...(isLying ? { etag: '"fixed"' } : tag) };
          response.writeHead(200, { 'content-length': text.length, ...headers });
          response.end(method === 'HEAD' ? undefined : text);
          if (method !== 'HEAD') this.sent.push(content);
        }),
    );
  }
}

/** Without consecutive duplicates. */
function distinct(contents: readonly string[]): string[] {
  return contents.filter((content, at) => content !== contents[at - 1]);
}

/** The rows of each version of a dataset in the canonical form, oldest first; and its changes. */
async function published(local: LocalService, folder: string, slug: string) {
  const name = { namespace: 'web', dataset: slug };
  const changes = (await local.sources.changes(name, null, 10_000)).toReversed();
  const [first] = changes;
  const slugs = first === undefined ? [] : [first.previous, ...changes.map(({ version }) => version)];
  expect(changes.map(({ previous }) => previous)).toEqual(slugs.slice(0, -1));
  expect(new Set(slugs).size).toBe(slugs.length);
  const contents: string[] = [];
  for (const version of slugs.length === 0 ? [null] : slugs) {
    const at = path.join(folder, `${slug}-${version}.ndjson`);
    const query = { ...everyRow, filters: [], ordering: [], version };
    const target = { path: at, workFolder: async () => {}, onRestarted: () => {} };
    await local.exportVersion({ name, query, format: 'ndjson' }, target, {});
    const rows = (await readFile(at, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; value: number });
    contents.push(
      rows
        .sort((one, other) => one.id - other.id)
        .map(({ id, value }) => `${id},${value}`)
        .join('\n'),
    );
  }
  return { changes, contents };
}

test(`${sourceCount} sources over ${days} days: nothing lost, doubled or announced twice (seed ${seed})`, {
  timeout: isWhole ? 3_600_000 : 120_000,
}, async () => {
  const random = seededRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-year-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const sites: Site[] = [];
  const clock = openTestClock(startOfYear, random);
  const lastRequests = new Map<Site, number>();
  const tooSoon: string[] = [];
  for (let at = 0; at < Math.ceil(sourceCount / 5); at += 1) {
    const site = await openSite((line) => {
      const before = lastRequests.get(site) ?? Number.NEGATIVE_INFINITY;
      // A resumed download belongs to the same check.
      if (clock.now() - before < crawlDelayMs) tooSoon.push(line);
      lastRequests.set(site, clock.now());
    });
    site.pages.set('/robots.txt', { body: `User-agent: *\nCrawl-delay: ${crawlDelayMs / 1000}\n` });
    sites.push(site);
    undo.push(site.close);
  }
  const following = await openTestFollowing(null, clock);
  undo.push(following.close);
  const sources = Array.from(
    { length: sourceCount },
    (_, at) => new Changing(`s${at}`, sites[at % sites.length] as Site, random),
  );
  for (const source of sources) {
    source.serve(0);
    const every = ['6h', '1d', '1d', '1w'][Math.floor(random() * 4)] ?? '1d';
    await following.follow(source.slug, `${source.site.base}${source.path}`, { every, guards: noGuards });
  }
  for (let day = 0; day < days; day += 1) {
    for (let hour = 0; hour < 24; hour += 6) {
      for (const source of sources) {
        if (random() < changeRate) source.change();
        source.serve(random() < 0.85 ? 0 : Math.floor(random() * 8));
      }
      clock.moveTo(startOfYear + day * dayMs + hour * 3_600_000);
      await following.follower().runDue();
    }
    // A user who sees that a source was stopped after failures resumes it.
    for (const { namespace, dataset, state } of await following.local.sources.list()) {
      if (state === 'stopped') await following.local.sources.change({ namespace, dataset }, { paused: false });
    }
  }
  for (const source of sources) source.serve(0);
  clock.moveTo(clock.now() + 70 * dayMs);
  await following.follower().runDue();
  expect(tooSoon).toEqual([]);
  expect(following.problems).toEqual([]);
  let count = 0;
  for (const source of sources) {
    const { changes, contents } = await published(following.local, folder, source.slug);
    expect(contents).toEqual(distinct(source.sent));
    expect(contents.at(-1)).toBe(source.content);
    count += changes.length;
  }
  expect(count).toBeGreaterThan(sourceCount / 2);
  expect(following.announced).toHaveLength(count);
  expect(new Set(following.announced.map(({ id }) => id)).size).toBe(count);
});

test(`kill -9 at ${kills} moments: no version lost or doubled, every change announced (seed ${seed})`, {
  timeout: isWhole ? 3_600_000 : 180_000,
}, async () => {
  const random = seededRandom(seed + 1);
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-killed-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const site = await openSite();
  undo.push(site.close);
  const sources = [0, 1, 2].map((at) => new Changing(`k${at}`, site, random));
  let now = startOfYear;
  {
    const following = await openTestFollowing(folder, openTestClock(now));
    for (const source of sources) {
      source.serve(0);
      await following.follow(source.slug, `${site.base}${source.path}`, { every: '1h', guards: noGuards });
    }
    await following.close();
  }
  const announced: string[] = [];
  for (let round = 0; round <= kills; round += 1) {
    const child = children.start(worker, [folder, String(now)]);
    const isLast = round === kills;
    const lives = isLast ? Number.POSITIVE_INFINITY : performance.now() + 700 + random() * 2_500;
    const begun = child.output.out.length;
    while (performance.now() < lives && child.child.exitCode === null) {
      for (const source of sources) {
        if (random() < 0.3) source.change();
        source.serve(0);
      }
      await sleep(20);
      if (isLast && child.output.out.slice(begun).split('"now"').length > 5) break;
    }
    child.child.kill('SIGKILL');
    const { out, error } = await child.ended;
    expect(error.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, '')).toBe('');
    for (const line of out.split('\n').slice(0, -1)) {
      const said = JSON.parse(line) as { now?: number; announced?: string[] };
      now = Math.max(now, said.now ?? 0);
      announced.push(...(said.announced ?? []));
    }
  }
  const following = await openTestFollowing(folder, openTestClock(now + 40 * dayMs));
  undo.push(following.close);
  await following.follower().runDue();
  await following.follower().runDue();
  const changed: string[] = [];
  for (const source of sources) {
    const { contents, changes } = await published(following.local, folder, source.slug);
    changed.push(...changes.map(({ id }) => `changed:${id}`));
    expect(contents).toEqual(distinct(contents));
    expect(contents.at(-1)).toBe(source.content);
    // Each version is a content that was sent, in the order of sending.
    let at = -1;
    for (const content of contents) {
      at = source.sent.indexOf(content, at + 1);
      expect(at).toBeGreaterThanOrEqual(0);
    }
  }
  announced.push(...following.announced.map(({ id }) => id));
  // None is missing; one may come again if the process was killed after showing it and before recording that.
  expect([...new Set(announced)].sort()).toEqual(changed.sort());
  expect(announced.length - changed.length).toBeLessThanOrEqual(kills * sources.length);
});
