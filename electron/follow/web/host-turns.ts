import { explain } from '#shared/failures.ts';
import { type BudgetUse, budgetUse, type HostBudget } from '#shared/host-budgets.ts';
import { ServiceError } from '../../connector/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LocalHosts } from '../../service/service.ts';

/** The longest pause to wait for within a check; for a longer one the check fails and is repeated later. */
export const maxWaitMs = 120_000;

interface Host {
  /** Settles when the last of those waiting is done. */
  last: Promise<unknown>;
  notBefore: number;
  delayMs: number;
  /** Whether what an earlier process left is known. */
  isKnown: boolean;
}

/** The error as if the host had asked for the wait; it was not asked. */
function throttled(code: 'host-budget-spent' | 'fewer-requests-seconds', host: string, waitMs: number): ServiceError {
  const seconds = Math.ceil(waitMs / 1000);
  const reason = explain(code, { host, seconds });
  return new ServiceError('throttled', reason, host, { retry: true, status: 429, retryAfter: seconds });
}

/** Requests to hosts take turns: one at a time for each, with the pauses that it asks for, and within its budgets. */
export class HostTurns {
  readonly #clock: Clock;
  readonly #records: LocalHosts;
  readonly #budgets: readonly HostBudget[];
  readonly #hosts = new Map<string, Host>();

  /** @param records where requests and pauses are kept, so that they hold across processes */
  constructor(clock: Clock, records: LocalHosts, budgets: readonly HostBudget[]) {
    this.#clock = clock;
    this.#records = records;
    this.#budgets = budgets;
  }

  /**
   * Waits for the turn of an address at its host, and holds it until `act` has ended.
   * @throws {ServiceError} `throttled` without asking the host, if one of its budgets is spent, or it asked for a pause
   * of more than `maxWaitMs`; the usual one between two requests is always waited for
   */
  async take<Result>(address: URL, signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
    const host = this.#hostOf(address.host);
    const turn = host.last.then(async () => {
      await this.#start(address, host, signal);
      try {
        return await act();
      } finally {
        host.notBefore = Math.max(host.notBefore, this.#clock.now() + host.delayMs);
      }
    });
    host.last = turn.catch(() => undefined);
    return await turn;
  }

  /** Records that the host asked to wait: nothing is sent to it before. */
  async holdOff(name: string, milliseconds: number): Promise<void> {
    const host = this.#hostOf(name);
    const now = this.#clock.now();
    host.notBefore = Math.max(host.notBefore, now + milliseconds);
    await this.#records.pause(name, host.notBefore, null, now);
  }

  /** Sets the pause between two requests to a host; to be called within its turn. */
  async setDelay(name: string, milliseconds: number): Promise<void> {
    const host = this.#hostOf(name);
    if (host.delayMs === milliseconds) return;
    host.delayMs = milliseconds;
    const now = this.#clock.now();
    await this.#records.pause(name, now + milliseconds, milliseconds, now);
  }

  /** How long to wait before the host may be asked; 0 for now. */
  waitMs(name: string): number {
    return Math.max(0, this.#hostOf(name).notBefore - this.#clock.now());
  }

  /** The budgets that bind requests to a host, with what is used of each now. */
  async useOf(name: string): Promise<BudgetUse[]> {
    const budgets = this.#budgetsOf(name);
    if (budgets.length === 0) return [];
    const now = this.#clock.now();
    const sent = await this.#records.sent(name, now);
    return budgets.map((budget) => budgetUse(budget, sent, now));
  }

  #hostOf(name: string): Host {
    const fresh = { last: Promise.resolve(), notBefore: 0, delayMs: 0, isKnown: false };
    const known = this.#hosts.get(name) ?? fresh;
    this.#hosts.set(name, known);
    return known;
  }

  #budgetsOf(name: string): HostBudget[] {
    return this.#budgets.filter(({ host }) => host === name);
  }

  async #remember(name: string, host: Host): Promise<void> {
    const pause = await this.#records.pauseOf(name, this.#clock.now());
    host.isKnown = true;
    if (pause === null) return;
    host.notBefore = Math.max(host.notBefore, pause.notBefore);
    host.delayMs = pause.delayMs;
  }

  /** Waits until the host may be asked, and records that it is. */
  async #start({ host: name, pathname: path }: URL, host: Host, signal: AbortSignal): Promise<void> {
    const clock = this.#clock;
    if (!host.isKnown) await this.#remember(name, host);
    const budgets = this.#budgetsOf(name);
    for (;;) {
      for (let rest = host.notBefore - clock.now(); rest > 0; rest = host.notBefore - clock.now()) {
        if (rest > maxWaitMs + host.delayMs) throw throttled('fewer-requests-seconds', name, rest);
        await clock.sleep(rest, signal);
      }
      signal.throwIfAborted();
      // Most hosts ask for nothing, and nothing is written for them.
      if (budgets.length === 0 && host.delayMs === 0) return;
      const now = clock.now();
      const taken = { host: name, path, budgets, delayMs: host.delayMs, now };
      const { pauseMs, budgetMs } = await this.#records.take(taken);
      if (budgetMs > 0) throw throttled('host-budget-spent', name, budgetMs);
      if (pauseMs === 0) return;
      host.notBefore = Math.max(host.notBefore, now + pauseMs);
    }
  }
}
