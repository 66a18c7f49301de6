import { orderingText, requestsGroups } from '#shared/aggregate-query.ts';
import type { SavedParameters, SavedQuery, SavedQueryWrite } from '#shared/api/records/query.ts';
import { everyRow, type RowQuery, RowQueryError, rowQueryToParameters } from '#shared/row-query.ts';
import { existsFor, mayRead } from '../../../catalogue/access/access.ts';
import { inTransaction, type Records } from '../../../catalogue/database/catalogue.ts';
import {
  changeQuery,
  createQuery,
  type FoundQuery,
  findQuery,
  isQuerySlugTaken,
} from '../../../catalogue/records/queries.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { areaField, formTextField } from '../../pages/forms.ts';
import type { FormField, PageForm } from '../../pages/page-context.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { ValidBody } from '../../plugins/validation.ts';
import { readGroupsQuery, requestedQuery } from '../../responses/rows-response.ts';

const asksNothing: SavedParameters = { ordering: [], filters: [], fields: null, search: '' };

/** The dataset at the address in a field, whose host is ignored, as in DRF. @throws {ApiError} 400 */
export async function datasetOfAddress(
  locator: Locator,
  exchange: Exchange,
  address: string,
  field = 'dataset',
): Promise<LocatedDataset> {
  const match = /^(?:https?:\/\/[^/]+)?\/api\/v1\/namespaces\/([-\w]+)\/datasets\/([-\w]+)\/(?:[?#].*)?$/.exec(address);
  if (match === null) throw invalid({ [field]: ['Invalid hyperlink - No URL match.'] });
  const located = await locator.dataset(match[1] ?? '', match[2] ?? '');
  const { caller } = exchange;
  const isShown =
    located !== null &&
    mayRead(located.namespace, caller) &&
    !located.dataset.provisional &&
    existsFor(located.dataset, located.namespace, caller);
  if (!isShown) throw invalid({ [field]: ['Invalid hyperlink - Object does not exist.'] });
  return located;
}

/** Refuses a query that the dataset's columns do not support. @throws {ApiError} 400 */
async function checkParameters(locator: Locator, datasetId: number, parameters: SavedParameters): Promise<void> {
  const version = await locator.version(datasetId, parameters.version ?? null);
  if (version === null && parameters.version !== undefined) {
    throw invalid({ parameters: [`There is no version "${parameters.version}".`] });
  }
  try {
    const pairs = parametersOfSaved(parameters);
    if (requestsGroups(pairs)) readGroupsQuery(pairs, version);
    else requestedQuery(pairs, version?.names ?? new Set());
  } catch (error) {
    if (!(error instanceof RowQueryError)) throw error;
    throw invalid({ parameters: [`${error.parameter}: ${error.message}`] });
  }
}

function slugOf(label: string): string {
  const plain = label.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? 'query' : slug.slice(0, 80);
}

/** The given slug if it is available, or one derived from the label. @throws {ApiError} 400 */
async function freeSlug(
  records: Records,
  datasetId: number,
  given: { readonly slug?: string; readonly label: string },
  except = 0,
): Promise<string> {
  if (given.slug !== undefined) {
    if (!(await isQuerySlugTaken(records, datasetId, given.slug, except))) return given.slug;
    throw invalid({ slug: ['query with this slug already exists.'] });
  }
  const chosen = slugOf(given.label);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? chosen : `${chosen}-${number}`;
    if (!(await isQuerySlugTaken(records, datasetId, slug, except))) return slug;
  }
}

/** Saves a query owned by the caller. */
export async function makeQuery(deps: ServiceDeps, exchange: Exchange, body: ValidBody): Promise<FoundQuery> {
  const given = body.fields as unknown as SavedQueryWrite;
  const located = await datasetOfAddress(deps.locator, exchange, given.dataset);
  const parameters = { ...asksNothing, ...given.parameters };
  await checkParameters(deps.locator, located.dataset.id, parameters);
  // Another request may save a query with the same name at the same time.
  const query = await inTransaction(deps.catalogue.records, async (transaction) =>
    createQuery(transaction, {
      datasetId: located.dataset.id,
      ownerId: exchange.caller?.id ?? null,
      label: given.label,
      slug: await freeSlug(transaction, located.dataset.id, given),
      parameters,
    }),
  );
  deps.announce();
  return { ...located, query };
}

/** Changes the given parts of a saved query. */
export async function rewriteQuery(
  deps: ServiceDeps,
  exchange: Exchange,
  found: FoundQuery,
  given: Partial<SavedQueryWrite>,
): Promise<FoundQuery> {
  const { records } = deps.catalogue;
  const located = given.dataset === undefined ? found : await datasetOfAddress(deps.locator, exchange, given.dataset);
  const parameters = given.parameters === undefined ? found.query.parameters : { ...asksNothing, ...given.parameters };
  await checkParameters(deps.locator, located.dataset.id, parameters);
  const label = given.label ?? found.query.label;
  const chosen = { label, slug: given.slug ?? found.query.slug };
  await inTransaction(records, async (transaction) => {
    const slug = await freeSlug(transaction, located.dataset.id, chosen, found.query.id);
    await changeQuery(transaction, found.query.id, { datasetId: located.dataset.id, label, slug, parameters });
  });
  deps.announce();
  const query = await findQuery(records, found.query.id);
  if (query === null) throw notFound();
  return { namespace: located.namespace, dataset: located.dataset, query };
}

function hiddenField(name: string, value: string): FormField {
  return { ...formTextField(name, '', value), kind: 'hidden' };
}

/** The form that saves the query of a page of rows. */
export function saveQueryForm(exchange: Exchange, dataset: string, query: RowQuery): PageForm {
  const { ordering, filters, join, collation, fields, search, version } = query;
  const extensions = { ...(join && { join }), ...(collation && { collation }), ...(version !== null && { version }) };
  const parameters = { ordering, filters, fields, search, ...extensions };
  return {
    action: `${exchange.links.base}/api/v1/queries/`,
    title: 'Save this query',
    submit: 'Save',
    fields: [
      hiddenField('dataset', dataset),
      hiddenField('parameters', JSON.stringify(parameters)),
      formTextField('label', 'Label', '', {
        required: true,
        help: 'Keeps the search, the order, the filters, the columns and the version of this page.',
      }),
    ],
  };
}

/** The form that changes a saved query. */
export function changeQueryForm(record: SavedQuery): PageForm {
  return {
    action: `${record.url}?_method=PATCH`,
    title: 'Change this query',
    submit: 'Save',
    fields: [
      formTextField('label', 'Label', record.label, { required: true }),
      areaField(
        'parameters',
        'Parameters',
        JSON.stringify(record.parameters, null, 2),
        'JSON: ordering, filters, fields, search, and version if it is bound to one.',
      ),
    ],
  };
}

/** A saved query as parameters of `data/`, without its version. */
export function parametersOfSaved(saved: SavedParameters): [name: string, value: string][] {
  const { group_by: keys = [], aggregates = [], derived = [], having = [], ordering } = saved;
  const isGrouped = keys.length > 0 || aggregates.length > 0 || having.length > 0;
  const { version: _version, ...rows } = saved;
  if (!isGrouped) return rowQueryToParameters({ ...everyRow, ...rows });
  const terms = ordering.map(({ column, descending }) => ({ name: column, descending }));
  return [
    ...rowQueryToParameters({ ...everyRow, ...rows, ordering: [] }),
    ['_group_by', keys.join(',')],
    ...aggregates.map(({ name, value }): [string, string] => [`_aggregate__${name}`, value]),
    ...derived.map(({ name, value }): [string, string] => [`_derive__${name}`, value]),
    ...having.map(({ name, lookup, value }): [string, string] => [`_having__${name}__${lookup}`, value]),
    ['ordering', orderingText(terms, new Set(keys))],
  ];
}
