import type { HostBudget } from '#shared/host-budgets.ts';
import type { Clock } from '../clock.ts';

/** Requests that were sent within the time of each budget. */
export interface HostBudgets {
  /** Counts a request that is sent now. @returns 0, or the milliseconds to wait before it may be; then it is not counted */
  take(address: URL): number;
  /** The budgets that bind requests to a host, with those that count against each now. */
  useOf(host: string): readonly (Omit<HostBudget, 'host'> & { readonly used: number })[];
}

export function openHostBudgets(clock: Clock, budgets: readonly HostBudget[]): HostBudgets {
  const sent = new Map<HostBudget, number[]>();
  const recentOf = (budget: HostBudget, now: number) =>
    (sent.get(budget) ?? []).filter((at) => at > now - budget.perMs);
  return {
    useOf: (name) =>
      budgets
        .filter(({ host }) => host === name)
        .map((budget) => {
          const { path, requests, perMs } = budget;
          return { path, requests, perMs, used: recentOf(budget, clock.now()).length };
        }),
    take(address) {
      const now = clock.now();
      const bound = budgets.filter(({ host, path }) => host === address.host && address.pathname.startsWith(path));
      const times = bound.map((budget) => {
        const recent = recentOf(budget, now);
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
