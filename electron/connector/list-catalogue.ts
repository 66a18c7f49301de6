import type { Source } from './source.ts';

/** A dataset as a list tells it. */
export interface ListedDataset {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  /** Rows of the newest version; null where the service does not count them. */
  readonly rows: number | null;
  readonly columns: number;
  /** Slug of the newest version, null where there is none. */
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

/** Lists every namespace and dataset of a service, each with its rows, columns and newest version. */
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
        datasets: await Promise.all(datasets.map((dataset) => listDataset(source, slug, dataset.slug, signal))),
      })),
    ),
  };
}

async function listDataset(
  source: Source,
  namespace: string,
  slug: string,
  signal: AbortSignal | undefined,
): Promise<ListedDataset> {
  const { dataset, rows } = await source.readDataset({ namespace, dataset: slug }, signal);
  return {
    slug,
    label: dataset.label,
    url: dataset.url,
    rows,
    columns: dataset.columns.length,
    version: dataset.versions[0]?.slug ?? null,
  };
}
