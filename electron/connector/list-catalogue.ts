import type { Dataset } from '#shared/api/dataset.ts';
import { newestVersion } from './dataset-record.ts';
import { isAborted, ServiceError } from './errors.ts';
import type { Source } from './source.ts';

/** A dataset as a list tells it. */
interface ListedDataset {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  /** Rows of the newest version; null where the service does not count them, or shows them to others only. */
  readonly rows: number | null;
  readonly columns: number;
  /** Slug of the newest version that has rows, null where there is none. */
  readonly version: string | null;
}

/** A namespace and its datasets. */
export interface ListedNamespace {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  readonly datasets: readonly ListedDataset[];
}

/** All that can be seen of a service. */
export interface ListedCatalogue {
  readonly address: string;
  readonly namespaces: readonly ListedNamespace[];
}

/** What keeps one dataset to itself, while all others can be listed. */
const withheld: ReadonlySet<string> = new Set(['sign-in-needed', 'forbidden', 'not-found']);

async function listDataset(source: Source, dataset: Dataset, signal: AbortSignal | undefined): Promise<ListedDataset> {
  const { slug, label, url, columns } = dataset;
  const line = { slug, label, url, columns: columns.length, version: newestVersion(dataset) };
  try {
    return { ...line, rows: await source.countRows(dataset, signal) };
  } catch (error) {
    if (isAborted(error) || !(error instanceof ServiceError) || !withheld.has(error.code)) throw error;
    return { ...line, rows: null };
  }
}

/**
 * Lists every namespace and dataset of a service, each with its rows, columns and newest version.
 * @throws {ServiceError} also when one dataset cannot be read for another reason than that it is not for this caller.
 */
export async function listCatalogue(source: Source, signal?: AbortSignal): Promise<ListedCatalogue> {
  const namespaces = await source.listNamespaces(signal);
  return {
    address: source.layout.base.href,
    namespaces: await Promise.all(
      namespaces.map(async ({ slug, label, url, datasets }) => ({
        slug,
        label,
        url,
        // The client holds back by itself: only a few requests are under way at once.
        datasets: await Promise.all(datasets.map((dataset) => listDataset(source, dataset, signal))),
      })),
    ),
  };
}
