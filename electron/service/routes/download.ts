import { Type } from 'typebox';
import type { Column } from '#shared/api/column.ts';
import type { RowQuery } from '#shared/row-query.ts';
import type { LocatedDataset, LocatedVersion, Locator } from '../catalogue/readable-dataset.ts';
import { columnsOfDatasets } from '../catalogue/versions.ts';
import type { ServiceDeps } from '../deps.ts';
import { askedRange } from '../downloads/byte-range.ts';
import {
  type DownloadFormat,
  downloadFormats,
  downloadRenderings,
  isDownloadFormat,
} from '../downloads/download-formats.ts';
import { exportedStream } from '../downloads/exported-file.ts';
import { rowParameters } from '../openapi/query-parameter.ts';
import { notFound } from '../plugins/api-error.ts';
import { callerKey } from '../plugins/caller-key.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { findReadableDataset } from './find.ts';
import type { Answer, Resource } from './resource.ts';
import { askedVersion, entityTag, hasAlready, readRowQuery } from './rows-answer.ts';

/** The dataset and version of a download and what is asked of its rows. */
interface Asked {
  readonly located: LocatedDataset;
  readonly version: LocatedVersion;
  readonly query: RowQuery;
}

/** Not an empty text, to which a charset would be added. */
const noBytes = Buffer.alloc(0);

function isWhole({ query }: Asked): boolean {
  const { filters, ordering, search, fields } = query;
  return filters.length === 0 && ordering.length === 0 && search === '' && fields === null;
}

function fileHeaders(asked: Asked, format: DownloadFormat): Record<string, string> {
  const type = downloadFormats[format];
  return {
    'Content-Type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
    'Content-Disposition': `attachment; filename="${asked.located.dataset.slug}.${format}"`,
    'X-Content-Type-Options': 'nosniff',
  };
}

/** The stored file itself, whole or in part. */
async function storedAnswer(deps: ServiceDeps, exchange: Exchange, asked: Asked): Promise<Answer> {
  const { stored } = asked.version;
  const { headers: sent, method } = exchange.request;
  const tag = `"${stored.checksum}"`;
  const headers = { ...fileHeaders(asked, 'parquet'), ETag: tag, 'Accept-Ranges': 'bytes' };
  if (hasAlready(sent['if-none-match'], tag)) return { kind: 'empty', status: 304, headers };
  const mayBePart = sent['if-range'] === undefined || sent['if-range'] === tag;
  const range = mayBePart ? askedRange(sent.range, stored.bytes) : ({ kind: 'whole' } as const);
  if (range.kind === 'unsatisfiable') {
    return { kind: 'empty', status: 416, headers: { ...headers, 'Content-Range': `bytes */${stored.bytes}` } };
  }
  const { start, end } = range.kind === 'part' ? range.range : { start: 0, end: stored.bytes };
  const body = method === 'HEAD' ? noBytes : await deps.rows.storedFile(stored, { start, end });
  const length = { 'Content-Length': String(end - start) };
  if (range.kind === 'whole') return { kind: 'body', body, headers: { ...headers, ...length } };
  const part = { ...length, 'Content-Range': `bytes ${start}-${end - 1}/${stored.bytes}` };
  return { kind: 'body', status: 206, body, headers: { ...headers, ...part } };
}

/** A file made for this request. */
async function exportedAnswer(
  deps: ServiceDeps,
  exchange: Exchange,
  asked: Asked,
  format: DownloadFormat,
): Promise<Answer> {
  const { request } = exchange;
  const columns = await shownColumns(deps, asked);
  const headers = { ...fileHeaders(asked, format), ETag: entityTag(asked.version, exchange, JSON.stringify(columns)) };
  if (hasAlready(request.headers['if-none-match'], headers.ETag)) return { kind: 'empty', status: 304, headers };
  const order = { version: asked.version.stored, query: asked.query, columns, format };
  const { stream, bytes } = await exportedStream(deps.rows, deps.dataFolder, order, {
    caller: callerKey(exchange),
    signal: request.signal,
  });
  const all = { ...headers, 'Content-Length': String(bytes) };
  if (request.method !== 'HEAD') return { kind: 'body', body: stream, headers: all };
  // Only the file itself says how long it is, and whether it can be made at all.
  stream.destroy();
  return { kind: 'body', body: noBytes, headers: all };
}

/** The columns of the file, in their order, with what people said of them. */
async function shownColumns(deps: ServiceDeps, { located, version, query }: Asked): Promise<Column[]> {
  const { id } = located.dataset;
  const noted = new Map(
    ((await columnsOfDatasets(deps.catalogue.records, [id])).get(id) ?? []).map((column) => [column.name, column]),
  );
  const byName = new Map(version.stored.columns.map((column) => [column.name, column]));
  const names = query.fields ?? [...byName.keys()];
  return names.flatMap((name) => {
    const column = byName.get(name);
    const note = noted.get(name);
    if (column === undefined) return [];
    return [{ type: column.type, description: note?.description ?? '', name, label: note?.label ?? name }];
  });
}

/** `…/datasets/<dataset_slug>/download/`: the rows as a file. */
export function download(deps: ServiceDeps, locator: Locator): Resource<LocatedDataset> {
  return {
    path: '/api/v1/namespaces/:namespace/datasets/:dataset/download/',
    name: 'Download',
    description: 'The rows of a dataset as a file; `_format` names the kind.',
    tag: 'rows',
    renderings: downloadRenderings,
    attachment: true,
    find: (exchange) => findReadableDataset(locator, exchange),
    actions: {
      GET: {
        summary: 'Download the rows as a file',
        parameters: rowParameters,
        answers: { 200: Type.Unknown() },
        failures: [206, 304, 416],
        handle: async (exchange, located) => {
          const version = await askedVersion(locator, located.dataset.id, exchange.query);
          if (version === null) throw notFound();
          const { format } = exchange.negotiated.rendering;
          const asked = { located, version, query: readRowQuery(exchange.query, version.names) };
          if (!isDownloadFormat(format)) return explanation(exchange);
          if (exchange.request.method === 'GET') deps.usage.queried(located.dataset.id);
          const isStored = format === 'parquet' && isWhole(asked);
          return isStored
            ? await storedAnswer(deps, exchange, asked)
            : await exportedAnswer(deps, exchange, asked, format);
        },
      },
    },
  };
}

/** What the page of a download shows: where each kind of file is had. */
function explanation({ address }: Exchange): Answer {
  const files = Object.keys(downloadFormats).map((format) => [format, `${address}?_format=${format}`]);
  return { kind: 'record', record: Object.fromEntries(files) };
}
