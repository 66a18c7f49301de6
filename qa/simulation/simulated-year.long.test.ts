import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { seededRandom } from '#shared/testing/seeded-random.ts';
import { TestChildren } from '../../electron/commands/testing/child-processes.ts';
import {
  clockIn,
  type FollowProcessLine,
  type FollowProcessTask,
} from '../../electron/follow/testing/follow-process-for-test.ts';
import { openClockFile, readClock } from '../../electron/follow/testing/test-clock.ts';
import {
  noGuards,
  openTestFollowing,
  startOfYear,
  type TestFollowing,
} from '../../electron/follow/testing/test-following.ts';
import { seed } from '../../electron/lib/testing/tier.ts';
import { openSimulatedWeb } from './simulated-web.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The whole year by `npm run qa -- year`. */
const days = Number(process.env.ALMANAC_DAYS ?? 6);
const isWhole = days > 30;
const sourceCount = isWhole ? 50 : 5;
/** Days without changes at the end, after which every source has been checked. */
const quietDays = isWhole ? 40 : 9;
const schedules = isWhole ? ['6h', '1d', '1d', '1d', '2d', '1w', '1w', '1mo'] : ['6h', '6h', '1d', '1w'];
/** The process is killed this often, and stopped and started again a third as often. */
const kills = isWhole ? 40 : 3;
/** A few thousand versions would cost hours of storing, and prove no more. */
const changesADay = isWhole ? 0.015 : 1;
const tagDays = isWhole ? 120 : 1;

const worker = path.join(import.meta.dirname, '../../electron/follow/testing/follow-process-for-test.ts');
const children = new TestChildren();
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await children.endAll();
  for (const step of undo.splice(0).reverse()) await step();
});

/** A content that was sent whole, to which life of the process, and when. */
interface Sent {
  readonly content: string;
  readonly life: number;
  readonly at: number;
}

/** One of the lives of the process, as far as it printed. */
interface Life {
  /** When its last whole round ended; what was sent until then has been checked and recorded. */
  lastRound: number;
  readonly announced: string[];
  hasEnded: boolean;
}

function lifeOf(out: string): Life {
  const life: Life = { lastRound: 0, announced: [], hasEnded: false };
  for (const text of out.split('\n').slice(0, -1)) {
    const line = JSON.parse(text) as FollowProcessLine;
    if ('round' in line) life.lastRound = line.round;
    else if ('announced' in line) life.announced.push(...line.announced);
    else life.hasEnded = true;
  }
  return life;
}

/**
 * What is wrong with the versions of a source: each must be a content that was sent, in that order, none twice in a row,
 * and every content that was sent to a check that ended must be there.
 */
function faultsOf(versions: readonly string[], sent: readonly Sent[], lives: readonly Life[]): string[] {
  const faults: string[] = [];
  let at = -1;
  for (const { content, life, at: sentAt } of sent) {
    if (content === versions[at]) continue;
    if (content === versions[at + 1]) at += 1;
    else if (sentAt <= (lives[life]?.lastRound ?? 0)) {
      faults.push(`lost: what was sent at ${new Date(sentAt).toISOString()} in life ${life}`);
    }
  }
  if (at !== versions.length - 1) faults.push(`never sent, or doubled: version ${at + 1} of ${versions.length}`);
  return faults;
}

/** The rows of each version of a dataset in the canonical form, oldest first; and its changes, which must join them. */
async function published({ local, folder }: TestFollowing, slug: string) {
  const name = { namespace: 'web', dataset: slug };
  const changes = (await local.sources.changes(name, null, 10_000)).toReversed();
  const [first] = changes;
  const slugs = first === undefined ? [] : [first.previous, ...changes.map(({ version }) => version)];
  expect(changes.map(({ previous }) => previous)).toEqual(slugs.slice(0, -1));
  expect(new Set(slugs).size).toBe(slugs.length);
  expect((await local.sources.find(name))?.versions).toBe(changes.length + 1);
  const contents: string[] = [];
  for (const version of slugs.length === 0 ? [null] : slugs) {
    const file = path.join(folder, 'exported.ndjson');
    const query = { ...everyRow, filters: [], ordering: [], version };
    const target = { path: file, workFolder: async () => {}, onRestarted: () => {} };
    await local.exportVersion({ name, query, format: 'ndjson' }, target, {});
    const rows = (await readFile(file, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; value: number });
    await rm(file);
    contents.push(
      rows
        .sort((one, other) => one.id - other.id)
        .map(({ id, value }) => `${id},${value}`)
        .join('\n'),
    );
  }
  return { changes, contents };
}

test(`${sourceCount} sources for ${days} days, ${kills} kills: nothing lost, doubled, or asked too often (ALMANAC_SEED=${seed})`, {
  timeout: isWhole ? 3_600_000 : 180_000,
}, async () => {
  const started = performance.now();
  const random = seededRandom(seed);
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-year-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const quietAt = startOfYear + days * dayMs;
  const clock = openClockFile(clockIn(folder), startOfYear, random);
  const sent = new Map<string, Sent[]>();
  let life = 0;
  let onSent = () => {};
  const web = await openSimulatedWeb({
    seed,
    hosts: Math.ceil(sourceCount / 5) + 2,
    sources: sourceCount,
    startAt: startOfYear,
    quietAt,
    changesADay,
    tagDays,
    areHostsStrict: true,
    now: () => readClock(clockIn(folder)),
    life: () => life,
    onSent: ({ slug }, content, at) => {
      sent.set(slug, [...(sent.get(slug) ?? []), { content, life, at }]);
      onSent();
    },
  });
  undo.push(web.close);
  const { budgets, sources } = web;
  const first = await openTestFollowing(folder, clock, { budgets });
  for (const { slug, address } of sources) {
    const every = schedules[Math.floor(random() * schedules.length)] ?? '1d';
    for (let attempt = 1; ; attempt += 1) {
      try {
        await first.follow(slug, address, { every, guards: noGuards });
        break;
      } catch (error) {
        // The budget of the host is for a few of them.
        if (attempt > 100) throw error;
        clock.moveTo(clock.now() + hourMs);
      }
    }
  }
  await first.close();
  const lives: Life[] = [{ lastRound: clock.now(), announced: [], hasEnded: false }];

  // Moments at which the next process is ended, some of them gently.
  const count = kills + Math.ceil(kills / 3);
  const span = 0.8 * (quietAt - clock.now());
  const ends = Array.from({ length: count }, (_, at) => clock.now() + ((at + random()) / count) * span);
  let killed = 0;
  for (const [number, endAt] of [...ends, Number.POSITIVE_INFINITY].entries()) {
    life = number + 1;
    const task: FollowProcessTask = {
      folder,
      budgets,
      stepMs: 6 * hourMs,
      quietAt,
      endAt: quietAt + quietDays * dayMs,
    };
    const { child, ended, output } = children.start(worker, [JSON.stringify(task)]);
    const isGentle = number % 4 === 1;
    // While what was just received is imported, compared or published; just after the user was notified; or at any time.
    const moment = (['sent', 'announced', 'round'] as const)[Math.floor(random() * 3)];
    const delayMs = moment === 'announced' ? 0 : random() * 500;
    let isEnding = false;
    const endAfter = async (happened: string) => {
      const now = readClock(clockIn(folder));
      // Not all of it happens in the time that is left.
      if (isEnding || now < endAt || (happened !== moment && now < endAt + 2 * dayMs)) return;
      isEnding = true;
      if (delayMs > 0) await sleep(delayMs);
      child.kill(isGentle ? 'SIGTERM' : 'SIGKILL');
    };
    onSent = () => void endAfter('sent');
    child.stdout?.on('data', (printed: Buffer) => {
      void endAfter(printed.includes('announced') ? 'announced' : 'round');
    });
    const { error, code } = await ended;
    if (code === null) killed += 1;
    expect(error.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, '')).toBe('');
    lives.push(lifeOf(output.out));
    if (lives.at(-1)?.hasEnded) break;
  }
  expect(lives.at(-1)?.hasEnded).toBe(true);
  expect(killed).toBeGreaterThanOrEqual(kills / 2);

  const last = await openTestFollowing(folder, clock, { budgets });
  undo.push(last.close);
  const changed: string[] = [];
  let versions = 0;
  for (const source of sources) {
    const { changes, contents } = await published(last, source.slug);
    expect(faultsOf(contents, sent.get(source.slug) ?? [], lives), source.slug).toEqual([]);
    expect(contents.at(-1), source.slug).toBe(source.finalContent());
    changed.push(...changes.map(({ id }) => `changed:${id}`));
    versions += contents.length;
  }
  expect(versions).toBeGreaterThan(1.5 * sourceCount);
  expect(web.excesses()).toEqual([]);
  // Every change is once in the list of changes, unread. The user was notified of none twice, and of all but those at
  // whose very notification a process was killed.
  const announced = lives.flatMap((one) => one.announced);
  expect(announced.toSorted()).toEqual([...new Set(announced)].toSorted());
  const missing = changed.filter((id) => !announced.includes(id));
  expect(missing.length).toBeLessThanOrEqual(killed);
  expect(announced.filter((id) => !changed.includes(id))).toEqual([]);
  expect(await last.local.sources.unannounced()).toEqual([]);
  expect(await last.local.sources.unread(null)).toBe(changed.length);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.stderr.write(
    `ALMANAC_SEED=${seed}: ${web.requests()} requests, ${versions} versions, ${changed.length} changes, ${missing.length} without a notification, ${lives.length - 1} processes of which ${killed} were killed, ${seconds} s\n`,
  );
});
