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

/** One dataset while it is being viewed: every returned range belongs to one version. */
export class DatasetRows {
  readonly #parts: DatasetRowsParts;
  readonly #whole = new AbortController();
  #current: Promise<VersionSnapshot> | null = null;
  /** When the newest record was requested. */
  #readAt = 0;
  /** The newest record: labels may change without the data. */
  #newest: Dataset | null = null;
  #looking: Promise<void> | null = null;

  constructor(parts: DatasetRowsParts) {
    this.#parts = parts;
  }

  async record(signal: AbortSignal): Promise<Dataset> {
    await waitFor(this.#refresh(Date.now()), signal);
    return this.#newest ?? (await waitFor(this.#snapshot(), signal)).dataset;
  }

  /**
   * Rows `offset` (from 0) to `offset + limit` (exclusive) of a query; fewer only at the end. Values are in the order
   * of the dataset's columns, or of `query.fields`.
   * @param countLater whether the first rows may come before they are counted, in {@link readViewProgress}
   */
  async read(
    query: RowQuery,
    offset: number,
    limit: number,
    signal: AbortSignal = neverAborted,
    countLater = false,
  ): Promise<VersionedRange> {
    if (query.join === 'or' || query.collation !== undefined) await this.#parts.checkExtensions(query);
    this.#refresh(Date.now() - freshMs).catch(() => undefined);
    const request = { query, offset, limit, countLater };
    const of = await waitFor(this.#snapshot(), signal);
    try {
      return await this.#readFrom(of, request, signal);
    } catch (error) {
      if (signal.aborted) throw abortedError();
      if (!(await this.#hasMoved(of, error))) throw error;
      if ((await this.#current) === of) await this.#replace(of, await waitFor(this.#readRecord(), signal));
      try {
        return await this.#readFrom(await waitFor(this.#snapshot(), signal), request, signal);
      } catch (second) {
        throw repeatedContradiction(second, error) ?? second;
      }
    }
  }

  close(): void {
    this.#whole.abort();
    this.#current?.then(
      (snapshot) => snapshot.end(),
      () => undefined,
    );
    this.#current = null;
  }

  #readRecord(): Promise<Dataset> {
    return readWholeRecord(this.#parts.api, this.#parts.name, this.#whole.signal);
  }

  #snapshot(): Promise<VersionSnapshot> {
    if (this.#current !== null) return this.#current;
    const opened = this.#readRecord().then((dataset) => openVersionSnapshot(dataset, this.#parts));
    this.#readAt = Date.now();
    this.#current = opened;
    opened.catch(() => {
      if (this.#current === opened) this.#current = null;
    });
    return opened;
  }

  /** Replaces `old` with a new snapshot, unless another call has already done so. */
  async #replace(old: VersionSnapshot, dataset: Dataset): Promise<void> {
    this.#newest = dataset;
    if ((await this.#current) !== old) return;
    old.end();
    this.#current = Promise.resolve(openVersionSnapshot(dataset, this.#parts));
    this.#parts.onChanged();
  }

  /**
   * Reads the record again unless it was requested at `notBefore` or later; a newer version ends the snapshot. An
   * earlier request may have been answered before the announced change.
   */
  async #refresh(notBefore: number): Promise<void> {
    const old = await this.#snapshot();
    while (this.#looking !== null && this.#readAt < notBefore) await this.#looking;
    if (this.#readAt >= notBefore) return this.#looking ?? undefined;
    this.#readAt = Date.now();
    this.#looking = this.#look(old).finally(() => {
      this.#looking = null;
    });
    await this.#looking;
  }

  async #look(old: VersionSnapshot): Promise<void> {
    const dataset = await this.#readRecord();
    this.#newest = dataset;
    if (!sameData(old.dataset, dataset)) await this.#replace(old, dataset);
  }

  async #readFrom(
    of: VersionSnapshot,
    { query, offset, limit, countLater }: RangeRequest,
    signal: AbortSignal,
  ): Promise<VersionedRange> {
    const window = await waitFor(of.view(query, countLater), signal);
    const range = await window.read(offset, limit, signal, (reached) => this.#parts.onReached(reached, offset));
    return { ...range, version: query.version ?? of.version };
  }

  /** Either the rows or the record may show that the dataset has changed. */
  async #hasMoved(of: VersionSnapshot, error: unknown): Promise<boolean> {
    return error instanceof ServiceError && (error.kind === 'dataset-changed' || (await this.#current) !== of);
  }
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
