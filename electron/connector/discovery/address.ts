import { type Explanation, explain } from '#shared/failures.ts';
import { trimBothEndsOf } from '#shared/text/trim.ts';
import { isLoopback } from '../../lib/network-names.ts';
import { ServiceError } from '../errors.ts';

/** The possible locations of a service, given an address that a user pasted. */
export interface ServicePlaces {
  /** Origins in the order in which to try them: HTTPS before HTTP if no scheme was given. */
  readonly origins: readonly URL[];
  /** Paths below an origin that may be the service's own address, each with a slash at both ends; most likely first. */
  readonly paths: readonly string[];
}

const maxPaths = 8;

function badAddress(text: string, reason: Explanation): ServiceError {
  return new ServiceError('bad-address', reason, text.slice(0, 200));
}

function parse(text: string, scheme: string): URL {
  try {
    const address = new URL(scheme === '' ? text : `${scheme}://${text}`);
    if (address.hostname !== '') return address;
  } catch {
    // Reported below.
  }
  throw badAddress(text, explain('no-web-address'));
}

/** The paths above `/api/…`, which the specification fixes, then the given path and everything above it. */
function pathsOf(pathname: string): string[] {
  const parts = pathname.split('/').filter((part) => part !== '');
  const upTo = (count: number) => (count === 0 ? '/' : `/${parts.slice(0, count).join('/')}/`);
  const api = parts.indexOf('api');
  const counts = Array.from({ length: parts.length + 1 }, (_, index) => parts.length - index);
  const likely = api < 0 ? counts : [api, ...counts.filter((count) => count < api)];
  const paths = [...new Set(likely.map(upTo))];
  return paths.length <= maxPaths ? paths : [...paths.slice(0, maxPaths - 1), '/'];
}

/**
 * Parses an address as users paste it: with or without scheme, path and slash, a dataset's page, in quotes or angle
 * brackets. User names, passwords, queries and fragments are dropped: they do not belong in a stored address.
 * @throws {ServiceError} `bad-address`
 */
export function servicePlacesFor(pasted: string): ServicePlaces {
  const text = trimBothEndsOf(pasted.trim(), `<>"'“”`).trim();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') {
    throw badAddress(text, explain('other-scheme', { scheme }));
  }
  if (text === '' || /\s/.test(text)) throw badAddress(text, explain('no-web-address'));
  const address = parse(text, scheme === undefined ? 'https' : '');
  const origin = (protocol: string) => new URL(`${protocol}//${hostOf(text, address, scheme)}/`);
  const schemes =
    scheme !== undefined ? [address.protocol] : isLoopback(address) ? ['http:', 'https:'] : ['https:', 'http:'];
  return { origins: schemes.map(origin), paths: pathsOf(address.pathname) };
}

/** `new URL` drops the default port of its scheme: without a given scheme, `:443` and `:80` must be preserved. */
function hostOf(text: string, address: URL, scheme: string | undefined): string {
  if (scheme !== undefined) return address.host;
  const port = /^[^/?#]*?:(\d+)(?:[/?#]|$)/.exec(text.replace(/^[^/?#]*@/, ''))?.[1];
  return port === undefined ? address.host : `${address.hostname}:${port}`;
}
