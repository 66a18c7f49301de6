import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServiceDeps } from '../../deps.ts';
import { metricsPath } from './health.ts';

/** Upper bounds of the durations that are counted, in seconds: from a page in memory to a long export. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Serves `/metrics` in the text format of Prometheus: figures on requests by method, route and status, on imports,
 * versions, the cache and the engine, and on the process. Addresses appear as patterns, never with names, parameters or
 * callers.
 */
export function registerMetrics(app: FastifyInstance, { catalogue, imports, rows }: ServiceDeps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const active = new Gauge({ name: 'almanac_http_requests_active', help: 'Requests in progress.', registers });
  const duration = new Histogram({
    name: 'almanac_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('almanac_imports', 'Files from clients that are being received, waiting or read.', () => imports.admitted());
  gauge('almanac_cache_bytes', 'Size of the cache on disk.', () => rows.cacheFigures().bytes);
  gauge('almanac_engine_memory_bytes', 'Memory that the engine for filters, orders and exports uses.', () =>
    rows.engineMemory(),
  );
  new Gauge({
    name: 'almanac_versions',
    help: 'Versions by the state of their rows.',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await catalogue.records
        .selectFrom('versions')
        .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
        .groupBy('state')
        .execute();
      this.reset();
      for (const { state, count } of counts) this.set({ state }, Number(count));
    },
  });
  new Counter({
    name: 'almanac_cache_files_total',
    help: 'Files of the cache that were needed: hits, and those that were added because they were not there.',
    labelNames: ['outcome'],
    registers,
    collect() {
      const { hits, added } = rows.cacheFigures();
      this.reset();
      this.inc({ outcome: 'hit' }, hits);
      this.inc({ outcome: 'added' }, added);
    },
  });
  app.addHook('onRequest', async (request, reply) => {
    active.inc();
    reply.raw.once('close', () => {
      active.dec();
      const route = request.routeOptions.url ?? 'none';
      const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : 'aborted';
      duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    });
  });
  app.get(metricsPath, async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
