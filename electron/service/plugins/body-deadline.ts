import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from './api-error.ts';

/** How long a sender may take, in milliseconds. */
export interface BodyPatience {
  /** For the whole of a body that is read into memory. */
  readonly whole: number;
  /** Between two pieces of a file that is streamed to the disk, and of the form around it. */
  readonly piece: number;
  /** Without taking anything of an answer. */
  readonly unread: number;
}

export const usualPatience: BodyPatience = { whole: 30_000, piece: 60_000, unread: 120_000 };

/**
 * Answers 408 when a body has not arrived in time, and hangs up: whoever sends a byte now and then would otherwise
 * hold a connection for ever.
 */
export function awaitBody(
  request: FastifyRequest,
  reply: FastifyReply,
  milliseconds: number,
  send: (error: Error) => void,
): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    if (reply.sent) return;
    reply.header('Connection', 'close');
    send(refusal(408, 'The body of the request took too long to arrive.'));
  }, milliseconds);
  const arrived = () => clearTimeout(timer);
  raw.once('end', arrived);
  raw.once('close', arrived);
}
