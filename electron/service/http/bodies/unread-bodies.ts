import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which a sender whose body is not wanted any more may read the answer, and stop. */
const lingerMs = 10_000;

/**
 * Answers that come before the whole body was read: the connection ends with them, but not before the sender had time
 * to read why. What is still sent is read and dropped meanwhile: a client whose bytes are not read would wait for ever,
 * and one that is hung up on at once loses the answer.
 * @param unreadMs a reader that takes nothing of an answer for so long is hung up on
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
  // Node calls this when an answer has been sent after which the connection closes.
  socket.destroySoon = () => {
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
    raw.once('end', () => socket.destroy());
  };
}
