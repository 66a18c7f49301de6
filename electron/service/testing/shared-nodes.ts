import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresForTest, testPassword } from '../catalogue/database/testing/postgres-server.ts';
import type { ServiceOptions } from '../service.ts';
import { type Service, startService } from '../service.ts';

/** Services that share a new database, each with a data folder of its own. */
export interface SharedNodes {
  readonly database: string;
  /** Contains the data folders, by the names of the nodes. */
  readonly folder: string;
  start(name: string, options?: Partial<ServiceOptions>): Promise<Service>;
  stop(service: Service): Promise<void>;
  /** Stops those that are running, and removes everything but the database. */
  close(): Promise<void>;
}

/** @param server which must run until the nodes are closed */
export async function openSharedNodes(server: PostgresForTest): Promise<SharedNodes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-nodes-'));
  const passwordFile = path.join(folder, 'password');
  await writeFile(passwordFile, testPassword);
  const database = await server.createDatabase();
  const running = new Set<Service>();
  async function stop(service: Service): Promise<void> {
    running.delete(service);
    await service.close();
  }
  return {
    database,
    folder,
    async start(name, options = {}) {
      const catalogue = { url: server.url(database, null), passwordFile };
      const service = await startService({ dataFolder: path.join(folder, name), catalogue, ...options });
      running.add(service);
      return service;
    },
    stop,
    async close() {
      for (const service of running) await stop(service);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
