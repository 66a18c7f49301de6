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

/** Checks at the same time; each host has one at most. */
const maxRunning = 4;

/** How long a source is left alone whose check could not be recorded. */
const restMs = 10 * 60_000;

/** How soon a request of another process is noticed. */
const pollMs = 3_000;

type Waiting = DueSource & { readonly host: string };

const nameOf = ({ namespace, dataset }: FollowedName) => `${namespace}/${dataset}`;

/** Whether a source is still to be checked: it may have been paused or changed while it waited. */
function isDue({ requested, paused, nextCheck, choice }: StoredSource, now: number): boolean {
  // Recipes have no schedule: they were chosen because an input changed.
  const isTime = choice.kind === 'recipe' || (nextCheck !== null && Date.parse(nextCheck) <= now);
  return requested || (paused === 'no' && isTime);
}

/** Checks the followed sources of a store when they are due. One process does so for each store: its owner. */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #running = new Map<string, Promise<unknown>>();
  /** Checks that were due, from when they were chosen. */
  readonly #started = new Map<string, Promise<unknown>>();
  readonly #busyHosts = new Set<string>();
  readonly #resting = new Map<number, number>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #isRequestedAgain = false;
  /** Sources that are due and have not been started. */
  #waiting: readonly Waiting[] = [];
  /** Ids of the news that were handed over to be announced. */
  readonly #handed = new Set<string>();

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Checks what is due until it is closed. */
  start(): void {
    this.#timer ??= setTimeout(() => this.wake(), 0);
    void this.#announce().catch((error: unknown) => this.#parts.report('follow', error));
  }

  /** Checks everything that is due now; resolves when that is done. */
  async runDue(): Promise<void> {
    await this.#announce();
    do {
      while (this.#started.size > 0) await Promise.race(this.#started.values());
    } while (await this.#look());
  }

  /** Checks one source now, and waits for it if it is being checked already. */
  async check(entry: StoredSource, work: LongWork): Promise<CheckOutcome> {
    const name = nameOf(entry);
    const before = this.#running.get(name);
    if (before !== undefined) await before.catch(() => undefined);
    const closing = this.#closing.signal;
    const signal = work.signal === undefined ? closing : AbortSignal.any([work.signal, closing]);
    const check = checkSource(this.#parts, entry, { ...work, signal });
    this.#running.set(name, check);
    this.#parts.onChecked();
    try {
      const outcome = await check;
      if (outcome.kind === 'changed' || outcome.kind === 'held') await this.#announce();
      return outcome;
    } finally {
      this.#running.delete(name);
      this.#parts.onChecked();
    }
  }

  /** Looks at once for what is due, because something was requested. */
  wake(): void {
    if (this.#timer === null || this.#closing.signal.aborted) return;
    if (this.#looking !== null) {
      this.#isRequestedAgain = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = this.#look()
      .then(() => undefined)
      .catch((error: unknown) => this.#parts.report('follow', error))
      .finally(() => {
        this.#looking = null;
        if (this.#closing.signal.aborted) return;
        this.#timer = setTimeout(() => this.wake(), this.#isRequestedAgain ? 0 : pollMs);
        this.#isRequestedAgain = false;
      });
  }

  isChecking(namespace: string, dataset: string): boolean {
    return this.#running.has(nameOf({ namespace, dataset }));
  }

  async close(): Promise<void> {
    this.#closing.abort(new DOMException('The process ends.', 'AbortError'));
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    await Promise.allSettled([...this.#started.values(), ...this.#running.values()]);
  }

  /** Hands over what is new; also what an earlier process has left. */
  async #announce(): Promise<void> {
    const { sources } = this.#parts.local;
    const news = (await sources.unannounced()).filter(({ id }) => !this.#handed.has(id));
    for (const { id } of news) this.#handed.add(id);
    const markAnnounced = (ids: readonly string[]) => sources.markAnnounced(ids);
    const [loud, silent] = [news.filter(({ notify }) => notify), news.filter(({ notify }) => !notify)];
    await markAnnounced(silent.map(({ id }) => id));
    if (loud.length > 0) await this.#parts.onNews(loud, markAnnounced);
  }

  /** Looks for what is due. @returns whether something was found that does not run yet */
  async #look(): Promise<boolean> {
    const { local, clock, mayRun } = this.#parts;
    const due = await local.sources.due(new Date(clock.now()).toISOString());
    const mayRunNow = mayRun?.() !== false;
    const isResting = ({ datasetId }: DueSource) => (this.#resting.get(datasetId) ?? 0) > clock.now();
    this.#waiting = due
      .filter((one) => !this.#started.has(nameOf(one)) && !isResting(one) && (one.requested || mayRunNow))
      .map((one) => ({ ...one, host: URL.parse(one.address)?.host ?? '' }));
    const isAny = this.#waiting.length > 0 && !this.#closing.signal.aborted;
    this.#fill();
    return isAny;
  }

  /** Starts waiting checks, one at a time for each host. */
  #fill(): void {
    if (this.#closing.signal.aborted) return;
    const mayStart = (due: Waiting) =>
      this.#started.size < maxRunning && !this.#running.has(nameOf(due)) && !this.#busyHosts.has(due.host);
    this.#waiting = this.#waiting.filter((due) => {
      if (!mayStart(due)) return true;
      this.#busyHosts.add(due.host);
      this.#started.set(nameOf(due), this.#checkDue(due));
      return false;
    });
  }

  async #checkDue(due: Waiting): Promise<void> {
    const { local, clock, report } = this.#parts;
    try {
      const entry = await local.sources.entryOf(due.datasetId);
      if (entry !== null && isDue(entry, clock.now())) await this.check(entry, {});
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      // It could not even be recorded: without a rest the same host would be asked at once.
      this.#resting.set(due.datasetId, clock.now() + restMs);
      report('follow', error);
    } finally {
      this.#busyHosts.delete(due.host);
      this.#started.delete(nameOf(due));
      this.#fill();
    }
  }
}
