import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, allowedMethods } from '../resources/resource.ts';
import { sendPage } from './send-page.ts';

/** The header `Allow`, also for a path without a resource. */
export function allowOf({ routeOptions }: FastifyRequest): string {
  const resource = routeOptions?.config.resource;
  return resource === undefined ? 'GET, HEAD, OPTIONS' : allowedMethods(resource).join(', ');
}

/** Sends a response in the negotiated representation. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  // A request with an unreadable address has not been decorated.
  const exchange = request.exchange ?? null;
  const allow = allowOf(request);
  const negotiated = exchange?.negotiated;
  const hasPage = answer.kind === 'record' || answer.kind === 'json';
  if (exchange !== null && negotiated?.rendering.format === 'api' && hasPage) {
    return await sendPage(exchange, reply, answer, allow);
  }
  const vary = exchange?.session === null || exchange === null ? 'Accept' : 'Accept, Cookie';
  return sendPlain(reply, answer, { allow, vary }, negotiated?.indent ?? 0);
}

interface ResourceHeaders {
  readonly allow: string;
  readonly vary: string;
}

/** Sends a response as JSON, or unchanged if it is not JSON. */
export function sendPlain(reply: FastifyReply, answer: Answer, headers: ResourceHeaders, indent: number): FastifyReply {
  reply.code(answer.status ?? 200);
  reply.header('Vary', headers.vary);
  reply.header('Allow', headers.allow);
  if (answer.headers !== undefined) reply.headers(answer.headers);
  if (answer.kind === 'empty') return reply.send();
  if (answer.kind === 'body') return reply.send(answer.body);
  reply.header('Content-Type', 'application/json');
  reply.header('X-Content-Type-Options', 'nosniff');
  // Always bytes: Fastify would add a charset to text, which this media type does not have.
  if (answer.kind === 'json' && indent === 0) return reply.send(answer.json);
  const text = answer.kind === 'json' ? answer.json.toString('utf8') : JSON.stringify(answer.record);
  return reply.send(Buffer.from(indent === 0 ? text : indentJson(text, indent), 'utf8'));
}

/**
 * Indents JSON text like `JSON.stringify`, but without parsing it, so that no number can lose a digit.
 * The text must be valid JSON without white space between its parts.
 */
export function indentJson(json: string, indent: number): string {
  const pieces: string[] = [];
  let depth = 0;
  const newLine = () => `\n${' '.repeat(indent * depth)}`;
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:\s]+/g)) {
    const last = pieces.at(-1);
    if (token === '{' || token === '[') {
      depth += 1;
      pieces.push(token, newLine());
    } else if (token === '}' || token === ']') {
      depth -= 1;
      const opened = pieces.at(-2);
      const empty = last?.startsWith('\n') === true && (opened === '{' || opened === '[');
      if (empty) pieces.pop();
      pieces.push(...(empty ? [] : [newLine()]), token);
    } else if (token === ',') pieces.push(token, newLine());
    else pieces.push(token === ':' ? ': ' : token);
  }
  return pieces.join('');
}
