import path from 'node:path';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { BackendEvent } from '#shared/rpc/events.ts';
import type { Connection } from '#shared/rpc/records.ts';
import { discover } from './connector/discovery.ts';
import { ServiceError } from './connector/errors.ts';
import { noCredentials, openClient } from './connector/http/client.ts';
import { openPageCache } from './connector/paging/page-cache.ts';
import { openSource, type Source } from './connector/source.ts';

/** What the backend's functions need of the rest. */
export interface BackendParts {
  /** The local service's address, with a slash at the end, once it has started; rejects when it could not. */
  readonly local: Promise<string>;
  /** Folder of what may be deleted at any time. */
  readonly cacheFolder: string;
  /** Tells every window. */
  readonly announce: (event: BackendEvent) => void;
}

type Reading = Pick<BackendFunctions<AbortSignal>, 'listConnections' | 'listNamespaces' | 'readDataset' | 'readRows'>;

const starting: Connection = {
  id: 'local',
  kind: 'local',
  name: 'This computer',
  colour: '',
  address: null,
  state: 'starting',
  failure: null,
  session: { kind: 'anonymous' },
  transport: 'safe',
};

/** The functions behind the window's calls. */
export async function createBackendFunctions({ local, cacheFolder, announce }: BackendParts): Promise<Reading> {
  const cache = await openPageCache(path.join(cacheFolder, 'rows'));
  let connection = starting;
  let source: Promise<Source> | null = null;
  local.then(
    (address) => {
      connection = { ...starting, address, state: 'ready' };
      announce({ kind: 'connections-changed' });
    },
    () => {
      connection = { ...starting, state: 'failed' };
      announce({ kind: 'connections-changed' });
    },
  );

  async function open(): Promise<Source> {
    const base = new URL(await local);
    const client = openClient(base, noCredentials);
    return openSource({ client, layout: await discover(client, base), cache, onChanged: () => undefined });
  }

  function sourceOf(id: string): Promise<Source> {
    if (id !== 'local')
      throw new ServiceError({ code: 'unknown-connection', message: 'There is no such connection.', where: id });
    source ??= open();
    source.catch(() => {
      source = null;
    });
    return source;
  }

  return {
    listConnections: async () => [connection],
    listNamespaces: async (parameters, signal) => (await sourceOf(parameters.connection)).listNamespaces(signal),
    readDataset: async ({ connection: id, namespace, dataset }, signal) =>
      (await sourceOf(id)).readDataset({ namespace, dataset }, signal),
    async readRows({ reference, query, offset, limit }, signal) {
      const { connection: id, namespace, dataset } = reference;
      const range = await (await sourceOf(id)).readRows({ namespace, dataset }, query, offset, limit, signal);
      return { offset, ...range };
    },
  };
}
