import { Type } from 'typebox';
import { requestsGroups } from '#shared/aggregate-query.ts';
import type { Column } from '#shared/api/column.ts';
import { everyRow, selectsOrSorts } from '#shared/row-query.ts';
import { exportMediaTypes } from '#shared/source-formats.ts';
import type { LongWork } from '../../../../lib/long-work.ts';
import type { LocatedDataset, LocatedVersion } from '../../../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../../../deps.ts';
import type { ByteRange } from '../../../files/stored-version.ts';
import { resolveGroups, resolveRows } from '../../../operations/codes/resolve-codes.ts';
import { exportedColumns, workbookSourceOf } from '../../../operations/export/describe-rows.ts';
import type { FileFormat } from '../../../operations/export/write-rows.ts';
import type { ColumnLabels } from '../../../rows/codes/code-tables.ts';
import type { CodedGroups } from '../../../rows/groups/group-sql.ts';
import type { CodedRows } from '../../../rows/selection.ts';
import {
  downloadRenderings,
  exportedAnswer,
  fileHeaders,
  isDownloadFormat,
  noBytes,
} from '../../downloads/exported-file.ts';
import { groupParameters, labelsParameter, rowQueryParameters } from '../../openapi/query-parameter.ts';
import { invalid, notFound } from '../../plugins/api-error.ts';
import { type Exchange, workOf } from '../../plugins/exchange.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import {
  codesScope,
  entityTag,
  hasAlready,
  readGroupsQuery,
  requestedQuery,
  requestedVersion,
} from '../../responses/rows-response.ts';
import { readOnlyDataset } from '../namespaces/find.ts';
import { statistics } from './data.ts';

/** The dataset, version and query of a download. */
interface ReceivedRequest {
  readonly located: LocatedDataset;
  readonly version: LocatedVersion;
  readonly query: CodedRows;
  /** Groups instead of rows. */
  readonly groups: CodedGroups | null;
  readonly labels: readonly ColumnLabels[];
  /** Of the code lists that are used. */
  readonly identity: string;
}

function isWhole({ query, groups, labels }: ReceivedRequest): boolean {
  if (groups !== null || labels.length > 0) return false;
  return !selectsOrSorts(query) && query.fields === null;
}

/** The stored file itself, complete or a range of it, or a redirect to it. */
async function storedAnswer(deps: ServiceDeps, exchange: Exchange, requested: ReceivedRequest): Promise<Answer> {
  const { stored } = requested.version;
  const { headers: sent, method } = exchange.request;
  const tag = `"${stored.checksum}"`;
  const file = fileHeaders(requested.located.dataset.slug, 'parquet');
  const headers = { ...file, ETag: tag, 'Accept-Ranges': 'bytes' };
  if (hasAlready(sent['if-none-match'], tag)) return { kind: 'empty', status: 304, headers };
  if (method === 'GET') {
    const elsewhere = await deps.rows.open(stored).storedAddress({
      contentType: file['Content-Type'],
      contentDisposition: file['Content-Disposition'],
    });
    // Ranges are those of the store, to which the client sends its request again.
    if (elsewhere !== null)
      return { kind: 'empty', status: 307, headers: { Location: elsewhere, 'Cache-Control': 'no-store' } };
  }
  const mayBePart = sent['if-range'] === undefined || sent['if-range'] === tag;
  const range = mayBePart ? requestedRange(sent.range, stored.bytes) : ({ kind: 'whole' } as const);
  if (range.kind === 'unsatisfiable') {
    return { kind: 'empty', status: 416, headers: { ...headers, 'Content-Range': `bytes */${stored.bytes}` } };
  }
  const { start, end } = range.kind === 'part' ? range.range : { start: 0, end: stored.bytes };
  const body = method === 'HEAD' ? noBytes : await deps.rows.open(stored).storedFile({ start, end });
  const length = { 'Content-Length': String(end - start) };
  if (range.kind === 'whole') return { kind: 'body', body, headers: { ...headers, ...length } };
  const part = { ...length, 'Content-Range': `bytes ${start}-${end - 1}/${stored.bytes}` };
  return { kind: 'body', status: 206, body, headers: { ...headers, ...part } };
}

/** A file created for this request. */
async function createdAnswer(
  deps: ServiceDeps,
  exchange: Exchange,
  requested: ReceivedRequest,
  format: FileFormat,
): Promise<Answer> {
  const { located, version, query, groups, labels, identity } = requested;
  const { namespace, dataset } = located;
  const { records } = deps.catalogue;
  const columns =
    groups === null
      ? await exportedColumns(records, dataset.id, version.stored, query.fields, labels)
      : await groupColumns(deps, requested, groups, workOf(exchange));
  const headers = {
    ...fileHeaders(dataset.slug, format),
    ETag: entityTag(version, exchange, `${JSON.stringify(columns)}${identity}`),
  };
  if (hasAlready(exchange.request.headers['if-none-match'], headers.ETag))
    return { kind: 'empty', status: 304, headers };
  const { links, request } = exchange;
  const source = await workbookSourceOf(
    records,
    dataset,
    { ...version.stored, slug: version.slug },
    {
      // Programs that read a workbook from an address expect the names of the columns.
      headings: 'names',
      address: links.dataset(namespace.slug, dataset.slug),
      query: new URL(request.url, links.base).search.slice(1),
    },
  );
  const order = { version: version.stored, query, groups, columns, format, source, labels };
  return await exportedAnswer(deps, exchange, order, headers);
}

async function readRequest(
  deps: ServiceDeps,
  exchange: Exchange,
  datasetId: number,
  version: LocatedVersion,
): Promise<Pick<ReceivedRequest, 'query' | 'groups' | 'labels' | 'identity'>> {
  const scope = codesScope(exchange, datasetId);
  const work = workOf(exchange);
  if (!requestsGroups(exchange.query)) {
    const rows = requestedQuery(exchange.query, version.names);
    return { ...(await resolveRows(deps, scope, rows, work)), groups: null };
  }
  const { query, ...codes } = await resolveGroups(deps, scope, readGroupsQuery(exchange.query, version), work);
  return { ...codes, query: everyRow, groups: query };
}

async function groupColumns(
  deps: ServiceDeps,
  { version, labels }: ReceivedRequest,
  groups: CodedGroups,
  work: LongWork,
): Promise<Column[]> {
  const { columns } = await deps.rows.open(version.stored).groups(groups, 0, 0, work, labels);
  return columns.map(({ name, type }) => ({ type, description: '', name, label: name }));
}

/** `…/datasets/<dataset_slug>/download/`: the rows as a file. */
export function download(deps: ServiceDeps): Resource<LocatedDataset> {
  return readOnlyDataset(
    {
      ...resources.download,
      renderings: downloadRenderings,
      attachment: true,
      extensions: { statistics },
    },
    deps.locator,
    {
      parameters: [...rowQueryParameters, labelsParameter, ...groupParameters],
      answers: { 200: Type.Unknown() },
      failures: [206, 304, 307, 416],
      handle: async (exchange, located) => {
        const version = await requestedVersion(deps.locator, located.dataset.id, exchange.query);
        if (version === null) throw notFound();
        const { format } = exchange.negotiated.rendering;
        const requested = { located, version, ...(await readRequest(deps, exchange, located.dataset.id, version)) };
        const { groups } = requested;
        if (groups !== null && format === 'geojson') {
          throw invalid({ _format: ['Groups are not features: GeoJSON is available for rows only.'] });
        }
        if (!isDownloadFormat(format)) return explanation(exchange);
        if (exchange.request.method === 'GET') deps.usage.queried(located.dataset.id);
        const isStored = format === 'parquet' && isWhole(requested);
        return isStored
          ? await storedAnswer(deps, exchange, requested)
          : await createdAnswer(deps, exchange, requested, format);
      },
    },
  );
}

/** The page of a download: a link for each format. */
function explanation({ address }: Exchange): Answer {
  const files = Object.keys(exportMediaTypes).map((format) => [format, `${address}?_format=${format}`]);
  return { kind: 'record', record: Object.fromEntries(files) };
}

/** What a `Range` header requests: a range, the whole file (no or an invalid header), or no valid part. */
type RequestedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unsatisfiable' };

/** Reads a `Range` header (RFC 9110, 14.2). Several ranges return the whole file, as the RFC allows. */
function requestedRange(header: string | undefined, bytes: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim());
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start: bytes - length, end: bytes } };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(Number(last) + 1, bytes);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= bytes ? { kind: 'unsatisfiable' } : { kind: 'part', range: { start, end } };
}
