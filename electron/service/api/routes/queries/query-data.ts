import { isGroupParameter, requestsGroups } from '#shared/aggregate-query.ts';
import type { SavedParameters } from '#shared/api/records/query.ts';
import { given } from '#shared/given.ts';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import type { FoundQuery } from '../../../catalogue/records/queries.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { QueryPairs } from '../../bodies/query-pairs.ts';
import {
  groupParameters,
  labelsParameter,
  pagingParameters,
  rowQueryParameters,
} from '../../openapi/query-parameter.ts';
import { invalid } from '../../plugins/api-error.ts';
import { type Resource, readOnly } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import {
  groupsAnswer,
  readGroupsQuery,
  requestedQuery,
  requestedVersion,
  rowsAnswer,
} from '../../responses/rows-response.ts';
import { RowRecordPage } from '../datasets/data.ts';
import { findReadableQuery } from './queries.ts';
import { parametersOfSaved } from './query-writing.ts';

/** The combined query: the filters of the saved query and of the request, everything else from the request. */
function refined(saved: RowQuery, requested: RowQuery): RowQuery {
  const join = saved.join ?? requested.join;
  const collation = requested.collation ?? saved.collation;
  return {
    filters: [...saved.filters, ...requested.filters],
    ...given({ join }),
    ordering: requested.ordering.length > 0 ? requested.ordering : saved.ordering,
    ...given({ collation }),
    search: requested.search === '' ? saved.search : requested.search,
    fields: requested.fields ?? saved.fields,
    version: requested.version,
  };
}

/** The version that a saved query is bound to, as a parameter; the request's own takes precedence. */
function savedVersion({ version }: SavedParameters): [string, string][] {
  return version === undefined ? [] : [['version', version]];
}

function isOfRows([name]: QueryPairs[number]): boolean {
  return !isGroupParameter(name) && name !== 'ordering';
}

/** The grouping of the request, otherwise of the saved query; an ordering of the request takes precedence. */
function groupPairs(saved: QueryPairs, requested: QueryPairs): QueryPairs {
  const own = requestsGroups(requested) ? requested : saved;
  const isOrdered = requested.some(([name]) => name === 'ordering');
  return [
    ...own.filter(([name]) => isGroupParameter(name)),
    ...(isOrdered ? requested : own).filter(([name]) => name === 'ordering'),
    ...requested.filter(([name]) => name === 'fields' || name === '_collation'),
  ];
}

/** `queries/<id>/data/`: the rows of a saved query, page by page. The parameters of `data/` narrow it further. */
export function queryRows(deps: ServiceDeps): Resource<FoundQuery> {
  return readOnly(resources.queryRows, (exchange) => findReadableQuery(deps, exchange), {
    parameters: [...pagingParameters, ...rowQueryParameters, labelsParameter, ...groupParameters],
    answers: { 200: RowRecordPage },
    failures: [304],
    handle: async (exchange, { query, dataset }) => {
      const version = await requestedVersion(deps.locator, dataset.id, [
        ...savedVersion(query.parameters),
        ...exchange.query,
      ]);
      const names = version?.names ?? new Set<string>();
      const parameters = parametersOfSaved(query.parameters);
      const isGrouped = requestsGroups(exchange.query) || requestsGroups(parameters);
      const ofRows = (pairs: QueryPairs) => (isGrouped ? pairs.filter(isOfRows) : pairs);
      const requested = requestedQuery(ofRows(exchange.query), names);
      // Checked against the current columns: a column in the query may have been removed.
      const saved = version === null ? everyRow : requestedQuery(ofRows(parameters), names);
      const isMixed =
        (requested.join === 'or' && saved.filters.length > 0) || (saved.join === 'or' && requested.filters.length > 0);
      if (isMixed) {
        throw invalid({ _join: ['Rows must match all filters of the saved query and of the request.'] });
      }
      if (exchange.request.method === 'GET') deps.usage.queried(dataset.id);
      const rows = refined(saved, requested);
      const also = JSON.stringify(query.parameters);
      if (!isGrouped) return await rowsAnswer(deps, exchange, { datasetId: dataset.id, version, query: rows, also });
      const groups = readGroupsQuery(groupPairs(parameters, exchange.query), version);
      const groupQuery = { ...groups, rows: { ...rows, fields: null } };
      return await groupsAnswer(deps, exchange, { datasetId: dataset.id, version, query: groupQuery, also });
    },
  });
}
