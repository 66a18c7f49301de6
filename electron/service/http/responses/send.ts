import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer } from '../resources/resource.ts';
import { sendPlain } from './respond.ts';
import { sendPage } from './send-page.ts';

/** Methods that are named for a path that no resource has. */
const usualAllow = 'GET, HEAD, OPTIONS';

/** Sends an answer in the representation that was negotiated. */
export async function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  // A request whose address cannot be read has not even been decorated.
  const exchange = request.exchange ?? null;
  const resource = request.routeOptions.config.resource;
  const allow = resource?.allow ?? usualAllow;
  const negotiated = exchange?.negotiated;
  const hasPage = answer.kind === 'record' || answer.kind === 'json';
  if (exchange !== null && negotiated?.rendering.format === 'api' && hasPage) {
    return await sendPage(exchange, reply, answer, allow);
  }
  const vary = exchange?.session === null || exchange === null ? 'Accept' : 'Accept, Cookie';
  return sendPlain(reply, answer, { allow, vary }, negotiated?.indent ?? 0);
}
