import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import { indentJson } from '../../pages/indent-json.ts';
import type { Answer } from '../resources/resource.ts';

/** The headers of every response of a resource. */
export interface ResourceHeaders {
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
  const text =
    answer.kind === 'json' ? answer.json.toString('utf8') : encodeRecord(reply, answer.record, answer.status ?? 200);
  return reply.send(Buffer.from(indent === 0 ? text : indentJson(text, indent), 'utf8'));
}

/** The JSON text of a record: by the route's schema if it has one for the status. */
export function encodeRecord(reply: FastifyReply, record: unknown, status: number): string {
  const encode = reply.getSerializationFunction(String(status));
  return encode === undefined ? JSON.stringify(record) : String(encode(record as { [key: string]: unknown }));
}

/** The reason phrase of a status. */
export function reasonOf(status: number): string {
  return STATUS_CODES[status] ?? '';
}
