import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { explain, inTurn } from '#shared/failures.ts';
import { ServiceError } from '../../errors.ts';
import type { Limits } from '../limits.ts';
import { guardedLookup, type Lookup, type Reach, reachOfService } from './reach.ts';
import { isLoopback, leadsInside, shown } from './trust.ts';

/** Outgoing connections. */
export interface Network {
  dispatcherFor(address: URL): Dispatcher;
  /** Who can reach the service itself; determined once. */
  homeReach(): Promise<Reach>;
  /** The proxy for an address, without its password; null for none. */
  proxyFor(address: URL): string | null;
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

interface Agents {
  readonly direct: Dispatcher;
  readonly proxied: Dispatcher | null;
}

function openAgents(limits: Limits, lookup?: LookupFunction): Agents {
  const options = {
    connections: limits.concurrency,
    connect: { timeout: limits.connect, ...(lookup === undefined ? {} : { lookup }) },
    headersTimeout: limits.headers,
    bodyTimeout: limits.stall,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 64 * 1024,
  };
  const isProxied = proxySetting('http') !== null || proxySetting('https') !== null;
  return { direct: new Agent(options), proxied: isProxied ? new EnvHttpProxyAgent(options) : null };
}

/**
 * Connections that are kept open between requests. The proxy variables of the environment are honoured, but never for
 * addresses within this computer. Where the service at `home` leads, no connection goes to a more internal address than
 * the service's own; behind a proxy, resolving names is the proxy's task.
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
  const own = openAgents(limits);
  let elsewhere: Agents | null = null;
  const agentsFor = (address: URL) => {
    if (address.origin === home.origin) return own;
    elsewhere ??= openAgents(limits, guardedLookup(homeReach, lookup, refuse));
    return elsewhere;
  };
  return {
    homeReach,
    dispatcherFor(address) {
      const { direct, proxied } = agentsFor(address);
      return proxied === null || isLoopback(address) ? direct : proxied;
    },
    proxyFor(address) {
      if (isLoopback(address)) return null;
      const proxy = proxySetting(address.protocol === 'https:' ? 'https' : 'http');
      return proxy === null ? null : nameOf(proxy);
    },
    async close() {
      const open = [own.direct, own.proxied, elsewhere?.direct, elsewhere?.proxied];
      await Promise.all(open.map((agent) => agent?.destroy()));
    },
  };
}
