import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, refusal } from '../plugins/api-error.ts';
import { fieldLimit, maxOpenBodyBytes, maxUploadBytes, maxUploads } from './body-memory.ts';
import { isTooDeep, maxJsonDepth } from './json-nesting.ts';
import { parseQuery, type QueryPairs } from './query-pairs.ts';

/** A file from a form. */
export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A parsed body: a JSON value, or the fields and files of a form. */
export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: QueryPairs; readonly files: ReadonlyMap<string, UploadedFile> };

const noBody: ParsedBody = { kind: 'json', value: {} };

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(400, 'JSON parse error - the body is not UTF-8.');
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
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return noBody;
  if (isTooDeep(text)) throw refusal(400, `JSON parse error - more than ${maxJsonDepth} levels within each other.`);
  try {
    const value: unknown = surrogateEscape.test(text) ? JSON.parse(text, assertWellFormed) : JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    throw refusal(400, `JSON parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
  }
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
    async (_: FastifyRequest, bytes: Buffer): Promise<ParsedBody> => ({
      kind: 'form',
      fields: parseQuery(bytes.toString('utf8')),
      files: new Map(),
    }),
  );
  await app.register(multipart, {
    limits: { fileSize: maxUploadBytes, files: maxUploads, fields: 5000, fieldSize: 1024 * 1024, headerPairs: 100 },
  });
}

/** @throws {ApiError} 415 for a compressed body, whose uncompressed size would be unlimited */
export function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.trim().toLowerCase() === 'identity') return;
  throw refusal(415, `Unsupported content encoding "${encoding.slice(0, 100)}" in request.`, { Connection: 'close' });
}

/** The body of a request in any of these forms; a missing one is an empty object. @throws {ApiError} 400, 413 */
export async function readBody(request: FastifyRequest): Promise<ParsedBody> {
  if (request.isMultipart()) return await readMultipart(request);
  return (request.body as ParsedBody | undefined | null) ?? noBody;
}

async function readMultipart(request: FastifyRequest): Promise<ParsedBody> {
  const fields: [string, string][] = [];
  const files = new Map<string, UploadedFile>();
  const maxBytes = request.routeOptions.bodyLimit;
  const check = fieldLimit(maxBytes);
  // Forms from anonymous clients have no files.
  const limits = maxBytes <= maxOpenBodyBytes ? { fieldSize: maxBytes, files: 0 } : {};
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        const value = String(part.value);
        check(part.fieldname, value);
        fields.push([part.fieldname, value]);
      } else {
        const content = await part.toBuffer();
        // A browser sends an empty file field as a file without name and content.
        if (part.filename !== '' || content.length > 0) files.set(part.fieldname, { name: part.filename, content });
      }
    }
  } catch (error) {
    throw unreadableForm(error);
  }
  return { kind: 'form', fields, files };
}

/** The response to an unreadable form with files; internal errors pass unchanged. */
export function unreadableForm(error: unknown): unknown {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const isOurs = error instanceof ApiError || statusCode === 413 || /^E[A-Z]+$/.test(code);
  if (isOurs) return error;
  return refusal(400, `Multipart form parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
}
