import type { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who reaches an address: everybody, those of a local network (private, link-local, unique-local and shared address
 * space), or this computer alone.
 */
export type Reach = 'public' | 'network' | 'computer';

const order: readonly Reach[] = ['public', 'network', 'computer'];

/** Whether an address of one reach lies further inside than one of the other. */
export function isFurtherInside(one: Reach, other: Reach): boolean {
  return order.indexOf(one) > order.indexOf(other);
}

/** IPv4 addresses within IPv6 ones: mapped, compatible, translated (RFC 6052, RFC 8215) and those of 6to4 (RFC 3056). */
function embedded({ parts }: ipaddr.IPv6): ipaddr.IPv4 | null {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0, eighth = 0] = parts;
  const quad = (high: number, low: number) => new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
  if (first === 0x2002) return quad(second, third);
  const isTranslated = first === 0x64 && second === 0xff9b;
  const isBeginningEmpty = [first, second, third, fourth].every((part) => part === 0);
  const isMapped = isBeginningEmpty && (fifth === 0 || fifth === 0xffff) && (sixth === 0 || sixth === 0xffff);
  const isZeroOrOne = isMapped && fifth === 0 && sixth === 0 && seventh === 0 && eighth <= 1;
  return isTranslated || (isMapped && !isZeroOrOne) ? quad(seventh, eighth) : null;
}

/** The reach of a numeric address, with or without brackets. Whatever is set aside for something else is no public one. */
export function reachOfNumber(text: string): Reach {
  const address = ipaddr.parse(text.replaceAll(/[[\]]/g, ''));
  const inner = address instanceof ipaddr.IPv6 ? embedded(address) : null;
  // "Unspecified" is this host too: all of 0.0.0.0/8 (RFC 1122, 3.2.1.3), and `::`.
  const range = (inner ?? address).range();
  if (range === 'loopback' || range === 'unspecified') return 'computer';
  return range === 'unicast' ? 'public' : 'network';
}

/**
 * The reach of the host of an address, as far as it can be seen from how it is written: names below `localhost`, `local`,
 * `internal` and `home.arpa` are set aside (RFC 6761, 6762, 8375), and so is what has no dot; null for any other name.
 */
export function reachOfHost({ hostname }: URL): Reach | null {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || isIP(host) !== 0) return reachOfNumber(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'computer';
  const isLocal = !host.includes('.') || /\.(local|internal|home\.arpa)$/.test(host);
  return isLocal ? 'network' : null;
}

export type Lookup = typeof systemLookup;

/**
 * The reach of the service that a user has chosen; a name by all the addresses it has, so that one public one among
 * them makes it public. What cannot be resolved here, as behind a proxy, is taken to be public.
 */
export async function reachOfService(home: URL, lookup: Lookup): Promise<Reach> {
  const written = reachOfHost(home);
  if (written === 'computer' || (written !== null && home.hostname.includes('.'))) return written;
  return await new Promise((resolve) => {
    lookup(home.hostname.replaceAll(/[[\]]/g, ''), { all: true }, (error, addresses) => {
      const found = error === null ? addresses.map(({ address }) => reachOfNumber(address)) : [];
      resolve(order.find((reach) => found.includes(reach)) ?? written ?? 'public');
    });
  });
}

/**
 * Resolves names for connections to where a service has led: one with an address further inside than the service is
 * refused as `refuse` says, at the moment of connecting, so that no name can change its mind after a check.
 */
export function guardedLookup(
  serviceReach: () => Promise<Reach>,
  lookup: Lookup,
  refuse: (host: string, reach: Reach) => Error,
): LookupFunction {
  return (host, options, callback) => {
    const single = options.all !== true;
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      serviceReach().then(
        (reach) => {
          const inside = addresses.map((one) => reachOfNumber(one.address)).find((one) => isFurtherInside(one, reach));
          const [first] = addresses;
          if (inside !== undefined) callback(refuse(host, inside), []);
          else if (first === undefined) callback(new Error(`${host} has no address.`), []);
          else if (single) callback(null, first.address, first.family);
          else callback(null, addresses);
        },
        (reason: Error) => callback(reason, []),
      );
    });
  };
}
