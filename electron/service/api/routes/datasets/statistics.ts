import { Statistics } from '#shared/api/records/statistics.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { statisticsOf } from '../../records/statistics.ts';
import type { Resource } from '../../resources/resource.ts';
import { findReadableDataset } from '../namespaces/find.ts';

/** `…/datasets/<dataset_slug>/statistics/` (an extension): the usage figures of the dataset's browsable page. */
export function datasetStatistics(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/statistics/',
    name: 'Dataset Statistics',
    description: 'The size of a dataset and how often it is requested.',
    tag: 'datasets',
    find: (exchange) => findReadableDataset(locator, exchange),
    actions: {
      GET: {
        summary: 'Read the usage figures of a dataset',
        answers: { 200: Statistics },
        handle: async ({ links }, { dataset }) => ({
          kind: 'record',
          record: await statisticsOf(deps, links, dataset),
        }),
      },
    },
  };
}
