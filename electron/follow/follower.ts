import type { DueSource, LongWork, StoredSource, UnannouncedNews } from '../service/service.ts';
import { type CheckOutcome, type CheckParts, checkSource } from './check-source.ts';

type FollowedName = Pick<StoredSource, 'namespace' | 'dataset'>;

export interface FollowerParts extends CheckParts {
  /**
   * Called with all that is new and not announced, each once in the life of this process. The user is notified after
   * `markAnnounced` has recorded it by its ids, so that no user is notified twice; until then, as in quiet hours, a later
   * process is called with it again.
   */
  readonly onNews: (
    news: readonly UnannouncedNews[],
    markAnnounced: (ids: readonly string[]) => Promise<void>,
  ) => unknown;
  /** Called when a check starts, ends, or was recorded. */
  readonly onChecked: () => void;
  readonly report: (where: string, error: unknown) => void;
  /** Whether checks may run now; requested ones always may. */
  readonly mayRun?: () => boolean;
}

/** Checks the followed sources of a store when they are due. One process does so for each store: its owner. */
export interface Follower {
  /** Checks what is due until it is closed. */
  start(): void;
  /** Checks everything that is due now; resolves when that is done. */
  runDue(): Promise<void>;
  /** Checks one source now, and waits for it if it is being checked already. */
  check(entry: StoredSource, work: LongWork): Promise<CheckOutcome>;
  /** Looks at once for what is due, because something was requested. */
  wake(): void;
  isChecking(namespace: string, dataset: string): boolean;
  close(): Promise<void>;
}

/** Checks at the same time; each host has one at most. */
const maxRunning = 4;

/** How long a source is left alone whose check could not be recorded. */
const restMs = 10 * 60_000;

/** How soon a request of another process is noticed. */
const pollMs = 3_000;

export function openFollower(parts: FollowerParts): Follower {
  const { local, clock, onNews, onChecked, report } = parts;
  const running = new Map<string, Promise<unknown>>();
  /** Checks that were due, from when they were chosen. */
  const started = new Map<string, Promise<unknown>>();
  const busyHosts = new Set<string>();
  const resting = new Map<number, number>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let isRequestedAgain = false;
  /** Sources that are due and have not been started. */
  let waiting: readonly (DueSource & { readonly host: string })[] = [];

  const nameOf = ({ namespace, dataset }: FollowedName) => `${namespace}/${dataset}`;
  const hostOf = (address: string) => URL.parse(address)?.host ?? '';

  /** Ids of the news that were handed over to be announced. */
  const handed = new Set<string>();

  /** Hands over what is new; also what an earlier process has left. */
  async function announce(): Promise<void> {
    const news = (await local.sources.unannounced()).filter(({ id }) => !handed.has(id));
    for (const { id } of news) handed.add(id);
    const markAnnounced = (ids: readonly string[]) => local.sources.markAnnounced(ids);
    const [loud, silent] = [news.filter(({ notify }) => notify), news.filter(({ notify }) => !notify)];
    await markAnnounced(silent.map(({ id }) => id));
    if (loud.length > 0) await onNews(loud, markAnnounced);
  }

  async function checkOne(entry: StoredSource, work: LongWork): Promise<CheckOutcome> {
    const name = nameOf(entry);
    const before = running.get(name);
    if (before !== undefined) await before.catch(() => undefined);
    const signal = work.signal === undefined ? closing.signal : AbortSignal.any([work.signal, closing.signal]);
    const check = checkSource(parts, entry, { ...work, signal });
    running.set(name, check);
    onChecked();
    try {
      const outcome = await check;
      if (outcome.kind === 'changed' || outcome.kind === 'held') await announce();
      return outcome;
    } finally {
      running.delete(name);
      onChecked();
    }
  }

  /** Whether a source is still to be checked: it may have been paused or changed while it waited. */
  function isDue({ requested, paused, nextCheck, choice }: StoredSource): boolean {
    // Recipes have no schedule: they were chosen because an input changed.
    const isTime = choice.kind === 'recipe' || (nextCheck !== null && Date.parse(nextCheck) <= clock.now());
    return requested || (paused === 'no' && isTime);
  }

  async function checkDue({ datasetId }: DueSource): Promise<void> {
    const entry = await local.sources.entryOf(datasetId);
    if (entry !== null && isDue(entry)) await checkOne(entry, {});
  }

  /** Starts waiting checks, one at a time for each host. */
  function fill(): void {
    if (closing.signal.aborted) return;
    const rest: (typeof waiting)[number][] = [];
    for (const [at, due] of waiting.entries()) {
      if (started.size >= maxRunning) {
        rest.push(...waiting.slice(at));
        break;
      }
      const name = nameOf(due);
      const { host } = due;
      if (running.has(name) || busyHosts.has(host)) {
        rest.push(due);
        continue;
      }
      busyHosts.add(host);
      const check = checkDue(due)
        .catch((error: unknown) => {
          if (closing.signal.aborted) return;
          // It could not even be recorded: without a rest the same host would be asked at once.
          resting.set(due.datasetId, clock.now() + restMs);
          report('follow', error);
        })
        .finally(() => {
          busyHosts.delete(host);
          started.delete(name);
          fill();
        });
      started.set(name, check);
    }
    waiting = rest;
  }

  /** Looks for what is due. @returns whether something was found that does not run yet */
  async function look(): Promise<boolean> {
    const due = await local.sources.due(new Date(clock.now()).toISOString());
    const mayRun = parts.mayRun?.() !== false;
    const isResting = ({ datasetId }: DueSource) => (resting.get(datasetId) ?? 0) > clock.now();
    waiting = due
      .filter((one) => !started.has(nameOf(one)) && !isResting(one) && (one.requested || mayRun))
      .map((one) => ({ ...one, host: hostOf(one.address) }));
    const isAny = waiting.length > 0 && !closing.signal.aborted;
    fill();
    return isAny;
  }

  function wake(): void {
    if (timer === null || closing.signal.aborted) return;
    if (looking !== null) {
      isRequestedAgain = true;
      return;
    }
    clearTimeout(timer);
    looking = look()
      .then(() => undefined)
      .catch((error: unknown) => report('follow', error))
      .finally(() => {
        looking = null;
        if (closing.signal.aborted) return;
        timer = setTimeout(wake, isRequestedAgain ? 0 : pollMs);
        isRequestedAgain = false;
      });
  }

  return {
    start() {
      timer ??= setTimeout(wake, 0);
      void announce().catch((error: unknown) => report('follow', error));
    },
    async runDue() {
      await announce();
      do {
        while (started.size > 0) await Promise.race(started.values());
      } while (await look());
    },
    check: checkOne,
    wake,
    isChecking: (namespace, dataset) => running.has(nameOf({ namespace, dataset })),
    async close() {
      closing.abort(new DOMException('The process ends.', 'AbortError'));
      if (timer !== null) clearTimeout(timer);
      await looking;
      await Promise.allSettled([...started.values(), ...running.values()]);
    },
  };
}
