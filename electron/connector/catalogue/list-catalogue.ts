import PQueue from 'p-queue';
import type { Dataset } from '#shared/api/records/dataset.ts';
import type { Namespace } from '#shared/api/records/namespace.ts';
import { failureOf } from '#shared/english/explained-error.ts';
import type { Failure } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import { everyRow } from '#shared/row-query.ts';
import { neverAborted } from '../../lib/never-aborted.ts';
import { isAborted, ServiceError } from '../errors.ts';
import { fetchFirstPage, pageFetcher, rowsRequest } from '../paging/open-rows.ts';
import type { Source } from '../source.ts';
import { listNamespaces } from './catalogue.ts';
import { newestVersion } from './dataset-record.ts';

interface ListedDataset {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  /** Rows of the newest version; null if they were not counted: see `failure`, and {@link ListOptions}. */
  readonly rows: number | null;
  readonly columns: number;
  /** Slug of the newest version with rows, null if there is none. */
  readonly version: string | null;
  /** Whether only those who may write see it. */
  readonly hidden?: boolean;
  /** Why the dataset could not be read, although others could. */
  readonly failure?: Failure;
}

export interface ListedNamespace {
  readonly slug: string;
  readonly label: string;
  readonly url: string;
  readonly datasets: readonly ListedDataset[];
  /** Why its datasets could not be listed, although those of others could. */
  readonly failure?: Failure;
}

export interface ListedCatalogue {
  readonly address: string;
  readonly namespaces: readonly ListedNamespace[];
  /** Whether the rows of the datasets were counted. */
  readonly counted: boolean;
}

interface ListOptions {
  /** Whether to count rows, which takes a request per dataset; `few`: only in a small catalogue. */
  readonly counts?: boolean | 'few';
  /** The part of the catalogue to list; what it throws is thrown. */
  readonly select?: (all: readonly Namespace[]) => readonly Namespace[];
}

/** Maximum number of datasets in a small catalogue. */
const maxFewDatasets = 20;

/** Failures that concern one dataset, while all others can be listed. */
const withheld: ReadonlySet<string> = new Set(['sign-in-needed', 'forbidden', 'not-found']);

/** Failures of the whole service, after which no more requests are sent. */
const ofService: ReadonlySet<string> = new Set(['throttled', 'offline', 'timeout']);

const concurrentCounts = 4;

/** Number of rows in a dataset; null if the service does not count them in advance. */
async function countRows(source: Source, dataset: Dataset): Promise<number | null> {
  const request = rowsRequest(source, dataset, everyRow, 1);
  const { first } = await fetchFirstPage(request, pageFetcher(request), { signal: neverAborted, priority: 0 });
  return first.count ?? (first.next === null ? first.rows.length : null);
}

/** Counts the rows of datasets until the service asks for fewer requests, or stops answering. */
function openCounter(source: Source) {
  let stopped: ServiceError | null = null;
  // Queued here, so that those after a failure of the whole service are not requested.
  const queue = new PQueue({ concurrency: concurrentCounts });
  const count = async (dataset: Dataset): Promise<Pick<ListedDataset, 'rows' | 'failure'>> => {
    try {
      if (stopped !== null) throw stopped;
      return { rows: await countRows(source, dataset) };
    } catch (error) {
      if (isAborted(error) || !(error instanceof ServiceError)) throw error;
      if (withheld.has(error.kind)) return { rows: null };
      if (ofService.has(error.kind)) stopped ??= error;
      return { rows: null, failure: failureOf(error) };
    }
  };
  return (dataset: Dataset) => queue.add(() => count(dataset));
}

/**
 * Lists every namespace and dataset of a service, each with its rows, columns and newest version. What cannot be read
 * is listed with its failure.
 * @throws {ServiceError} if the list itself cannot be read
 */
export async function listCatalogue(
  source: Source,
  { counts: withCounts = true, select = (all) => all }: ListOptions = {},
): Promise<ListedCatalogue> {
  const failures = new Map<string, Failure>();
  const namespaces = select(
    await listNamespaces(source, neverAborted, (url, error) => failures.set(url, failureOf(error))),
  );
  const countRows = openCounter(source);
  const datasets = namespaces.reduce((sum, namespace) => sum + namespace.datasets.length, 0);
  const counts = withCounts === 'few' ? datasets <= maxFewDatasets : withCounts;

  async function listDataset(dataset: Dataset): Promise<ListedDataset> {
    const { slug, label, url, columns, hidden } = dataset;
    const mark = hidden === true ? { hidden } : {};
    const line = { slug, label, url, columns: columns.length, version: newestVersion(dataset), ...mark };
    const failure = failures.get(url);
    if (failure !== undefined) return { ...line, rows: null, failure };
    return counts ? { ...line, ...(await countRows(dataset)) } : { ...line, rows: null };
  }

  async function listNamespace({ slug, label, url, datasets }: Namespace): Promise<ListedNamespace> {
    const failure = failures.get(url);
    const listed = await Promise.all(datasets.map(listDataset));
    return { slug, label, url, datasets: listed, ...given({ failure }) };
  }

  return {
    address: source.layout.base.href,
    namespaces: await Promise.all(namespaces.map(listNamespace)),
    counted: counts,
  };
}
