import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { forgeryKey } from '../catalogue/access/forgery-key.ts';
import { locateIn } from '../catalogue/records/readable-dataset.ts';
import type { ServiceDeps } from '../deps.ts';
import type { ServiceOptions } from '../open-parts.ts';
import type { WindowOptions } from './app/open-tab.ts';
import { BodyMemory, maxBodyBytes } from './bodies/body-memory.ts';
import { registerBodyParsers } from './bodies/body-parsers.ts';
import { parseQuery } from './bodies/query-pairs.ts';
import { registerUnreadBodies } from './bodies/unread-bodies.ts';
import { healthPath, type Readiness, registerHealth } from './operation/health.ts';
import { registerRequestLog, requestIds } from './operation/request-log.ts';
import { limitRequests, requestRates } from './operation/request-rates.ts';
import { registerApiReference } from './plugins/api-reference.ts';
import { authenticator, type TabTokens } from './plugins/authentication.ts';
import { registerForgeryCheck } from './plugins/forgery.ts';
import { hostGuard } from './plugins/host-guard.ts';
import { registerMedia } from './plugins/media.ts';
import { browsable, defaultRenderings, negotiate } from './plugins/negotiation.ts';
import { routedMethods, routeRareMethod } from './plugins/rare-methods.ts';
import { changeTurns } from './resources/change-turns.ts';
import { registerResources } from './resources/register-resources.ts';
import type { AnyResource } from './resources/resource.ts';
import type { ResourceHost } from './resources/resource-host.ts';
import { refuseMalformed, sendError, sendUnknownPath } from './responses/failures.ts';

/** Maximum length of a path segment: longer than any slug, so that a longer one is simply not found. */
const maxPathPartLength = 2000;

/** Options of the service that concern HTTP, and whether it is about to stop. */
interface AppOptions
  extends Required<Pick<ServiceOptions, 'log' | 'trustProxy' | 'metrics' | 'logRequests' | 'requestsPerMinute'>> {
  readonly readiness: Readiness;
  readonly window: WindowOptions | null;
  readonly onCatalogueChanged: (listener: () => void) => () => void;
}

/** The window in the description of the API, by which clients know that they may link to it. */
const describedWindow: AnyResource = {
  path: '/app/',
  name: 'Window',
  description: 'The window that browsers show.',
  tag: 'discovery',
  renderings: [browsable],
  actions: { GET: { summary: 'Show the window', answers: { 200: null } } },
};

/** Builds the HTTP application over a service's parts; it does not listen yet. */
export async function buildApp(deps: ServiceDeps, options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: 'warn', stream: { write: options.log } },
    logController: new LogController({ disableRequestLogging: true }),
    ...(options.logRequests && { genReqId: requestIds(options.trustProxy !== false) }),
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
    trustProxy: typeof options.trustProxy === 'boolean' ? options.trustProxy : [...options.trustProxy],
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
  registerRoot(app, options.window !== null);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(sendUnknownPath);
  await app.register(compress, { encodings: ['gzip', 'br'], globalDecompression: false });
  await app.register(cookie);
  registerUnreadBodies(app, deps.timeouts.unreadMs);
  await registerBodyParsers(app);
  const tokens: TabTokens = new Map();
  const authenticate = authenticator(deps.catalogue, tokens);
  const { requestsPerMinute, window, onCatalogueChanged } = options;
  if (requestsPerMinute !== null)
    limitRequests(app, authenticate, requestRates(requestsPerMinute, deps.catalogue.rates));
  registerApiReference(app);
  await registerMedia(app, deps, authenticate);
  // Loaded on demand: the desktop serves its window itself.
  if (window !== null) {
    const { registerWindow } = await import('./app/serve-window.ts');
    await registerWindow(app, window, { authenticate, tokens, onCatalogueChanged });
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
  await registerResources(host, deps, locateIn(deps.catalogue));
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
