import { Type } from 'typebox';
import { pageOf } from '#shared/api/page.ts';
import type { LocatedDataset, Locator } from '../catalogue/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import { pagingParameters, rowParameters } from '../openapi/query-parameter.ts';
import { findReadableDataset } from './find.ts';
import { saveQueryForm } from './query-forms.ts';
import type { Resource } from './resource.ts';
import { askedVersion, readRowQuery, rowsAnswer } from './rows-answer.ts';

/** A row: a value per column. Its names are the dataset's own, so the schema cannot list them. */
export const Row = Type.Record(Type.String(), Type.Unknown(), { title: 'Row' });
export const RowPage = pageOf(Row);

/** `…/datasets/<dataset_slug>/data/`: the rows, page by page. */
export function rowList(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/data/',
    name: 'Data',
    description: "The rows of a dataset's newest version, or of the one that `version` names.",
    tag: 'rows',
    find: (exchange) => findReadableDataset(locator, exchange),
    actions: {
      GET: {
        summary: 'Read the rows',
        parameters: [...pagingParameters, ...rowParameters],
        answers: { 200: RowPage },
        failures: [304],
        handle: async (exchange, { namespace, dataset }) => {
          const version = await askedVersion(locator, dataset.id, exchange.query);
          const query = readRowQuery(exchange.query, version?.names ?? new Set());
          if (exchange.request.method === 'GET') deps.usage.queried(dataset.id);
          const address = exchange.links.dataset(namespace.slug, dataset.slug);
          const forms = () => (exchange.caller === null ? [] : [saveQueryForm(exchange, address, query)]);
          return await rowsAnswer(deps, exchange, { version, query, forms });
        },
      },
    },
  };
}
