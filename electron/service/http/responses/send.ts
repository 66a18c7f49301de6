import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../resources/resource.ts';
import { sendPlain } from './respond.ts';
import { sendPage } from './send-page.ts';

/** Methods in `Allow` for a path without a resource. */
const defaultAllow = 'GET, HEAD, OPTIONS';

/** Sends a response in the negotiated representation. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  // A request with an unreadable address has not been decorated.
  const exchange = request.exchange ?? null;
  const resource = request.routeOptions.config.resource;
  const allow = resource?.allow ?? defaultAllow;
  const negotiated = exchange?.negotiated;
  const hasPage = answer.kind === 'record' || answer.kind === 'json';
  if (exchange !== null && negotiated?.rendering.format === 'api' && hasPage) {
    return await sendPage(exchange, reply, answer, allow);
  }
  const vary = exchange?.session === null || exchange === null ? 'Accept' : 'Accept, Cookie';
  return sendPlain(reply, answer, { allow, vary }, negotiated?.indent ?? 0);
}
