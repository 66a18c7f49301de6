/**
 * Finds the proxies for an address as the system is set, scripts of proxy settings (PAC) included. The answer is as such
 * scripts give it: `PROXY host:port; SOCKS5 host:port; DIRECT`, the first that can be used counts.
 */
export type ProxyFinder = (address: URL) => Promise<string>;

let finder: ProxyFinder | null = null;

/**
 * Lets every connection ask this for its proxy, unless the environment names one. Only the desktop can ask the system;
 * the command line keeps to the environment.
 */
export function useSystemProxies(find: ProxyFinder | null): void {
  finder = find;
}

const schemes: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks5',
  SOCKS5: 'socks5',
};

/** The first proxy of an answer that can be used, as an address; null for none. SOCKS 4 cannot be used. */
export function firstProxy(answer: string): string | null {
  for (const rule of answer.split(';')) {
    const [kind = '', host = ''] = rule.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = schemes[kind.toUpperCase()];
    if (scheme !== undefined && host !== '') return `${scheme}://${host}`;
  }
  return null;
}

/** The system's proxy for an address; null for none, or where the system cannot be asked. */
export async function systemProxy(address: URL): Promise<string | null> {
  return finder === null ? null : firstProxy(await finder(address));
}
