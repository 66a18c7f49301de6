import type { Addresses } from './records.ts';

/** Where the resources of one service lie. */
export interface Layout extends Addresses {
  /** The service's own address, with a slash at the end. */
  readonly base: URL;
  /** The endpoint that discovery lists under this name, or the specification's path. */
  endpoint(name: EndpointName): URL;
  /**
   * An address out of an answer as one that can be asked: relative ones resolved against `from`, those built on the
   * name by which the service knows itself (behind a proxy) moved to where it was reached, `_format` taken off.
   * Null for what is no address.
   */
  resolve(address: string, from: URL): URL | null;
}

type EndpointName = 'namespaces' | 'datasets' | 'users' | 'token' | 'meta' | 'queries';

const paths: Readonly<Record<EndpointName, string>> = {
  namespaces: 'api/v1/namespaces/',
  datasets: 'api/v1/datasets/',
  users: 'api/v1/users/',
  token: 'api/v1/auth/token/obtain/',
  meta: 'api/v1/meta/',
  queries: 'api/v1/queries/',
};

function parsed(address: string, from: URL): URL | null {
  try {
    return new URL(address, from);
  } catch {
    return null;
  }
}

/** `URLSearchParams` writes a space as `+` and more; an opaque cursor is only touched where there is something to take. */
function withoutFormat(address: URL): URL {
  if (!address.searchParams.has('_format')) return address;
  const clean = new URL(address);
  clean.searchParams.delete('_format');
  return clean;
}

/** The base by which a service knows itself, out of an address that it gave for a known path; null when it is no other. */
function claimedBase(base: URL, entries: ReadonlyMap<string, string>): string | null {
  for (const [name, path] of Object.entries(paths)) {
    const entry = entries.get(name);
    const address = entry === undefined ? null : parsed(entry, base);
    if (address === null || !address.pathname.endsWith(path)) continue;
    const claimed = `${address.origin}${address.pathname.slice(0, -path.length)}`;
    return claimed === base.href ? null : claimed;
  }
  return null;
}

/**
 * @param base where the service was reached.
 * @param entries addresses by name, as its discovery lists them.
 */
export function layOut(base: URL, entries: ReadonlyMap<string, string>): Layout {
  const claimed = claimedBase(base, entries);
  function resolve(address: string, from: URL): URL | null {
    const url = parsed(address, from);
    if (url === null) return null;
    url.username = '';
    url.password = '';
    url.hash = '';
    const moved =
      claimed !== null && url.href.startsWith(claimed) ? new URL(base.href + url.href.slice(claimed.length)) : url;
    return withoutFormat(moved);
  }
  const endpoint = (name: EndpointName) => {
    const entry = entries.get(name);
    return (entry === undefined ? null : resolve(entry, base)) ?? new URL(paths[name], base);
  };
  const namespace = (slug: string) => `${withoutQuery(endpoint('namespaces'))}${encodeURIComponent(slug)}/`;
  return {
    base,
    endpoint,
    resolve,
    home: (address) => (address === '' ? '' : (resolve(address, base)?.href ?? '')),
    namespace,
    dataset: (slug, dataset) => `${namespace(slug)}datasets/${encodeURIComponent(dataset)}/`,
  };
}

function withoutQuery(address: URL): string {
  return `${address.origin}${address.pathname}${address.pathname.endsWith('/') ? '' : '/'}`;
}
