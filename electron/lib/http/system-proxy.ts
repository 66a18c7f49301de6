/**
 * Finds the proxies for an address according to the system's settings, including PAC scripts. The result has the format
 * that such scripts return, `PROXY host:port; SOCKS5 host:port; DIRECT`; the first usable entry applies.
 */
export type ProxyFinder = (address: URL) => Promise<string>;

let finder: ProxyFinder | null = null;

/**
 * Makes every connection look up its proxy with this finder, unless the environment names one. Only the desktop
 * application can query the system; the command line uses the environment alone.
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

/** The address of the first usable proxy in a result; null if there is none. SOCKS 4 is not supported. */
export function firstProxy(answer: string): string | null {
  for (const rule of answer.split(';')) {
    const [kind = '', host = ''] = rule.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = schemes[kind.toUpperCase()];
    if (scheme !== undefined && host !== '') return `${scheme}://${host}`;
  }
  return null;
}

/** The system's proxy for an address; null if there is none, or if the system cannot be queried. */
export async function systemProxy(address: URL): Promise<string | null> {
  return finder === null ? null : firstProxy(await finder(address));
}
