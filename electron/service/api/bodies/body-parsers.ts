import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../plugins/api-error.ts';
import { maxOpenBodyBytes, maxUploadBytes, maxUploads } from './body-memory.ts';
import { formParts, readAll, unreadableForm } from './form-parts.ts';
import { assertUtf8, parseQuery, type QueryPairs } from './query-pairs.ts';

export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A parsed body: a JSON value, or the fields and files of a form. */
export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: QueryPairs; readonly files: ReadonlyMap<string, UploadedFile> };

const noBody: ParsedBody = { kind: 'json', value: {} };

function decodeUtf8(bytes: Buffer, failure: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(400, `${failure} - the body is not UTF-8.`);
  }
}

/** An escaped lone surrogate, which is not a character and would be stored as another one. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

function assertWellFormed(name: string, value: unknown): unknown {
  const isWhole = isWellFormed(name) && (typeof value !== 'string' || isWellFormed(value));
  if (!isWhole) throw new Error('half of a character (an unpaired surrogate).');
  return value;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

function parseJson(bytes: Buffer): ParsedBody {
  const text = decodeUtf8(bytes, 'JSON parse error');
  if (text.trim() === '') return noBody;
  if (isTooDeep(text)) throw refusal(400, `JSON parse error - nested more than ${maxBodyDepth} levels deep.`);
  try {
    const value: unknown = surrogateEscape.test(text) ? JSON.parse(text, assertWellFormed) : JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    throw refusal(400, `JSON parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Maximum number of fields and files in one form. */
const maxFormParts = 1000;

function parseForm(bytes: Buffer): ParsedBody {
  const text = decodeUtf8(bytes, 'Form parse error');
  assertUtf8(text);
  return { kind: 'form', fields: parseQuery(text), files: new Map() };
}

/** Registers parsers for DRF's three kinds of body: JSON, a plain form, a form with files. */
export async function registerBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) =>
    parseJson(bytes),
  );
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, bytes: Buffer) => parseForm(bytes),
  );
  await app.register(multipart, {
    // Parts are limited where they are read; only these limits are enforced by the parser itself.
    limits: { parts: maxFormParts, headerPairs: 100 },
  });
}

/** @throws {ApiError} 415 for a compressed body, whose uncompressed size would be unlimited */
export function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw refusal(415, `Unsupported content encoding "${encoding.slice(0, 100)}" in request.`, { Connection: 'close' });
}

/** The body of a request in any of these forms; a missing one is an empty object. @throws {ApiError} 400, 413 */
export async function parseBody(request: FastifyRequest): Promise<ParsedBody> {
  if (request.isMultipart()) return await readMultipart(request);
  return (request.body as ParsedBody | undefined | null) ?? noBody;
}

async function readMultipart(request: FastifyRequest): Promise<ParsedBody> {
  const fields: [string, string][] = [];
  const files = new Map<string, UploadedFile>();
  const maxFieldsBytes = request.routeOptions.bodyLimit;
  // Forms from anonymous clients have no files.
  const maxFiles = maxFieldsBytes <= maxOpenBodyBytes ? 0 : maxUploads;
  try {
    for await (const part of formParts(request, { maxFieldsBytes, maxFiles, maxFileBytes: maxUploadBytes + 1 })) {
      if (part.kind === 'field') fields.push([part.field, part.value]);
      else {
        const { field, name } = part;
        const content = await readAll(part.content, maxUploadBytes);
        // A browser sends an empty file field as a file without name and content.
        if (name !== '' || content.length > 0) files.set(field, { name, content });
      }
    }
  } catch (error) {
    throw unreadableForm(error);
  }
  return { kind: 'form', fields, files };
}

/** Maximum nesting of lists and objects in a body: far more than any resource needs, far less than the stack allows. */
export const maxBodyDepth = 64;

const quote = 0x22;
const backslash = 0x5c;

/** Whether a JSON text is nested deeper than {@link maxBodyDepth}; in one pass, without recursion. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === backslash) at += 1;
      else if (code === quote) inString = false;
    } else if (code === quote) inString = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > maxBodyDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

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
