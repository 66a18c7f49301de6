/** Normalizes the addresses in records: `home` turns an address from the service into one that can be requested. */
export interface Addresses {
  home(address: string): string;
  namespace(namespace: string): string;
  dataset(namespace: string, dataset: string): string;
}

/** The addresses of one service's resources. */
export interface ServiceLayout extends Addresses {
  /** The service's own address, with a trailing slash. */
  readonly base: URL;
  /** The endpoint that discovery lists under this name, or the specification's path. */
  endpoint(name: EndpointName): URL;
  /**
   * Normalizes an address from an answer: resolves relative ones against `from`, replaces the base by which the service
   * knows itself (behind a proxy) with the one where it was reached, and removes `_format`. Null if it is not an
   * address.
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

/** An address with parameters added to those that it has. */
export function addressWith(address: URL | string, parameters: Iterable<readonly [string, string]>): URL {
  const url = new URL(address);
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  return url;
}

function parsed(address: string, from: URL): URL | null {
  try {
    return new URL(address, from);
  } catch {
    return null;
  }
}

/** `URLSearchParams` reencodes spaces and more, so an opaque cursor is only touched if there is something to remove. */
function withoutFormat(address: URL): URL {
  if (!address.searchParams.has('_format')) return address;
  const clean = new URL(address);
  clean.searchParams.delete('_format');
  return clean;
}

/** The base by which a service knows itself, derived from an address for a known path; null if it is the same. */
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
 * @param base where the service was reached
 * @param entries addresses by name from its discovery
 */
export function layOut(base: URL, entries: ReadonlyMap<string, string>): ServiceLayout {
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
