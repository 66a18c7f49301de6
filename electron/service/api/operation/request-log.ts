import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServiceLog } from '../../deps.ts';

/** Header with the id of a request: sent by a trusted proxy, or created here, and returned with the response. */
const idHeader = 'X-Request-Id';

/** An id that may come from a proxy and go into a log. */
const plainId = /^[\w.-]{1,64}$/;

/** The id of a request. @param fromProxy whether the id that a request names is used */
export function requestIds(fromProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers }) => {
    const named = headers[idHeader.toLowerCase()];
    return fromProxy && typeof named === 'string' && plainId.test(named) ? named : randomUUID();
  };
}

/**
 * Logs every request when its response has ended: id, method, path, status, milliseconds and bytes. The parameters of a
 * query are left out, because they may contain what a user searches for, and so are tokens and accounts.
 */
export function registerRequestLog(app: FastifyInstance, log: ServiceLog): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(idHeader, request.id);
    const { socket } = request.raw;
    const before = socket.bytesWritten;
    reply.raw.once('close', () => {
      const details = {
        id: request.id,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status: reply.raw.writableFinished ? reply.raw.statusCode : null,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        bytes: socket.bytesWritten - before,
      };
      log.info(details, reply.raw.writableFinished ? 'request' : 'request aborted');
    });
  });
}
