import type { Clock } from '../clock.ts';

/** At most so many requests within a time, as the documentation of a host asks for. */
export interface HostBudget {
  readonly host: string;
  /** What the path starts with. */
  readonly path: string;
  readonly requests: number;
  readonly perMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Budgets that hosts publish instead of answering 429 in time: OECD's "API best practices and recommendations" (20 queries a
 * minute, 20 downloads of data an hour); ISTAT, as "Guida all'uso delle API REST di ISTAT" reports it (5 queries a minute;
 * beyond that the computer is blocked for one or two days).
 */
export const publishedBudgets: readonly HostBudget[] = [
  { host: 'sdmx.oecd.org', path: '/', requests: 20, perMs: minuteMs },
  { host: 'sdmx.oecd.org', path: '/public/rest/data/', requests: 20, perMs: hourMs },
  { host: 'esploradati.istat.it', path: '/', requests: 5, perMs: minuteMs },
];

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
