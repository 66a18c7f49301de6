import { hostname, networkInterfaces } from 'node:os';

/** Hosts that mean every address of the machine. */
const everyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** Whether a service that listens there can be reached at every address of the machine. */
export function listensEverywhere(host: string): boolean {
  return everyAddress.has(host);
}

/** Whether an address certainly belongs to this computer (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
export function isLoopback(address: URL): boolean {
  const host = address.hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function interfaceAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all
    .filter(({ internal }) => !internal)
    .map(({ address, family }) => (family === 'IPv6' ? bracketed(address) : address));
}

/** An address as it is written in a URL. Zones of link-local addresses are this machine's own names. */
function bracketed(address: string): string {
  return `[${address.split('%', 1)[0]}]`;
}

/**
 * The names by which a service that listens on `host` may be addressed, besides the loopback ones: the address itself,
 * or those of the machine and its own name, also in the local network. No foreign page can point any of them elsewhere,
 * which is what the check of `Host` protects against.
 */
export function namesOfHost(host: string): string[] {
  if (!listensEverywhere(host)) return [host.includes(':') ? bracketed(host) : host];
  const own = hostname().toLowerCase();
  const named = /^[a-z0-9.-]+$/.test(own) ? [own, `${own.split('.', 1)[0]}.local`] : [];
  return [...interfaceAddresses(), ...named];
}

/** The addresses under which other computers reach a service of this machine. @param url its address on this machine */
export function networkAddresses(url: string): string[] {
  const { port, protocol } = new URL(url);
  const reachable = interfaceAddresses().filter((address) => !/^\[fe80:/i.test(address));
  return reachable.map((address) => `${protocol}//${address}:${port}/`);
}
