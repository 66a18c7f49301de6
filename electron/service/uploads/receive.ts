import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { invalid, refusal } from '../plugins/api-error.ts';
import { unreadableForm } from '../plugins/body-parsers.ts';
import { lastValue, parseQuery, type QueryPairs } from '../plugins/query-pairs.ts';

/** Folder below the data folder where files wait while they are received and read. */
const uploadFolder = 'uploads';

/** Largest file that is received. */
const largestFile = 64 * 2 ** 30;

/** A received file and what came with it. The file is the receiver's to remove. */
export interface ReceivedFile {
  readonly path: string;
  /** Its name where the sender had it; empty where none was said. */
  readonly name: string;
  readonly contentType: string;
  readonly fields: QueryPairs;
}

/** Removes what earlier runs left of files that were being received. */
export async function clearUploads(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, uploadFolder), { recursive: true, force: true });
}

/**
 * Streams the file of a request to the disk: the field `file` of a form, or the whole body. `onFields` is called with
 * the fields that came before the file, so that a request that is not to be heard is refused before its file is read.
 * @param patience longest silence of the sender, in milliseconds
 * @throws {ApiError} 400, 413
 */
export async function receiveFile(
  dataFolder: string,
  request: FastifyRequest,
  patience: number,
  onFields: (fields: QueryPairs) => Promise<void>,
): Promise<ReceivedFile> {
  const folder = path.join(dataFolder, uploadFolder);
  await mkdir(folder, { recursive: true });
  const target = path.join(folder, `${randomBytes(12).toString('hex')}.part`);
  try {
    return request.isMultipart()
      ? await receiveForm(request, target, patience, onFields)
      : await receiveBody(request, target, patience, onFields);
  } catch (error) {
    await rm(target, { force: true });
    throw request.isMultipart() ? unreadableForm(error) : error;
  }
}

async function receiveBody(
  request: FastifyRequest,
  target: string,
  patience: number,
  onFields: (fields: QueryPairs) => Promise<void>,
): Promise<ReceivedFile> {
  const { url, headers } = request;
  const question = url.indexOf('?');
  const fields = question < 0 ? [] : parseQuery(url.slice(question + 1));
  await onFields(fields);
  await store(request.raw, target, patience, 'The body is empty.');
  const disposition = headers['content-disposition'] ?? '';
  const name = /filename="?([^";]+)/i.exec(disposition)?.[1] ?? lastValue(fields, 'filename') ?? '';
  return { path: target, name, contentType: headers['content-type'] ?? '', fields };
}

async function receiveForm(
  request: FastifyRequest,
  target: string,
  patience: number,
  onFields: (fields: QueryPairs) => Promise<void>,
): Promise<ReceivedFile> {
  const fields: [string, string][] = [];
  let file: { name: string; contentType: string } | null = null;
  for await (const part of request.parts({ limits: { fileSize: largestFile, files: 1 } })) {
    if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
    else if (part.fieldname === 'file') {
      await onFields(fields);
      await store(part.file, target, patience, 'The submitted file is empty.');
      file = { name: part.filename, contentType: part.mimetype };
    } else part.file.resume();
  }
  if (file === null) throw invalid({ file: ['No file was submitted.'] });
  return { path: target, ...file, fields };
}

/** Writes a stream to a new file; hangs up on a sender who falls silent for `patience` milliseconds. */
async function store(
  stream: Readable & { truncated?: boolean },
  target: string,
  patience: number,
  whenEmpty: string,
): Promise<void> {
  let bytes = 0;
  const silence = setTimeout(() => stream.destroy(refusal(408, 'The file took too long to arrive.')), patience);
  try {
    await pipeline(
      stream,
      async function* counted(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          silence.refresh();
          bytes += chunk.length;
          if (bytes > largestFile) throw refusal(413, 'The file is too large.');
          yield chunk;
        }
      },
      createWriteStream(target, { flags: 'wx' }),
    );
  } finally {
    clearTimeout(silence);
  }
  if (stream.truncated === true) throw refusal(413, 'The file is too large.');
  if (bytes === 0) throw invalid({ file: [whenEmpty] });
}
