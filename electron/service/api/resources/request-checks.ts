import type { FastifyRequest } from 'fastify';
import { assertUtf8, lastValue, type QueryPairs } from '../bodies/query-pairs.ts';
import { ApiError, denied, invalidRequest, notAllowed, notFound, refusal } from '../plugins/api-error.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { json, negotiate, negotiateFile } from '../plugins/negotiation.ts';
import { isSafe, methodOf } from '../plugins/rare-methods.ts';
import { linksOn } from '../records/links.ts';
import { type Resource, renderingsOf, type Verb } from './resource.ts';
import type { ResourceHost } from './resource-host.ts';

/**
 * The checks before the body is read, in DRF's order: rendering, credentials, permission, method, the object, the right
 * to it and the text of the query. The methods of a resource that the caller may not read are not revealed. The results
 * are stored with the request. @throws {ApiError}
 */
export async function checkRequest<Target>(
  host: ResourceHost,
  resource: Resource<Target>,
  request: FastifyRequest,
): Promise<void> {
  const renderings = renderingsOf(resource);
  const query = request.query as QueryPairs;
  const format = lastValue(query, '_format');
  const { accept } = request.headers;
  const negotiation =
    resource.attachment === true ? negotiateFile(renderings, format, accept) : negotiate(renderings, format, accept);
  const base = `${request.protocol}://${request.host}`;
  const exchange: Exchange = {
    request,
    links: linksOn(base),
    address: base + pathOf(request),
    query,
    negotiated: negotiation.kind === 'chosen' ? negotiation : { rendering: json, indent: 0 },
    caller: null,
    session: null,
    path: request.params as Record<string, string>,
  };
  request.exchange = exchange;
  if (negotiation.kind === 'unknown-format') throw notFound();
  if (negotiation.kind === 'not-acceptable') throw refusal(406, 'Could not satisfy the request Accept header.');
  const known: Exchange = { ...exchange, ...(await host.authenticate(request)) };
  request.exchange = known;
  if (request.method === 'OPTIONS') return;
  const safe = isSafe(request.method);
  if (!safe && resource.mayWrite !== undefined && resource.open !== true && known.caller === null) throw denied(null);
  const verb = request.method === 'HEAD' ? 'GET' : request.method;
  if (resource.actions[verb as Verb] === undefined) {
    await refuseUnpermitted(resource, known);
    throw notAllowed(methodOf(request));
  }
  const target = await resource.find(known);
  if (resource.mayRead !== undefined && !resource.mayRead(known, target)) throw denied(known.caller);
  if (!safe && resource.mayWrite !== undefined && !resource.mayWrite(known, target)) throw denied(known.caller);
  assertUtf8(queryOf(request));
  request.target = target;
}

/** Permission is checked before the method (401, 403), the method before existence. @throws {ApiError} 401, 403 */
async function refuseUnpermitted<Target>(resource: Resource<Target>, exchange: Exchange): Promise<void> {
  try {
    await resource.find(exchange);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401 || error.status === 403) throw error;
  }
}

/** The results of a request's checks. */
export function exchangeOf(request: FastifyRequest): Exchange {
  if (request.exchange === null) throw invalidRequest('The request was not checked.');
  return request.exchange;
}

/** The path of a request, without its query. */
export function pathOf({ url }: FastifyRequest): string {
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

/** The query of a request as it was sent, without the question mark. */
function queryOf(request: FastifyRequest): string {
  return request.url.slice(pathOf(request).length + 1);
}
