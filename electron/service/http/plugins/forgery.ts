import { randomBytes } from 'node:crypto';
import csrf from '@fastify/csrf-protection';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './api-error.ts';
import type { Exchange } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The token against forgery that a form carried; null before it is read and for other bodies. */
    forgeryToken: string | null;
  }
}

/** Header that carries the token where there is no form: Django's name for it. */
const header = 'x-csrftoken';

/** Length in bytes of the key that binds tokens to their sessions. */
const bindingKeyBytes = 32;

/** The session that a token is valid for; before a log-in, the anonymous one. */
function sessionOf(exchange: Exchange | null): string {
  return exchange?.session?.hash ?? 'no session';
}

/** A token against forgery for the forms of a page, good in the session that the page is shown in. */
export function csrfTokenFor(exchange: Exchange, reply: FastifyReply): string {
  return reply.generateCsrf({ userInfo: sessionOf(exchange) });
}

/** Checks that a request under a session was meant. @throws {ApiError} 403 */
export type ForgeryCheck = (request: FastifyRequest, reply: FastifyReply, token: string | null) => Promise<void>;

/** Sets up the protection of sessions against requests that a foreign page makes a browser send. */
export async function registerForgeryCheck(app: FastifyInstance): Promise<ForgeryCheck> {
  app.decorateRequest('forgeryToken', null);
  await app.register(csrf, {
    cookieOpts: { path: '/', httpOnly: true, sameSite: 'strict' },
    csrfOpts: { hmacKey: randomBytes(bindingKeyBytes) },
    getUserInfo: (request) => sessionOf(request.exchange),
    logLevel: 'debug',
    getToken: (request) => request.forgeryToken ?? headerToken(request),
  });
  return async (request, reply, token) => {
    request.forgeryToken = token;
    await new Promise<void>((resolve, reject) => {
      // The plugin answers a bad token itself; ours is to be one of the errors that all go the same way.
      const refuse = () => reject(refusal(403, 'CSRF Failed: CSRF token missing or incorrect.'));
      app.csrfProtection(request, Object.create(reply, { send: { value: refuse } }) as FastifyReply, resolve);
    });
  };
}

function headerToken(request: FastifyRequest): string {
  const value = request.headers[header];
  return typeof value === 'string' ? value : '';
}
