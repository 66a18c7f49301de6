import { LRUCache } from 'lru-cache';
import type { Namespace } from '#shared/api/namespace.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { DatasetDetails } from '#shared/rpc/records.ts';
import { listNamespaces, readNamespaceLabel } from './catalogue/catalogue.ts';
import type { Layout } from './catalogue/layout.ts';
import { noticesOf } from './dataset-record.ts';
import { type DatasetRows, openDatasetRows, type VersionedRange } from './dataset-rows.ts';
import { abortedError, isAborted } from './errors.ts';
import type { ServiceClient } from './http/client.ts';
import type { PageCache } from './paging/page-cache.ts';

/** By which a dataset is known on one service. */
export interface DatasetName {
  readonly namespace: string;
  readonly dataset: string;
}

/**
 * One service, read: the only way by which Almanac reads data, whether the service runs on this computer or elsewhere.
 * Everything throws {@link ServiceError}; an aborted `signal` makes it `aborted`.
 */
export interface Source {
  readonly layout: Layout;
  /** Every namespace that can be seen, in the service's order, its datasets embedded. */
  listNamespaces(signal?: AbortSignal): Promise<Namespace[]>;
  readDataset(name: DatasetName, signal?: AbortSignal): Promise<DatasetDetails>;
  /**
   * Rows `offset` (from 0) to `offset + limit` (exclusive) of a query; fewer only at the end. Values stand in the order
   * of the dataset's columns, or of `query.fields`.
   */
  readRows(
    name: DatasetName,
    query: RowQuery,
    offset: number,
    limit: number,
    signal?: AbortSignal,
  ): Promise<VersionedRange>;
  close(): void;
}

export interface SourceParts {
  readonly client: ServiceClient;
  readonly layout: Layout;
  readonly cache: PageCache;
  /** A dataset that was being read has a newer version. */
  readonly onChanged: (name: DatasetName) => void;
}

const never = new AbortController().signal;
const mostDatasets = 20;

/** Opens a service whose layout is known for reading. The client stays the caller's: close it after the source. */
export function openSource({ client, layout, cache, onChanged }: SourceParts): Source {
  const open = new LRUCache<string, DatasetRows>({ max: mostDatasets, dispose: (rows) => rows.close() });

  function rowsOf(name: DatasetName): DatasetRows {
    const key = JSON.stringify([name.namespace, name.dataset]);
    const known = open.get(key);
    if (known !== undefined) return known;
    const rows = openDatasetRows({ client, layout, cache, ...name, onChanged: () => onChanged(name) });
    open.set(key, rows);
    return rows;
  }

  async function countOf(rows: DatasetRows, signal: AbortSignal): Promise<number | null> {
    try {
      return (await rows.read(everyRow, 0, 1, signal)).count;
    } catch (error) {
      if (isAborted(error)) throw error;
      // The record is worth showing even where the rows are not to be had.
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

  return {
    layout,
    listNamespaces: (signal) => listNamespaces(client, layout, signal),
    async readDataset(name, signal = never) {
      const rows = rowsOf(name);
      const [dataset, count, namespaceLabel] = await Promise.all([
        rows.record(signal),
        countOf(rows, signal),
        labelOf(name.namespace, signal),
      ]);
      if (signal.aborted) throw abortedError();
      return { dataset, namespaceLabel, rows: count, notices: noticesOf(dataset, layout) };
    },
    readRows: (name, query, offset, limit, signal = never) => rowsOf(name).read(query, offset, limit, signal),
    close: () => open.clear(),
  };
}
