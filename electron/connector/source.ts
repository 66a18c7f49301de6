import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { SqlRequest } from '#shared/api/sql.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { readNamespaceLabel } from './catalogue/catalogue.ts';
import { newestVersion, noticesOf, readWholeRecord } from './catalogue/dataset-record.ts';
import { readServiceProfile } from './catalogue/service-profiles.ts';
import type { Exact } from './cells/exact-json.ts';
import { openExtras } from './discovery/extras.ts';
import { abortedError, resultOr, ServiceError } from './errors.ts';
import type { ServiceLayout } from './http/layout.ts';
import type { ServiceClient } from './http/transport/client.ts';
import { rowsRequest } from './paging/open-rows.ts';
import type { PageCache } from './paging/page-cache.ts';
import { type DatasetRows, openDatasetRows } from './rows/dataset-rows.ts';
import { openUnannouncedGroups, type ReadUnannouncedGroups } from './rows/unannounced-groups.ts';
import { checkVersionIsRead } from './rows/version-snapshot.ts';
import { type Batch, batchSize, type Continuation, type PageMaker, wholePages } from './rows/whole-rows.ts';
import type { ServiceApi } from './service-api.ts';

/**
 * Reads one service: the only way in which Almanac reads data, whether the service runs on this computer or elsewhere.
 * Everything throws {@link ServiceError}; an aborted `signal` makes it `aborted`.
 */
export interface Source extends ServiceApi {
  /** A dataset's record with what else can be found out. The count of its rows is null if they cannot be read. */
  readDataset(name: DatasetName, signal?: AbortSignal): Promise<DatasetDetails>;
  rows(name: DatasetName): Pick<DatasetRows, 'read'>;
  /** The profile of a column over what a query selects; null if the service makes none. */
  profile(name: DatasetName, query: RowQuery, column: string, signal?: AbortSignal): Promise<ColumnProfile | null>;
  /**
   * All groups in the order of the query, from a service that groups rows without announcing it, such as those of the
   * LIBRE family; null if it does not. See `unannounced-groups.ts`.
   */
  readonly readUnannouncedGroups: ReadUnannouncedGroups;
  /**
   * Every row of a query in its order, each exactly once; or an error, never silently only a part. A newer version that
   * appears meanwhile is an error too (`dataset-changed`).
   * @param begin called with the columns and the version before any row is requested
   */
  wholeRows<Content>(
    name: DatasetName,
    query: RowQuery,
    begin: BeginWhole<Content>,
    signal?: AbortSignal,
  ): Promise<WholeRows<Content>>;
  /** Any record of the service, unchanged. */
  readRecord(address: URL, signal?: AbortSignal): Promise<Exact>;
  /**
   * Runs SQL at the service, and reads the result in a format of downloads; `json` is a page.
   * @param onPiece called with the bytes as they arrive
   */
  runSql(request: SqlRequest, format: string, onPiece: (piece: Buffer) => void, signal?: AbortSignal): Promise<void>;
  /** Writes to the service with the connection's permissions; see {@link ServiceClient.send}. */
  readonly send: ServiceClient['send'];
  close(): void;
}

/**
 * Decides how the pages of a dataset are converted and where reading starts: at the beginning, where an earlier reading
 * of the same version stopped, or at the end if nothing is left to read.
 * @param version slug of the version to read; null if it is not reported
 */
export type BeginWhole<Content> = (
  dataset: Dataset,
  version: string | null,
) => Promise<{ readonly maker: PageMaker<Content>; readonly from: Continuation | 'beginning' | 'end' }>;

/** All rows of a query, and their columns. */
export interface WholeRows<Content> {
  readonly dataset: Dataset;
  /** Slug of the rows' version; null if the service does not report it. */
  readonly version: string | null;
  /** Can be iterated once. */
  readonly batches: AsyncIterable<Batch<Content>>;
}

export interface SourceParts {
  readonly client: ServiceClient;
  readonly layout: ServiceLayout;
  readonly cache: PageCache;
  /** Called when a dataset that was being read has a newer version. */
  readonly onChanged: (name: DatasetName) => void;
  /** See the event `rows-reached`; may be called very often. */
  readonly onReached?: (name: DatasetName, reached: number, requested: number) => void;
}

const maxDatasets = 50;

/** Opens a service with a known layout for reading. The caller owns the client and closes it after the source. */
export function openServiceSource({ client, layout, cache, onChanged, onReached }: SourceParts): Source {
  const api: ServiceApi = { client, layout, extras: openExtras(client, layout) };
  const open = new LRUCache<string, DatasetRows>({ max: maxDatasets, dispose: (rows) => rows.close() });

  function rowsOf(name: DatasetName): DatasetRows {
    const key = JSON.stringify([name.namespace, name.dataset]);
    const known = open.get(key);
    if (known !== undefined) return known;
    const rows = openDatasetRows({
      api,
      cache,
      name,
      checkExtensions,
      onChanged: () => onChanged(name),
      onReached: (reached, requested) => onReached?.(name, reached, requested),
    });
    open.set(key, rows);
    return rows;
  }

  /** A service that ignores these parameters would return rows that match all filters, or in another order. */
  async function checkExtensions({ join, filters, ordering, collation }: RowQuery): Promise<void> {
    const isJoined = join === 'or' && filters.length > 1;
    const isCollated = collation !== undefined && ordering.length > 0;
    if (!isJoined && !isCollated) return;
    const known = await api.extras();
    const { host, href } = layout.base;
    const ignored = (reason: Explanation) => new ServiceError('query-ignored', reason, href);
    if (isJoined && !known.has('statistics')) throw ignored(explain('join-passed-over', { host }));
    if (isCollated && !known.has('collation')) throw ignored(explain('collation-passed-over', { host }));
  }

  return {
    ...api,
    async readDataset(name, signal = neverAborted) {
      const rows = rowsOf(name);
      const { namespace } = name;
      // The record is worth showing even if the rows cannot be read.
      const count = () => resultOr(rows.read(everyRow, 0, 1, signal), { count: null });
      const [[dataset, counted], namespaceLabel] = await Promise.all([
        // Counted after the record is read: the rows are then those of the version that it describes.
        rows.record(signal).then(async (record) => [record, await count()] as const),
        resultOr(readNamespaceLabel(api, namespace, signal), namespace),
      ]);
      if (signal.aborted) throw abortedError();
      return { dataset, namespaceLabel, rows: counted.count, notices: noticesOf(dataset, layout) };
    },
    rows: rowsOf,
    async profile(name, query, column, signal = neverAborted) {
      await checkExtensions(query);
      return readServiceProfile(api, name, query, column, signal);
    },
    readUnannouncedGroups: openUnannouncedGroups(api),
    readRecord: async (address, signal) => (await client.getJson(address, { signal })).value,
    async runSql(request, format, onPiece, signal = neverAborted) {
      const address = new URL('api/v1/sql/', layout.base);
      address.searchParams.set('_format', format);
      await client.postForBytes(address, JSON.stringify(request), onPiece, signal);
    },
    send: client.send,
    async wholeRows<Content>(
      name: DatasetName,
      query: RowQuery,
      begin: BeginWhole<Content>,
      signal: AbortSignal = neverAborted,
    ) {
      await checkExtensions(query);
      const record = () => readWholeRecord(api, name, signal);
      const dataset = await record();
      const newest = newestVersion(dataset);
      const request = rowsRequest(api, dataset, query, batchSize);
      await checkVersionIsRead(request, newest, { signal, priority: 0 });
      const { maker, from } = await begin(dataset, query.version ?? newest);
      async function* batches(): AsyncGenerator<Batch<Content>, void, undefined> {
        if (from === 'end') return;
        yield* wholePages(request, maker, signal, from === 'beginning' ? null : from);
        if (query.version === null && newestVersion(await record()) !== newest)
          throw new ServiceError('dataset-changed', explain('newer-meanwhile'), request.data.href, { retry: true });
      }
      return { dataset, version: query.version ?? newest, batches: batches() };
    },
    close: () => open.clear(),
  };
}
