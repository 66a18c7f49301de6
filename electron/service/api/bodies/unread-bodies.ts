import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a client whose body is no longer needed may read the response and stop. */
const lingerMs = 10_000;

/**
 * Handles responses that are sent before the whole body was read: the connection is closed afterwards, but only after
 * the client had time to read the response. The rest of the body is read and discarded meanwhile: otherwise the client
 * would wait forever, or lose the response.
 * @param unreadMs a client that reads nothing of a response for this long is disconnected
 */
export function registerUnreadBodies(app: FastifyInstance, unreadMs: number): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    raw.socket?.setTimeout(unreadMs);
    if (raw.complete || !hasBody(raw)) return;
    reply.header('Connection', 'close');
    endSlowly(raw);
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function endSlowly(raw: IncomingMessage): void {
  const { socket } = raw;
  if (socket.destroyed) return;
  raw.unpipe();
  raw.removeAllListeners('readable');
  raw.removeAllListeners('data');
  raw.on('error', () => {});
  raw.resume();
  // Node calls this when a response has been sent after which the connection closes.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    raw.once('end', () => socket.destroy());
  };
}
