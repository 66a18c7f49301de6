import type { SavedParameters } from '#shared/api/query.ts';
import { everyRow, type RowQuery, rowQueryToParameters } from '#shared/row-query.ts';
import type { Locator } from '../catalogue/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import { pagingParameters, rowParameters } from '../openapi/query-parameter.ts';
import { RowPage } from './data.ts';
import { type FoundQuery, findReadableQuery } from './queries.ts';
import type { Resource } from './resource.ts';
import { askedVersion, readRowQuery, rowsAnswer } from './rows-answer.ts';

/** What is asked of a saved query's rows: its filters and the request's together, and the rest as the request has it. */
function refined(saved: RowQuery, asked: RowQuery): RowQuery {
  return {
    filters: [...saved.filters, ...asked.filters],
    ordering: asked.ordering.length > 0 ? asked.ordering : saved.ordering,
    search: asked.search === '' ? saved.search : asked.search,
    fields: asked.fields ?? saved.fields,
    version: asked.version,
  };
}

/** The version that a saved query is bound to, as the parameter that asks for it; the request's own counts for more. */
function keptVersion({ version }: SavedParameters): [string, string][] {
  return version === undefined ? [] : [['version', version]];
}

/** `queries/<id>/data/`: the rows that a saved query selects, page by page; the parameters of `data/` narrow it further. */
export function queryRows(deps: ServiceDeps, locator: Locator): Resource<FoundQuery> {
  return {
    path: '/api/v1/queries/:id/data/',
    name: 'Query Data',
    description: 'The rows that a saved query selects.',
    tag: 'queries',
    find: (exchange) => findReadableQuery(deps, exchange),
    actions: {
      GET: {
        summary: 'Read the rows of a saved query',
        parameters: [...pagingParameters, ...rowParameters],
        answers: { 200: RowPage },
        failures: [304],
        handle: async (exchange, { query, dataset }) => {
          const version = await askedVersion(locator, dataset.id, [
            ...keptVersion(query.parameters),
            ...exchange.query,
          ]);
          const names = version?.names ?? new Set<string>();
          const asked = readRowQuery(exchange.query, names);
          const parameters = rowQueryToParameters({ ...everyRow, ...query.parameters });
          // Read again against the columns of today: one that the query names may be gone.
          const saved = version === null ? everyRow : readRowQuery(parameters, names);
          if (exchange.request.method === 'GET') deps.usage.queried(dataset.id);
          return await rowsAnswer(deps, exchange, {
            version,
            query: refined(saved, asked),
            also: JSON.stringify(query.parameters),
          });
        },
      },
    },
  };
}
