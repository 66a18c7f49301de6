import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { problemHeader } from '#shared/api/page.ts';
import { ExplainedError } from '#shared/english/explained-error.ts';
import type { ExplanationCode } from '#shared/failures.ts';
import { RowQueryError } from '#shared/row-query.ts';
import { ObjectStoreError } from '../../../lib/objects/object-store-error.ts';
import { CatalogueUnavailableError, isCrossedWrite } from '../../catalogue/database/store-problem.ts';
import { diskFull, isDiskFull } from '../../files/disk-full.ts';
import { storeFaultOfRequest } from '../../rows/store-fault.ts';
import { InvalidFilterError } from '../../rows/views/filter-to-sql.ts';
import { lastValue, parseQuery, type QueryPairs } from '../bodies/query-pairs.ts';
import { ApiError, invalid, notFound, refusal } from '../plugins/api-error.ts';
import { defaultRenderings, json, negotiate } from '../plugins/negotiation.ts';
import { methodOf } from '../plugins/rare-methods.ts';
import { linksOn } from '../records/links.ts';
import { allowOf, sendAnswer, sendPlain } from './send.ts';

/** Turns any thrown value into the one response for it; internal errors are logged. */
export async function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = asApiError(error, request);
  // The work of a client that has gone ends in various ways.
  const isOurs = answer.status >= 500 && (error as Error).name !== 'AbortError' && !request.raw.socket.destroyed;
  if (isOurs) request.log.error({ err: error, method: methodOf(request) }, 'A request failed.');
  ensureExchange(request);
  const { body: record, status, headers } = answer;
  try {
    return await sendAnswer(request, reply, { kind: 'record', record, status, headers });
  } catch (fault) {
    // The page could not be rendered: the error itself still reaches the client.
    request.log.error({ err: fault }, 'The page of an error could not be rendered.');
    const resource = { allow: allowOf(request), vary: 'Accept, Cookie' };
    return sendPlain(reply, { kind: 'record', record, status, headers }, resource, 0);
  }
}

/** The response for a path without a resource. */
export async function sendUnknownPath(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return await sendError(notFound(), request, reply);
}

/** A parameter as in the address, which may name the lookup `exact` or leave it out. */
function asWritten(parameter: string, { url }: FastifyRequest): string {
  const other = parameter.endsWith('__exact') ? parameter.slice(0, -'__exact'.length) : `${parameter}__exact`;
  const names = new Set(parseQuery(url.slice(url.indexOf('?') + 1)).map(([name]) => name));
  return !names.has(parameter) && names.has(other) ? other : parameter;
}

function asApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof RowQueryError) return invalid({ [error.parameter]: [error.message] });
  if (error instanceof InvalidFilterError) {
    return invalid({ [asWritten(error.parameter, request)]: [error.message] }, headersOf(error));
  }
  if (error instanceof ExplainedError && error.status !== null) {
    return refusal(error.status, error.message, headersOf(error));
  }
  const { code, statusCode } = error as FastifyError;
  // A record was created or removed between the check and the write.
  if (isCrossedWrite(error)) return refusal(409, crossed);
  if (isDiskFull(error)) return refusal(507, diskFull, problem('service-disk-full'));
  // The log names the server, which is internal to the service.
  if (error instanceof CatalogueUnavailableError) return refusal(503, unavailable, problem('service-storage-away', 1));
  if (error instanceof ObjectStoreError)
    return refusal(503, storeFaultOfRequest(error) ?? error.message, problem('service-storage-away', 5));
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') {
    return refusal(415, `Unsupported media type "${request.headers['content-type'] ?? ''}" in request.`);
  }
  if (statusCode === 413) return refusal(413, 'The request body is too large.');
  // Files that may not be served appear as missing, so that their existence is not revealed.
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH' || statusCode === 403 || statusCode === 404)
    return notFound();
  if (statusCode === 400) return refusal(400, 'Malformed request.');
  return refusal(500, storeFaultOfRequest(error) ?? 'A server error occurred.');
}

function problem(code: ExplanationCode, retryAfter: number | null = null): Record<string, string> {
  return { [problemHeader]: code, ...(retryAfter === null ? {} : { 'Retry-After': `${retryAfter}` }) };
}

function headersOf({ reason, retryAfter }: ExplainedError): Record<string, string> {
  return problem(reason.code, retryAfter);
}

const crossed =
  'Another request changed or removed a record that this one needs at the same time. Check it, and try again.';

const unavailable = 'The service cannot reach its catalogue at the moment. Nothing is lost; try again soon.';

/** An error before the checks is rendered as the request asks, as far as that is known. */
function ensureExchange(request: FastifyRequest): void {
  const known = request.exchange ?? null;
  const isFile = request.routeOptions?.config.resource?.attachment === true;
  if (known !== null && !isFile) return;
  const query = Array.isArray(request.query) ? (request.query as unknown as QueryPairs) : [];
  const format = isFile ? null : lastValue(query, '_format');
  const negotiation = negotiate(defaultRenderings, format, request.headers.accept);
  const base = `${request.protocol}://${request.host}`;
  request.exchange = {
    request,
    links: linksOn(base),
    address: base + (request.url.split('?')[0] ?? ''),
    query,
    // For a foreign host name there is no page, because nothing may be built from it.
    negotiated:
      request.hostIsKnown === true && negotiation.kind === 'chosen' ? negotiation : { rendering: json, indent: 0 },
    caller: known?.caller ?? null,
    session: known?.session ?? null,
    path: known?.path ?? {},
  };
}

/** Responds to an invalid HTTP request in the usual form of errors, and closes the connection. */
export function refuseMalformed(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, detail] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'The header of the request is too large.']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'The header of the request took too long to arrive.']
        : [400, 'Malformed request.'];
  const body = JSON.stringify({ detail });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Content-Type: application/json', 'Connection: close'];
  socket.end(`${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}
