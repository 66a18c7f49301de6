import { type Explanation, explain } from '#shared/failures.ts';
import { isLoopback } from '../../../lib/network-names.ts';
import { isMoreInternal, type Reach, reachOfHost } from './reach.ts';

/** Whether others can read what is sent there. */
export function isPlain(address: URL): boolean {
  return address.protocol !== 'https:' && !isLoopback(address);
}

/**
 * Whether the token of a connection may be sent to an address: only to the connection's own origin (scheme, host as
 * written, and port), and never over plain HTTP beyond this computer without the user's consent.
 */
export function mayCarryToken(home: URL, target: URL, plainHttpAgreed: boolean): boolean {
  return target.origin === home.origin && (!isPlain(target) || plainHttpAgreed);
}

/**
 * Explains why an address from a service must not be requested; null if it may be (without the token, if it has another
 * origin). Names are checked again by their addresses when connecting.
 * @param homeReach the reach of the service at `home`
 */
export function trustRefusal(home: URL, target: URL, homeReach: Reach): Explanation | null {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return explain('leads-to-no-web-address', { scheme: target.protocol });
  }
  if (target.origin === home.origin) return null;
  if (home.protocol === 'https:' && target.protocol === 'http:') {
    return explain('leads-to-plain-http', { host: target.host });
  }
  const reach = reachOfHost(target);
  return reach !== null && isMoreInternal(reach, homeReach) ? leadsInside(reach, target.host) : null;
}

/** Explains that an address is more internal than the service that sent it. */
export function leadsInside(reach: Reach, host: string): Explanation {
  return explain(reach === 'computer' ? 'leads-inside' : 'leads-into-network', { host });
}

/** An address that can be shown and stored: without user name, password and fragment. */
export function shown(address: URL): string {
  const clean = new URL(address);
  clean.username = '';
  clean.password = '';
  clean.hash = '';
  return clean.href;
}

/** Removes a secret from a text that a service wrote. */
export function withoutSecret(text: string, secret: string | null): string {
  return secret === null || secret === '' ? text : text.replaceAll(secret, '…');
}
