import type { FastifyRequest } from 'fastify';
import { secretHash } from '../../accounts/secrets.ts';
import type { Caller } from '../../catalogue/access/access.ts';
import { findSessionUser, findTokenUser } from '../../catalogue/access/sessions.ts';
import type { Catalogue } from '../../catalogue/database/catalogue.ts';
import { cacheUntilChange } from '../../catalogue/records/cache-until-change.ts';
import { asCaller } from '../../catalogue/records/users.ts';
import { unauthorized } from './api-error.ts';
import type { BrowserSession } from './exchange.ts';
import { isSafe } from './rare-methods.ts';

/** Name of the session's cookie, as in Django. */
export const sessionCookie = 'sessionid';

/** Who sends a request: anonymous, authenticated by token, or by session. */
export interface CallerCredentials {
  readonly caller: Caller | null;
  readonly session: BrowserSession | null;
}

/**
 * Hashes of the tokens of open browser tabs, each with the hash of the session that it stands for. Such a token is
 * known to this process alone: a tab's session calls the service with it.
 */
export type TabTokens = Map<string, string>;

/** A reader without an account. */
export const anonymous: CallerCredentials = { caller: null, session: null };

/** The key of a `Token` header; null for another scheme. @throws {ApiError} 401 with DRF's message */
function tokenOf(authorization: string): string | null {
  const [scheme = '', ...rest] = authorization.split(/\s/).filter((part) => part !== '');
  if (scheme.toLowerCase() !== 'token') return null;
  const [key] = rest;
  if (key === undefined) throw unauthorized('Invalid token header. No credentials provided.');
  if (rest.length > 1) throw unauthorized('Invalid token header. Token string should not contain spaces.');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw unauthorized('Invalid token header. Token string should not contain invalid characters.');
  }
  return key;
}

/** Creates the function that authenticates requests. It throws an `ApiError` 401 for an invalid token. */
export function authenticator(
  catalogue: Catalogue,
  tabs: ReadonlyMap<string, string> = new Map(),
): (request: FastifyRequest) => Promise<CallerCredentials> {
  const userOfToken = cacheUntilChange(catalogue, (hash) => findTokenUser(catalogue.records, hash));
  const userOfSession = cacheUntilChange(catalogue, (hash) => findSessionUser(catalogue.records, hash, new Date()));
  const callerOfSession = async (hash: string): Promise<Caller | null> => {
    const session = await userOfSession(hash);
    if (session === null || !session.user.isActive || session.expires < new Date().toISOString()) return null;
    return asCaller(session.user);
  };
  return async (request) => {
    await catalogue.refresh(isSafe(request.method));
    const { authorization } = request.headers;
    const key = authorization === undefined ? null : tokenOf(authorization);
    if (key !== null) {
      const hash = secretHash(key);
      const session = tabs.get(hash);
      if (session !== undefined) {
        const caller = await callerOfSession(session);
        if (caller === null) throw unauthorized('Invalid token.');
        return { caller, session: null };
      }
      const user = await userOfToken(hash);
      if (user === null) throw unauthorized('Invalid token.');
      if (!user.isActive) throw unauthorized('User inactive or deleted.');
      return { caller: asCaller(user), session: null };
    }
    const value = request.cookies[sessionCookie];
    if (value === undefined) return anonymous;
    const hash = secretHash(value);
    const caller = await callerOfSession(hash);
    return caller === null ? anonymous : { caller, session: { hash } };
  };
}
