import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusal } from '../plugins/api-error.ts';
import { maxOpenBodyBytes, maxUploadBytes, maxUploads } from './body-memory.ts';
import { formParts, readAll, unreadableForm } from './form-parts.ts';
import { isTooDeep, maxBodyDepth } from './json-nesting.ts';
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
