import { say } from '#shared/sentences/say.ts';
/** Whether an address is surely one of this very computer (RFC 6761, 6.3; RFC 1122, 3.2.1.3). */
export function isLoopback(address: URL): boolean {
  const host = address.hostname.toLowerCase();
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Whether an address may be one of this computer: names below `localhost` are, where no name server says otherwise. */
function mayBeInside(address: URL): boolean {
  const host = address.hostname.toLowerCase();
  return (
    isLoopback(address) || host.endsWith('.localhost') || /^(0\.0\.0\.0|\[::\]|\[::ffff:7f[0-9a-f]{2}:.*\])$/.test(host)
  );
}

/** Whether what is sent there can be read on the way. */
export function isPlain(address: URL): boolean {
  return address.protocol !== 'https:' && !isLoopback(address);
}

/**
 * Whether the token of a connection may be sent to an address: to the connection's own origin (scheme, host as it is
 * written, and port), and never over plain HTTP beyond this computer unless the person has agreed.
 */
export function mayCarryToken(home: URL, target: URL, plainHttpAgreed: boolean): boolean {
  return target.origin === home.origin && (!isPlain(target) || plainHttpAgreed);
}

/**
 * Why an address that a service gave must not be followed, in words; null where it may be (without the token, when it
 * lies on another origin).
 */
export function refusal(home: URL, target: URL): string | null {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    return say('leads-to-no-web-address', { scheme: target.protocol });
  }
  if (target.origin === home.origin) return null;
  if (home.protocol === 'https:' && target.protocol === 'http:') {
    return say('leads-to-plain-http', { host: target.host });
  }
  if (mayBeInside(target) && !isLoopback(home)) return say('leads-inside', { host: target.host });
  return null;
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
