import type { LookupFunction, Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import tls from 'node:tls';
import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { given } from '#shared/given.ts';
import { isLoopback } from '../network-names.ts';
import { userAgent } from '../tool-version.ts';
import { systemProxy } from './system-proxy.ts';

export interface ConnectionLimits {
  /** Until the connection is established, including TLS. */
  readonly connectMs: number;
  /** From the request to the response headers. */
  readonly headersMs: number;
  /** Between two chunks of a body. */
  readonly stallMs: number;
  /** Maximum number of concurrent requests to one origin. */
  readonly concurrency: number;
}

export interface HttpRequest {
  readonly address: URL;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable | null;
  readonly signal?: AbortSignal | undefined;
  /** If they differ from those of the client. */
  readonly headersMs?: number;
  readonly stallMs?: number;
}

/** The head of an answer, with its body still to be read. */
export interface HttpAnswer {
  /** That of the request. */
  readonly address: URL;
  readonly status: number;
  /** All headers; those that were sent several times are joined. */
  readonly headers: Headers;
  /** A header; the first one if it was sent several times. */
  header(name: string): string | undefined;
  /** As it was sent: compressed, if the request accepts that. */
  readonly body: Dispatcher.ResponseData['body'];
}

/** The connection failed, before or within an answer; the cause says how. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ConnectionError';
  }
}

/** How connections are made. */
export interface ConnectionOptions {
  /** Resolves names, unless a proxy does. */
  readonly lookup?: LookupFunction;
  /** Whether no proxy is used at all. */
  readonly direct?: boolean;
  /** Opens a connection within this process instead; whatever the address, it is not encrypted. */
  readonly within?: () => Duplex;
}

/**
 * The only way to send requests. Redirects are not followed, and nothing is repeated: see `Retries` for that. Connections
 * are kept open between requests. They go through the proxy that the environment names, otherwise through the system's,
 * but never for addresses within this computer.
 */
export class HttpClient {
  readonly #limits: ConnectionLimits;
  readonly #connect: buildConnector.connector | buildConnector.BuildOptions;
  readonly #isDirect: (address: URL) => boolean;
  readonly #opened = new Map<string, Dispatcher>();

  constructor(limits: ConnectionLimits, { lookup, direct = false, within }: ConnectionOptions = {}) {
    this.#limits = limits;
    this.#connect = within === undefined ? { timeout: limits.connectMs, ...given({ lookup }) } : connectorOf(within);
    this.#isDirect = (address) => direct || within !== undefined || isLoopback(address);
  }

  /**
   * Sends a request, and reads its answer; what `read` leaves of the body is discarded.
   * @throws {ConnectionError} if the connection fails, also while `read` runs; what `read` throws itself, unchanged
   */
  async send<Result>(request: HttpRequest, read: (answer: HttpAnswer) => Promise<Result>): Promise<Result> {
    const answer = await this.open(request);
    let broken: unknown = null;
    answer.body.once('error', (error) => {
      broken = error;
    });
    try {
      return await read(answer);
    } catch (error) {
      throw broken !== null && error === broken ? new ConnectionError(error) : error;
    } finally {
      // A connection whose answer was read to its end is used again.
      if (!answer.body.readableEnded) answer.body.destroy();
    }
  }

  /**
   * Sends a request, and leaves the body to the caller, who reads it to its end or destroys it.
   * @throws {ConnectionError}
   */
  async open(request: HttpRequest): Promise<HttpAnswer> {
    const { address, method } = request;
    try {
      const dispatcher = await this.#dispatcherFor(address);
      const { statusCode, headers, body } = await dispatcher.request({
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method,
        headers: { 'user-agent': userAgent, ...request.headers },
        body: request.body ?? null,
        signal: request.signal ?? null,
        headersTimeout: request.headersMs ?? null,
        bodyTimeout: request.stallMs ?? null,
      });
      // A caller that stops reading early destroys the body, whose error then does not matter.
      body.on('error', () => {});
      const header = (name: string) => [headers[name] ?? []].flat()[0];
      return {
        address,
        status: statusCode,
        header,
        body,
        // Calculated on demand: pages of rows are read without it.
        get headers() {
          return headersOf(headers);
        },
      };
    } catch (error) {
      throw new ConnectionError(error);
    }
  }

  /** The proxy for an address, without its password; null for none. */
  async proxyFor(address: URL): Promise<string | null> {
    if (this.#isDirect(address)) return null;
    const proxy = environmentNamesProxy()
      ? proxySetting(address.protocol === 'https:' ? 'https' : 'http')
      : await systemProxy(address).catch(() => null);
    return proxy === null ? null : nameOf(proxy);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((dispatcher) => dispatcher.destroy()));
  }

  async #dispatcherFor(address: URL): Promise<Dispatcher> {
    const isDirect = this.#isDirect(address);
    if (address.protocol === 'https:' && typeof this.#connect !== 'function') trustSystemCertificates();
    const isNamed = !isDirect && environmentNamesProxy();
    const proxy = isDirect || isNamed ? null : await systemProxy(address);
    const name = isNamed ? 'environment' : (proxy ?? 'direct');
    const dispatcher = this.#opened.get(name) ?? this.#newDispatcher(isNamed, proxy);
    this.#opened.set(name, dispatcher);
    return dispatcher;
  }

  #newDispatcher(isNamed: boolean, proxy: string | null): Dispatcher {
    const { concurrency, headersMs, stallMs } = this.#limits;
    const options = {
      connections: concurrency,
      headersTimeout: headersMs,
      bodyTimeout: stallMs,
      keepAliveTimeout: 20_000,
      maxHeaderSize: 64 * 1024,
    };
    const connect = this.#connect;
    if (isNamed) return new EnvHttpProxyAgent({ ...options, connect });
    if (proxy === null) return new Agent({ ...options, connect });
    if (proxy.startsWith('socks5:')) return new Socks5ProxyAgent(proxy, options);
    return new ProxyAgent({ ...options, connect, uri: proxy });
  }
}

/** Makes undici speak HTTP over connections that are there already. */
function connectorOf(within: () => Duplex): buildConnector.connector {
  // Of a socket, undici uses only what every stream of both directions has.
  // It expects a connection to be made later, never before it has asked for one.
  return (_options, callback) => queueMicrotask(() => callback(null, within() as Socket));
}

function headersOf(raw: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of [value ?? ''].flat()) headers.append(name, one);
  }
  return headers;
}

function proxySetting(scheme: 'http' | 'https'): string | null {
  const { env } = process;
  const http = env.http_proxy ?? env.HTTP_PROXY;
  const setting = scheme === 'https' ? (env.https_proxy ?? env.HTTPS_PROXY ?? http) : http;
  return setting === undefined || setting === '' ? null : setting;
}

function nameOf(proxy: string): string {
  try {
    return new URL(proxy.includes('://') ? proxy : `http://${proxy}`).host;
  } catch {
    return 'that is set';
  }
}

function environmentNamesProxy(): boolean {
  return proxySetting('http') !== null || proxySetting('https') !== null;
}

let isDone = false;

/**
 * Trusts the system's certificate authorities in addition to the bundled ones: organisations install their own
 * authority only there. Called before the first secure connection, because reading them takes a moment on some systems.
 * Runtimes before Node 22.19 cannot do this; for them `NODE_EXTRA_CA_CERTS` names additional authorities.
 */
function trustSystemCertificates(): void {
  if (isDone) return;
  isDone = true;
  const { getCACertificates, setDefaultCACertificates } = tls as Partial<typeof tls>;
  if (getCACertificates === undefined || setDefaultCACertificates === undefined) return;
  setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
}
