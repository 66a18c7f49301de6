import type { DatasetName } from '#shared/dataset-name.ts';
import { isOfKind } from '#shared/english/explained-error.ts';
import { explain } from '#shared/failures.ts';
import { given } from '#shared/given.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { QueryRun, QuerySummary, SavedChart, SavedQueryOutcome } from '#shared/rpc/calls/queries.ts';
import type { Exact } from '../cells/exact-json.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceLayout } from '../http/layout.ts';
import type { ServiceClient } from '../http/transport/client.ts';
import { readPage } from '../paging/page-answer.ts';
import { columnsOf, rowChecker, rowReader } from '../paging/row-reader.ts';
import { readWholeList } from './lists.ts';
import { lostParts, parametersOf, parametersOfChart, readQueryRecord } from './query-records.ts';

/** Answers of services without saved queries, or that hide them from the caller. */
const hidden = ['sign-in-needed', 'token-refused', 'forbidden', 'not-found', 'bad-query'] as const;

/** Rows of a run to read: enough to see the result of a query. */
const firstRows = 50;

/** The saved queries of one service. The connection is only added to what is returned. */
export interface SavedQueries {
  /** The queries of all visible datasets; empty if the service has no such list. */
  list(connection: string, signal?: AbortSignal): Promise<QuerySummary[]>;
  save(connection: string, name: DatasetName, saved: NewSavedQuery, signal?: AbortSignal): Promise<SavedQueryOutcome>;
  change(connection: string, url: string, change: QueryChange, signal?: AbortSignal): Promise<SavedQueryOutcome>;
  remove(url: string, signal?: AbortSignal): Promise<void>;
  /** The service's own result of a query: its first rows, and the total count. */
  run(data: string, signal?: AbortSignal): Promise<QueryRun>;
}

/** A query to save. */
export interface NewSavedQuery {
  readonly label: string;
  readonly query: RowQuery;
  /** A chart over the rows of `query`. */
  readonly drawn?: SavedChart;
}

/** Changes to a saved query; missing fields stay unchanged. */
export interface QueryChange {
  readonly label?: string;
  readonly query?: RowQuery;
}

function jsonBody(value: unknown) {
  return { type: 'application/json', content: JSON.stringify(value) };
}

export function openQueries(client: ServiceClient, layout: ServiceLayout): SavedQueries {
  async function outcome(
    connection: string,
    value: Exact,
    sent: RowQuery | undefined,
    at: URL,
    drawn?: SavedChart,
  ): Promise<SavedQueryOutcome> {
    const query = readQueryRecord(value, layout, connection);
    if (query === null) {
      throw new ServiceError('not-this-kind', explain('query-not-told', { host: at.host }), at.href);
    }
    return { query, notKept: sent === undefined ? [] : lostParts(sent, query.asks, drawn) };
  }

  /** Only addresses of queries are accepted from the window: the same request could remove a dataset. */
  function queryAddress(url: string): URL {
    const address = new URL(url);
    if (address.href.startsWith(layout.endpoint('queries').href)) return address;
    throw new ServiceError('bad-address', explain('no-query-address'), url);
  }

  return {
    async list(connection, signal) {
      try {
        const items = await readWholeList(client, layout, layout.endpoint('queries'), signal);
        return items.flatMap((item) => readQueryRecord(item, layout, connection) ?? []);
      } catch (error) {
        if (isOfKind(error, ...hidden)) return [];
        throw error;
      }
    },
    async save(connection, { namespace, dataset }, { label, query, drawn }, signal) {
      const address = layout.endpoint('queries');
      const parameters = drawn === undefined ? parametersOf(query) : parametersOfChart(query, drawn);
      const body = jsonBody({ label, dataset: layout.dataset(namespace, dataset), parameters });
      const reply = await client.send({ method: 'POST', address, body }, signal);
      return outcome(connection, reply.value, query, address, drawn);
    },
    async change(connection, url, { label, query }, signal) {
      const address = queryAddress(url);
      const body = jsonBody({
        ...given({ label }),
        ...(query === undefined ? {} : { parameters: parametersOf(query) }),
      });
      const reply = await client.send({ method: 'PATCH', address, body }, signal);
      return outcome(connection, reply.value, query, address);
    },
    async remove(url, signal) {
      await client.send({ method: 'DELETE', address: queryAddress(url) }, signal);
    },
    async run(data, signal) {
      const address = new URL(data);
      address.searchParams.set('limit', String(firstRows));
      const answer = await client.getJson(address, { signal });
      const { items, count, next } = readPage(answer);
      const shown = items.slice(0, firstRows);
      const checkRow = rowChecker([], null);
      shown.forEach((item, index) => {
        checkRow(item, index + 1, answer);
      });
      const columns = columnsOf(shown);
      const counted = count ?? (next === null ? items.length : null);
      return { columns, rows: shown.map(rowReader(columns, null)), count: counted };
    },
  };
}
