import { type Explanation, explain } from '#shared/failures.ts';
import { isFurtherInside, type Reach, reachOfHost } from './reach.ts';

/** Whether an address is surely one of this very computer (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
export function isLoopback(address: URL): boolean {
  const host = address.hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether what is sent there can be read on the way. */
export function isPlain(address: URL): boolean {
  return address.protocol !== 'https:' && !isLoopback(address);
}

/**
 * Whether the token of a connection may be sent to an address: to the connection's own origin (scheme, host as it is
 * written, and port), and never over plain HTTP beyond this computer unless the user has agreed.
 */
export function mayCarryToken(home: URL, target: URL, plainHttpAgreed: boolean): boolean {
  return target.origin === home.origin && (!isPlain(target) || plainHttpAgreed);
}

/**
 * Why an address that a service gave must not be followed, explained; null where it may be (without the token, when it
 * lies on another origin). Names are judged again by their addresses, when a connection is made.
 * @param homeReach the reach of the service at `home`
 */
export function refusal(home: URL, target: URL, homeReach: Reach): Explanation | null {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return explain('leads-to-no-web-address', { scheme: target.protocol });
  }
  if (target.origin === home.origin) return null;
  if (home.protocol === 'https:' && target.protocol === 'http:') {
    return explain('leads-to-plain-http', { host: target.host });
  }
  const reach = reachOfHost(target);
  return reach !== null && isFurtherInside(reach, homeReach) ? leadsInside(reach, target.host) : null;
}

/** Says that an address leads further inside than the service that gave it is. */
export function leadsInside(reach: Reach, host: string): Explanation {
  return explain(reach === 'computer' ? 'leads-inside' : 'leads-into-network', { host });
}

/** An address as it may be shown and written down: without user name, password and fragment. */
export function shown(address: URL): string {
  const clean = new URL(address);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  return clean.href;
}

/** Takes a secret out of a text that a service wrote. */
export function withoutSecret(text: string, secret: string | null): string {
  return secret === null || secret === '' ? text : text.replaceAll(secret, '…');
}
