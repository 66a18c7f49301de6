import { explain } from '#shared/failures.ts';
import { type BudgetUse, budgetUse, type HostBudget } from '#shared/host-budgets.ts';
import { ServiceError } from '../../connector/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { LocalHosts } from '../../service/service.ts';

/** Requests to hosts take turns: one at a time for each, with the pauses that it asks for, and within its budgets. */
export interface HostTurns {
  /**
   * Waits for the turn of an address at its host, and holds it until `act` has ended.
   * @throws {ServiceError} `throttled` without asking the host, if one of its budgets is spent, or it asked for a pause
   * of more than `maxWaitMs`; the usual one between two requests is always waited for
   */
  take<Result>(address: URL, signal: AbortSignal, act: () => Promise<Result>): Promise<Result>;
  /** Records that the host asked to wait: nothing is sent to it before. */
  holdOff(host: string, milliseconds: number): Promise<void>;
  /** Sets the pause between two requests to a host; to be called within its turn. */
  setDelay(host: string, milliseconds: number): Promise<void>;
  /** How long to wait before the host may be asked; 0 for now. */
  waitMs(host: string): number;
  /** The budgets that bind requests to a host, with what is used of each now. */
  useOf(host: string): Promise<BudgetUse[]>;
}

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

/** @param records where requests and pauses are kept, so that they hold across processes */
export function openHostTurns(clock: Clock, records: LocalHosts, allBudgets: readonly HostBudget[]): HostTurns {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const fresh = { last: Promise.resolve(), notBefore: 0, delayMs: 0, isKnown: false };
    const known = hosts.get(name) ?? fresh;
    hosts.set(name, known);
    return known;
  };
  const budgetsOf = (name: string) => allBudgets.filter(({ host }) => host === name);

  async function remember(name: string, host: Host): Promise<void> {
    const pause = await records.pauseOf(name, clock.now());
    host.isKnown = true;
    if (pause === null) return;
    host.notBefore = Math.max(host.notBefore, pause.notBefore);
    host.delayMs = pause.delayMs;
  }

  /** Waits until the host may be asked, and records that it is. */
  async function startTurn({ host: name, pathname: path }: URL, host: Host, signal: AbortSignal): Promise<void> {
    if (!host.isKnown) await remember(name, host);
    const budgets = budgetsOf(name);
    for (;;) {
      for (let rest = host.notBefore - clock.now(); rest > 0; rest = host.notBefore - clock.now()) {
        if (rest > maxWaitMs + host.delayMs) throw throttled('fewer-requests-seconds', name, rest);
        await clock.sleep(rest, signal);
      }
      signal.throwIfAborted();
      // Most hosts ask for nothing, and nothing is written for them.
      if (budgets.length === 0 && host.delayMs === 0) return;
      const now = clock.now();
      const { pauseMs, budgetMs } = await records.take({ host: name, path, budgets, delayMs: host.delayMs, now });
      if (budgetMs > 0) throw throttled('host-budget-spent', name, budgetMs);
      if (pauseMs === 0) return;
      host.notBefore = Math.max(host.notBefore, now + pauseMs);
    }
  }

  return {
    async take(address, signal, act) {
      const host = hostOf(address.host);
      const turn = host.last.then(async () => {
        await startTurn(address, host, signal);
        try {
          return await act();
        } finally {
          host.notBefore = Math.max(host.notBefore, clock.now() + host.delayMs);
        }
      });
      host.last = turn.catch(() => undefined);
      return await turn;
    },
    async holdOff(name, milliseconds) {
      const host = hostOf(name);
      const now = clock.now();
      host.notBefore = Math.max(host.notBefore, now + milliseconds);
      await records.pause(name, host.notBefore, null, now);
    },
    async setDelay(name, milliseconds) {
      const host = hostOf(name);
      if (host.delayMs === milliseconds) return;
      host.delayMs = milliseconds;
      const now = clock.now();
      await records.pause(name, now + milliseconds, milliseconds, now);
    },
    waitMs: (name) => Math.max(0, hostOf(name).notBefore - clock.now()),
    async useOf(name) {
      const budgets = budgetsOf(name);
      if (budgets.length === 0) return [];
      const now = clock.now();
      const sent = await records.sent(name, now);
      return budgets.map((budget) => budgetUse(budget, sent, now));
    },
  };
}
