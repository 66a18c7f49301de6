import { hash } from 'node:crypto';
import { type AggregateQuery, aggregateQueryFromParameters } from '#shared/aggregate-query.ts';
import { countLaterPreference } from '#shared/api/view-progress.ts';
import { everyRow, type RowQuery, rowQueryFromParameters } from '#shared/row-query.ts';
import type { LocatedVersion, Locator } from '../../catalogue/records/readable-dataset.ts';
import { isVersionSlug } from '../../catalogue/records/version-slug.ts';
import type { ServiceDeps } from '../../deps.ts';
import {
  type CodesScope,
  type ResolvedCodes,
  resolveGroups,
  resolveRows,
} from '../../operations/codes/resolve-codes.ts';
import { withLabels } from '../../rows/codes/code-tables.ts';
import { comparisonRules } from '../../rows/comparison/comparison.ts';
import type { PageFrame } from '../../rows/pages/encoded-page.ts';
import type { CodedRows } from '../../rows/selection.ts';
import {
  lastValue,
  type Neighbours,
  neighbours,
  type QueryPairs,
  readSlice,
  type Slice,
} from '../bodies/query-pairs.ts';
import type { PageForm } from '../pages/page-context.ts';
import { invalid, notFound } from '../plugins/api-error.ts';
import { callerKey, type Exchange, workOf } from '../plugins/exchange.ts';
import type { Answer } from '../resources/resource.ts';

/** The JSON of a page around its encoded items: the fields of the envelope. */
function envelope(count: number | null, { next, previous }: Neighbours): PageFrame {
  const fields = `"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)}`;
  return { before: `{${fields},"results":[`, after: ']}' };
}

/** The version that a request reads: the newest ready one, or the one that `version` names. @throws {ApiError} 404 */
export async function requestedVersion(
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

/** The row query of a request. @throws {RowQueryError} */
export function requestedQuery(pairs: QueryPairs, names: ReadonlySet<string>): RowQuery {
  return pairs.length === 0 ? everyRow : rowQueryFromParameters(pairs, names);
}

/** The aggregate query of a request. @throws {RowQueryError} */
export function readGroupsQuery(pairs: QueryPairs, version: LocatedVersion | null): AggregateQuery {
  return aggregateQueryFromParameters(pairs, version?.stored.columns ?? []);
}

/** Whose rows a request reads, with whose rights, and whether with labels. @throws {ApiError} 400 */
export function codesScope({ caller, query }: Exchange, datasetId: number): CodesScope {
  const labels = lastValue(query, '_labels') ?? 'false';
  if (labels !== 'true' && labels !== 'false') throw invalid({ _labels: ['Write true or false.'] });
  return { datasetId, reader: { kind: 'caller', caller }, labels: labels === 'true' };
}

/** The row query of a request, without references to code lists. @throws {RowQueryError} */
export async function resolvedQuery(
  deps: ServiceDeps,
  exchange: Exchange,
  datasetId: number,
  names: ReadonlySet<string>,
): Promise<CodedRows> {
  const query = requestedQuery(exchange.query, names);
  return (await resolveRows(deps, codesScope(exchange, datasetId), query, workOf(exchange))).query;
}

/** The entity tag of a response from a version; weak, because the bytes may be compressed. */
export function entityTag(version: LocatedVersion, exchange: Exchange, also = ''): string {
  const requested = `${exchange.links.base}${exchange.request.url} ${exchange.negotiated.indent} ${also} ${comparisonRules}`;
  return `W/"${version.stored.checksum.slice(0, 32)}-${hash('sha1', requested, 'base64url')}"`;
}

/** Whether the caller already has the response with this tag (RFC 9110, 13.1.2). */
export function hasAlready(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((one) => opaque(one) === opaque(tag));
}

/** A page before it is read. */
interface Page {
  /** Total number of items; null if the caller prefers not to wait for it. */
  readonly count: number | null;
  readonly read: (envelope: PageFrame) => Promise<Buffer>;
  /** Names of the properties, in their order. */
  readonly columns: readonly string[];
}

/** The version of a page, and everything else that its entity tag depends on. */
interface PageRequest {
  readonly datasetId: number;
  readonly version: LocatedVersion | null;
  readonly also?: string;
  /** Forms of the browsable page; called only if one is rendered. */
  readonly forms?: () => readonly PageForm[];
}

export interface RowsAnswerRequest extends PageRequest {
  readonly query: RowQuery;
}

export interface GroupsRequest extends PageRequest {
  readonly query: AggregateQuery;
}

function prefersCountLater({ request, negotiated }: Exchange): boolean {
  const preferences = request.headers.prefer;
  const all = typeof preferences === 'string' ? preferences.split(',') : (preferences ?? []);
  return negotiated.rendering.format !== 'api' && all.some((one) => one.trim().toLowerCase() === countLaterPreference);
}

/** A page of rows. */
export async function rowsAnswer(deps: ServiceDeps, exchange: Exchange, request: RowsAnswerRequest): Promise<Answer> {
  const coded = await resolveRows(deps, codesScope(exchange, request.datasetId), request.query, workOf(exchange));
  const { query, labels } = coded;
  const caller = callerKey(exchange);
  const work = query === everyRow ? { caller } : { caller, signal: exchange.request.signal };
  const countLater = prefersCountLater(exchange);
  return await pageAnswer(exchange, tagged(request, coded), async ({ stored }, { offset, limit }) => {
    const { count, read } = await deps.rows.open(stored).find(query, offset, limit, { ...work, countLater }, labels);
    const columns = (query.fields ?? stored.columns.map(({ name }) => name)).map((name) => ({ name }));
    return { count, read, columns: withLabels(columns, labels, ({ name }) => ({ name })).map(({ name }) => name) };
  });
}

/** A page of groups of rows. */
export async function groupsAnswer(deps: ServiceDeps, exchange: Exchange, request: GroupsRequest): Promise<Answer> {
  const work = workOf(exchange);
  const coded = await resolveGroups(deps, codesScope(exchange, request.datasetId), request.query, work);
  const { query, labels } = coded;
  return await pageAnswer(exchange, tagged(request, coded), async ({ stored }, { offset, limit }) => {
    const { count, json, columns } = await deps.rows.open(stored).groups(query, offset, limit, work, labels);
    const read = async ({ before, after }: PageFrame) => Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
    return { count, read, columns: columns.map(({ name }) => name) };
  });
}

/** A response changes with the code lists that it uses. */
function tagged<Request extends PageRequest>(request: Request, { identity }: ResolvedCodes<unknown>): Request {
  return identity === '' ? request : { ...request, also: `${request.also ?? ''} ${identity}` };
}

/** A page in its envelope, with the entity tag and links that name the version; 304 if the caller already has it. */
async function pageAnswer(
  exchange: Exchange,
  { version, also = '', forms }: PageRequest,
  find: (version: LocatedVersion, slice: Slice) => Promise<Page>,
): Promise<Answer> {
  const { query: pairs, request } = exchange;
  const slice = readSlice(pairs);
  if (version === null) {
    const { before, after } = envelope(0, { next: null, previous: null });
    return { kind: 'json', json: Buffer.from(before + after) };
  }
  // Two versions may have the same rows, but the links name the version.
  const headers = { ETag: entityTag(version, exchange, `${also} ${version.slug}`) };
  const isPage = exchange.negotiated.rendering.format === 'api';
  if (!isPage && hasAlready(request.headers['if-none-match'], headers.ETag)) {
    return { kind: 'empty', status: 304, headers };
  }
  // From the second page on the version is named, so that following these links never mixes two.
  const pinned = lastValue(pairs, 'version') === null ? [...pairs, ['version', version.slug] as const] : pairs;
  const beside = (count: number | null) =>
    neighbours(exchange.address, pinned, slice, count ?? Number.POSITIVE_INFINITY);
  const { count, read, columns } = await find(version, slice);
  const json = await read(envelope(count, beside(count)));
  if (count === null) {
    // The same request soon has another response.
    const partly = { 'Preference-Applied': countLaterPreference, 'Cache-Control': 'no-store' };
    return { kind: 'json', json, headers: partly };
  }
  return {
    kind: 'json',
    json,
    headers: isPage ? {} : headers,
    page: async () => ({
      paging: { count, ...slice, ...beside(count) },
      details: { kind: 'rows', columns: columns.map((name) => ({ name, label: name })) },
      forms: forms?.() ?? [],
    }),
  };
}
