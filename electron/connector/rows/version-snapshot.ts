import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { newestVersion, pageSize } from '../catalogue/dataset-record.ts';
import { checkVersionIsRead } from '../catalogue/version-check.ts';
import { openRowPages, rowsRequest } from '../paging/open-rows.ts';
import type { CachedPages, PageCache } from '../paging/page-cache.ts';
import { openRowWindow, type RowWindow } from '../paging/row-window.ts';
import type { ServiceApi } from '../service-api.ts';

/** What was read of one version of a dataset; discarded as a whole when there is a newer one. */
export interface VersionSnapshot {
  readonly dataset: Dataset;
  /** Slug of the newest version when it was opened; null if the service does not report it. */
  readonly version: string | null;
  /** The window on the rows of one query; opened once and shared. @param countLater see `RowsRequest` */
  view(query: RowQuery, countLater: boolean): Promise<RowWindow>;
  /** Cancels pending requests and releases the rows. */
  end(): void;
}

export interface VersionSnapshotParts {
  readonly api: ServiceApi;
  readonly cache: PageCache;
}

interface View {
  readonly window: RowWindow;
  readonly cachedPages: CachedPages;
}

const maxViews = 6;

function closeView(view: Promise<View>): void {
  view.then(
    ({ window, cachedPages }) => {
      window.close();
      cachedPages.clear();
    },
    () => undefined,
  );
}

/** Whether two records of a dataset have the same rows in the same form. */
export function sameData(a: Dataset, b: Dataset): boolean {
  const names = (dataset: Dataset) => JSON.stringify(dataset.columns.map((column) => [column.name, column.type]));
  return newestVersion(a) === newestVersion(b) && a.data === b.data && names(a) === names(b);
}

export function openVersionSnapshot(dataset: Dataset, { api, cache }: VersionSnapshotParts): VersionSnapshot {
  const version = newestVersion(dataset);
  const controller = new AbortController();
  const views = new LRUCache<string, Promise<View>>({
    max: maxViews,
    dispose: (view, _key, reason) => {
      if (reason !== 'set') closeView(view);
    },
  });

  async function open(query: RowQuery, countLater: boolean): Promise<View> {
    const options = { signal: controller.signal, priority: 0 };
    const request = { ...rowsRequest(api, dataset, query, pageSize), countLater };
    await checkVersionIsRead(request, version, options);
    const cachedPages = cache.openPages();
    return { window: openRowWindow(await openRowPages(request, cachedPages, options)), cachedPages };
  }

  return {
    dataset,
    version,
    async view(query, countLater) {
      const key = JSON.stringify([query, countLater]);
      const known = views.get(key);
      if (known !== undefined) return (await known).window;
      const opened = open(query, countLater);
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
