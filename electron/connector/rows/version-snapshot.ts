import { LRUCache } from 'lru-cache';
import type { Dataset } from '#shared/api/records/dataset.ts';
import { explain } from '#shared/failures.ts';
import type { RowQuery } from '#shared/row-query.ts';
import { newestVersion, pageSize } from '../catalogue/dataset-record.ts';
import { ServiceError } from '../errors.ts';
import { firstAddress, openRowPages, pageFetcher, type RowsRequest, rowsRequest } from '../paging/open-rows.ts';
import type { CachedPages, PageCache } from '../paging/page-cache.ts';
import type { LoadOptions } from '../paging/paging.ts';
import { openRowWindow, type RowWindow } from '../paging/row-window.ts';
import type { ServiceApi } from '../service-api.ts';

/** The slug of a version that cannot exist. */
const impossible = '00000000000000000000';

/**
 * Checks that a service returns the requested version. Services ignore unknown parameters, and would then return the
 * newest rows instead of old ones; one that answers for an impossible version ignores it.
 * @param newest slug of the version that the service returns in any case; null if the dataset has none
 * @throws {ServiceError} `query-ignored`
 */
export async function checkVersionIsRead(
  request: RowsRequest,
  newest: string | null,
  options: LoadOptions,
): Promise<void> {
  if (request.query.version === null || request.query.version === newest) return;
  const query = { ...request.query, version: impossible };
  try {
    await pageFetcher(request)(firstAddress({ ...request, query, pageSize: 1 }), options);
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 400 || error.status === 404)) return;
    throw error;
  }
  throw new ServiceError('query-ignored', explain('no-older-versions', { host: request.data.host }), request.data.href);
}

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
