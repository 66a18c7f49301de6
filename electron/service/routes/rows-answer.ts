import { createHash } from 'node:crypto';
import { letGo } from '#shared/let-go.ts';
import { everyRow, type RowQuery, RowQueryError, rowQueryFromParameters } from '#shared/row-query.ts';
import type { LocatedVersion, Locator } from '../catalogue/readable-dataset.ts';
import { isVersionSlug } from '../catalogue/version-slug.ts';
import type { ServiceDeps } from '../deps.ts';
import { invalid, notFound } from '../plugins/api-error.ts';
import { callerKey } from '../plugins/caller-key.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { lastValue, neighbours, type QueryPairs, readSlice } from '../plugins/query-pairs.ts';
import type { PageForm } from '../render/api/page-context.ts';
import type { Answer } from './resource.ts';

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

/** The tag of what an address gives of a version: both never change. Weak, for the bytes may come packed. */
export function entityTag(version: LocatedVersion, exchange: Exchange, also = ''): string {
  const asked = `${exchange.links.base}${exchange.request.url} ${exchange.negotiated.indent} ${also}`;
  return `W/"${version.stored.checksum.slice(0, 32)}-${createHash('sha1').update(asked).digest('base64url')}"`;
}

/** Whether the caller has the thing of this tag already (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}

/** What is asked of the rows of a version, and what the tag of the answer depends on beside the address. */
export interface RowsRequest {
  readonly version: LocatedVersion | null;
  readonly query: RowQuery;
  readonly also?: string;
  /** Forms that the page shows; only asked for when a page is rendered. */
  readonly forms?: () => readonly PageForm[];
}

/** A page of rows: the row store's bytes between the fields of the envelope, neither read nor written again. */
export async function rowsAnswer(deps: ServiceDeps, exchange: Exchange, asked: RowsRequest): Promise<Answer> {
  const { query: pairs, request } = exchange;
  const { version, query } = asked;
  const slice = readSlice(pairs);
  if (version === null) return { kind: 'json', json: emptyPage };
  // Two versions may have the same rows, but the links name the version.
  const headers = { ETag: entityTag(version, exchange, `${asked.also ?? ''} ${version.slug}`) };
  const isPage = exchange.negotiated.rendering.format === 'api';
  if (!isPage && hasAlready(request.headers['if-none-match'], headers.ETag)) {
    return { kind: 'empty', status: 304, headers };
  }
  const caller = callerKey(exchange);
  const work = query === everyRow ? { caller } : { caller, signal: request.signal };
  const page = await deps.rows.page(version.stored, query, slice.offset, slice.limit, work);
  // From the second page on the version is named, so that a walk by these links never mixes two.
  const pinned = lastValue(pairs, 'version') === null ? [...pairs, ['version', version.slug] as const] : pairs;
  const beside = neighbours(exchange.address, pinned, slice, page.count);
  const { next, previous } = beside;
  const opening = `{"count":${page.count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":[`;
  const json = Buffer.concat([Buffer.from(opening), page.json, closing]);
  letGo(page.json);
  return {
    kind: 'json',
    json,
    once: true,
    headers: isPage ? {} : headers,
    page: async () => ({
      paging: { count: page.count, ...slice, ...beside },
      details: { kind: 'rows', columns: shownColumns(version, query) },
      forms: asked.forms?.() ?? [],
    }),
  };
}

function shownColumns(version: LocatedVersion, query: RowQuery) {
  const names = query.fields ?? version.stored.columns.map(({ name }) => name);
  return names.map((name) => ({ name, label: name }));
}
