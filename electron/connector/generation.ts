import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { Layout } from './catalogue/layout.ts';
import { newestVersion, pageSize } from './dataset-record.ts';
import type { ServiceClient } from './http/client.ts';
import { openRows } from './paging/open-rows.ts';
import type { PageCache, PageShelf } from './paging/page-cache.ts';
import { openRowWindow, type RowWindow } from './paging/row-window.ts';
import { checkVersionIsRead } from './version-check.ts';

/** What was read of one version of a dataset: dropped whole when there is a newer one. */
export interface Generation {
  readonly dataset: Dataset;
  /** Slug of the newest version when it was begun; null where the service does not tell. */
  readonly version: string | null;
  /** The window on the rows of one query; opened once for all who ask. */
  view(query: RowQuery): Promise<RowWindow>;
  /** Stops what is under way and forgets the rows. */
  end(): void;
}

export interface GenerationParts {
  readonly client: ServiceClient;
  readonly layout: Layout;
  readonly cache: PageCache;
}

interface View {
  readonly window: RowWindow;
  readonly shelf: PageShelf;
}

const mostViews = 6;

function closeView(view: Promise<View>): void {
  view.then(
    ({ window, shelf }) => {
      window.close();
      shelf.clear();
    },
    () => undefined,
  );
}

/** Whether two records of a dataset stand for the same rows in the same form. */
export function sameData(a: Dataset, b: Dataset): boolean {
  const names = (dataset: Dataset) => JSON.stringify(dataset.columns.map((column) => [column.name, column.type]));
  return newestVersion(a) === newestVersion(b) && a.data === b.data && names(a) === names(b);
}

export function beginGeneration(dataset: Dataset, { client, layout, cache }: GenerationParts): Generation {
  const version = newestVersion(dataset);
  const controller = new AbortController();
  const views = new LRUCache<string, Promise<View>>({
    max: mostViews,
    dispose: (view, _key, reason) => {
      if (reason !== 'set') closeView(view);
    },
  });

  async function open(query: RowQuery): Promise<View> {
    const options = { signal: controller.signal, priority: 0 };
    const request = { client, layout, data: new URL(dataset.data), columns: dataset.columns, query, pageSize };
    if (query.version !== null && query.version !== version) await checkVersionIsRead(request, options);
    const shelf = cache.shelf();
    return { window: openRowWindow(await openRows(request, shelf, options)), shelf };
  }

  return {
    dataset,
    version,
    async view(query) {
      const key = JSON.stringify(query);
      const known = views.get(key);
      if (known !== undefined) return (await known).window;
      const opened = open(query);
      views.set(key, opened);
      opened.catch(() => {
        if (views.peek(key) === opened) views.delete(key);
      });
      return (await opened).window;
    },
    end() {
      controller.abort();
      views.clear();
    },
  };
}
