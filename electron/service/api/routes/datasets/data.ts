import { Type } from 'typebox';
import { maxAggregates, maxDerivations, maxGroups, maxKeys, requestsGroups } from '#shared/aggregate-query.ts';
import { pageOf } from '#shared/api/page.ts';
import { Statistics } from '#shared/api/records/statistics.ts';
import { countLaterPreference, ViewProgress } from '#shared/api/view-progress.ts';
import {
  aggregateFunctionNames,
  deriveFunctionNames,
  havingLookups,
  keyFunctionNames,
} from '#shared/query-vocabulary.ts';
import type { LocatedDataset } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import {
  groupParameters,
  labelsParameter,
  pagingParameters,
  rowQueryParameters,
} from '../../openapi/query-parameter.ts';
import { statisticsOf } from '../../records/statistics.ts';
import type { Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import {
  groupsAnswer,
  readGroupsQuery,
  requestedQuery,
  requestedVersion,
  resolvedQuery,
  rowsAnswer,
} from '../../responses/rows-response.ts';
import { readOnlyDataset } from '../namespaces/find.ts';
import { saveQueryForm } from '../queries/query-writing.ts';

/** A row: a value per column. The names depend on the dataset, so the schema cannot list them. */
export const RowRecord = Type.Record(Type.String(), Type.Unknown(), { title: 'Row' });
export const RowRecordPage = Type.Object({
  ...pageOf(RowRecord).properties,
  count: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
    description: `Total number of items; null only if the request has the header \`Prefer: ${countLaterPreference}\` and they are still being counted.`,
  }),
});

/** The options of grouping rows, for the response to OPTIONS. */
export const statistics = {
  parameters: ['_group_by', '_aggregate__<name>', '_derive__<name>', '_having__<name>__<lookup>', '_join'],
  keys: keyFunctionNames,
  aggregates: aggregateFunctionNames,
  derivations: deriveFunctionNames,
  lookups: havingLookups,
  limits: { keys: maxKeys, aggregates: maxAggregates, derivations: maxDerivations, groups: maxGroups },
};

/** `…/datasets/<dataset_slug>/data/`: the rows, page by page. */
export function rowList(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(
    {
      ...resources.rowList,
      extensions: { statistics },
    },
    deps.locator,
    {
      parameters: [...pagingParameters, ...rowQueryParameters, labelsParameter, ...groupParameters],
      answers: { 200: RowRecordPage },
      failures: [304],
      handle: async (exchange, { namespace, dataset }) => {
        const version = await requestedVersion(deps.locator, dataset.id, exchange.query);
        const count = () => {
          if (exchange.request.method === 'GET') deps.usage.queried(dataset.id);
        };
        if (requestsGroups(exchange.query)) {
          const query = readGroupsQuery(exchange.query, version);
          count();
          return await groupsAnswer(deps, exchange, { datasetId: dataset.id, version, query });
        }
        const query = requestedQuery(exchange.query, version?.names ?? new Set());
        count();
        const address = exchange.links.dataset(namespace.slug, dataset.slug);
        const forms = () => (exchange.caller === null ? [] : [saveQueryForm(exchange, address, query)]);
        return await rowsAnswer(deps, exchange, { datasetId: dataset.id, version, query, forms });
      },
    },
  );
}

/**
 * `…/datasets/<dataset_slug>/data/progress/` (an extension): the progress of preparing what a request to `data/` with
 * the same parameters needs. The request is answered at once, and starts nothing.
 */
export function rowsProgress(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.rowsProgress, deps.locator, {
    parameters: rowQueryParameters,
    answers: { 200: ViewProgress },
    handle: async (exchange, { dataset }) => {
      const version = await requestedVersion(deps.locator, dataset.id, exchange.query);
      const query = await resolvedQuery(deps, exchange, dataset.id, version?.names ?? new Set());
      const record: ViewProgress = version === null ? noRows : deps.rows.open(version.stored).viewProgress(query);
      return { kind: 'record', record, headers: { 'Cache-Control': 'no-store' } };
    },
  });
}

const noRows: ViewProgress = { state: 'ready', phase: null, fraction: null, seconds: 0, found: 0, count: 0 };

/** `…/datasets/<dataset_slug>/statistics/` (an extension): the usage figures of the dataset's browsable page. */
export function datasetStatistics(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(resources.datasetStatistics, deps.locator, {
    answers: { 200: Statistics },
    handle: async ({ links }, { dataset }) => ({
      kind: 'record',
      record: await statisticsOf(deps, links, dataset),
    }),
  });
}
