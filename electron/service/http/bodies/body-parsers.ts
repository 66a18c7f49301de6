import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, refusal } from '../plugins/api-error.ts';
import { isTooDeep, maxJsonDepth } from './json-nesting.ts';
import { parseQuery, type QueryPairs } from './query-pairs.ts';

/** A file that came in a form. */
export interface UploadedFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A body as it was read: a JSON value, or the fields and files of a form. */
export type ParsedBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: QueryPairs; readonly files: ReadonlyMap<string, UploadedFile> };

/** Largest file of a form that is read into memory (images; data files are streamed to the disk). */
export const maxUploadBytes = 10 * 1024 * 1024;

const noBody: ParsedBody = { kind: 'json', value: {} };

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal(400, 'JSON parse error - the body is not UTF-8.');
  }
}

function parseJson(bytes: Buffer): ParsedBody {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return noBody;
  if (isTooDeep(text)) throw refusal(400, `JSON parse error - more than ${maxJsonDepth} levels within each other.`);
  try {
    return { kind: 'json', value: JSON.parse(text) };
  } catch (error) {
    throw refusal(400, `JSON parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Teaches the application to read the three kinds of body of DRF: JSON, a plain form, a form with files. */
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
    limits: { fileSize: maxUploadBytes, files: 4, fields: 5000, fieldSize: 1024 * 1024, headerPairs: 100 },
  });
}

/** The body of a request, whichever way it came; a missing one is an empty object. @throws {ApiError} 400, 413 */
export async function readBody(request: FastifyRequest): Promise<ParsedBody> {
  if (request.isMultipart()) return await readMultipart(request);
  return (request.body as ParsedBody | undefined | null) ?? noBody;
}

async function readMultipart(request: FastifyRequest): Promise<ParsedBody> {
  const fields: [string, string][] = [];
  const files = new Map<string, UploadedFile>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
      else {
        const content = await part.toBuffer();
        // A form sends a file field that was left empty as a file without name and content.
        if (part.filename !== '' || content.length > 0) files.set(part.fieldname, { name: part.filename, content });
      }
    }
  } catch (error) {
    throw unreadableForm(error);
  }
  return { kind: 'form', fields, files };
}

/** What to answer when a form with files cannot be read; what is not the sender's fault stays as it is. */
export function unreadableForm(error: unknown): unknown {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const isOurs = error instanceof ApiError || statusCode === 413 || /^E[A-Z]+$/.test(code);
  if (isOurs) return error;
  return refusal(400, `Multipart form parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
}
