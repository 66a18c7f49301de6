import type { Dispatcher } from 'undici';
import type { Limits } from './limits.ts';
import { isLoopback } from './trust.ts';
import { Agent, EnvHttpProxyAgent } from './undici-parts.ts';

/** The way out of this computer. */
export interface Network {
  dispatcherFor(address: URL): Dispatcher;
  /** The proxy through which an address is asked, without its password; null for none. */
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

/**
 * Connections that are kept open between requests. The proxy variables of the environment are honoured; what lies
 * within this computer is never asked through a proxy.
 */
export function openNetwork(limits: Limits): Network {
  const options = {
    connections: limits.concurrency,
    connect: { timeout: limits.connect },
    headersTimeout: limits.headers,
    bodyTimeout: limits.stall,
    keepAliveTimeout: 20_000,
    maxHeaderSize: 64 * 1024,
  };
  const direct = new Agent(options);
  const proxied =
    proxySetting('http') === null && proxySetting('https') === null ? null : new EnvHttpProxyAgent(options);
  return {
    dispatcherFor: (address) => (proxied === null || isLoopback(address) ? direct : proxied),
    proxyFor(address) {
      if (isLoopback(address)) return null;
      const proxy = proxySetting(address.protocol === 'https:' ? 'https' : 'http');
      return proxy === null ? null : nameOf(proxy);
    },
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()]);
    },
  };
}
