import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../catalogue/access/access.ts';
import type { SharedRates } from '../../catalogue/database/catalogue.ts';
import { throttled } from '../plugins/api-error.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import { callerKey } from '../plugins/exchange.ts';
import { healthPath, metricsPath } from './health.ts';

/** Limits how many requests of each caller are answered. */
type RequestRates = ReturnType<typeof requestRates>;

/** Maximum number of callers that are remembered; any other caller has used up nothing. */
const maxCallers = 100_000;

/** Interval in milliseconds at which nodes exchange their counts. */
const shareMs = 500;

/** What a caller has used up of its limit, which drains with time. */
interface Bucket {
  level: number;
  /** Time of `level`. */
  at: number;
  /** Number of requests that were not shared with other nodes yet. */
  unshared: number;
}

/**
 * Limits requests like a leaky bucket: a caller may send the requests of a minute at once, and then one whenever its
 * share of the minute has passed. With several nodes the average holds for all of them together; until they have
 * exchanged their counts, each answers up to the limit.
 * @param shared where nodes exchange their counts; null if there is only this one
 * @param now a clock in milliseconds
 */
export function requestRates(
  perMinute: number,
  shared: SharedRates | null,
  now: () => number = () => performance.now(),
) {
  const perMs = perMinute / 60_000;
  const buckets = new LRUCache<string, Bucket>({ max: maxCallers });
  let unshared = new Map<string, Bucket>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isClosed = false;

  async function share(exchange: SharedRates): Promise<void> {
    const entries = [...unshared].map(([caller, bucket]) => ({ caller, bucket, taken: bucket.unshared }));
    unshared = new Map();
    for (const { bucket } of entries) bucket.unshared = 0;
    try {
      const levels = await exchange.add(entries, perMinute);
      for (const { caller, bucket } of entries) {
        bucket.level = (levels.get(caller) ?? 0) + bucket.unshared;
        bucket.at = now();
      }
    } catch {
      // Each node then limits by its own counts, which are added as soon as the catalogue answers.
      for (const { caller, bucket, taken } of entries) note(caller, bucket, taken);
    }
  }

  function note(caller: string, bucket: Bucket, taken: number): void {
    if (shared === null) return;
    bucket.unshared += taken;
    unshared.set(caller, bucket);
    shareSoon(shared);
  }

  function shareSoon(exchange: SharedRates): void {
    if (timer !== null || isClosed) return;
    timer = setTimeout(async () => {
      await share(exchange);
      timer = null;
      if (unshared.size > 0) shareSoon(exchange);
    }, shareMs).unref();
  }

  return {
    /** Counts a request. @returns 0 if it is to be answered; otherwise the seconds until one is */
    take(caller: string): number {
      const at = now();
      const bucket = buckets.get(caller) ?? { level: 0, at, unshared: 0 };
      bucket.level = Math.max(0, bucket.level - (at - bucket.at) * perMs);
      bucket.at = at;
      buckets.set(caller, bucket);
      const excess = bucket.level + 1 - perMinute;
      if (excess > 0) return excess / perMs / 1000;
      bucket.level += 1;
      note(caller, bucket, 1);
      return 0;
    },
    close(): void {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Paths for load balancers and Prometheus, whose requests are not limited. */
const unlimited: ReadonlySet<string | undefined> = new Set([healthPath, metricsPath]);

/**
 * Refuses requests beyond the limit of their caller with 429. They count for the account; without one, or with a wrong
 * token, for the address. Programs of the account that runs the service are not limited.
 */
export function limitRequests(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest) => Promise<CallerCredentials>,
  rates: RequestRates,
): void {
  app.addHook('onRequest', async (request) => {
    if (unlimited.has(request.routeOptions.url)) return;
    const caller = await callerOf(request, authenticate);
    if (caller?.isOperator === true) return;
    const seconds = rates.take(callerKey({ caller, request }));
    if (seconds > 0) throw throttled(seconds);
  });
  app.addHook('onClose', async () => rates.close());
}

/** The caller; null also if the credentials are refused or cannot be checked, which the request reports. */
async function callerOf(
  request: FastifyRequest,
  authenticate: (request: FastifyRequest) => Promise<CallerCredentials>,
): Promise<Caller | null> {
  return await authenticate(request).then(
    ({ caller }) => caller,
    () => null,
  );
}
