import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { RemovedVersionError } from '../../files/stored-version.ts';
import { awaitBody } from '../bodies/body-deadline.ts';
import { bodyBytes, maxBodyBytes, maxOpenBodyBytes } from '../bodies/body-memory.ts';
import { type ParsedBody, parseBody, refuseCompressed } from '../bodies/body-parsers.ts';
import { assertUtf8, lastValue, type QueryPairs } from '../bodies/query-pairs.ts';
import { ApiError, denied, invalidRequest, notAllowed, notFound, refusal } from '../plugins/api-error.ts';
import { callerKey, type Exchange } from '../plugins/exchange.ts';
import { json, negotiate, negotiateFile } from '../plugins/negotiation.ts';
import { isSafe, methodOf, routedMethods } from '../plugins/rare-methods.ts';
import { type ValidBody, validBody } from '../plugins/validation.ts';
import { linksOn } from '../records/links.ts';
import { sendError } from '../responses/failures.ts';
import { sendAnswer } from '../responses/send.ts';
import { changeRecord, tagged } from './conditional.ts';
import { describeOptions } from './options.ts';
import {
  type Action,
  type Answer,
  allowedMethods,
  type Resource,
  type ResourceHost,
  readsBodyItself,
  renderingsOf,
  type Verb,
  verbs,
} from './resource.ts';

const noBody: ValidBody = { fields: {}, files: new Map(), isForm: false };

/** Registers all methods of a resource, including those it does not allow, and its path without the trailing slash. */
export function registerResource<Target>(host: ResourceHost, resource: Resource<Target>): void {
  const { app } = host;
  const { path } = resource;
  const config = { resource };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await checkRequest(host, resource, request);
    const action = resource.actions[request.method as Verb];
    if (!isSafe(request.method) && !(action !== undefined && readsBodyItself(action, request))) {
      refuseCompressed(request);
      reply.raw.once('close', host.bodies.admit(callerKey(exchangeOf(request)), bodyBytes(request)));
      awaitBody(request, reply, host.timeouts.wholeMs, (error) => void sendError(error, request, reply));
    }
  };
  const bodyLimit = resource.open === true ? maxOpenBodyBytes : maxBodyBytes;
  for (const verb of verbs) {
    const action = resource.actions[verb];
    if (action === undefined) continue;
    const handler = verb === 'GET' ? readHandler(resource, action) : writeHandler(host, resource, verb, action);
    const method: HTTPMethods[] = verb === 'GET' ? ['GET', 'HEAD'] : [verb];
    app.route({ method, url: path, config, onRequest, handler, bodyLimit });
  }
  const options = async (request: FastifyRequest, reply: FastifyReply) =>
    await sendAnswer(request, reply, { kind: 'record', record: await describeOptions(resource, exchangeOf(request)) });
  const handled = allowedMethods(resource).filter((method) => method !== 'OPTIONS');
  const rest = routedMethods.filter((method) => !handled.includes(method)) as HTTPMethods[];
  host.described.push(resource);
  app.route({ method: rest, url: path, config, onRequest, handler: options });
  const all = [...routedMethods] as HTTPMethods[];
  app.route({ method: all, url: path.slice(0, -1), config, onRequest: toSlash, handler: toSlash });
}

/** Redirects to the path with its slash: 301 for reading, 308 for methods with a body. */
async function toSlash(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOf(request);
  const safe = request.method === 'GET' || request.method === 'HEAD';
  return reply.redirect(`${path}/${request.url.slice(path.length)}`, safe ? 301 : 308);
}

function readHandler<Target>(resource: Resource<Target>, action: Action<Target>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchange = exchangeOf(request);
    const read = (target: Target) => action.handle(exchange, target, noBody, reply);
    const answer = await read(request.target as Target).catch(async (error: unknown) => {
      if (!(error instanceof RemovedVersionError)) throw error;
      // The address now identifies an older version, or nothing.
      return await read(await resource.find(exchange));
    });
    return await sendAnswer(request, reply, answer.kind === 'record' ? tagged(resource, exchange, answer) : answer);
  };
}

/** Handles a method that may change something: reads the body, checks the CSRF token, validates the fields. */
function writeHandler<Target>(host: ResourceHost, resource: Resource<Target>, verb: Verb, action: Action<Target>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchange = exchangeOf(request);
    const target = request.target as Target;
    if (readsBodyItself(action, request)) {
      const answer = await action.handle(exchange, target, noBody, reply);
      await host.settled();
      const isForm = request.isMultipart() && exchange.negotiated.rendering.format === 'api';
      return await sendAnswer(request, reply, isForm ? redirectToResult(exchange, verb, answer) : answer);
    }
    const parsed = await parseBody(request);
    if (exchange.session !== null || action.guarded === true) {
      await host.checkForgery(request, reply, forgeryToken(parsed));
    }
    const body = action.body === undefined ? noBody : validBody(action.body, parsed, verb === 'PATCH');
    const answer = await changeRecord(
      host.changeAlone,
      resource,
      exchange,
      async (now) => await resource.actions.GET?.handle(exchange, now, noBody, reply),
      () => action.handle(exchange, target, body, reply),
    );
    await host.settled();
    const isPage = parsed.kind === 'form' && exchange.negotiated.rendering.format === 'api';
    return await sendAnswer(request, reply, isPage ? redirectToResult(exchange, verb, answer) : answer);
  };
}

function forgeryToken(body: ParsedBody): string | null {
  return body.kind === 'form' ? lastValue(body.fields, '_csrf') : null;
}

/** After a form the browser is redirected to the result, so that reloading does not send it again. */
function redirectToResult(exchange: Exchange, verb: Verb, answer: Answer): Answer {
  const parent = exchange.address.slice(0, exchange.address.lastIndexOf('/', exchange.address.length - 2) + 1);
  const leadsOnAlready = (answer.status ?? 200) >= 300;
  if (leadsOnAlready || (verb === 'POST' && answer.headers?.Location === undefined)) return answer;
  const own = answer.kind === 'record' ? (answer.record as { url?: string }).url : undefined;
  const location = answer.headers?.Location ?? (verb === 'DELETE' ? listOf(parent) : (own ?? exchange.address));
  return { kind: 'empty', status: 303, headers: { Location: location } };
}

/** A version is removed from `version/<slug>/`, but the list of them is `versions/`. */
function listOf(parent: string): string {
  return parent.endsWith('/version/') ? `${parent.slice(0, -'version/'.length)}versions/` : parent;
}

/**
 * The checks before the body is read, in DRF's order: rendering, credentials, permission, method, the object, the right
 * to it and the text of the query. The methods of a resource that the caller may not read are not revealed. The results
 * are stored with the request. @throws {ApiError}
 */
async function checkRequest<Target>(
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
function exchangeOf(request: FastifyRequest): Exchange {
  if (request.exchange === null) throw invalidRequest('The request was not checked.');
  return request.exchange;
}

/** The path of a request, without its query. */
function pathOf({ url }: FastifyRequest): string {
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

/** The query of a request as it was sent, without the question mark. */
function queryOf(request: FastifyRequest): string {
  return request.url.slice(pathOf(request).length + 1);
}
