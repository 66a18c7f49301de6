import type { SourceChange } from '#shared/follow.ts';
import type { LongWork, SourceEntry } from '../../service/local-service.ts';
import { type CheckOutcome, type CheckParts, checkSource } from './check-source.ts';

export interface FollowerParts extends CheckParts {
  /** Called for each change exactly once, with all that are new. */
  readonly onChanges: (changes: readonly SourceChange[]) => void;
  /** Called when a check starts, ends, or was recorded. */
  readonly onChecked: () => void;
  /** Logs an unexpected error. */
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
  check(entry: SourceEntry, work: LongWork): Promise<CheckOutcome>;
  /** Something was requested: look at once. */
  wake(): void;
  /** Whether a dataset is being checked. */
  isChecking(namespace: string, dataset: string): boolean;
  close(): Promise<void>;
}

/** Checks at the same time; each host has one at most. */
const maxRunning = 4;

/** How soon a request of another process is noticed. */
const pollMs = 3_000;

export function openFollower(parts: FollowerParts): Follower {
  const { local, clock, onChanges, onChecked, report } = parts;
  const running = new Map<string, Promise<unknown>>();
  const busyHosts = new Set<string>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let isAskedAgain = false;

  const nameOf = ({ namespace, dataset }: Pick<SourceEntry, 'namespace' | 'dataset'>) => `${namespace}/${dataset}`;
  const hostOf = ({ choice }: SourceEntry) => URL.parse(choice.address)?.host ?? '';

  /** Notifies of changes; also of those that a killed process has left. */
  async function announce(): Promise<void> {
    const changes = await local.sources.takeUnannounced();
    if (changes.length > 0) onChanges(changes);
  }

  async function checkOne(entry: SourceEntry, work: LongWork): Promise<CheckOutcome> {
    const name = nameOf(entry);
    const before = running.get(name);
    if (before !== undefined) await before.catch(() => undefined);
    const host = hostOf(entry);
    busyHosts.add(host);
    const signal = work.signal === undefined ? closing.signal : AbortSignal.any([work.signal, closing.signal]);
    const check = checkSource(parts, entry, { ...work, signal });
    running.set(name, check);
    onChecked();
    try {
      return await check;
    } finally {
      running.delete(name);
      busyHosts.delete(host);
      await announce();
      onChecked();
    }
  }

  /** Starts what is due and may start. @returns whether something was started */
  async function look(): Promise<boolean> {
    const due = await local.sources.due(new Date(clock.now()).toISOString());
    let hasStarted = false;
    for (const entry of due) {
      if (closing.signal.aborted || running.size >= maxRunning) break;
      if (running.has(nameOf(entry)) || busyHosts.has(hostOf(entry))) continue;
      if (!entry.requested && parts.mayRun?.() === false) continue;
      hasStarted = true;
      void checkOne(entry, {})
        .catch((error: unknown) => {
          if (!closing.signal.aborted) report('follow', error);
        })
        .finally(wake);
    }
    return hasStarted;
  }

  function wake(): void {
    if (timer === null || closing.signal.aborted) return;
    if (looking !== null) {
      isAskedAgain = true;
      return;
    }
    clearTimeout(timer);
    looking = look()
      .then(() => undefined)
      .catch((error: unknown) => report('follow', error))
      .finally(() => {
        looking = null;
        if (closing.signal.aborted) return;
        timer = setTimeout(wake, isAskedAgain ? 0 : pollMs);
        isAskedAgain = false;
      });
  }

  return {
    start() {
      timer ??= setTimeout(wake, 0);
      void announce().catch((error: unknown) => report('follow', error));
    },
    async runDue() {
      await announce();
      while (await look()) await Promise.race(running.values());
      while (running.size > 0) {
        await Promise.race(running.values());
        await look();
      }
    },
    check: checkOne,
    wake,
    isChecking: (namespace, dataset) => running.has(nameOf({ namespace, dataset })),
    async close() {
      closing.abort(new DOMException('The process ends.', 'AbortError'));
      if (timer !== null) clearTimeout(timer);
      await looking;
      await Promise.allSettled(running.values());
    },
  };
}
