import { Value } from 'typebox/value';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { ViewProgress } from '#shared/api/view-progress.ts';
import type { DatasetName } from '#shared/dataset-name.ts';
import { type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { RowPage } from '#shared/rpc/records.ts';
import { neverAborted } from '../../lib/never-aborted.ts';
import { untilAborted } from '../../lib/shared-work.ts';
import { readWholeRecord } from '../catalogue/dataset-record.ts';
import { abortedError, repeatedContradiction, ServiceError } from '../errors.ts';
import { addressWith } from '../http/layout.ts';
import { offers, type ServiceApi } from '../service-api.ts';
import { openVersionSnapshot, sameData, type VersionSnapshot, type VersionSnapshotParts } from './version-snapshot.ts';

/** Consecutive rows of one version. */
export type VersionedRange = Omit<RowPage, 'offset'>;

/** One dataset while it is being viewed: every returned range belongs to one version. */
export interface DatasetRows {
  record(signal: AbortSignal): Promise<Dataset>;
  /** The record of the rows returned now, without a request if it is known. */
  current(signal: AbortSignal): Promise<Dataset>;
  /**
   * Rows `offset` (from 0) to `offset + limit` (exclusive) of a query; fewer only at the end. Values are in the order
   * of the dataset's columns, or of `query.fields`.
   * @param countLater whether the first rows may come before they are counted, in {@link readViewProgress}
   */
  read(
    query: RowQuery,
    offset: number,
    limit: number,
    signal?: AbortSignal,
    countLater?: boolean,
  ): Promise<VersionedRange>;
  close(): void;
}

export interface DatasetRowsParts extends VersionSnapshotParts {
  readonly name: DatasetName;
  /** Refuses a query whose filters the service would join, or whose texts it would order, in another way. */
  readonly checkExtensions: (query: RowQuery) => Promise<void>;
  /** Called when a newer version was found: everything returned before is out of date. */
  readonly onChanged: () => void;
  /** Called with the progress towards a row that can only be reached page by page. */
  readonly onReached: (reached: number, requested: number) => void;
}

/** How long a record counts as fresh while its rows are being read. */
const freshMs = 15_000;

const waitFor = <Result>(promise: Promise<Result>, signal: AbortSignal) => untilAborted(promise, signal, abortedError);

/** Rows `offset` to `offset + limit` of a query. */
interface RangeRequest {
  readonly query: RowQuery;
  readonly offset: number;
  readonly limit: number;
  /** Whether the first rows may come before they are counted. */
  readonly countLater: boolean;
}

export function openDatasetRows(parts: DatasetRowsParts): DatasetRows {
  const { api, name, checkExtensions, onChanged, onReached } = parts;
  const whole = new AbortController();
  let current: Promise<VersionSnapshot> | null = null;
  /** When the newest record was requested. */
  let readAt = 0;
  /** The newest record: labels may change without the data. */
  let newest: Dataset | null = null;
  let looking: Promise<void> | null = null;

  const readRecord = () => readWholeRecord(api, name, whole.signal);

  function snapshot(): Promise<VersionSnapshot> {
    if (current !== null) return current;
    const opened = readRecord().then((dataset) => openVersionSnapshot(dataset, parts));
    readAt = Date.now();
    current = opened;
    opened.catch(() => {
      if (current === opened) current = null;
    });
    return opened;
  }

  /** Replaces `old` with a new snapshot, unless another call has already done so. */
  async function replace(old: VersionSnapshot, dataset: Dataset): Promise<void> {
    newest = dataset;
    if ((await current) !== old) return;
    old.end();
    current = Promise.resolve(openVersionSnapshot(dataset, parts));
    onChanged();
  }

  /**
   * Reads the record again unless it was requested at `notBefore` or later; a newer version ends the snapshot. An
   * earlier request may have been answered before the announced change.
   */
  async function refresh(notBefore: number): Promise<void> {
    const old = await snapshot();
    while (looking !== null && readAt < notBefore) await looking;
    if (readAt >= notBefore) return looking ?? undefined;
    readAt = Date.now();
    looking = readRecord()
      .then((dataset) => {
        newest = dataset;
        return sameData(old.dataset, dataset) ? undefined : replace(old, dataset);
      })
      .finally(() => {
        looking = null;
      });
    await looking;
  }

  async function readFrom(
    of: VersionSnapshot,
    { query, offset, limit, countLater }: RangeRequest,
    signal: AbortSignal,
  ): Promise<VersionedRange> {
    const window = await waitFor(of.view(query, countLater), signal);
    const range = await window.read(offset, limit, signal, (reached) => onReached(reached, offset));
    return { ...range, version: query.version ?? of.version };
  }

  /** Either the rows or the record may show that the dataset has changed. */
  async function hasMoved(of: VersionSnapshot, error: unknown): Promise<boolean> {
    return error instanceof ServiceError && (error.kind === 'dataset-changed' || (await current) !== of);
  }

  return {
    async record(signal) {
      await waitFor(refresh(Date.now()), signal);
      return newest ?? (await waitFor(snapshot(), signal)).dataset;
    },
    current: async (signal) => (await waitFor(snapshot(), signal)).dataset,
    async read(query, offset, limit, signal = neverAborted, countLater = false) {
      if (query.join === 'or' || query.collation !== undefined) await checkExtensions(query);
      refresh(Date.now() - freshMs).catch(() => undefined);
      const request = { query, offset, limit, countLater };
      const of = await waitFor(snapshot(), signal);
      try {
        return await readFrom(of, request, signal);
      } catch (error) {
        if (signal.aborted) throw abortedError();
        if (!(await hasMoved(of, error))) throw error;
        if ((await current) === of) await replace(of, await waitFor(readRecord(), signal));
        try {
          return await readFrom(await waitFor(snapshot(), signal), request, signal);
        } catch (second) {
          throw repeatedContradiction(second, error) ?? second;
        }
      }
    },
    close() {
      whole.abort();
      current?.then(
        (snapshot) => snapshot.end(),
        () => undefined,
      );
      current = null;
    },
  };
}

/**
 * How far a service is in preparing the rows of a query; null if it does not report it, or in another form: rows can be
 * read without it.
 */
export async function readViewProgress(
  api: ServiceApi,
  { namespace, dataset }: DatasetName,
  query: RowQuery,
  signal?: AbortSignal,
): Promise<ViewProgress | null> {
  if (!(await offers(api, 'progress'))) return null;
  const address = addressWith(`${api.layout.dataset(namespace, dataset)}data/progress/`, rowQueryToParameters(query));
  const { value } = await api.client.getJson(address, { signal, atOnce: true });
  return Value.Check(ViewProgress, value) ? value : null;
}
