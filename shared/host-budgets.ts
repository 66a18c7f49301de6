/** A maximum number of requests within a time, as documented by a host. */
export interface HostBudget {
  readonly host: string;
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

/** A request that was sent to a host; `at` is in milliseconds since 1970. */
export interface SentRequest {
  readonly path: string;
  readonly at: number;
}

/** The requests that count against a budget now, oldest first. */
function counted({ path, perMs }: HostBudget, sent: readonly SentRequest[], now: number): readonly SentRequest[] {
  return sent.filter((one) => one.path.startsWith(path) && one.at > now - perMs && one.at <= now);
}

/** When a spent budget allows the next request; null while it is not spent. */
function freeAt({ requests, perMs }: HostBudget, used: readonly SentRequest[]): number | null {
  const freeing = used.at(-requests);
  return freeing === undefined ? null : freeing.at + perMs;
}

/**
 * How long a request to a path of a host has to wait, in milliseconds; 0 if it may be sent now.
 * @param sent requests to the host, oldest first
 */
export function budgetWaitMs(
  budgets: readonly HostBudget[],
  sent: readonly SentRequest[],
  path: string,
  now: number,
): number {
  const waits = budgets
    .filter((budget) => path.startsWith(budget.path))
    .map((budget) => (freeAt(budget, counted(budget, sent, now)) ?? now) - now);
  return Math.max(0, ...waits);
}

export interface BudgetUse extends Omit<HostBudget, 'host'> {
  readonly used: number;
  /** When a spent budget allows the next request, ISO 8601; null while it is not spent. */
  readonly freeAt: string | null;
}

/** How much of a budget is used now. @param sent requests to the host, oldest first */
export function budgetUse(budget: HostBudget, sent: readonly SentRequest[], now: number): BudgetUse {
  const { path, requests, perMs } = budget;
  const used = counted(budget, sent, now);
  const free = freeAt(budget, used);
  return { path, requests, perMs, used: used.length, freeAt: free === null ? null : new Date(free).toISOString() };
}
