import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../catalogue/access/access.ts';
import { throttled } from '../plugins/api-error.ts';
import type { CallerCredentials } from '../plugins/authentication.ts';
import { callerKey } from '../plugins/caller-key.ts';
import { healthPath, metricsPath } from './health.ts';
import type { RequestRates } from './request-rates.ts';

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

/**
 * The caller of a request; null also if the credentials are refused or cannot be checked, which the request itself
 * reports.
 */
async function callerOf(
  request: FastifyRequest,
  authenticate: (request: FastifyRequest) => Promise<CallerCredentials>,
): Promise<Caller | null> {
  return await authenticate(request).then(
    ({ caller }) => caller,
    () => null,
  );
}
