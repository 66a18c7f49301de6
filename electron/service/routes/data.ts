import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { pageOf } from '#shared/api/page.ts';
import { everyRow, type RowQuery, RowQueryError, rowQueryFromParameters } from '#shared/row-query.ts';
import type { LocatedDataset, LocatedVersion, Locator } from '../catalogue/readable-dataset.ts';
import { isVersionSlug } from '../catalogue/version-slug.ts';
import type { ServiceDeps } from '../deps.ts';
import { invalid, notFound } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { lastValue, neighbours, type QueryPairs, readSlice } from '../plugins/query-pairs.ts';
import { findReadableDataset } from './find.ts';
import type { Answer, Resource } from './resource.ts';

/** A row: a value per column. Its names are the dataset's own, so the schema cannot list them. */
const Row = Type.Record(Type.String(), Type.Unknown(), { title: 'Row' });
const RowPage = pageOf(Row);
const emptyPage = Buffer.from('{"count":0,"next":null,"previous":null,"results":[]}');
const closing = Buffer.from(']}');

/** The version that a request reads: the newest ready one, or the one that `version` names. @throws {ApiError} 404 */
export async function askedVersion(
  locator: Locator,
  datasetId: number,
  pairs: QueryPairs,
): Promise<LocatedVersion | null> {
  const slug = lastValue(pairs, 'version');
  if (slug === null) return await locator.version(datasetId, null);
  const version = isVersionSlug(slug) ? await locator.version(datasetId, slug) : null;
  if (version === null) throw notFound();
  return version;
}

/** What a request asks of the rows. @throws {ApiError} 400 naming the parameter. */
export function readRowQuery(pairs: QueryPairs, names: ReadonlySet<string>): RowQuery {
  if (pairs.length === 0) return everyRow;
  try {
    return rowQueryFromParameters(pairs, names);
  } catch (error) {
    if (error instanceof RowQueryError) throw invalid({ [error.parameter]: [error.message] });
    throw error;
  }
}

/** The tag of what an address gives of a version: both never change. */
function entityTag(version: LocatedVersion, exchange: Exchange): string {
  const asked = `${exchange.links.base}${exchange.request.url} ${exchange.negotiated.indent}`;
  return `W/"${version.stored.checksum.slice(0, 32)}-${createHash('sha1').update(asked).digest('base64url')}"`;
}

/** Whether the caller has the thing of this tag already (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}

async function rowsAnswer(deps: ServiceDeps, exchange: Exchange, version: LocatedVersion | null): Promise<Answer> {
  const { query: pairs, request } = exchange;
  const slice = readSlice(pairs);
  const query = readRowQuery(pairs, version?.names ?? new Set());
  if (version === null) return { kind: 'json', json: emptyPage };
  const headers = { ETag: entityTag(version, exchange) };
  if (hasAlready(request.headers['if-none-match'], headers.ETag)) return { kind: 'empty', status: 304, headers };
  const signal = query === everyRow ? undefined : request.signal;
  const page = await deps.rows.page(version.stored, query, slice.offset, slice.limit, signal);
  const beside = neighbours(exchange.address, pairs, slice, page.count);
  const { next, previous } = beside;
  const opening = `{"count":${page.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[`;
  return {
    kind: 'json',
    json: Buffer.concat([Buffer.from(opening), page.json, closing]),
    headers,
    page: async () => ({
      paging: { count: page.count, ...slice, ...beside },
      details: {
        kind: 'rows',
        columns: (query.fields ?? version.stored.columns.map(({ name }) => name)).map((name) => ({
          name,
          label: name,
        })),
      },
    }),
  };
}

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
        answers: { 200: RowPage },
        failures: [304],
        handle: async (exchange, { dataset }) =>
          await rowsAnswer(deps, exchange, await askedVersion(locator, dataset.id, exchange.query)),
      },
    },
  };
}
