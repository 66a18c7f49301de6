import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { forgeryKey } from '../catalogue/records/settings.ts';
import type { ServiceDeps, ServiceLog } from '../deps.ts';
import type { ServiceOptions } from '../open-parts.ts';
import { BodyMemory, maxBodyBytes } from './bodies/body-memory.ts';
import { registerBodyParsers, registerUnreadBodies } from './bodies/body-parsers.ts';
import { parseQuery } from './bodies/query-pairs.ts';
import { healthPath, type Readiness, registerHealth } from './operation/health.ts';
import { limitRequests, requestRates } from './operation/request-rates.ts';
import { invalidRequest } from './plugins/api-error.ts';
import { registerApiReference } from './plugins/api-reference.ts';
import { authenticator, type TabTokens } from './plugins/authentication.ts';
import { registerForgeryCheck } from './plugins/forgery.ts';
import { registerMedia } from './plugins/media.ts';
import { browsable, defaultRenderings, negotiate } from './plugins/negotiation.ts';
import { routedMethods, routeRareMethod } from './plugins/rare-methods.ts';
import { registerResources } from './resources/register-resources.ts';
import { type AnyResource, changeTurns, type ResourceHost } from './resources/resource.ts';
import { refuseMalformed, sendError, sendUnknownPath } from './responses/failures.ts';

/** Maximum length of a path segment: longer than any slug, so that a longer one is simply not found. */
const maxPathPartLength = 2000;

/** Options of the service that concern HTTP, and whether it is about to stop. */
interface AppOptions
  extends Pick<ServiceOptions, 'log' | 'trustProxy' | 'metrics' | 'logRequests' | 'requestsPerMinute' | 'window'> {
  readonly readiness: Readiness;
  readonly onCatalogueChanged: (listener: () => void) => () => void;
}

/** The window in the description of the API, by which clients know that they may link to it. */
const describedWindow: AnyResource = {
  path: '/app/',
  name: 'Window',
  description: 'The window that browsers show.',
  tag: 'discovery',
  renderings: [browsable],
  summaries: { GET: 'Show the window' },
  actions: { GET: { answers: { 200: null } } },
};

/** Builds the HTTP application over a service's parts; it does not listen yet. */
export async function buildApp(deps: ServiceDeps, options: AppOptions): Promise<FastifyInstance> {
  const { log = () => {}, trustProxy = false, requestsPerMinute = null, window = null, onCatalogueChanged } = options;
  const app = Fastify({
    logger: { level: 'warn', stream: { write: log } },
    logController: new LogController({ disableRequestLogging: true }),
    ...(options.logRequests && { genReqId: requestIds(trustProxy !== false) }),
    exposeHeadRoutes: false,
    bodyLimit: maxBodyBytes,
    rewriteUrl(request) {
      routeRareMethod(request);
      return formMethod(request);
    },
    clientErrorHandler: refuseMalformed,
    // A missing Host is refused like a foreign one, in the usual form of errors.
    http: {
      requireHostHeader: false,
      headersTimeout: deps.timeouts.wholeMs,
      connectionsCheckingInterval: Math.min(5_000, Math.ceil(deps.timeouts.wholeMs / 2)),
    },
    trustProxy: typeof trustProxy === 'boolean' ? trustProxy : [...trustProxy],
    routerOptions: {
      maxParamLength: maxPathPartLength,
      querystringParser: (text) => parseQuery(text) as unknown as Record<string, unknown>,
    },
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.decorateRequest('hostIsKnown', false);
  app.decorateRequest('exchange', null);
  app.decorateRequest('target', null);
  for (const method of routedMethods)
    app.addHttpMethod(method, {
      hasBody: !['GET', 'HEAD', 'TRACE'].includes(method),
      overrideExisting: true,
    });
  const guard = hostGuard(deps.publicNames);
  app.addHook('onRequest', async (request, reply) => {
    // Clients then open their next connection to another service.
    if (options.readiness.draining) reply.header('Connection', 'close');
    if (request.routeOptions.url !== healthPath) guard(request);
  });
  if (options.logRequests) registerRequestLog(app, deps.log);
  // Loaded on demand: the desktop has no use for it.
  if (options.metrics) (await import('./operation/metrics.ts')).registerMetrics(app, deps);
  registerHealth(app, deps, options.readiness);
  registerRoot(app, window !== null);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(sendUnknownPath);
  await app.register(compress, { encodings: ['gzip', 'br'], globalDecompression: false });
  await app.register(cookie);
  registerUnreadBodies(app, deps.timeouts.unreadMs);
  await registerBodyParsers(app);
  const tokens: TabTokens = new Map();
  const authenticate = authenticator(deps.catalogue, tokens);
  if (requestsPerMinute !== null)
    limitRequests(app, authenticate, requestRates(requestsPerMinute, deps.catalogue.rates));
  registerApiReference(app);
  await registerMedia(app, deps, authenticate);
  // Loaded on demand: the desktop serves its window itself.
  if (window !== null) {
    const { registerWindow } = await import('./app/serve-window.ts');
    const { dataFolder, timeouts, rows } = deps;
    const reception = { silenceMs: timeouts.pieceMs, makeRoom: (bytes: number) => rows.makeRoom(bytes) };
    await registerWindow(app, window, { authenticate, tokens, onCatalogueChanged, dataFolder, reception });
  }
  const host: ResourceHost = {
    app,
    described: [],
    timeouts: deps.timeouts,
    bodies: new BodyMemory(),
    authenticate,
    checkForgery: await registerForgeryCheck(app, await forgeryKey(deps.catalogue)),
    settled: deps.sidecars.flush,
    changeAlone: changeTurns(deps.catalogue.alone),
  };
  if (window !== null) host.described.push(describedWindow);
  await registerResources(host, deps);
  return app;
}

/**
 * Redirects from the address of the service itself, which people paste into a browser: browsers to the page of
 * namespaces, and programs to the versions of the API. The location is relative, so that it also fits below the path of
 * a proxy.
 */
function registerRoot(app: FastifyInstance, hasWindow: boolean): void {
  const page = hasWindow ? 'app/' : 'api/v1/namespaces/';
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async ({ headers }, reply) => {
      const negotiated = negotiate(defaultRenderings, null, headers.accept);
      const isPage = negotiated.kind === 'chosen' && negotiated.rendering === browsable;
      return reply.header('Vary', 'Accept').redirect(isPage ? page : 'api/');
    },
  });
}

/**
 * Lets the forms of the browsable pages, which can only send POST, name another method: `?_method=PUT`. Only in
 * requests from forms, so that no other client can hide a method from a proxy that reads only the request line.
 */
function formMethod(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith('multipart/form-data') || type.startsWith('application/x-www-form-urlencoded');
  const meant = /[?&]_method=(PUT|PATCH|DELETE|OPTIONS)(?:&|$)/.exec(url)?.[1];
  if (request.method === 'POST' && isForm && meant !== undefined) request.method = meant;
  return url;
}

/** Header with the id of a request: sent by a trusted proxy, or created here, and returned with the response. */
const idHeader = 'X-Request-Id';

/** An id that may come from a proxy and go into a log. */
const plainId = /^[\w.-]{1,64}$/;

/** The id of a request. @param fromProxy whether the id that a request names is used */
function requestIds(fromProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const named = headers[idHeader.toLowerCase()];
    return fromProxy && typeof named === 'string' && plainId.test(named) ? named : randomUUID();
  };
}

/**
 * Logs every request when its response has ended: id, method, path, status, milliseconds and bytes. The parameters of a
 * query are left out, because they may contain what a user searches for, and so are tokens and accounts.
 */
function registerRequestLog(app: FastifyInstance, log: ServiceLog): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(idHeader, request.id);
    const { socket } = request.raw;
    const before = socket.bytesWritten;
    reply.raw.once('close', () => {
      const details = {
        id: request.id,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: reply.raw.writableFinished ? reply.raw.statusCode : null,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        bytes: socket.bytesWritten - before,
      };
      log.info(details, reply.raw.writableFinished ? 'request' : 'request aborted');
    });
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the request was sent to a name of this service, so that addresses may contain its host. */
    hostIsKnown: boolean;
  }
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

const unknownHost =
  'The Host header does not name this service. Start it with --public-name NAME to reach it by another name.';

/** Checks that a request was sent to a name of this service, against DNS rebinding. @throws {ApiError} 400 */
function hostGuard(publicNames: readonly string[]): (request: FastifyRequest) => void {
  const known = new Set([...loopbackNames, ...publicNames.map((name) => name.toLowerCase())]);
  return (request) => {
    if (hostHeaders(request.raw.rawHeaders) > 1) throw invalidRequest('A request must have exactly one Host header.');
    // The base of addresses: behind a trusted proxy, the host that the client requested.
    const [, name = '', port = '80'] = /^([^:]*|\[[^\]]*\])(?::(\d{1,5}))?$/.exec(request.host ?? '') ?? [];
    request.hostIsKnown = known.has(name.toLowerCase()) && Number(port) <= 65_535;
    if (!request.hostIsKnown) throw invalidRequest(unknownHost);
  };
}

/** How often `Host` was sent; the parsed headers contain only the first. @param raw names and values in turn */
function hostHeaders(raw: readonly string[]): number {
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
