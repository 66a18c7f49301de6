import { pageOf } from '#shared/api/page.ts';
import { SavedQuery, SavedQueryWrite } from '#shared/api/records/query.ts';
import { existsFor, mayRead } from '../../../catalogue/access/access.ts';
import { listDatasets } from '../../../catalogue/records/datasets.ts';
import { namespaceEntries } from '../../../catalogue/records/namespaces.ts';
import { deleteQuery, type FoundQuery, findQuery, listQueriesOf } from '../../../catalogue/records/queries.ts';
import { readableDatasets } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { deleteForm } from '../../pages/forms.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { Links } from '../../records/links.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import { type Resource, rewriting } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { ownFields } from '../datasets/select-items.ts';
import { changeQueryForm, makeQuery, rewriteQuery } from './query-writing.ts';

/** A saved query's record. */
export function queryRecord(links: Links, { query, namespace, dataset }: FoundQuery): SavedQuery {
  const url = links.query(query.id);
  return {
    id: query.id,
    label: query.label,
    slug: query.slug,
    dataset: links.dataset(namespace.slug, dataset.slug),
    owner: query.ownerId === null ? null : links.user(query.ownerId),
    parameters: query.parameters,
    created: query.created,
    url,
    data: `${url}data/`,
  };
}

/** The saved query at an address. @throws {ApiError} 404; 401 or 403 if the caller may not read its dataset */
export async function findReadableQuery(deps: ServiceDeps, exchange: Exchange): Promise<FoundQuery> {
  const { records } = deps.catalogue;
  const text = exchange.path.id ?? '';
  const query = /^\d{1,15}$/.test(text) ? await findQuery(records, Number(text)) : null;
  if (query === null) throw notFound();
  const namespaces = new Map((await namespaceEntries(records)).map((namespace) => [namespace.id, namespace]));
  const dataset = (await listDatasets(records, [...namespaces.keys()])).find((one) => one.id === query.datasetId);
  const namespace = dataset === undefined ? undefined : namespaces.get(dataset.namespaceId);
  if (dataset === undefined || namespace === undefined) throw notFound();
  if (!mayRead(namespace, exchange.caller)) throw denied(exchange.caller);
  if (!existsFor(dataset, namespace, exchange.caller)) throw notFound();
  return { query, dataset, namespace };
}

function mayWriteQuery({ caller }: Exchange, { query }: FoundQuery): boolean {
  return caller !== null && (caller.isStaff || query.ownerId === caller.id);
}

/** `queries/`: the saved queries of all datasets that the caller may see. */
export function queryList(deps: ServiceDeps): Resource<null> {
  const { records } = deps.catalogue;
  return {
    ...resources.queryList,
    find: async () => null,
    mayWrite: ({ caller }) => caller !== null,
    actions: {
      GET: {
        parameters: listParameters,
        answers: { 200: pageOf(SavedQuery) },
        handle: async (exchange) => {
          const datasets = await readableDatasets(records, await namespaceEntries(records), exchange.caller);
          const located = new Map(datasets.map((one) => [one.dataset.id, one]));
          const queries = await listQueriesOf(records, [...located.keys()]);
          const found = queries.flatMap((query) => {
            const owner = located.get(query.datasetId);
            return owner === undefined ? [] : [queryRecord(exchange.links, { query, ...owner })];
          });
          return await listAnswer(exchange, {
            items: found,
            fields: ownFields('id', 'label', 'slug', 'dataset', 'owner', 'created'),
            others: ['parameters', 'url', 'data'],
            show: async (shown) => shown,
          });
        },
      },
      POST: {
        body: SavedQueryWrite,
        answers: { 201: SavedQuery },
        failures: [415],
        handle: async (exchange, _, body) => {
          const record = queryRecord(exchange.links, await makeQuery(deps, exchange, body));
          return { kind: 'record', status: 201, record, headers: { Location: record.url } };
        },
      },
    },
  };
}

/** `queries/<id>/`: one saved query. */
export function queryInstance(deps: ServiceDeps): Resource<FoundQuery> {
  return {
    ...resources.queryInstance,
    find: (exchange) => findReadableQuery(deps, exchange),
    mayWrite: mayWriteQuery,
    actions: {
      GET: {
        answers: { 200: SavedQuery },
        handle: async (exchange, found) => {
          const record = queryRecord(exchange.links, found);
          const forms = mayWriteQuery(exchange, found)
            ? [changeQueryForm(record), deleteForm(record.url, 'query')]
            : [];
          return { kind: 'record', record, page: async () => ({ forms }) };
        },
      },
      ...rewriting(SavedQueryWrite, SavedQuery, async (exchange, found: FoundQuery, { fields }, isWhole) => {
        const change = isWhole ? { parameters: {}, ...fields } : fields;
        const query = await rewriteQuery(deps, exchange, found, change);
        return { kind: 'record', record: queryRecord(exchange.links, query) };
      }),
      DELETE: {
        answers: { 204: null },
        handle: async (_, { query }) => {
          await deleteQuery(deps.catalogue.records, query.id);
          deps.announce();
          return { kind: 'empty', status: 204 };
        },
      },
    },
  };
}
