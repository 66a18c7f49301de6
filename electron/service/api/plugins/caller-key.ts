import { networkOf } from '../../accounts/network-of.ts';
import type { Exchange } from './exchange.ts';

/** The key under which a request is counted: the account, otherwise the address. */
export function callerKey({ caller, request }: Pick<Exchange, 'caller' | 'request'>): string {
  return caller === null ? `address ${networkOf(request.ip)}` : `account ${caller.id}`;
}

/** The work of a request: counted for its caller, and ended with it. */
export function workOf(exchange: Pick<Exchange, 'caller' | 'request'>) {
  return { caller: callerKey(exchange), signal: exchange.request.signal };
}
