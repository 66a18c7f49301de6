import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../accounts/network-of.ts';
import type { Caller } from '../../catalogue/access/access.ts';
import type { QueryPairs } from '../bodies/query-pairs.ts';
import type { Links } from '../records/links.ts';
import type { Negotiated } from './negotiation.ts';

export interface BrowserSession {
  /** Hash of the cookie's value. */
  readonly hash: string;
}

/** The state of a request once the checks before its handler have passed. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly links: Links;
  /** The request's address without its query. */
  readonly address: string;
  readonly query: QueryPairs;
  readonly negotiated: Negotiated;
  readonly caller: Caller | null;
  readonly session: BrowserSession | null;
  /** Parts of the path, decoded. */
  readonly path: Readonly<Record<string, string>>;
}

/** The key under which a request is counted: the account, otherwise the address. */
export function callerKey({ caller, request }: Pick<Exchange, 'caller' | 'request'>): string {
  return caller === null ? `address ${networkOf(request.ip)}` : `account ${caller.id}`;
}

/** The work of a request: counted for its caller, and ended with it. */
export function workOf(exchange: Pick<Exchange, 'caller' | 'request'>) {
  return { caller: callerKey(exchange), signal: exchange.request.signal };
}
