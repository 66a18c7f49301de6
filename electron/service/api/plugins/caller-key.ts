import { networkOf } from '../../accounts/network-of.ts';
import type { Exchange } from './exchange.ts';

/** The key under which a request is counted: the account, otherwise the address. */
export function callerKey({ caller, request }: Pick<Exchange, 'caller' | 'request'>): string {
  return caller === null ? `address ${networkOf(request.ip)}` : `account ${caller.id}`;
}
