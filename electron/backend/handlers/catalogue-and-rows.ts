import path from 'node:path';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { openConnectionStore } from '../../connector/connections/connection-store.ts';
import { type Connections, type ConnectionsParts, openConnections } from '../../connector/connections/connections.ts';
import type { LocalEndpoint } from '../../connector/connections/entries.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import { removeTarget } from '../../connector/editing/write-records.ts';
import type { Limits } from '../../connector/http/limits.ts';
import { defaultSizes, openPageCache } from '../../connector/paging/page-cache.ts';
import { type DeferredDeletions, openRemovals } from '../deferred-deletions.ts';
import { type EditingFunctions, editingFunctions } from './editing.ts';

/** Dependencies of the backend's functions. */
export interface BackendParts {
  /** The local service once it has started; rejects if it could not. */
  readonly local: Promise<LocalEndpoint>;
  /** Starts the service for viewed files, or returns the running one. */
  readonly scratch?: () => Promise<LocalEndpoint>;
  /** Folder for the list of connections. */
  readonly configFolder: string;
  /** Folder for data that may be deleted at any time. */
  readonly cacheFolder: string;
  /** Storage of tokens: `openKeychain()`. */
  readonly vault: TokenVault;
  /** Notifies every window. */
  readonly announce: (event: BackendEvent) => void;
  /** Maximum size on disk of cached rows of other services; the default if missing. */
  readonly cacheBytes?: number;
  /** Limits that differ from the defaults, for tests. */
  readonly limits?: Partial<Limits>;
}

/** The calls about connections and reading; jobs have their own. */
type ReadingCallName =
  | 'listConnections'
  | 'testAddress'
  | 'addConnection'
  | 'editConnection'
  | 'removeConnection'
  | 'reorderConnections'
  | 'checkConnection'
  | 'signIn'
  | 'signOut'
  | 'agreeToPlainHttp'
  | 'describeStorage'
  | 'listNamespaces'
  | 'listGroups'
  | 'readDataset'
  | 'readRows'
  | 'collatesTexts'
  | 'readViewProgress';
type ReadingFunctions = Pick<BackendFunctions<AbortSignal>, ReadingCallName>;

/** The functions behind the window's calls. */
export interface Backend {
  readonly functions: ReadingFunctions & EditingFunctions;
  /** Used by jobs for reading. */
  readonly connections: Connections;
  /** Limits the size on disk of cached rows of other services. */
  limitCache(bytes: number): void;
  /** Closes every connection and deletes the cache. */
  close(): Promise<void>;
}

function functionsOver(connections: Connections, removals: DeferredDeletions): ReadingFunctions {
  const nothing = {};
  return {
    listConnections: async () => connections.list(),
    testAddress: ({ address }, signal) => connections.test(address, signal),
    addConnection: ({ address, name, colour }, signal) => connections.add(address, name, colour, signal),
    editConnection: ({ connection, ...change }, signal) => connections.edit(connection, change, signal),
    async removeConnection({ connection }) {
      await connections.remove(connection);
      return nothing;
    },
    async reorderConnections(parameters) {
      await connections.reorder(parameters.connections);
      return nothing;
    },
    checkConnection: ({ connection }, signal) => connections.check(connection, signal),
    async signIn({ connection, credentials, keep }, signal) {
      return (await connections.signIn(connection, credentials, keep, signal)).session;
    },
    async signOut({ connection }) {
      await connections.signOut(connection);
      return nothing;
    },
    agreeToPlainHttp: ({ connection, agreed }) => connections.agreeToPlainHttp(connection, agreed),
    describeStorage: () => connections.describe(),
    listNamespaces: async ({ connection }, signal) =>
      removals.visible(connection, await connections.find(connection).use((source) => source.listNamespaces(signal))),
    listGroups: ({ connection }, signal) => connections.find(connection).use((source) => source.listGroups(signal)),
    readDataset: ({ connection, ...name }, signal) =>
      connections.find(connection).use((source) => source.readDataset(name, signal)),
    async readRows({ reference, query, offset, limit }, signal) {
      const { connection, ...name } = reference;
      const read = connections
        .find(connection)
        .use((source) => source.rows(name).read(query, offset, limit, signal, true));
      return { offset, ...(await read) };
    },
    collatesTexts: ({ connection }) => connections.find(connection).use((source) => source.collatesTexts()),
    readViewProgress: ({ reference: { connection, ...name }, query }, signal) =>
      connections.find(connection).use((source) => source.viewProgress(name, query, signal)),
  };
}

/** Minimum time between two progress events while reading towards a distant row. */
const reachedIntervalMs = 250;

function announceReached(announce: BackendParts['announce']): NonNullable<ConnectionsParts['onReached']> {
  let last = 0;
  return (connection, name, reached, requested) => {
    const now = Date.now();
    if (now - last < reachedIntervalMs) return;
    last = now;
    announce({ kind: 'rows-reached', reference: { connection, ...name }, reached, requested });
  };
}

/** Opens the stored connections and creates the functions behind the window's calls. */
export async function openBackend(parts: BackendParts): Promise<Backend> {
  const { local, configFolder, cacheFolder, vault, announce, limits = {} } = parts;
  // The local connection reports its failure; until then it must not be an unhandled rejection.
  local.catch(() => undefined);
  const sizes = parts.cacheBytes === undefined ? defaultSizes : { ...defaultSizes, disk: parts.cacheBytes };
  const cache = await openPageCache(path.join(cacheFolder, 'rows'), sizes);
  const connections = openConnections({
    store: await openConnectionStore(configFolder),
    vault,
    cache,
    local,
    ...(parts.scratch !== undefined && { scratch: parts.scratch }),
    limits,
    onChanged: () => announce({ kind: 'connections-changed' }),
    onCatalogueChanged: (connection) => announce({ kind: 'catalogue-changed', connection }),
    onDatasetChanged: (connection, name) => announce({ kind: 'dataset-changed', reference: { connection, ...name } }),
    onReached: announceReached(announce),
  });
  const onCatalogueChanged = (connection: string) => announce({ kind: 'catalogue-changed', connection });
  const removals = openRemovals({
    send: (target) => connections.find(target.connection).use((source) => removeTarget(source, target)),
    onChanged({ connection }) {
      announce({ kind: 'removals-changed' });
      onCatalogueChanged(connection);
    },
  });
  return {
    functions: {
      ...functionsOver(connections, removals),
      ...editingFunctions(connections, removals, onCatalogueChanged),
    },
    connections,
    limitCache: cache.limitDisk,
    async close() {
      await removals.close();
      await connections.close();
      await cache.close();
    },
  };
}
