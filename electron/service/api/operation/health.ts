import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { recentCheck } from '../../../lib/recent-check.ts';
import type { ServiceDeps } from '../../deps.ts';

/** Whether a service is about to stop, and load balancers should send it no more requests. */
export interface Readiness {
  draining: boolean;
}

/** Path at which load balancers ask whether the service takes requests; any Host is accepted. */
export const healthPath = '/health';

/** Path of the figures for Prometheus, served if the operator allows it. */
export const metricsPath = '/metrics';

/**
 * For how long the outcome of a check is valid, and for how long it is awaited: balancers ask several times a second,
 * give up soon, and must not remove all nodes because a part is slow.
 */
const checkTimes = { validMs: 1_000, waitMs: 250 };

/** Milliseconds after which a part that does not answer counts as away. */
const answerMs = 3_000;

/** The status of the service, and the part that does not work, if any. */
interface Health {
  readonly status: 'ready' | 'degraded' | 'unavailable';
  readonly part?: string;
  readonly error?: unknown;
}

/**
 * Answers `/health` without authentication: 200 if the service takes requests, even while a part is unavailable and
 * some of them get 503; 404 while it drains; 503 if it can answer none. The log reports once what does not work, and
 * once that it works again.
 */
export function registerHealth(app: FastifyInstance, deps: ServiceDeps, readiness: Readiness): void {
  const find = healthOf(deps);
  let reported: string | null = null;
  app.route({
    method: ['GET', 'HEAD'],
    url: healthPath,
    handler: async (_, reply) => {
      const [status, body] = readiness.draining ? ([404, { status: 'draining' }] as const) : await answer();
      return reply.code(status).header('Cache-Control', 'no-store').type('application/json').send(JSON.stringify(body));
    },
  });

  async function answer(): Promise<readonly [status: number, body: object]> {
    const { status, part, error } = await find();
    const cause = part === undefined ? null : `${status} ${part}: ${error}`;
    if (cause !== null && cause !== reported) deps.log.error({ err: error, part }, `The service is ${status}.`);
    if (cause === null && reported !== null) deps.log.info({}, 'The service is ready again.');
    reported = cause;
    return [status === 'unavailable' ? 503 : 200, { status, ...(part !== undefined && { part }) }];
  }
}

/** Asks the parts of a service at the same time, each at most once at a time. */
function healthOf({ catalogue, rows }: ServiceDeps): () => Promise<Health> {
  const ask = (check: () => Promise<unknown>) =>
    recentCheck(async () => void (await Promise.race([check(), noAnswer()])), checkTimes);
  const failureOf = (check: () => Promise<void>) =>
    check().then(
      () => null,
      (error: unknown) => ({ error }),
    );
  const askCatalogue = ask(() => catalogue.records.selectFrom('namespaces').select('id').limit(1).execute());
  const askRows = ask(() => rows.assertReachable());
  return async () => {
    const [ofCatalogue, ofRows] = await Promise.all([failureOf(askCatalogue), failureOf(askRows)]);
    if (ofCatalogue !== null)
      return { status: catalogue.servesFromMemory() ? 'degraded' : 'unavailable', part: 'catalogue', ...ofCatalogue };
    // The catalogue is served, and rows that need nothing from object storage.
    if (ofRows !== null) return { status: 'degraded', part: rows.isShared ? 'objects' : 'rows', ...ofRows };
    return { status: 'ready' };
  };
}

async function noAnswer(): Promise<never> {
  await sleep(answerMs, undefined, { ref: false });
  throw new Error(`No answer within ${answerMs / 1000} seconds.`);
}
