import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type OwnPostgres, offered, startPostgres } from './postgres-server.ts';

/** Offers one PostgreSQL to all files of a run, started when the first asks for it; returns what ends it. */
export default async function offerPostgres(): Promise<(() => Promise<void>) | undefined> {
  // Each project of the run calls this.
  if (process.env[offered] !== undefined) return undefined;
  let started: Promise<OwnPostgres> | null = null;
  const door = createServer((_, response) => {
    started ??= startPostgres({ max_connections: '400' });
    started.then(
      ({ port }) => response.end(String(port)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  process.env[offered] = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
  return async () => {
    delete process.env[offered];
    door.close();
    door.closeAllConnections();
    await (await started?.catch(() => null))?.close();
  };
}
