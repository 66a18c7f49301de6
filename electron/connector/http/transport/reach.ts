import type { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Who can reach an address: anyone, a local network (private, link-local, unique-local and shared address space), or
 * only this computer.
 */
export type Reach = 'public' | 'network' | 'computer';

const order: readonly Reach[] = ['public', 'network', 'computer'];

/** Whether an address with one reach is more internal than one with the other. */
export function isMoreInternal(one: Reach, other: Reach): boolean {
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

/** The reach of a numeric address, with or without brackets. Reserved ranges do not count as public. */
export function reachOfNumber(text: string): Reach {
  const address = ipaddr.parse(text.replaceAll(/[[\]]/g, ''));
  const inner = address instanceof ipaddr.IPv6 ? embedded(address) : null;
  // "Unspecified" is this host too: all of 0.0.0.0/8 (RFC 1122, 3.2.1.3), and `::`.
  const range = (inner ?? address).range();
  if (range === 'loopback' || range === 'unspecified') return 'computer';
  return range === 'unicast' ? 'public' : 'network';
}

/**
 * The reach of the host of an address, as far as its name shows: names below `localhost`, `local`, `internal` and
 * `home.arpa` are reserved (RFC 6761, 6762, 8375), and names without a dot are local; null for any other name.
 */
export function reachOfHost({ hostname }: URL): Reach | null {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[') || isIP(host) !== 0) return reachOfNumber(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return 'computer';
  const isLocal = !host.includes('.') || /\.(local|internal|home\.arpa)$/.test(host);
  return isLocal ? 'network' : null;
}

export type HostLookup = typeof systemLookup;

/**
 * The reach of the service that a user has chosen; for a name, by all of its addresses, so that one public address
 * makes it public. A name that cannot be resolved here, as behind a proxy, counts as public.
 */
export async function reachOfService(home: URL, lookup: HostLookup): Promise<Reach> {
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
 * Resolves names for connections to where a service has led. An address that is more internal than the service is
 * refused when connecting, so that a name cannot change after a check.
 */
export function guardedLookup(
  serviceReach: () => Promise<Reach>,
  lookup: HostLookup,
  refuse: (host: string, reach: Reach) => Error,
): LookupFunction {
  return (host, options, callback) => {
    const single = options.all !== true;
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      serviceReach().then(
        (reach) => {
          const inside = addresses.map((one) => reachOfNumber(one.address)).find((one) => isMoreInternal(one, reach));
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
