import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import { type DescribedResource, described } from '../openapi/described-resource.ts';
import { denied, invalidRequest, notAllowed, notFound, refusal } from '../plugins/api-error.ts';
import type { Credentials } from '../plugins/authentication.ts';
import { awaitBody, type BodyPatience } from '../plugins/body-deadline.ts';
import { type ParsedBody, readBody } from '../plugins/body-parsers.ts';
import type { Exchange } from '../plugins/exchange.ts';
import { json, negotiate, negotiateFile, type Rendering, usualRenderings } from '../plugins/negotiation.ts';
import { lastValue, type QueryPairs } from '../plugins/query-pairs.ts';
import { type ValidBody, validBody } from '../plugins/validation.ts';
import { linksOn } from '../records/links.ts';
import { sendError } from './failures.ts';
import { describeOptions } from './options.ts';
import { type Action, type Answer, allowedMethods, type Resource, type Verb, verbs } from './resource.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known so far; null before the first check. */
    exchange: Exchange | null;
    /** What the address names, once it is found. */
    target: unknown;
  }
  interface FastifyContextConfig {
    /** The resource of a route. */
    resource?: RegisteredResource;
  }
}

/** What the answers of a resource need to know of it. */
export interface RegisteredResource {
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly allow: string;
  readonly renderings: readonly Rendering[];
  readonly attachment: boolean;
}

/** What routes need from the application that they are registered in. */
export interface ResourceHost {
  readonly app: FastifyInstance;
  readonly methods: readonly string[];
  readonly patience: BodyPatience;
  /** Filled with what is registered, for the OpenAPI document. */
  readonly described: DescribedResource[];
  readonly authenticate: (request: FastifyRequest) => Promise<Credentials>;
  /** Checks what proves that a request under a session was meant. @throws 403 */
  readonly checkForgery: (request: FastifyRequest, reply: FastifyReply, token: string | null) => Promise<void>;
  readonly send: (request: FastifyRequest, reply: FastifyReply, answer: Answer) => Promise<FastifyReply>;
}

/** Registers all methods of a resource, those it does not permit too, and its path without the last slash. */
export function registerResource<Target>(host: ResourceHost, resource: Resource<Target>): void {
  const { app } = host;
  const allow = allowedMethods(resource).join(', ');
  const { name, description, path } = resource;
  const renderings = resource.renderings ?? usualRenderings;
  const attachment = resource.attachment === true;
  const config = { resource: { name, description, path, allow, renderings, attachment } };
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await check(host, resource, request);
    if (!isSafe(request.method) && resource.actions[request.method as Verb]?.streamed !== true) {
      awaitBody(request, reply, host.patience.whole, (error) => void sendError(error, request, reply));
    }
  };
  const declared = new Set<string>();
  for (const verb of verbs) {
    const action = resource.actions[verb];
    if (action === undefined) continue;
    const handler = verb === 'GET' ? readHandler(host, action) : writeHandler(host, verb, action);
    const shared = { url: path, config, onRequest, handler };
    app.route({ ...shared, method: verb, schema: answersOf(action) });
    if (verb === 'GET') app.route({ ...shared, method: 'HEAD', schema: answersOf(action) });
    declared.add(verb);
  }
  if (declared.has('GET')) declared.add('HEAD');
  const options = async (request: FastifyRequest, reply: FastifyReply) =>
    await host.send(request, reply, { kind: 'record', record: await describeOptions(resource, exchangeOf(request)) });
  const rest = host.methods.filter((method) => !declared.has(method)) as HTTPMethods[];
  host.described.push(described(resource, renderings));
  app.route({ method: rest, url: path, config, onRequest, handler: options });
  const all = [...host.methods] as HTTPMethods[];
  app.route({
    method: all,
    url: path.slice(0, -1),
    config,
    onRequest: toSlash,
    handler: toSlash,
  });
}

/** The checks before the body is read, in DRF's order. */
async function check<Target>(host: ResourceHost, resource: Resource<Target>, request: FastifyRequest): Promise<void> {
  const renderings = resource.renderings ?? usualRenderings;
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
  if (resource.actions[verb as Verb] === undefined) throw notAllowed(request.method);
  const target = await resource.find(known);
  if (!safe && resource.mayWrite !== undefined && !resource.mayWrite(known, target)) throw denied(known.caller);
  request.target = target;
}

const noBody: ValidBody = { fields: {}, files: new Map(), isForm: false };

function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function readHandler<Target>(host: ResourceHost, action: Action<Target>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const answer = await action.handle(exchangeOf(request), request.target as Target, noBody, reply);
    return await host.send(request, reply, answer);
  };
}

function writeHandler<Target>(host: ResourceHost, verb: Verb, action: Action<Target>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const exchange = exchangeOf(request);
    const target = request.target as Target;
    if (action.streamed === true) {
      const answer = await action.handle(exchange, target, noBody, reply);
      const isForm = request.isMultipart() && exchange.negotiated.rendering.format === 'api';
      return await host.send(request, reply, isForm ? leadOn(exchange, verb, answer) : answer);
    }
    const parsed = await readBody(request);
    if (exchange.session !== null || action.guarded === true) {
      await host.checkForgery(request, reply, forgeryToken(parsed));
    }
    const body = action.body === undefined ? noBody : validBody(action.body, parsed, verb === 'PATCH');
    const answer = await action.handle(exchange, target, body, reply);
    const isPage = parsed.kind === 'form' && exchange.negotiated.rendering.format === 'api';
    return await host.send(request, reply, isPage ? leadOn(exchange, verb, answer) : answer);
  };
}

/** The token that a form carries against forgery. */
function forgeryToken(body: ParsedBody): string | null {
  return body.kind === 'form' ? lastValue(body.fields, '_csrf') : null;
}

/** After a form a browser is led to what there is to see, so that reloading does not send it again. */
function leadOn(exchange: Exchange, verb: Verb, answer: Answer): Answer {
  const parent = exchange.address.replace(/[^/]+\/$/, '');
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

function exchangeOf(request: FastifyRequest): Exchange {
  if (request.exchange === null) throw invalidRequest('The request was not checked.');
  return request.exchange;
}

function pathOf(request: FastifyRequest): string {
  const { url } = request;
  const question = url.indexOf('?');
  return question < 0 ? url : url.slice(0, question);
}

/** Leads to the path with its slash: 301 for what only reads, 308 for what must keep its method and body. */
async function toSlash(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOf(request);
  const safe = request.method === 'GET' || request.method === 'HEAD';
  return reply.redirect(`${path}/${request.url.slice(path.length)}`, safe ? 301 : 308);
}

function answersOf<Target>(action: Action<Target>): { response?: Record<string, TSchema> } {
  const entries = Object.entries(action.answers).filter((entry): entry is [string, TSchema] => entry[1] !== null);
  return entries.length === 0 ? {} : { response: Object.fromEntries(entries) };
}
