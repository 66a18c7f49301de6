import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Value } from 'typebox/value';
import { type WebSocket, WebSocketServer } from 'ws';
import { explain, failure } from '#shared/failures.ts';
import { PortRequest } from '#shared/rpc/port-protocol.ts';
import { portText, readPortText } from '#shared/rpc/port-text.ts';
import { Listeners } from '../../../lib/listeners.ts';
import { newSessionValue, secretHash } from '../../accounts/secrets.ts';
import { lastValue, type QueryPairs } from '../bodies/query-pairs.ts';
import { refusal, throttled } from '../plugins/api-error.ts';
import { anonymous, type CallerCredentials, type TabTokens } from '../plugins/authentication.ts';
import { callerKey } from '../plugins/exchange.ts';
import { callerBudgets, type TabBudget, type TabLimits } from './caller-budgets.ts';
import type { BrowserTabs, TabPort } from './open-tab.ts';
import { refuseOtherPages, type TabFiles } from './tab-files.ts';

/** Address of the WebSocket through which a page calls the service. */
export const windowPortPath = '/app/port';

/** Larger messages close a tab. */
const maxMessageBytes = 8 * 1024 * 1024;

/** A tab that reads so little of what it asked for is closed. */
const maxUnsentBytes = 256 * 1024 * 1024;

/** Shorter than the minute after which proxies close a silent connection. */
const pingMs = 25_000;

/** Pages learn of changes in the catalogue this late, and of all until then at once. */
const announceMs = 1000;

/** Close codes: RFC 6455, 7.4.1. */
const tooMuch = 1008;

/** Headers by which a trusted proxy says what the reader asked for. */
const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

const tooManyCalls = failure('throttled', explain('too-many-waiting'), { retry: true });

export interface WindowPortParts {
  readonly authenticate: (request: FastifyRequest) => Promise<CallerCredentials>;
  readonly tokens: TabTokens;
  readonly limits: TabLimits;
  readonly tabs: BrowserTabs;
  readonly onCatalogueChanged: OnChange;
  readonly files: TabFiles;
}

/**
 * Serves the port of the window: a WebSocket with the same messages as the port of the desktop's window. It is opened
 * only for a page of this service, which the browser names in `Origin`, and then acts as the session of its cookie. So
 * its messages need no token against forgery.
 */
export function registerWindowPort(app: FastifyInstance, parts: WindowPortParts): void {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    // Contexts that are kept would cost each tab more memory than the rest of it.
    perMessageDeflate: { threshold: 1024, serverNoContextTakeover: true, clientNoContextTakeover: true },
  });
  const admit = callerBudgets(parts.limits, () => performance.now());
  const changes = gatherChanges(parts.onCatalogueChanged, announceMs);
  app.server.on('upgrade', (request, socket, head) => {
    upgrades.set(request, { socket, head });
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    // Node's own socket of a server.
    response.assignSocket(socket as Socket);
    response.once('finish', () => socket.end());
    app.routing(request, response);
  });
  app.addHook('preClose', async () => {
    changes.close();
    for (const socket of server.clients) socket.close(1001);
    server.close();
    await parts.tabs.close();
  });
  app.route({
    method: 'GET',
    url: windowPortPath,
    handler: async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (upgrade === undefined) throw refusal(426, 'This address is a WebSocket.');
      const credentials = await credentialsOf(request, parts);
      const budget = admit(callerKey({ caller: credentials.caller, request }));
      if (budget === null) throw throttled(60);
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as Socket);
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        keepAlive(socket);
        openTab({ app, request, credentials, socket, budget }, { ...parts, onCatalogueChanged: changes.onChange });
      });
      return reply;
    },
  });
}

/** A connection that asked to become a WebSocket, and what it has sent since. */
interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Who opens a port: the session of the cookie, unless the page wants none of it, as one in a page of another site.
 * @throws {ApiError} 403 unless it is a page of this service
 */
async function credentialsOf(request: FastifyRequest, { authenticate }: WindowPortParts): Promise<CallerCredentials> {
  refuseOtherPages(request);
  const wantsNone = lastValue(request.query as QueryPairs, 'anonymous') !== null;
  return wantsNone ? anonymous : await authenticate(request);
}

interface Opened {
  readonly app: FastifyInstance;
  readonly request: FastifyRequest;
  readonly credentials: CallerCredentials;
  readonly socket: WebSocket;
  readonly budget: TabBudget;
}

/** Opens a tab. Its token is known to this process alone, and ends with it. */
function openTab({ app, request, credentials, socket, budget }: Opened, parts: WindowPortParts): void {
  const { caller, session } = credentials;
  const owner = caller === null ? null : callerKey({ caller, request });
  const token = session === null ? null : newSessionValue();
  if (token !== null && session !== null) parts.tokens.set(secretHash(token), session.hash);
  socket.once('close', budget.close);
  parts.tabs.open({
    port: portOver(socket, budget),
    address: `${request.protocol}://${request.host}/`,
    account: caller?.username ?? null,
    owner,
    token,
    hasEnded: async () => caller !== null && (await parts.authenticate(request)).caller === null,
    end: () => void (token !== null && parts.tokens.delete(secretHash(token))),
    fileAt: (given) => (owner === null ? null : parts.files.find(owner, given)),
    newFile: (name) => parts.files.create(callerKey({ caller, request }), name),
    filesFolder: parts.files.folder,
    connect: () => connectTo(app, request),
    headers: forwardedBy(request),
    onCatalogueChanged: parts.onCatalogueChanged,
  });
}

/** Notices a peer that is gone, and keeps proxies from closing a silent connection. */
function keepAlive(socket: WebSocket): void {
  let isAlive = true;
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, pingMs);
  socket.on('pong', () => {
    isAlive = true;
  });
  // Limits of `ws` itself, such as the length of a message: the close event follows.
  socket.on('error', () => {});
  socket.once('close', () => clearInterval(timer));
}

function portOver(socket: WebSocket, budget: TabBudget): TabPort {
  let receive = (_message: unknown) => {};
  const open = new Set<unknown>();
  const send = (message: unknown) => {
    if (socket.bufferedAmount > maxUnsentBytes) socket.terminate();
    else socket.send(portText(message));
  };
  const read = (data: Buffer) => {
    if (!budget.take(data.length)) return socket.close(tooMuch, 'Too many messages');
    const message = readPortText(data.toString('utf8'));
    if (!Value.Check(PortRequest, message)) return socket.close(tooMuch, 'Unexpected message');
    if (message.kind === 'abort') end(message.id);
    else if (budget.startCall()) open.add(message.id);
    else return send({ kind: 'failure', id: message.id, failure: tooManyCalls });
    return receive(message);
  };
  const end = (id: unknown) => {
    if (open.delete(id)) budget.endCall();
  };
  return {
    on(type: 'message' | 'close', listener: (message?: unknown) => void) {
      if (type === 'message') receive = listener;
      else socket.once('close', () => listener());
    },
    start: () => void socket.on('message', (data) => read(data as Buffer)),
    postMessage(message) {
      if (typeof message === 'object' && message !== null && 'id' in message) end(message.id);
      send(message);
    },
  };
}

/** A connection to the service within this process. It has the address of the reader, by which requests are counted. */
export function connectTo(app: FastifyInstance, { raw }: FastifyRequest): Duplex {
  const [near, far] = duplexPair();
  const { remoteAddress, remoteFamily } = raw.socket;
  const counted = { bytesRead: 0, bytesWritten: 0 };
  Object.assign(far, { remoteAddress, remoteFamily, ...counted, destroySoon: () => far.end(), setTimeout: () => far });
  app.server.emit('connection', far);
  return near;
}

/** The headers of a request that a proxy in front has added. */
export function forwardedBy({ headers }: FastifyRequest): Record<string, string> {
  const given = forwardedHeaders.map((name) => [name, headers[name]] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string'));
}

/** Subscribes to changes until the returned function is called. */
type OnChange = (listener: () => void) => () => void;

/** Changes that many listeners follow. */
interface GatheredChanges {
  readonly onChange: OnChange;
  close(): void;
}

/**
 * Announces all changes within a while once: after each, every open page reads the catalogue again.
 * @param delayMs from the first of them until they are announced
 */
export function gatherChanges(source: OnChange, delayMs: number): GatheredChanges {
  const listeners = new Listeners();
  let timer: NodeJS.Timeout | undefined;
  const stop = source(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listeners.announce();
    }, delayMs);
  });
  return {
    onChange: listeners.add,
    close() {
      stop();
      clearTimeout(timer);
    },
  };
}
