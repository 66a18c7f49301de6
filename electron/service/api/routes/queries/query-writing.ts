import { requestsGroups } from '#shared/aggregate-query.ts';
import type { SavedParameters, SavedQueryWrite } from '#shared/api/records/query.ts';
import { RowQueryError } from '#shared/row-query.ts';
import { existsFor, mayRead } from '../../../catalogue/access/access.ts';
import type { Records } from '../../../catalogue/database/catalogue.ts';
import { inTransaction } from '../../../catalogue/database/in-transaction.ts';
import { changeQuery, createQuery, findQuery, isQuerySlugTaken } from '../../../catalogue/records/queries.ts';
import type { LocatedDataset, Locator } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { ValidBody } from '../../plugins/validation.ts';
import { readGroupsQuery, requestedQuery } from '../../responses/rows-response.ts';
import type { FoundQuery } from './found-query.ts';
import { parametersOfSaved } from './saved-parameters.ts';

const asksNothing: SavedParameters = { ordering: [], filters: [], fields: null, search: '' };

/** The dataset at an address, whose host is ignored, as in DRF. @throws {ApiError} 400 */
async function datasetOfAddress(locator: Locator, exchange: Exchange, address: string): Promise<LocatedDataset> {
  const match = /^(?:https?:\/\/[^/]+)?\/api\/v1\/namespaces\/([-\w]+)\/datasets\/([-\w]+)\/(?:[?#].*)?$/.exec(address);
  if (match === null) throw invalid({ dataset: ['Invalid hyperlink - No URL match.'] });
  const located = await locator.dataset(match[1] ?? '', match[2] ?? '');
  const { caller } = exchange;
  const isShown =
    located !== null &&
    mayRead(located.namespace, caller) &&
    !located.dataset.provisional &&
    existsFor(located.dataset, located.namespace, caller);
  if (!isShown) throw invalid({ dataset: ['Invalid hyperlink - Object does not exist.'] });
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
export async function makeQuery(
  deps: ServiceDeps,
  locator: Locator,
  exchange: Exchange,
  body: ValidBody,
): Promise<FoundQuery> {
  const given = body.fields as unknown as SavedQueryWrite;
  const located = await datasetOfAddress(locator, exchange, given.dataset);
  const parameters = { ...asksNothing, ...given.parameters };
  await checkParameters(locator, located.dataset.id, parameters);
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
  locator: Locator,
  exchange: Exchange,
  found: FoundQuery,
  given: Partial<SavedQueryWrite>,
): Promise<FoundQuery> {
  const { records } = deps.catalogue;
  const located = given.dataset === undefined ? found : await datasetOfAddress(locator, exchange, given.dataset);
  const parameters = given.parameters === undefined ? found.query.parameters : { ...asksNothing, ...given.parameters };
  await checkParameters(locator, located.dataset.id, parameters);
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
