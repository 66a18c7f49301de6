import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, Socks5ProxyAgent } from 'undici';
import { explain, inTurn } from '#shared/failures.ts';
import { ServiceError } from '../../errors.ts';
import type { Limits } from '../limits.ts';
import { guardedLookup, type Lookup, type Reach, reachOfService } from './reach.ts';
import { trustSystemCertificates } from './system-certificates.ts';
import { systemProxy } from './system-proxy.ts';
import { isLoopback, leadsInside, shown } from './trust.ts';

/** Outgoing connections. */
export interface Network {
  dispatcherFor(address: URL): Promise<Dispatcher>;
  /** The reach of the service's own address; determined once. */
  homeReach(): Promise<Reach>;
  /** The proxy for an address, without its password; null for none. */
  proxyFor(address: URL): Promise<string | null>;
  close(): Promise<void>;
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

/** Connections with the same limits: direct ones, and those through each proxy. */
class Agents {
  readonly #options: Agent.Options;
  readonly #open = new Map<string, Dispatcher>();

  constructor(limits: Limits, lookup?: LookupFunction) {
    this.#options = {
      connections: limits.concurrency,
      connect: { timeout: limits.connect, ...(lookup === undefined ? {} : { lookup }) },
      headersTimeout: limits.headers,
      bodyTimeout: limits.stall,
      keepAliveTimeout: 20_000,
      maxHeaderSize: 64 * 1024,
    };
  }

  #kept(name: string, open: () => Dispatcher): Dispatcher {
    const known = this.#open.get(name) ?? open();
    this.#open.set(name, known);
    return known;
  }

  direct(): Dispatcher {
    return this.#kept('direct', () => new Agent(this.#options));
  }

  /** Through whichever proxy the environment names for an address. */
  asEnvironment(): Dispatcher {
    return this.#kept('environment', () => new EnvHttpProxyAgent(this.#options));
  }

  /** Through a proxy. @param proxy its address: `http:`, `https:` or `socks5:` */
  through(proxy: string): Dispatcher {
    return this.#kept(proxy, () => {
      const { connect, ...options } = this.#options;
      if (proxy.startsWith('socks5:')) return new Socks5ProxyAgent(proxy, options);
      return new ProxyAgent({ ...options, ...(connect === undefined ? {} : { connect }), uri: proxy });
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((agent) => agent.destroy()));
  }
}

/**
 * Connections that are kept open between requests. They go through the proxy that the environment names, otherwise
 * through the system's, but never for addresses within this computer. Where the service at `home` leads, no connection
 * goes to a more internal address than the service's own; behind a proxy, resolving names is the proxy's task.
 */
export function openNetwork(home: URL, limits: Limits, lookup: Lookup = systemLookup): Network {
  let reach: Promise<Reach> | null = null;
  const homeReach = () => {
    reach ??= reachOfService(home, lookup);
    return reach;
  };
  const refuse = (host: string, inside: Reach) =>
    new ServiceError({
      kind: 'redirect',
      reason: inTurn(explain('sent-elsewhere'), leadsInside(inside, host), explain('not-followed')),
      where: shown(home),
    });
  const own = new Agents(limits);
  let elsewhere: Agents | null = null;
  const agentsFor = (address: URL) => {
    if (address.origin === home.origin) return own;
    elsewhere ??= new Agents(limits, guardedLookup(homeReach, lookup, refuse));
    return elsewhere;
  };
  return networkOver(agentsFor, homeReach, async () => {
    await Promise.all([own.close(), elsewhere?.close()]);
  });
}

/**
 * Connections to any address that is no more internal than `most`. Names are checked by their addresses when connecting;
 * numeric addresses are the caller's task.
 * @param refuse the error for a host that has a more internal address
 */
export function openBoundedNetwork(
  most: Reach,
  limits: Limits,
  refuse: (host: string, reach: Reach) => Error,
  lookup: Lookup = systemLookup,
): Network {
  const reach = async () => most;
  const agents = new Agents(limits, guardedLookup(reach, lookup, refuse));
  return networkOver(
    () => agents,
    reach,
    () => agents.close(),
  );
}

function networkOver(
  agentsFor: (address: URL) => Agents,
  homeReach: () => Promise<Reach>,
  close: () => Promise<void>,
): Network {
  return {
    homeReach,
    close,
    async dispatcherFor(address) {
      const agents = agentsFor(address);
      if (address.protocol === 'https:') trustSystemCertificates();
      if (isLoopback(address)) return agents.direct();
      if (environmentNamesProxy()) return agents.asEnvironment();
      const proxy = await systemProxy(address);
      return proxy === null ? agents.direct() : agents.through(proxy);
    },
    async proxyFor(address) {
      if (isLoopback(address)) return null;
      const proxy = environmentNamesProxy()
        ? proxySetting(address.protocol === 'https:' ? 'https' : 'http')
        : await systemProxy(address).catch(() => null);
      return proxy === null ? null : nameOf(proxy);
    },
  };
}
