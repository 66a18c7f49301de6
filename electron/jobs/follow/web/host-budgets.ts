import type { HostBudget } from '#shared/host-budgets.ts';
import type { Clock } from '../clock.ts';

/** Requests that were sent within the time of each budget. */
export interface HostBudgets {
  /** Counts a request that is sent now. @returns 0, or the milliseconds to wait before it may be; then it is not counted */
  take(address: URL): number;
}

export function openHostBudgets(clock: Clock, budgets: readonly HostBudget[]): HostBudgets {
  const sent = new Map<HostBudget, number[]>();
  return {
    take(address) {
      const now = clock.now();
      const bound = budgets.filter(({ host, path }) => host === address.host && address.pathname.startsWith(path));
      const times = bound.map((budget) => {
        const recent = (sent.get(budget) ?? []).filter((at) => at > now - budget.perMs);
        sent.set(budget, recent);
        return { budget, recent };
      });
      const waits = times.map(({ budget, recent }) => {
        const freeing = recent.at(-budget.requests);
        return freeing === undefined ? 0 : freeing + budget.perMs - now;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs === 0) for (const { recent } of times) recent.push(now);
      return waitMs;
    },
  };
}
