import { networkOf } from '../../accounts/network-of.ts';
import type { Exchange } from './exchange.ts';

/** The caller that a request counts for: the account, otherwise its address. */
export function callerKey({ caller, request }: Pick<Exchange, 'caller' | 'request'>): string {
  return caller === null ? `address ${networkOf(request.ip)}` : `account ${caller.id}`;
}
