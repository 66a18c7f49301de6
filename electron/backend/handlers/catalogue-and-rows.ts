import path from 'node:path';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { listGroups, listNamespaces } from '../../connector/catalogue/catalogue.ts';
import { openConnectionStore } from '../../connector/connections/connection-store.ts';
import { Connections, type ConnectionsParts } from '../../connector/connections/connections.ts';
import type { LocalEndpoint } from '../../connector/connections/entries.ts';
import type { TokenVault } from '../../connector/connections/token-vault.ts';
import { removeTarget } from '../../connector/editing/write-records.ts';
import type { Limits } from '../../connector/http/limits.ts';
import { defaultSizes, openPageCache } from '../../connector/paging/page-cache.ts';
import { readViewProgress } from '../../connector/rows/dataset-rows.ts';
import { DeferredDeletions } from '../deferred-deletions.ts';
import { type EditingFunctions, editingFunctions } from './editing.ts';

export interface BackendParts {
  /** The local service once it has started; rejects if it could not. */
  readonly local: Promise<LocalEndpoint>;
  /** Starts the service for viewed files, or returns the running one. */
  readonly scratch?: () => Promise<LocalEndpoint>;
  /** Folder for the list of connections. */
  readonly configFolder: string;
  /** Folder for data that may be deleted at any time. */
  readonly cacheFolder: string;
  readonly vault: TokenVault;
  /** Notifies every window. */
  readonly announce: (event: BackendEvent) => void;
  /** Maximum size on disk of cached rows of other services; the default if missing. */
  readonly cacheBytes?: number;
  /** Limits that differ from the defaults, for tests. */
  readonly limits?: Partial<Limits>;
}

/** The calls that change connections. */
type ConnectionCallName =
  | 'testAddress'
  | 'addConnection'
  | 'editConnection'
  | 'removeConnection'
  | 'reorderConnections'
  | 'signIn'
  | 'signOut'
  | 'agreeToPlainHttp'
  | 'describeStorage';
type ConnectionFunctions = Pick<BackendFunctions<AbortSignal>, ConnectionCallName>;

/** The calls that read from connections; jobs have their own. */
type ReadingCallName =
  | 'listConnections'
  | 'checkConnection'
  | 'listNamespaces'
  | 'listGroups'
  | 'readDataset'
  | 'readRows'
  | 'collatesTexts'
  | 'servesWindow'
  | 'readViewProgress';
type ReadingFunctions = Pick<BackendFunctions<AbortSignal>, ReadingCallName>;

/** The functions behind the window's calls. */
export interface Backend {
  readonly functions: ConnectionFunctions & ReadingFunctions & EditingFunctions;
  /** Used by jobs for reading. */
  readonly connections: Connections;
  /** Limits the size on disk of cached rows of other services. */
  limitCache(bytes: number): void;
  /** Closes every connection and deletes the cache. */
  close(): Promise<void>;
}

function connectionFunctions(connections: Connections): ConnectionFunctions {
  return {
    testAddress: ({ address }, signal) => connections.test(address, signal),
    addConnection: ({ address, name, colour }, signal) => connections.add(address, name, colour, signal),
    editConnection: ({ connection, ...change }, signal) => connections.edit(connection, change, signal),
    removeConnection: ({ connection }) => connections.remove(connection),
    reorderConnections: ({ connections: order }) => connections.reorder(order),
    async signIn({ connection, credentials, keep }, signal) {
      return (await connections.signIn(connection, credentials, keep, signal)).session;
    },
    signOut: ({ connection }) => connections.signOut(connection),
    agreeToPlainHttp: ({ connection, agreed }) => connections.agreeToPlainHttp(connection, agreed),
    describeStorage: () => connections.describe(),
  };
}

/** The functions behind the calls that read from connections. */
export function readingFunctions(
  connections: Pick<Connections, 'list' | 'check' | 'use'>,
  removals: DeferredDeletions,
): ReadingFunctions {
  return {
    listConnections: async () => connections.list(),
    checkConnection: ({ connection }, signal) => connections.check(connection, signal),
    listNamespaces: async ({ connection }, signal) =>
      removals.visible(connection, await connections.use(connection, (source) => listNamespaces(source, signal))),
    listGroups: ({ connection }, signal) => connections.use(connection, (source) => listGroups(source, signal)),
    readDataset: ({ connection, ...name }, signal) =>
      connections.use(connection, (source) => source.readDataset(name, signal)),
    async readRows({ reference, query, offset, limit }, signal) {
      const { connection, ...name } = reference;
      const read = connections.use(connection, (source) => source.rows(name).read(query, offset, limit, signal, true));
      return { offset, ...(await read) };
    },
    collatesTexts: ({ connection }) =>
      connections.use(connection, async ({ extras }) => (await extras()).has('collation')),
    servesWindow: ({ connection }) => connections.use(connection, async ({ extras }) => (await extras()).has('window')),
    readViewProgress: ({ reference: { connection, ...name }, query }, signal) =>
      connections.use(connection, (source) => readViewProgress(source, name, query, signal)),
  };
}

/** Deletions at the services of connections, which can be undone for a while. */
export function removalsOver(
  connections: Pick<Connections, 'use'>,
  announce: BackendParts['announce'],
): DeferredDeletions {
  return new DeferredDeletions({
    send: (target) => connections.use(target.connection, (source) => removeTarget(source, target)),
    onChanged({ connection }) {
      announce({ kind: 'removals-changed' });
      announce({ kind: 'catalogue-changed', connection });
    },
  });
}

/** Minimum time between two progress events while reading towards a distant row. */
const reachedIntervalMs = 250;

/** Announces how far reading towards a distant row has come, a few times a second. */
export function announceReached(announce: BackendParts['announce']): NonNullable<ConnectionsParts['onReached']> {
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
  const connections = new Connections({
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
  const removals = removalsOver(connections, announce);
  return {
    functions: {
      ...connectionFunctions(connections),
      ...readingFunctions(connections, removals),
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
