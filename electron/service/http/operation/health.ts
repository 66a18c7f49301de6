import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ServiceDeps } from '../../deps.ts';

/** Whether a service is about to stop, and load balancers should send it no more requests. */
export interface Readiness {
  draining: boolean;
}

/** Where load balancers ask whether the service takes requests: it reveals nothing, and any Host may be named. */
export const healthPath = '/health';

/** Where Prometheus asks, if the operator allows it. */
export const metricsPath = '/metrics';

/**
 * Answers `/health` without authentication: 200 if the service takes requests, 404 while it drains, 503 with the part
 * that does not work. The log says once why it does not, and once that it works again.
 */
export function registerHealth(app: FastifyInstance, deps: ServiceDeps, readiness: Readiness): void {
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
    const failure = await findFailure(deps);
    const cause = failure === null ? null : `${failure.part}: ${failure.error}`;
    if (failure !== null && cause !== reported)
      deps.log.error({ err: failure.error, part: failure.part }, 'The service is unavailable.');
    if (failure === null && reported !== null) deps.log.info({}, 'The service is available again.');
    reported = cause;
    return failure === null ? [200, { status: 'ready' }] : [503, { status: 'unavailable', part: failure.part }];
  }
}

/** Milliseconds after which a part that does not answer counts as unavailable. */
const answerMs = 3_000;

async function noAnswer(): Promise<never> {
  await sleep(answerMs, undefined, { ref: false });
  throw new Error(`No answer within ${answerMs / 1000} seconds.`);
}

/** The first part that does not work, and why; null if all do. */
async function findFailure({
  catalogue,
  rows,
}: ServiceDeps): Promise<{ readonly part: string; readonly error: unknown } | null> {
  const parts = {
    catalogue: () => catalogue.records.selectFrom('namespaces').select('id').limit(1).execute(),
    [rows.isShared ? 'objects' : 'rows']: () => rows.assertReachable(),
  };
  for (const [part, check] of Object.entries(parts)) {
    try {
      await Promise.race([check(), noAnswer()]);
    } catch (error) {
      return { part, error };
    }
  }
  return null;
}
