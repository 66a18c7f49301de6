import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { SqlRequest } from '#shared/api/sql.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import type { Exact } from '../lib/exact-json.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { readNamespaceLabel } from './catalogue/catalogue.ts';
import { newestVersion, noticesOf, readWholeRecord } from './catalogue/dataset-record.ts';
import { readServiceProfile } from './catalogue/service-profiles.ts';
import { openExtras } from './discovery/extras.ts';
import { abortedError, resultOr, ServiceError } from './errors.ts';
import type { OnPiece } from './http/exchange.ts';
import type { ServiceLayout } from './http/layout.ts';
import type { ServiceClient } from './http/transport/client.ts';
import { rowsRequest } from './paging/open-rows.ts';
import type { PageCache } from './paging/page-cache.ts';
import { DatasetRows } from './rows/dataset-rows.ts';
import { openUnannouncedGroups, type ReadUnannouncedGroups } from './rows/unannounced-groups.ts';
import { checkVersionIsRead } from './rows/version-snapshot.ts';
import { type Batch, batchSize, type Continuation, type PageMaker, wholePages } from './rows/whole-rows.ts';
import type { ServiceApi } from './service-api.ts';

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

/**
 * Reads one service: the only way in which Almanac reads data, whether the service runs on this computer or elsewhere.
 * Everything throws {@link ServiceError}; an aborted `signal` makes it `aborted`. The caller owns the client, and closes it
 * after the source.
 */
export class Source implements ServiceApi {
  readonly client: ServiceClient;
  readonly layout: ServiceLayout;
  readonly extras: ServiceApi['extras'];
  /** Writes to the service with the connection's permissions; see {@link ServiceClient.send}. */
  readonly send: ServiceClient['send'];
  /**
   * All groups in the order of the query, from a service that groups rows without announcing it, such as those of the
   * LIBRE family; null if it does not. See `unannounced-groups.ts`.
   */
  readonly readUnannouncedGroups: ReadUnannouncedGroups;
  readonly #parts: SourceParts;
  readonly #open = new LRUCache<string, DatasetRows>({ max: maxDatasets, dispose: (rows) => rows.close() });

  constructor(parts: SourceParts) {
    this.#parts = parts;
    this.client = parts.client;
    this.layout = parts.layout;
    this.extras = openExtras(parts.client, parts.layout);
    this.send = parts.client.send;
    this.readUnannouncedGroups = openUnannouncedGroups(this);
  }

  /** A dataset's record with what else can be found out. The count of its rows is null if they cannot be read. */
  async readDataset(name: DatasetName, signal: AbortSignal = neverAborted): Promise<DatasetDetails> {
    const rows = this.#rowsOf(name);
    const { namespace } = name;
    // The record is worth showing even if the rows cannot be read.
    const count = () => resultOr(rows.read(everyRow, 0, 1, signal), { count: null });
    const [[dataset, counted], namespaceLabel] = await Promise.all([
      // Counted after the record is read: the rows are then those of the version that it describes.
      rows.record(signal).then(async (record) => [record, await count()] as const),
      resultOr(readNamespaceLabel(this, namespace, signal), namespace),
    ]);
    if (signal.aborted) throw abortedError();
    return { dataset, namespaceLabel, rows: counted.count, notices: noticesOf(dataset, this.layout) };
  }

  rows(name: DatasetName): Pick<DatasetRows, 'read'> {
    return this.#rowsOf(name);
  }

  /** The profile of a column over what a query selects; null if the service makes none. */
  async profile(
    name: DatasetName,
    query: RowQuery,
    column: string,
    signal: AbortSignal = neverAborted,
  ): Promise<ColumnProfile | null> {
    await this.#checkExtensions(query);
    return readServiceProfile(this, name, query, column, signal);
  }

  /** Any record of the service, unchanged. */
  async readRecord(address: URL, signal?: AbortSignal): Promise<Exact> {
    return (await this.client.getJson(address, { signal })).value;
  }

  /**
   * Runs SQL at the service, and reads the result in a format of downloads; `json` is a page.
   * @param onPiece called with the bytes as they arrive
   */
  async runSql(request: SqlRequest, format: string, onPiece: OnPiece, signal?: AbortSignal): Promise<void> {
    const address = new URL('api/v1/sql/', this.layout.base);
    address.searchParams.set('_format', format);
    await this.client.postForBytes(address, JSON.stringify(request), onPiece, signal);
  }

  /**
   * Every row of a query in its order, each exactly once; or an error, never silently only a part. A newer version that
   * appears meanwhile is an error too (`dataset-changed`).
   * @param begin called with the columns and the version before any row is requested
   */
  async wholeRows<Content>(
    name: DatasetName,
    query: RowQuery,
    begin: BeginWhole<Content>,
    signal: AbortSignal = neverAborted,
  ): Promise<WholeRows<Content>> {
    await this.#checkExtensions(query);
    const record = () => readWholeRecord(this, name, signal);
    const dataset = await record();
    const newest = newestVersion(dataset);
    const request = rowsRequest(this, dataset, query, batchSize);
    await checkVersionIsRead(request, newest, { signal, priority: 0 });
    const { maker, from } = await begin(dataset, query.version ?? newest);
    async function* batches(): AsyncGenerator<Batch<Content>, void, undefined> {
      if (from === 'end') return;
      yield* wholePages(request, maker, signal, from === 'beginning' ? null : from);
      if (query.version === null && newestVersion(await record()) !== newest)
        throw new ServiceError('dataset-changed', explain('newer-meanwhile'), request.data.href, { retry: true });
    }
    return { dataset, version: query.version ?? newest, batches: batches() };
  }

  close(): void {
    this.#open.clear();
  }

  #rowsOf(name: DatasetName): DatasetRows {
    const key = JSON.stringify([name.namespace, name.dataset]);
    const known = this.#open.get(key);
    if (known !== undefined) return known;
    const { cache, onChanged, onReached } = this.#parts;
    const rows = new DatasetRows({
      api: this,
      cache,
      name,
      checkExtensions: (query) => this.#checkExtensions(query),
      onChanged: () => onChanged(name),
      onReached: (reached, requested) => onReached?.(name, reached, requested),
    });
    this.#open.set(key, rows);
    return rows;
  }

  /** A service that ignores these parameters would return rows that match all filters, or in another order. */
  async #checkExtensions({ join, filters, ordering, collation }: RowQuery): Promise<void> {
    const isJoined = join === 'or' && filters.length > 1;
    const isCollated = collation !== undefined && ordering.length > 0;
    if (!isJoined && !isCollated) return;
    const known = await this.extras();
    const { host, href } = this.layout.base;
    const ignored = (reason: Explanation) => new ServiceError('query-ignored', reason, href);
    if (isJoined && !known.has('statistics')) throw ignored(explain('join-passed-over', { host }));
    if (isCollated && !known.has('collation')) throw ignored(explain('collation-passed-over', { host }));
  }
}
