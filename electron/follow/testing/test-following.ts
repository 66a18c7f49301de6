import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Guards, type Retention, type SourceKind, usualGuards } from '#shared/follow.ts';
import type { HostBudget } from '#shared/host-budgets.ts';
import { openService, type Service, type UnannouncedNews } from '../../service/service.ts';
import { type CheckOutcome, checkSource } from '../check-source.ts';
import type { Follower } from '../follower.ts';
import { type Following, openFollowing } from '../open-following.ts';
import { runFollow } from '../run-follow.ts';
import { openTestClock, type TestClock } from './test-clock.ts';

/** A store that follows stand-ins, with a clock of the test's own. */
export interface TestFollowing {
  readonly folder: string;
  readonly local: Service;
  readonly following: Following;
  readonly clock: TestClock;
  /** What the user is to be notified of, in quiet hours later. */
  readonly handed: UnannouncedNews[];
  /** What the user was notified of. */
  readonly announced: UnannouncedNews[];
  readonly problems: unknown[];
  /** Follows a file with the dataset `web/<slug>`. */
  follow(slug: string, address: string, options?: FollowChoice): Promise<void>;
  check(slug: string): Promise<CheckOutcome>;
  follower(): Follower;
  close(): Promise<void>;
}

export interface FollowChoice {
  readonly entry?: string;
  readonly every?: string;
  readonly guards?: Guards;
  readonly retention?: Retention;
  readonly kind?: SourceKind;
}

/** 2025-01-01. */
export const startOfYear = Date.UTC(2025, 0, 1);

/** No guards, for tests of what changes. */
export const noGuards: Guards = { rowsFell: null, columnGone: false, columnRetyped: false, checks: [] };

const { signal } = new AbortController();
const work = { id: 'test', signal, report: () => {}, notice: () => {} };

export interface TestFollowingOptions {
  /** News are kept and not announced. */
  readonly isQuiet?: boolean;
  /** Notifies of news, after they were recorded as announced. */
  readonly show?: (news: readonly UnannouncedNews[]) => void;
  readonly budgets?: readonly HostBudget[];
}

/** @param folder an existing one, as after a restart; removed at the end only if it was made here */
export async function openTestFollowing(
  folder: string | null = null,
  clock = openTestClock(startOfYear),
  { isQuiet = false, show = () => {}, budgets = [] }: TestFollowingOptions = {},
): Promise<TestFollowing> {
  const home = folder ?? (await mkdtemp(path.join(tmpdir(), 'almanac-follow-')));
  const local = await openService({ dataFolder: path.join(home, 'data'), prepareRows: false }, 'service');
  const handed: UnannouncedNews[] = [];
  const announced: UnannouncedNews[] = [];
  const problems: unknown[] = [];
  const following = await openFollowing({
    local,
    clock,
    budgets,
    scratch: path.join(home, 'scratch'),
    limits: { connectMs: 2_000, headersMs: 2_000, stallMs: 2_000, wholeMs: 10_000 },
    onNews: async (news, markAnnounced) => {
      handed.push(...news);
      if (isQuiet) return;
      await markAnnounced(news.map(({ id }) => id));
      announced.push(...news);
      show(news);
    },
    report: (_, error) => problems.push(error),
  });
  return {
    folder: home,
    local,
    following,
    clock,
    handed,
    announced,
    problems,
    async follow(
      slug,
      address,
      { entry = '', every = '1d', guards = usualGuards, retention = { kind: 'all' } as const, kind = 'file' } = {},
    ) {
      const parts = {
        catalogue: local,
        access: following.access,
        check: following.follower.check.bind(following.follower),
        connection: 'local',
      };
      await runFollow(
        parts,
        {
          kind: 'follow',
          choice: { kind, address, entry, parameters: {} },
          namespace: { slug: 'web', create: { label: 'Web', published: true, allowedGroups: [] } },
          dataset: { slug, create: { label: '', description: '' } },
          every,
          allowPrivate: true,
          retention,
          guards,
        },
        work,
      );
    },
    async check(slug) {
      const entry = await local.sources.entry({ namespace: 'web', dataset: slug });
      if (entry === null) throw new Error(`web/${slug} is not followed.`);
      return await checkSource(following.check, entry, { signal });
    },
    follower: () => following.follower,
    async close() {
      await following.close();
      await local.close();
      if (folder === null) await rm(home, { recursive: true, force: true });
    },
  };
}
