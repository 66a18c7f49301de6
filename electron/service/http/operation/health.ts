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
 * that does not work.
 */
export function registerHealth(app: FastifyInstance, deps: ServiceDeps, readiness: Readiness): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: healthPath,
    handler: async (_, reply) => {
      const [status, body] = await healthOf(deps, readiness);
      return reply.code(status).header('Cache-Control', 'no-store').type('application/json').send(JSON.stringify(body));
    },
  });
}

async function healthOf(
  { catalogue, rows, log }: ServiceDeps,
  { draining }: Readiness,
): Promise<readonly [status: number, body: object]> {
  if (draining) return [404, { status: 'draining' }];
  const parts = {
    catalogue: () => catalogue.records.selectFrom('namespaces').select('id').limit(1).execute(),
    [rows.isShared ? 'objects' : 'rows']: () => rows.assertReachable(),
  };
  for (const [part, check] of Object.entries(parts)) {
    try {
      await check();
    } catch (error) {
      log.error({ err: error, part }, 'The service is unavailable.');
      return [503, { status: 'unavailable', part }];
    }
  }
  return [200, { status: 'ready' }];
}
