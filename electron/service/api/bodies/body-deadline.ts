import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '../plugins/api-error.ts';

/** Timeouts for a client, in milliseconds. */
export interface BodyTimeouts {
  /** For a whole body that is read into memory. */
  readonly wholeMs: number;
  /** Between two chunks of a file that is streamed to disk, and of the form around it. */
  readonly pieceMs: number;
  /** Without reading anything of a response. */
  readonly unreadMs: number;
}

export const defaultTimeouts: BodyTimeouts = { wholeMs: 30_000, pieceMs: 60_000, unreadMs: 120_000 };

/** Returns 408 and closes the connection if a body has not arrived in time, however slowly bytes keep coming. */
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
