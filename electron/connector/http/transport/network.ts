import { lookup as systemLookup } from 'node:dns';
import { explain, inTurn } from '#shared/failures.ts';
import { HttpClient } from '../../../lib/http/client.ts';
import { ServiceError } from '../../errors.ts';
import type { Limits } from '../limits.ts';
import { guardedLookup, type HostLookup, type Reach, reachOfService } from './reach.ts';
import { leadsInside, shown } from './trust.ts';

export interface Network {
  clientFor(address: URL): Pick<HttpClient, 'send' | 'proxyFor'>;
  /** The reach of the service's own address; determined once. */
  homeReach(): Promise<Reach>;
  close(): Promise<void>;
}

/**
 * Connections for one service. Where the service at `home` leads, no connection goes to a more internal address than the
 * service's own; behind a proxy, resolving names is the proxy's task.
 */
export function openNetwork(home: URL, limits: Limits, lookup: HostLookup = systemLookup): Network {
  let reach: Promise<Reach> | null = null;
  const homeReach = () => {
    reach ??= reachOfService(home, lookup);
    return reach;
  };
  const refuse = (host: string, inside: Reach) =>
    new ServiceError(
      'redirect',
      inTurn(explain('sent-elsewhere'), leadsInside(inside, host), explain('not-followed')),
      shown(home),
    );
  const own = new HttpClient(limits);
  const elsewhere = new HttpClient(limits, { lookup: guardedLookup(homeReach, lookup, refuse) });
  return {
    clientFor: (address) => (address.origin === home.origin ? own : elsewhere),
    homeReach,
    async close() {
      await Promise.all([own.close(), elsewhere.close()]);
    },
  };
}

/**
 * Connections to any address that is no more internal than `most`. Names are checked by their addresses when connecting;
 * numeric addresses are the caller's task.
 * @param refuse the error for a host that has a more internal address
 */
export function openBoundedNetwork(
  most: Reach,
  limits: Limits,
  refuse: (host: string, reach: Reach) => Error,
  lookup: HostLookup = systemLookup,
): Network {
  const homeReach = async () => most;
  const client = new HttpClient(limits, { lookup: guardedLookup(homeReach, lookup, refuse) });
  return { clientFor: () => client, homeReach, close: () => client.close() };
}
