import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Fastify from 'fastify';
import { startService } from '../../electron/service/service.ts';
import { everyRow } from '../../shared/row-query.ts';
import { published, rowsAddress, storedPath, unanswered } from '../files/store.ts';
import { residentMemory, watchLoop } from '../measure.ts';
import { cacheFolder, tableFile, tableRows } from '../table.ts';
import type { ServiceCommand } from './service.ts';

/**
 * The service over the table, in its own process as in the product, and beside it a bare server with the baselines: an
 * empty route, one that sends the bytes of a page, and the engine's own row objects.
 */
const dataFolder = join(cacheFolder, `service-${tableRows}`);
const service = await startService({ dataFolder });
const version = await published(service, 'table', async () => ({ path: await tableFile('csv'), format: 'csv' }));
const bare = await startBare(storedPath(join(dataFolder, 'rows'), version));
const longestStall = watchLoop();

/** The same framework, with nothing in between. */
async function startBare(file: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '512MB' });
  const connections = await Promise.all(Array.from({ length: 4 }, () => instance.connect()));
  let next = 0;
  const app = Fastify();
  app.get('/empty', () => ({}));
  // As long as a page of 100 rows, without making it.
  const { json } = await service.deps.rows.open(version).page(everyRow, 0, 100);
  const ready = Buffer.from(`{"results":[${json.toString('utf8')}]}`);
  app.get('/ready', (_, reply) => reply.header('content-type', 'application/json').send(ready));
  app.get<{ Querystring: { offset: string; limit: string } }>('/engine', async ({ query }) => {
    const from = Number(query.offset);
    next = (next + 1) % connections.length;
    const result = await connections[next]?.runAndReadAll(
      `SELECT * REPLACE (ST_AsText(point) AS point) FROM read_parquet('${file}', file_row_number = true)
       WHERE file_row_number BETWEEN ${from} AND ${from + Number(query.limit) - 1}`,
    );
    return { count: tableRows, results: result?.getRowObjectsJson() };
  });
  return app.listen({ host: '127.0.0.1', port: 0 });
}

async function work(command: ServiceCommand): Promise<unknown> {
  const { rows } = service.deps;
  switch (command.kind) {
    case 'sort': {
      const query = unanswered({ ordering: [{ column: command.column, descending: command.descending }] });
      return (await rows.open(version).page(query, Math.max(2000, Math.floor(version.rows / 2)), 1)).count;
    }
    case 'export':
      return (await rows.open(version).exportTo(everyRow, 'csv', join(cacheFolder, 'under-load.csv'), {})).bytes;
    case 'state':
      return { memory: residentMemory(), stall: longestStall(), processor: processorTime() };
    case 'stop':
      await service.close();
      process.exit(0);
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

// The parent process has ended: a service without clients must not stay.
process.on('disconnect', () => process.exit(0));
process.on('message', ({ id, command }: { id: number; command: ServiceCommand }) => {
  void work(command).then((answer) => process.send?.({ id, answer }));
});
process.send?.({
  id: -1,
  answer: {
    service: rowsAddress(service, 'table'),
    discovery: `${service.url}api/v1/`,
    bare,
  },
});
