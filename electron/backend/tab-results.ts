import { rm, stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import { explain, failure } from '#shared/failures.ts';
import type { BackendFunctions } from '#shared/rpc/backend.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import type { BackendEvent } from '#shared/rpc/shell/events.ts';
import type { Connections } from '../connector/connections/connections.ts';
import type { LocalEndpoint } from '../connector/connections/entries.ts';
import { usualLimits } from '../connector/http/limits.ts';
import type { Network } from '../connector/http/transport/network.ts';
import { HttpClient } from '../lib/http/client.ts';
import type { TabVisit } from '../service/service.ts';
import { admittedClient, elsewhere } from './admitted-client.ts';
import { sqlResultsOver } from './handlers/sql.ts';
import { openViewedFiles, type ViewedFiles } from './handlers/viewed-files.ts';

/** Maximum number of results that a tab keeps; another one replaces the oldest. */
const maxResults = 10;

/** Maximum size in bytes of the results of all tabs, as they were sent; others replace the oldest. */
const maxBytes = 4 * 2 ** 30;

/** Results that are written to files at the same time. */
const maxExports = 2;

/** A tab that can keep results. */
interface ResultsTab {
  readonly visit: Pick<TabVisit, 'newFile'>;
  /** The connections of the tab, once they are open. */
  readonly connections: () => Pick<Connections, 'use'>;
  readonly announce: (event: BackendEvent) => void;
}

type ResultFunctions = Pick<
  BackendFunctions<AbortSignal>,
  'viewSqlResult' | 'listViewedFiles' | 'closeViewedFile' | 'retainViewedFiles' | 'exportResult'
>;

/** The results of one tab, which it alone can read. */
export interface ResultsOfTab {
  readonly functions: ResultFunctions;
  /** The service of the results, which answers about those of the tab alone. */
  readonly endpoint: () => Promise<LocalEndpoint>;
  /** Removes the results. */
  readonly close: () => void;
}

/** The results of statements that the tabs of a process show. */
export interface TabResults {
  join(tab: ResultsTab): ResultsOfTab;
  /** Removes all results. */
  close(): Promise<void>;
}

/**
 * Keeps results as the desktop keeps viewed files, in a service of their own that starts with the first of them.
 * @param folder for the results; what it has is removed
 * @param report logs an unexpected error
 */
export function openTabResults(folder: string, report: (where: string, error: unknown) => void): TabResults {
  const tabs = new Set<ResultsTab>();
  const exports = new PQueue({ concurrency: maxExports });
  let opened: Promise<ViewedFiles> | null = null;
  const open = async () => {
    await rm(folder, { recursive: true, force: true });
    const announce = (event: BackendEvent) => {
      if (event.kind !== 'viewed-files-changed') return;
      for (const tab of tabs) tab.announce(event);
    };
    return openViewedFiles({ folder, announce });
  };
  const files = () => {
    opened ??= open();
    return opened;
  };
  const remove = (id: string) => {
    const removed = files().then(({ functions }) => functions.closeViewedFile({ id }, neverEnds));
    removed.catch((error: unknown) => report('results', error));
  };
  const sizes = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => bytes + 1,
    dispose: (_, id) => remove(id),
  });

  function join(tab: ResultsTab): ResultsOfTab {
    const own = new Set<string>();
    let isClosed = false;
    const requireOwn = (id: string) => {
      if (!own.has(id)) throw new BackendFailure(failure('not-found', explain('file-not-viewed'), { where: id }));
    };
    const drop = (id: string) => {
      if (own.delete(id)) sizes.delete(id);
    };
    const functions: ResultFunctions = {
      async viewSqlResult(statement, signal) {
        const results = sqlResultsOver(tab.connections(), await files());
        tabs.add(tab);
        const viewed = await results.viewSqlResult(statement, signal);
        own.add(viewed.id);
        sizes.set(viewed.id, (await stat(viewed.path)).size);
        if (isClosed) drop(viewed.id);
        for (const id of [...own].slice(0, -maxResults)) drop(id);
        return viewed;
      },
      async listViewedFiles(_, signal) {
        if (own.size === 0) return [];
        const all = await (await files()).functions.listViewedFiles({}, signal);
        return all.filter(({ id }) => own.has(id));
      },
      closeViewedFile: async ({ id }) => drop(id),
      retainViewedFiles: async () => {},
      async exportResult({ id, query, format }, signal) {
        requireOwn(id);
        const service = await (await files()).operations();
        const target = await tab.visit.newFile(`query.${format}`);
        const file = { path: target.path, workFolder: async () => {}, onRestarted: () => {} };
        const order = { name: { namespace: 'files', dataset: id }, query, format };
        await exports.add(() => service.exportVersion(order, file, { signal, onProgress: () => {} }), { signal });
        return target.given;
      },
    };
    return {
      functions,
      async endpoint() {
        const { address, token } = await (await files()).service();
        return { address, token, network: networkOfResults(address, own) };
      },
      close() {
        isClosed = true;
        tabs.delete(tab);
        for (const id of own) drop(id);
      },
    };
  }

  return {
    join,
    async close() {
      if (opened === null) return;
      await (await opened).close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const neverEnds = new AbortController().signal;

/** Paths of a service beside its records, by which it is known. */
const discovery = new Set(['/', '/api/', '/api/v1/', '/api/v1/schema/']);

/** Connections that read the given results, and nothing else of the service that has those of all tabs. */
function networkOfResults(address: string, own: ReadonlySet<string>): Network {
  const { origin } = new URL(address);
  const client = new HttpClient(usualLimits);
  const admitted = admittedClient(client, (request) => {
    const { pathname } = request.address;
    const [, id = ''] = /^\/api\/v1\/namespaces\/files\/datasets\/([^/]+)\//.exec(pathname) ?? [];
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (request.address.origin !== origin || !isRead || !(own.has(id) || discovery.has(pathname)))
      throw elsewhere(request.address);
    return request;
  });
  return { clientFor: () => admitted, homeReach: async () => 'computer', close: () => client.close() };
}
