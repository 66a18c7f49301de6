import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { explain, failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { scratchConnection } from '#shared/rpc/calls/viewed-files.ts';
import type { ImageChange } from '#shared/rpc/editing.ts';
import type { Connection } from '#shared/rpc/records.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import { Connections } from '../connector/connections/connections.ts';
import { localConnection } from '../connector/connections/entries.ts';
import type { TokenVault } from '../connector/connections/token-vault.ts';
import { usualLimits } from '../connector/http/limits.ts';
import type { Network } from '../connector/http/transport/network.ts';
import { openPageCache, type PageCache } from '../connector/paging/page-cache.ts';
import { HttpClient } from '../lib/http/client.ts';
import type { BrowserTabs, Service, TabVisit } from '../service/service.ts';
import { admittedClient, elsewhere } from './admitted-client.ts';
import { guardedCalls, refuseEnded } from './guarded-calls.ts';
import { announceReached, readingFunctions, removalsOver } from './handlers/catalogue-and-rows.ts';
import { type EditingFunctions, editingFunctions } from './handlers/editing.ts';
import { insightFunctionsOver } from './handlers/profiles.ts';
import { queryFunctionsOver } from './handlers/queries.ts';
import { sqlFunctionsOver } from './handlers/sql.ts';
import { statisticsFunctionsOver } from './handlers/statistics.ts';
import { type ServedPort, serveBackendCalls } from './rpc-server.ts';
import type { UseSample } from './statistics/samples.ts';
import { openTabJobs } from './tab-jobs.ts';
import { openTabResults, type ResultsOfTab } from './tab-results.ts';

/** Rows that all tabs of a process keep in memory together, in bytes. */
const cacheBytes = 64 * 1024 * 1024;

/** Requests that one tab sends at the same time. */
const concurrency = 4;

/** Plans of previews that each tab keeps. */
const maxPlans = 50;

export interface BrowserTabsParts {
  /** The service that the tabs belong to. */
  readonly service: () => Pick<Service, 'files' | 'publish' | 'removeDataset'>;
  /** Folder for intermediate files, which are removed. */
  readonly scratchFolder: string;
  /** Logs an unexpected error. */
  readonly report: (call: string, error: unknown) => void;
}

/**
 * Answers the calls of browser tabs: each through the handlers of the desktop's window, over one connection, which is
 * the service that the tab belongs to. A tab can do there what its session may, and nothing else: it has no keychain,
 * no other services, no files but those that its page has sent, and no jobs but publishing and comparing. It keeps
 * results of statements until it is closed.
 */
export function openBrowserTabs({ service, scratchFolder, report }: BrowserTabsParts): BrowserTabs {
  const cache = openPageCache(null, { memory: cacheBytes, disk: 0 });
  const jobs = openTabJobs({ service, scratch: path.join(scratchFolder, 'jobs'), report });
  const results = openTabResults(path.join(scratchFolder, 'results'), report);
  const folder = async () => {
    await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
    return scratchFolder;
  };
  const open = (visit: TabVisit) => {
    void cache.then((shared) => {
      let served: ServedPort | null = null;
      const announce = (event: BackendEvent) => served?.announce(event);
      const kept = results.join({ visit, connections: () => seen, announce });
      const connections = connectionsOf(visit, shared, announce, kept);
      const seen = asSeenBy(visit, connections);
      const folders = [visit.filesFolder, path.join(scratchFolder, 'jobs'), path.join(scratchFolder, 'results')];
      const removals = removalsOver(seen, announce);
      const onChanged = (connection: string) => announce({ kind: 'catalogue-changed', connection });
      const end = () => {
        visit.end();
        void removals
          .close()
          .then(() => connections.close())
          .catch((error: unknown) => report('close', error));
      };
      const work = jobs.join({
        visit,
        folders,
        connections: seen,
        announce,
        plans: new LRUCache({ max: maxPlans }),
        end,
      });
      served = serveBackendCalls(
        visit.port,
        {
          ...readingFunctions(seen, removals),
          ...withSentImages(editingFunctions(seen, removals, onChanged), visit),
          ...insightFunctionsOver(seen, announce, noSamples),
          ...queryFunctionsOver(seen, announce),
          ...sqlFunctionsOver({ connections: seen, onChanged }),
          ...nothingElse,
          ...guardedCalls({ ...work.functions, ...kept.functions }, { visit, folders, report }),
          ...statisticsFunctionsOver({
            connections: seen,
            local: async () => ({ listCopies: async () => [] }),
            operations: async () => service(),
            folder,
            useSample: noSamples,
          }),
        },
        report,
      );
      const stopListening = visit.onCatalogueChanged(() => onChanged(localConnection));
      visit.port.on('close', () => {
        served = null;
        stopListening();
        kept.close();
        work.close();
      });
    });
  };
  const close = async () => {
    await jobs.close();
    await results.close();
  };
  return { open, close };
}

function connectionsOf(
  visit: TabVisit,
  cache: PageCache,
  announce: (event: BackendEvent) => void,
  results: ResultsOfTab,
): Connections {
  const { address, token } = visit;
  const local = { id: localConnection, name: '', colour: '', address: null, signedIn: false };
  return new Connections({
    // Requests stay in this process, whatever the address of the page begins with.
    store: { connections: [{ ...local, plainHttpAgreed: true }], notices: [], write: async () => {} },
    vault: noVault,
    cache,
    local: Promise.resolve({ address, token, network: networkOf(visit) }),
    scratch: results.endpoint,
    limits: { concurrency },
    onChanged: () => announce({ kind: 'connections-changed' }),
    onCatalogueChanged: (connection) => announce({ kind: 'catalogue-changed', connection }),
    onDatasetChanged: (connection, name) => announce({ kind: 'dataset-changed', reference: { connection, ...name } }),
    onReached: announceReached(announce),
  });
}

/** Connections to the service itself; where else one of its answers leads, the tab does not follow. */
function networkOf({ address, connect, headers }: TabVisit): Network {
  const { origin } = new URL(address);
  const client = new HttpClient({ ...usualLimits, concurrency }, { within: connect });
  const admitted = admittedClient(client, (request) => {
    if (request.address.origin !== origin) throw elsewhere(request.address);
    return { ...request, headers: { ...request.headers, ...headers, 'accept-encoding': 'identity' } };
  });
  return { clientFor: () => admitted, homeReach: async () => 'public', close: () => client.close() };
}

/** The connection as its reader knows it: by the name of its host, signed in as the session of the page is. */
function asSeenBy(visit: TabVisit, connections: Connections): Pick<Connections, 'list' | 'check' | 'use'> {
  const { address, account, token } = visit;
  const name = new URL(address).hostname;
  const capabilities = {
    signIn: true,
    changeAddress: false,
    remove: false,
    pin: false,
    filesOnThisComputer: false,
  } as const;
  const seen = (record: Connection): Connection => {
    const isSignedIn = token !== null && !connections.isRefused(localConnection);
    const session = isSignedIn
      ? ({ kind: 'signed-in', user: account, kept: 'session' } as const)
      : ({ kind: 'anonymous' } as const);
    return { ...record, name, address, capabilities, session, transport: 'safe' };
  };
  return {
    list: () => connections.list().map(seen),
    check: async (id, signal) => seen(await connections.check(id, signal)),
    async use(id, act) {
      // The service answers for the other connection itself.
      if (id === scratchConnection) await refuseEnded(visit);
      return await connections.use(id, act);
    },
  };
}

/** Images are files that the page has sent: another path would be one of the service's computer. */
function withSentImages(functions: EditingFunctions, { fileAt }: TabVisit): EditingFunctions {
  const sent = (image: ImageChange): ImageChange => {
    if (image.kind !== 'replace') return image;
    const file = fileAt(image.path);
    if (file === null) throw new BackendFailure(failure('not-here', explain('no-image')));
    return { ...image, path: file };
  };
  const guarded =
    <Parameters extends { readonly change: { readonly image: ImageChange } }, Result>(
      call: (parameters: Parameters, signal: AbortSignal) => Promise<Result>,
    ) =>
    async (parameters: Parameters, signal: AbortSignal) =>
      call({ ...parameters, change: { ...parameters.change, image: sent(parameters.change.image) } }, signal);
  return {
    ...functions,
    createNamespace: guarded(functions.createNamespace),
    changeNamespace: guarded(functions.changeNamespace),
    createDataset: guarded(functions.createDataset),
    changeDataset: guarded(functions.changeDataset),
  };
}

/** The service of a tab groups and profiles all rows itself. */
const noSamples: UseSample = async () => {
  throw new BackendFailure(failure('not-here', explain('no-such-connection')));
};

/** A tab has neither copies nor checks, and follows nothing. */
const nothingElse: Pick<BackendFunctions<AbortSignal>, 'listPinned' | 'listChecks' | 'listFollowed'> = {
  listPinned: async () => [],
  listChecks: async () => [],
  listFollowed: async () => [],
};

const noVault: TokenVault = {
  describe: async () => ({ kind: 'none', reason: explain('not-needed') }),
  read: async () => null,
  store: async () => {},
  remove: async () => {},
};
