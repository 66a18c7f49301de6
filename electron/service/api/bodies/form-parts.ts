import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError, invalid, refusal } from '../plugins/api-error.ts';
import { notUtf8 } from './query-pairs.ts';

/** A field or a file of a form, in the order in which they come. */
export type FormPart =
  | { readonly kind: 'field'; readonly field: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly field: string;
      /** Its name at the client; empty if a form's file field was left empty. */
      readonly name: string;
      readonly contentType: string;
      readonly content: Readable & { truncated?: boolean };
    };

export interface FormLimits {
  /** Names and values of all fields together. */
  readonly maxFieldsBytes: number;
  readonly maxFiles: number;
  readonly maxFileBytes: number;
}

const tooLarge = () => refusal(413, 'The request body is too large.');

/**
 * Reads a form part by part; a file must be consumed before the next part arrives. Fields are UTF-8, whatever type a
 * part declares, as in Django: parts are read as bytes, because the parser would decode fields with U+FFFD, and parse
 * JSON.
 * @throws {ApiError} 400 naming a field that is not UTF-8, 413; errors of the parser
 */
export async function* formParts(request: FastifyRequest, limits: FormLimits): AsyncGenerator<FormPart> {
  const { maxFieldsBytes, maxFiles, maxFileBytes: fileSize } = limits;
  let fieldBytes = 0;
  let files = 0;
  const parser = { limits: { fileSize, files: Number.POSITIVE_INFINITY }, isPartAFile: () => true };
  for await (const part of request.parts(parser)) {
    if (part.type === 'field') continue;
    const { mimetype: contentType, file: content } = part;
    // Values that the header of a part does not contain are missing, whatever the parser's types say.
    const { fieldname: field = '', filename } = part as { fieldname?: string; filename?: string };
    const isFile = filename !== undefined || contentType === 'application/octet-stream';
    if (isFile) {
      files += 1;
      if (files > maxFiles) throw tooLarge();
      yield { kind: 'file', field, name: filename ?? '', contentType, content };
    } else {
      fieldBytes += Buffer.byteLength(field);
      const bytes = await readAll(content, maxFieldsBytes - fieldBytes);
      fieldBytes += bytes.length;
      yield { kind: 'field', field, value: decodeField(field, bytes) };
    }
  }
}

/** Reads a part into memory. @throws {ApiError} 413 if it is longer than `maxBytes` */
export async function readAll(content: Readable, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function decodeField(field: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid({ [field]: [notUtf8] });
  }
}

/** The error to throw if a form with files cannot be read; an internal error is returned unchanged. */
export function unreadableForm(error: unknown): unknown {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number };
  const isOurs = error instanceof ApiError || statusCode === 413 || /^E[A-Z]+$/.test(code);
  if (isOurs) return error;
  return refusal(400, `Multipart form parse error - ${error instanceof Error ? error.message : 'unreadable'}`);
}
