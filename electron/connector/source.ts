import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AggregateQuery } from '#shared/aggregate-query.ts';
import type { Column } from '#shared/api/column.ts';
import type { ProfilesProgress } from '#shared/api/profile.ts';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import type { Provenance } from '#shared/api/records/provenance.ts';
import type { TrashedRecord } from '#shared/api/records/trash.ts';
import type { SqlRequest } from '#shared/api/sql.ts';
import type { ViewProgress } from '#shared/api/view-progress.ts';
import type { Row } from '#shared/cell.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type Explanation, explain } from '#shared/failures.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { ColumnOutline, ColumnProfile } from '#shared/rpc/calls/insight.ts';
import type { DatasetFigures } from '#shared/rpc/calls/queries.ts';
import type { DatasetDetails, GroupSummary } from '#shared/rpc/records.ts';
import { neverAborted } from '../lib/never-aborted.ts';
import { listNamespaces, type OnUnreadable, readNamespaceLabel } from './catalogue/catalogue.ts';
import { newestVersion, noticesOf, readWholeRecord } from './catalogue/dataset-record.ts';
import { type Differences, type DifferencesRequest, readDifferences } from './catalogue/differences.ts';
import { readFigures } from './catalogue/figures.ts';
import { listGroups } from './catalogue/groups.ts';
import { readImage } from './catalogue/images.ts';
import { openQueries, type SavedQueries } from './catalogue/queries.ts';
import { checkVersionIsRead } from './catalogue/version-check.ts';
import type { Exact } from './cells/exact-json.ts';
import { openExtras } from './discovery/extras.ts';
import { readTrash } from './editing/list-trash.ts';
import { readProvenance } from './editing/provenance.ts';
import { abortedError, isAborted, ServiceError } from './errors.ts';
import type { ServiceLayout } from './http/layout.ts';
import type { ServiceClient } from './http/transport/client.ts';
import type { Message, Reply } from './http/write.ts';
import { fetchFirstPage, pageFetcher } from './paging/open-rows.ts';
import type { PageCache } from './paging/page-cache.ts';
import { openRowProfiles } from './profile/row-profiles.ts';
import { openServiceProfiles } from './profile/service-profiles.ts';
import { type DatasetRows, openDatasetRows } from './rows/dataset-rows.ts';
import { type GroupRange, readGroups } from './rows/read-groups.ts';
import { openUnannouncedGroups } from './rows/unannounced-groups.ts';
import { readViewProgress } from './rows/view-progress.ts';
import { type Batch, batchSize, type Continuation, type PageMaker, wholePages } from './rows/whole-rows.ts';

/**
 * Reads one service: the only way in which Almanac reads data, whether the service runs on this computer or elsewhere.
 * Everything throws {@link ServiceError}; an aborted `signal` makes it `aborted`.
 */
export interface Source {
  readonly layout: ServiceLayout;
  /**
   * Every visible namespace, in the service's order, with its datasets.
   * @param onUnreadable see {@link listNamespaces}
   */
  listNamespaces(signal?: AbortSignal, onUnreadable?: OnUnreadable): Promise<Namespace[]>;
  /** The visible groups; empty if they are hidden. */
  listGroups(signal?: AbortSignal): Promise<GroupSummary[]>;
  readDataset(name: DatasetName, signal?: AbortSignal): Promise<DatasetDetails>;
  /** The rows of a dataset. */
  rows(name: DatasetName): Pick<DatasetRows, 'read'>;
  /** How far the service is in preparing what {@link DatasetRows.read} waits for; null if it does not report it. */
  viewProgress(name: DatasetName, query: RowQuery, signal?: AbortSignal): Promise<ViewProgress | null>;
  /** The service's outlines of all columns of a version, available without reading rows; null if it offers none. */
  outline(name: DatasetName, version: string | null, signal?: AbortSignal): Promise<ColumnOutline[] | null>;
  /**
   * The profile of a column over what a query selects: from the service's own profile of all rows, or else from the
   * first `rows` rows, which are read here.
   */
  profile(
    name: DatasetName,
    query: RowQuery,
    column: string,
    rows: number,
    signal?: AbortSignal,
  ): Promise<ColumnProfile>;
  /** How far the profiles are that the service is calculating over these rows; null if it does not report it. */
  profileProgress(
    name: DatasetName,
    query: RowQuery,
    signal?: AbortSignal,
  ): Promise<ProfilesProgress['columns'] | null>;
  /**
   * Whether the service creates a dataset together with its first version, and can remove it only if it is empty
   * (`DELETE …?empty=true`).
   */
  makesDatasetsWithFiles(): Promise<boolean>;
  /** Whether the service compares versions. */
  comparesVersions(): Promise<boolean>;
  /** How two versions differ, with some of the differing rows. */
  differences(name: DatasetName, request: DifferencesRequest, signal?: AbortSignal): Promise<Differences>;
  /** Whether the service can order texts as a language does. */
  collatesTexts(): Promise<boolean>;
  /** Whether the service groups and aggregates rows. */
  groupsRows(): Promise<boolean>;
  /** Whether the service serves the window to browsers. */
  servesWindow(): Promise<boolean>;
  /** Groups `offset` to `offset + limit` (exclusive), from a service that {@link Source.groupsRows}. */
  readGroups(
    name: DatasetName,
    query: AggregateQuery,
    offset: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<GroupRange>;
  /**
   * All groups in the order of the query, from a service that groups rows without announcing it, such as those of the
   * LIBRE family; null if it does not. See `unannounced-groups.ts`.
   */
  readUnannouncedGroups(
    name: DatasetName,
    query: AggregateQuery,
    columns: readonly Column[],
    rows: number,
    signal?: AbortSignal,
  ): Promise<readonly Row[] | null>;
  /** Number of rows in a dataset; null if the service does not count them in advance. */
  countRows(dataset: Pick<Dataset, 'data' | 'columns'>, signal?: AbortSignal): Promise<number | null>;
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
    pageSize?: number,
  ): Promise<WholeRows<Content>>;
  /** The saved queries of the service. */
  readonly queries: SavedQueries;
  /** The figures of a dataset; null if the service reports none. */
  readFigures(name: DatasetName, signal?: AbortSignal): Promise<DatasetFigures | null>;
  /** Licence, source and contact of a dataset; null if the service has none of its own. */
  readProvenance(name: DatasetName, signal?: AbortSignal): Promise<Provenance | null>;
  /** What the caller deleted and can restore; null if the service keeps nothing. */
  readTrash(signal?: AbortSignal): Promise<TrashedRecord[] | null>;
  /** A record's image as a `data:` URL; null if there is none that can be shown. */
  readImage(image: string, signal?: AbortSignal): Promise<string | null>;
  /** Any record of the service, unchanged. */
  readRecord(address: URL, signal?: AbortSignal): Promise<Exact>;
  /** As {@link Source.readRecord}, with the record's entity tag; null if the service sends none. */
  readTagged(address: URL, signal?: AbortSignal): Promise<{ readonly value: Exact; readonly etag: string | null }>;
  /** SHA-256 of the content at an address of the service, in hexadecimal; null if there is none. */
  checksumOf(address: URL, signal?: AbortSignal, onBytes?: (bytes: number) => void): Promise<string | null>;
  /** Whether the service runs SQL. */
  runsSql(): Promise<boolean>;
  /** Whether the service has recipes; false if that is unknown. */
  hasRecipes(): Promise<boolean>;
  /**
   * Runs SQL at the service, and reads the result in a format of downloads; `json` is a page.
   * @param onPiece called with the bytes as they arrive
   */
  runSql(request: SqlRequest, format: string, onPiece: (piece: Buffer) => void, signal?: AbortSignal): Promise<void>;
  /** Writes to the service with the connection's permissions; see {@link ServiceClient.send}. */
  send(message: Message, signal?: AbortSignal): Promise<Reply>;
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

function changedMeanwhile(data: URL): ServiceError {
  return new ServiceError('dataset-changed', explain('newer-meanwhile'), data.href, { retry: true });
}

/** Opens a service with a known layout for reading. The caller owns the client and closes it after the source. */
export function openServiceSource({ client, layout, cache, onChanged, onReached }: SourceParts): Source {
  const extras = openExtras(client, layout);
  const ownProfiles = openServiceProfiles(client, layout, extras);
  const unannouncedGroups = openUnannouncedGroups(client, layout);
  const rowProfiles = openRowProfiles();
  const open = new LRUCache<string, DatasetRows>({ max: maxDatasets, dispose: (rows) => rows.close() });

  function rowsOf(name: DatasetName): DatasetRows {
    const key = JSON.stringify([name.namespace, name.dataset]);
    const known = open.get(key);
    if (known !== undefined) return known;
    const rows = openDatasetRows({
      client,
      layout,
      cache,
      ...name,
      checkExtensions,
      onChanged: () => onChanged(name),
      onReached: (reached, requested) => onReached?.(name, reached, requested),
    });
    open.set(key, rows);
    return rows;
  }

  /** Whether the service has an optional extension; false if its API description cannot be read now. */
  async function offers(extra: 'dataset-with-file' | 'provenance' | 'progress' | 'recipe' | 'trash'): Promise<boolean> {
    try {
      return (await extras()).has(extra);
    } catch (error) {
      if (isAborted(error)) throw error;
      return false;
    }
  }

  async function countOf(rows: DatasetRows, signal: AbortSignal): Promise<number | null> {
    try {
      return (await rows.read(everyRow, 0, 1, signal)).count;
    } catch (error) {
      if (isAborted(error)) throw error;
      // The record is worth showing even if the rows cannot be read.
      return null;
    }
  }

  async function labelOf(namespace: string, signal: AbortSignal): Promise<string> {
    try {
      return await readNamespaceLabel(client, layout, namespace, signal);
    } catch (error) {
      if (isAborted(error)) throw error;
      return namespace;
    }
  }

  /** A service that ignores these parameters would return rows that match all filters, or in another order. */
  async function checkExtensions({ join, filters, ordering, collation }: RowQuery): Promise<void> {
    const isJoined = join === 'or' && filters.length > 1;
    const isCollated = collation !== undefined && ordering.length > 0;
    if (!isJoined && !isCollated) return;
    const known = await extras();
    const { host, href } = layout.base;
    const ignored = (reason: Explanation) => new ServiceError('query-ignored', reason, href);
    if (isJoined && !known.has('statistics')) throw ignored(explain('join-passed-over', { host }));
    if (isCollated && !known.has('collation')) throw ignored(explain('collation-passed-over', { host }));
  }

  async function profileRows(
    name: DatasetName,
    query: RowQuery,
    column: string,
    requested: number,
    signal: AbortSignal,
  ): Promise<ColumnProfile> {
    const rows = rowsOf(name);
    const dataset = await rows.current(signal);
    const { namespace, dataset: slug } = name;
    const unordered = { ...query, ordering: [], fields: null };
    const profile = await rowProfiles.profile(
      { dataset, names: [namespace, slug, newestVersion(dataset)] },
      unordered,
      { column, minRows: requested },
      (offset, limit, reading) => rows.read(unordered, offset, limit, reading),
      signal,
    );
    if (profile !== null) return profile;
    throw new ServiceError('not-found', explain('no-such-column'), column);
  }

  return {
    layout,
    listNamespaces: (signal, onUnreadable) => listNamespaces(client, layout, signal, onUnreadable),
    listGroups: (signal) => listGroups(client, layout, signal),
    async readDataset(name, signal = neverAborted) {
      const rows = rowsOf(name);
      // Counted after the record is read: the rows are then those of the version that it describes.
      const answer = rows.record(signal).then(async (dataset) => [dataset, await countOf(rows, signal)] as const);
      const [[dataset, count], namespaceLabel] = await Promise.all([answer, labelOf(name.namespace, signal)]);
      if (signal.aborted) throw abortedError();
      return { dataset, namespaceLabel, rows: count, notices: noticesOf(dataset, layout) };
    },
    rows: rowsOf,
    viewProgress: async (name, query, signal = neverAborted) =>
      (await offers('progress')) ? await readViewProgress(client, layout, name, query, signal) : null,
    outline: ({ namespace, dataset }, version, signal = neverAborted) =>
      ownProfiles.outline(namespace, dataset, version, signal),
    async profile(name, query, column, rows, signal = neverAborted) {
      await checkExtensions(query);
      const own = await ownProfiles.profile(name.namespace, name.dataset, query, column, signal);
      return own ?? (await profileRows(name, query, column, rows, signal));
    },
    profileProgress: ({ namespace, dataset }, query, signal = neverAborted) =>
      ownProfiles.progress(namespace, dataset, query, signal),
    comparesVersions: async () => (await extras()).has('diff'),
    collatesTexts: async () => (await extras()).has('collation'),
    groupsRows: async () => (await extras()).has('statistics'),
    servesWindow: async () => (await extras()).has('window'),
    readGroups: (name, query, offset, limit, signal = neverAborted) =>
      readGroups(client, layout, name, { query, offset, limit }, signal),
    readUnannouncedGroups: (name, query, columns, rows, signal = neverAborted) =>
      unannouncedGroups.read(name, query, columns, rows, signal),
    // Without a known answer two requests create the dataset and its version, which always works.
    makesDatasetsWithFiles: () => offers('dataset-with-file'),
    differences: (name, request, signal = neverAborted) => readDifferences(client, layout, name, request, signal),
    async countRows({ data, columns }, signal = neverAborted) {
      const request = { client, layout, data: new URL(data), columns, query: everyRow, pageSize: 1 };
      const { first } = await fetchFirstPage(request, pageFetcher(request), { signal, priority: 0 });
      return first.count ?? (first.next === null ? first.rows.length : null);
    },
    queries: openQueries(client, layout),
    readFigures: (name, signal) => readFigures(client, layout, name, signal),
    readProvenance: async (name, signal) =>
      (await offers('provenance')) ? await readProvenance(client, layout, name, signal) : null,
    readTrash: async (signal) => ((await offers('trash')) ? await readTrash(client, layout, signal) : null),
    readImage: (image, signal) => readImage(client, layout, image, signal),
    readRecord: async (address, signal) => (await client.getJson(address, { signal })).value,
    readTagged: (address, signal) => client.getJson(address, { signal }),
    async checksumOf(address, signal = neverAborted, onBytes = () => {}) {
      const hash = createHash('sha256');
      let bytes = 0;
      const there = await client.readBytes(
        address,
        (piece) => {
          hash.update(piece);
          bytes += piece.length;
          onBytes(bytes);
        },
        true,
        signal,
      );
      return there ? hash.digest('hex') : null;
    },
    runsSql: async () => (await extras()).has('sql'),
    hasRecipes: () => offers('recipe'),
    async runSql(request, format, onPiece, signal = neverAborted) {
      const address = new URL('api/v1/sql/', layout.base);
      address.searchParams.set('_format', format);
      await client.postForBytes(address, JSON.stringify(request), onPiece, signal);
    },
    send: (message, signal = neverAborted) => client.send(message, signal),
    async wholeRows<Content>(
      name: DatasetName,
      query: RowQuery,
      begin: BeginWhole<Content>,
      signal: AbortSignal = neverAborted,
      pageSize = batchSize,
    ) {
      await checkExtensions(query);
      const record = () => readWholeRecord(client, layout, name.namespace, name.dataset, signal);
      const dataset = await record();
      const newest = newestVersion(dataset);
      const request = {
        client,
        layout,
        data: new URL(dataset.data),
        columns: dataset.columns,
        query,
        pageSize,
      };
      await checkVersionIsRead(request, newest, { signal, priority: 0 });
      const { maker, from } = await begin(dataset, query.version ?? newest);
      async function* batches(): AsyncGenerator<Batch<Content>, void, undefined> {
        if (from === 'end') return;
        yield* wholePages(request, maker, signal, from === 'beginning' ? null : from);
        if (query.version === null && newestVersion(await record()) !== newest) throw changedMeanwhile(request.data);
      }
      return { dataset, version: query.version ?? newest, batches: batches() };
    },
    close: () => open.clear(),
  };
}
