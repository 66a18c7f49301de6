import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './api-error.ts';
import type { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The CSRF token of a form; null before it is read and for other bodies. */
    forgeryToken: string | null;
  }
}

/** Header of the token for requests without a form, named as in Django. */
const header = 'x-csrftoken';

/** The session that a token is valid for; before log-in, the anonymous one. */
function sessionOf(exchange: Exchange | null): string {
  return exchange?.session?.hash ?? 'no session';
}

/** A CSRF token for the forms of a page, valid in the session in which the page is shown. */
export function csrfTokenFor(exchange: Exchange, reply: FastifyReply): string {
  const secure = exchange.request.protocol === 'https';
  return reply.generateCsrf({ userInfo: sessionOf(exchange), secure });
}

/** Verifies the CSRF token of a request with a session. @throws {ApiError} 403 */
export type ForgeryCheck = (request: FastifyRequest, reply: FastifyReply, token: string | null) => Promise<void>;

/** Sets up the protection of sessions against cross-site request forgery. @param key binds tokens to sessions */
export async function registerForgeryCheck(app: FastifyInstance, key: Buffer): Promise<ForgeryCheck> {
  app.decorateRequest('forgeryToken', null);
  await app.register(csrf, {
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'strict' },
    csrfOpts: { hmacKey: key },
    getUserInfo: (request) => sessionOf(request.exchange),
    logLevel: 'debug',
    getToken: (request) => request.forgeryToken ?? headerToken(request),
  });
  return async (request, reply, token) => {
    request.forgeryToken = token;
    await new Promise<void>((resolve, reject) => {
      // The plugin would respond to an invalid token itself; throwing gives it the usual form of errors.
      const refuse = () => reject(refusal(403, 'CSRF Failed: CSRF token missing or incorrect.'));
      app.csrfProtection(request, Object.create(reply, { send: { value: refuse } }) as FastifyReply, resolve);
    });
  };
}

function headerToken(request: FastifyRequest): string {
  const value = request.headers[header];
  return typeof value === 'string' ? value : '';
}
