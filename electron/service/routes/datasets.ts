import { Dataset } from '#shared/api/dataset.ts';
import { pageOf } from '#shared/api/page.ts';
import { mayRead } from '../catalogue/access.ts';
import { listDatasets } from '../catalogue/datasets.ts';
import { listNamespaces, type NamespaceEntry } from '../catalogue/namespaces.ts';
import type { LocatedDataset, Locator } from '../catalogue/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import { notFound } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { datasetRecords, ownerOf } from '../records/gather.ts';
import { findReadableDataset, findReadableNamespace } from './find.ts';
import { pageAnswer } from './lists.ts';
import type { Answer, Resource } from './resource.ts';

async function datasetPage(
  deps: ServiceDeps,
  exchange: Exchange,
  namespaces: readonly NamespaceEntry[],
): Promise<Answer> {
  const { records } = deps.catalogue;
  const byId = new Map(namespaces.map((namespace) => [namespace.id, namespace]));
  const datasets = await listDatasets(records, [...byId.keys()]);
  const owners = new Map(
    datasets.flatMap((dataset) => {
      const namespace = byId.get(dataset.namespaceId);
      return namespace === undefined ? [] : [[dataset, namespace] as const];
    }),
  );
  return await pageAnswer(exchange, datasets, (shown) =>
    datasetRecords(records, exchange, shown, (dataset) => ownerOf(owners, dataset)),
  );
}

/** `datasets/`: the datasets of all namespaces that the caller may see. */
export function datasetList(deps: ServiceDeps): Resource<null> {
  return {
    path: '/api/v1/datasets/',
    name: 'Dataset List',
    description: 'The datasets that you may see.',
    tag: 'datasets',
    find: async () => null,
    actions: {
      GET: {
        summary: 'List the datasets of all namespaces',
        answers: { 200: pageOf(Dataset) },
        handle: async (exchange) => {
          const namespaces = await listNamespaces(deps.catalogue.records);
          return await datasetPage(
            deps,
            exchange,
            namespaces.filter((namespace) => mayRead(namespace, exchange.caller)),
          );
        },
      },
    },
  };
}

/** `namespaces/<namespace_slug>/datasets/`: the datasets of one namespace. */
export function namespaceDatasetList(deps: ServiceDeps, locator: Locator): Resource<NamespaceEntry> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/',
    name: 'Namespace Dataset List',
    description: 'The datasets of a namespace.',
    tag: 'datasets',
    find: (exchange) => findReadableNamespace(locator, exchange),
    actions: {
      GET: {
        summary: 'List the datasets of a namespace',
        answers: { 200: pageOf(Dataset) },
        handle: async (exchange, namespace) => await datasetPage(deps, exchange, [namespace]),
      },
    },
  };
}

/** `namespaces/<namespace_slug>/datasets/<dataset_slug>/`: one dataset. */
export function datasetInstance(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  const { records } = deps.catalogue;
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/',
    name: 'Dataset Instance',
    description: 'A dataset with its columns and versions.',
    tag: 'datasets',
    find: (exchange) => findReadableDataset(locator, exchange),
    actions: {
      GET: {
        summary: 'Read a dataset',
        answers: { 200: Dataset },
        handle: async (exchange, { namespace, dataset }) => {
          const [record] = await datasetRecords(records, exchange, [dataset], () => namespace);
          if (record === undefined) throw notFound();
          return { kind: 'record', record };
        },
      },
    },
  };
}
