import type { SentRequest } from '#shared/host-budgets.ts';
import type { Records } from '../../catalogue/database/catalogue.ts';
import {
  findHostPause,
  type HostPause,
  type HostRequest,
  type HostWait,
  listHostRequests,
  pauseHost,
  takeHostTurn,
} from '../../catalogue/sources/hosts.ts';

/**
 * When hosts of the web were asked, and may be asked again: shared by the processes of a store, and kept however they
 * end. Times are milliseconds since 1970.
 */
export interface LocalHosts {
  /** Records a request as sent, before it is, unless it has to wait. */
  take(request: HostRequest): Promise<HostWait>;
  /** Requests that count against budgets, oldest first. */
  sent(host: string, now: number): Promise<readonly SentRequest[]>;
  /** The pause of a host; null if the host never asked for one. */
  pauseOf(host: string, now: number): Promise<HostPause | null>;
  /**
   * Sends nothing to a host before a moment; a longer pause stays.
   * @param delayMs milliseconds between two requests from then on; null leaves them unchanged
   */
  pause(host: string, notBefore: number, delayMs: number | null, now: number): Promise<void>;
}

export function hostsOver(records: Records): LocalHosts {
  return {
    take: (request) => takeHostTurn(records, request),
    sent: (host, now) => listHostRequests(records, host, now),
    pauseOf: (host, now) => findHostPause(records, host, now),
    pause: (host, notBefore, delayMs, now) => pauseHost(records, host, notBefore, delayMs, now),
  };
}
