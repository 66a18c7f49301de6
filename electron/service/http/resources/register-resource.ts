import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import { awaitBody } from '../bodies/body-deadline.ts';
import { bodyBytes, maxBodyBytes, maxOpenBodyBytes } from '../bodies/body-memory.ts';
import { refuseCompressed } from '../bodies/body-parsers.ts';
import { described } from '../openapi/described-resource.ts';
import { callerKey } from '../plugins/caller-key.ts';
import { usualRenderings } from '../plugins/negotiation.ts';
import { sendError } from '../responses/failures.ts';
import { readHandler, writeHandler } from './handlers.ts';
import { describeOptions } from './options.ts';
import { checkRequest, exchangeOf, isSafe, pathOf } from './request-checks.ts';
import { type Action, allowedMethods, type Resource, readsBodyItself, type Verb, verbs } from './resource.ts';
import type { ResourceHost } from './resource-host.ts';

/** Registers all methods of a resource, including those it does not allow, and its path without the trailing slash. */
export function registerResource<Target>(host: ResourceHost, resource: Resource<Target>): void {
  const { app } = host;
  const allow = allowedMethods(resource).join(', ');
  const { name, description, path } = resource;
  const renderings = resource.renderings ?? usualRenderings;
  const attachment = resource.attachment === true;
  const config = { resource: { name, description, path, allow, renderings, attachment } };
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
  const declared = new Set<string>();
  for (const verb of verbs) {
    const action = resource.actions[verb];
    if (action === undefined) continue;
    const handler = verb === 'GET' ? readHandler(host, resource, action) : writeHandler(host, resource, verb, action);
    const shared = { url: path, config, onRequest, handler, bodyLimit };
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

/** Redirects to the path with its slash: 301 for reading, 308 for methods with a body. */
async function toSlash(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = pathOf(request);
  const safe = request.method === 'GET' || request.method === 'HEAD';
  return reply.redirect(`${path}/${request.url.slice(path.length)}`, safe ? 301 : 308);
}

function answersOf<Target>(action: Action<Target>): { response?: Record<string, TSchema> } {
  const entries = Object.entries(action.answers).filter((entry): entry is [string, TSchema] => entry[1] !== null);
  return entries.length === 0 ? {} : { response: Object.fromEntries(entries) };
}
