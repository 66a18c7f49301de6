import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Layout } from './catalogue/layout.ts';
import { newestVersion, pageSize, readWholeRecord } from './dataset-record.ts';
import { abortedError, ServiceError } from './errors.ts';
import type { ServiceClient } from './http/client.ts';
import { openRows } from './paging/open-rows.ts';
import type { PageCache, PageShelf } from './paging/page-cache.ts';
import { openRowWindow, type RowRange, type RowWindow } from './paging/row-window.ts';
import { sharedSignal } from './shared-signal.ts';
import { checkVersionIsRead } from './version-check.ts';

export interface VersionedRange extends RowRange {
  readonly version: string | null;
}

/** One dataset while it is being looked at: every range it gives out belongs to one version, or says otherwise. */
export interface DatasetRows {
  record(signal: AbortSignal): Promise<Dataset>;
  read(query: RowQuery, offset: number, limit: number, signal: AbortSignal): Promise<VersionedRange>;
  close(): void;
}

export interface DatasetRowsParts {
  readonly client: ServiceClient;
  readonly layout: Layout;
  readonly cache: PageCache;
  readonly namespace: string;
  readonly dataset: string;
  /** A newer version was found: what was given out before is out of date. */
  readonly onChanged: () => void;
  /** How far the way to a row is gone that can only be reached page by page. */
  readonly onReached: (reached: number, wanted: number) => void;
}

interface View {
  readonly window: RowWindow;
  readonly shelf: PageShelf;
}

/** All that was read of one version. */
interface Generation {
  readonly dataset: Dataset;
  readonly version: string | null;
  readonly controller: AbortController;
  readonly views: LRUCache<string, Promise<View>>;
}

/** Milliseconds after which a record is looked at again while its rows are being read. */
const freshFor = 15_000;
const mostViews = 6;

function waitFor<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (signal.aborted) return Promise.reject(abortedError());
  return new Promise((resolve, reject) => {
    const leave = () => reject(abortedError());
    sharedSignal(signal).addEventListener('abort', leave, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

function closeView(view: Promise<View>): void {
  view.then(
    ({ window, shelf }) => {
      window.close();
      shelf.clear();
    },
    () => undefined,
  );
}

function begin(dataset: Dataset): Generation {
  const views = new LRUCache<string, Promise<View>>({
    max: mostViews,
    dispose: (view, _key, reason) => {
      if (reason !== 'set') closeView(view);
    },
  });
  return { dataset, version: newestVersion(dataset), controller: new AbortController(), views };
}

function end(generation: Generation): void {
  generation.controller.abort();
  generation.views.clear();
}

function sameData(a: Dataset, b: Dataset): boolean {
  const names = (dataset: Dataset) => JSON.stringify(dataset.columns.map((column) => [column.name, column.type]));
  return newestVersion(a) === newestVersion(b) && a.data === b.data && names(a) === names(b);
}

export function openDatasetRows(parts: DatasetRowsParts): DatasetRows {
  const { client, layout, cache, namespace, dataset: slug, onChanged, onReached } = parts;
  const whole = new AbortController();
  let current: Promise<Generation> | null = null;
  /** When the newest record was asked for. */
  let readAt = 0;
  let looking: Promise<void> | null = null;

  function generation(): Promise<Generation> {
    if (current !== null) return current;
    const opened = readWholeRecord(client, layout, namespace, slug, whole.signal).then(begin);
    readAt = Date.now();
    current = opened;
    opened.catch(() => {
      if (current === opened) current = null;
    });
    return opened;
  }

  function replace(old: Generation, dataset: Dataset): void {
    end(old);
    current = Promise.resolve(begin(dataset));
    onChanged();
  }

  /**
   * Reads the record anew unless it was asked for at `notBefore` or later; a newer version ends the generation. What
   * was asked for earlier may have been answered before the change that somebody was just told of.
   */
  async function lookAgain(notBefore: number): Promise<void> {
    const old = await generation();
    while (looking !== null && readAt < notBefore) await looking;
    if (readAt >= notBefore) return looking ?? undefined;
    readAt = Date.now();
    looking = readWholeRecord(client, layout, namespace, slug, whole.signal)
      .then(async (dataset) => {
        if ((await current) === old && !sameData(old.dataset, dataset)) replace(old, dataset);
      })
      .finally(() => {
        looking = null;
      });
    await looking;
  }

  async function openView(of: Generation, query: RowQuery): Promise<View> {
    const { dataset, version, controller } = of;
    const options = { signal: controller.signal, priority: 0 };
    const request = { client, layout, data: new URL(dataset.data), columns: dataset.columns, query, pageSize };
    if (query.version !== null && query.version !== version) await checkVersionIsRead(request, options);
    const shelf = cache.shelf();
    return { window: openRowWindow(await openRows(request, shelf, options)), shelf };
  }

  function view(of: Generation, query: RowQuery): Promise<View> {
    const key = JSON.stringify(query);
    const known = of.views.get(key);
    if (known !== undefined) return known;
    const opened = openView(of, query);
    of.views.set(key, opened);
    opened.catch(() => {
      if (of.views.peek(key) === opened) of.views.delete(key);
    });
    return opened;
  }

  async function readOnce(
    query: RowQuery,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<VersionedRange> {
    const of = await waitFor(generation(), signal);
    const { window } = await waitFor(view(of, query), signal);
    const range = await window.read(offset, limit, signal, (reached) => onReached(reached, offset));
    return { ...range, version: query.version ?? of.version };
  }

  /** Starts over after the rows themselves showed that the dataset has become another one. */
  async function startOver(of: Generation, signal: AbortSignal): Promise<void> {
    readAt = Date.now();
    const fresh = await waitFor(readWholeRecord(client, layout, namespace, slug, whole.signal), signal);
    if ((await current) === of) replace(of, fresh);
  }

  return {
    async record(signal) {
      await waitFor(lookAgain(Date.now()), signal);
      return (await waitFor(generation(), signal)).dataset;
    },
    async read(query, offset, limit, signal) {
      lookAgain(Date.now() - freshFor).catch(() => undefined);
      const of = await waitFor(generation(), signal);
      try {
        return await readOnce(query, offset, limit, signal);
      } catch (error) {
        if (signal.aborted) throw abortedError();
        const moved = error instanceof ServiceError && (error.code === 'dataset-changed' || (await current) !== of);
        if (!moved) throw error;
        if ((await current) === of) await startOver(of, signal);
        return readOnce(query, offset, limit, signal);
      }
    },
    close() {
      whole.abort();
      current?.then(end, () => undefined);
      current = null;
    },
  };
}
