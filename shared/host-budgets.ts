/** A maximum number of requests within a time, as documented by a host. */
export interface HostBudget {
  readonly host: string;
  /** Prefix of the path. */
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
