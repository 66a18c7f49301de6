import { randomBytes } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { DiskFullError, freeBytes, isDiskFull } from '../../files/disk-full.ts';
import { writeWhole } from '../../files/write-whole.ts';
import { maxBodyBytes, maxUploadBytes } from '../bodies/body-memory.ts';
import type { UploadedFile } from '../bodies/body-parsers.ts';
import { formParts, readAll, unreadableForm } from '../bodies/form-parts.ts';
import { lastValue, parseQuery, type QueryPairs } from '../bodies/query-pairs.ts';
import { invalid, refusal } from '../plugins/api-error.ts';

/** Folder below the data folder for files that are being received or read. */
export const uploadFolder = 'uploads';

/** Maximum total size in bytes of the fields besides a file, which may describe thousands of columns. */
const maxFieldsBytes = 4 * maxBodyBytes;
const maxFileBytes = 64 * 2 ** 30;

/** A received file and its fields. The receiver must remove the file. */
export interface ReceivedUpload {
  readonly path: string;
  /** Its name at the client; empty if unknown. */
  readonly name: string;
  readonly contentType: string;
  readonly fields: QueryPairs;
}

/** A received form. The receiver must remove the file. */
export interface ReceivedForm {
  readonly fields: QueryPairs;
  /** The field `file`; null if none was sent. */
  readonly file: ReceivedUpload | null;
  /** Small files, by the names of their fields. */
  readonly others: ReadonlyMap<string, UploadedFile>;
}

/** Removes files that earlier runs left behind while receiving. */
export async function clearUploads(dataFolder: string): Promise<void> {
  await rm(path.join(dataFolder, uploadFolder), { recursive: true, force: true });
}

/** Options of receiving a file. */
export interface Reception {
  /** Maximum time without data from the client, in milliseconds. */
  readonly silenceMs: number;
  /** Called with the fields before the file: an invalid request is refused before its file is read. */
  readonly onFields: (fields: QueryPairs) => Promise<void>;
  /** Names of fields whose files are kept in memory; others besides `file` are discarded. */
  readonly smallFiles?: ReadonlySet<string>;
  /** Frees disk space when the disk is full. @returns the freed bytes */
  readonly makeRoom: (bytes: number) => Promise<number>;
}

/**
 * Streams the file of a request to disk: the field `file` of a form, or the whole body.
 * @throws {ApiError} 400, 408, 413; the system's error if the disk is full
 */
export async function receiveUpload(
  dataFolder: string,
  request: FastifyRequest,
  reception: Reception,
): Promise<ReceivedUpload> {
  if (!request.isMultipart()) return await receive(dataFolder, request, reception, receiveBody);
  const { file } = await receive(dataFolder, request, reception, receiveParts);
  if (file === null) throw invalid({ file: ['No file was submitted.'] });
  return file;
}

/** Streams the file of a form to disk, if any. @throws {ApiError} 400, 408, 413; or if the disk is full */
export async function receiveForm(
  dataFolder: string,
  request: FastifyRequest,
  reception: Reception,
): Promise<ReceivedForm> {
  return await receive(dataFolder, request, reception, receiveParts);
}

type Receiver<Received> = (
  request: FastifyRequest,
  target: string,
  reception: Reception,
  stop: AbortSignal,
) => Promise<Received>;

async function receive<Received>(
  dataFolder: string,
  request: FastifyRequest,
  reception: Reception,
  receiver: Receiver<Received>,
): Promise<Received> {
  const folder = path.join(dataFolder, uploadFolder);
  await mkdir(folder, { recursive: true });
  refuseDisconnected(request.raw);
  const target = path.join(folder, `${randomBytes(12).toString('hex')}.part`);
  const stop = new AbortController();
  const silence = watchSilence(request.raw, reception.silenceMs);
  const receiving = receiver(request, target, reception, stop.signal);
  try {
    return await Promise.race([receiving, silence.fallen]);
  } catch (error) {
    // The response is sent before the client disconnects, so pending reads of the body must end then too.
    stop.abort();
    receiving.catch(() => undefined).finally(() => rm(target, { force: true }).catch(() => undefined));
    await rm(target, { force: true });
    throw request.isMultipart() ? unreadableForm(error) : error;
  } finally {
    silence.end();
  }
}

const disconnected = 'The client disconnected.';

/** Refuses a closed request: waiting for its body would never end, because `close` is emitted only once. */
function refuseDisconnected(raw: IncomingMessage): void {
  if (raw.closed && !raw.complete) throw new Error(disconnected);
}

/** Rejects if a client sends nothing for a while, at any point of the body. */
function watchSilence(raw: IncomingMessage, silenceMs: number) {
  let timer: NodeJS.Timeout | undefined;
  const fallen = new Promise<never>((_, reject) => {
    let seen = raw.socket.bytesRead;
    let since = performance.now();
    timer = setInterval(
      () => {
        // Time spent waiting for the disk does not count as the client's.
        if (raw.socket.bytesRead !== seen || raw.readableLength > 0 || raw.complete) {
          seen = raw.socket.bytesRead;
          since = performance.now();
        } else if (performance.now() - since >= silenceMs) {
          reject(refusal(408, 'The file took too long to arrive.', { Connection: 'close' }));
        }
      },
      Math.max(20, silenceMs / 4),
    );
  });
  fallen.catch(() => undefined);
  return { fallen, end: () => clearInterval(timer) };
}

async function receiveBody(
  request: FastifyRequest,
  target: string,
  { onFields, makeRoom }: Reception,
  stop: AbortSignal,
): Promise<ReceivedUpload> {
  const { url, headers, raw } = request;
  const question = url.indexOf('?');
  const fields = question < 0 ? [] : parseQuery(url.slice(question + 1));
  await onFields(fields);
  await refuseTooLarge(path.dirname(target), Number(headers['content-length'] ?? 0), makeRoom);
  refuseDisconnected(raw);
  // Destroying the request itself would close the connection before the response.
  const body = raw.pipe(new PassThrough());
  const onClose = () => {
    if (!raw.complete) body.destroy(new Error(disconnected));
  };
  // The error is thrown where the body is read, which starts later.
  body.on('error', () => {});
  raw.once('close', onClose);
  if ((await store(body, target, makeRoom, stop)) === 0) throw invalid({ file: ['The body is empty.'] });
  const disposition = headers['content-disposition'] ?? '';
  const name = /filename="?([^";]+)/i.exec(disposition)?.[1] ?? lastValue(fields, 'filename') ?? '';
  return { path: target, name, contentType: headers['content-type'] ?? '', fields };
}

async function receiveParts(
  request: FastifyRequest,
  target: string,
  { onFields, makeRoom, smallFiles = new Set() }: Reception,
  stop: AbortSignal,
): Promise<ReceivedForm> {
  const fields: [string, string][] = [];
  const others = new Map<string, UploadedFile>();
  let file: { name: string; contentType: string } | null = null;
  for await (const part of formParts(request, { maxFieldsBytes, maxFiles: 1 + smallFiles.size, maxFileBytes })) {
    stop.throwIfAborted();
    if (part.kind === 'field') {
      fields.push([part.field, part.value]);
      continue;
    }
    const { field, name, content, contentType } = part;
    if (field === 'file') {
      if (file !== null) throw invalid({ file: ['Only one file can be published at once.'] });
      await onFields(fields);
      await refuseTooLarge(path.dirname(target), Number(request.headers['content-length'] ?? 0), makeRoom);
      const bytes = await store(content, target, makeRoom, stop);
      if (bytes === 0 && name === '' && smallFiles.size > 0) {
        // A browser sends an empty file field as a file without name and content.
        await rm(target, { force: true });
        continue;
      }
      if (bytes === 0) throw invalid({ file: ['The submitted file is empty.'] });
      file = { name, contentType };
    } else if (smallFiles.has(field)) {
      const bytes = await readAll(content, maxUploadBytes);
      if (name !== '' || bytes.length > 0) others.set(field, { name, content: bytes });
    } else content.resume();
  }
  return { fields, file: file === null ? null : { path: target, ...file, fields }, others };
}

/** Refuses a request at once if its announced size exceeds the free disk space. @throws {DiskFullError} */
async function refuseTooLarge(folder: string, bytes: number, makeRoom: Reception['makeRoom']): Promise<void> {
  if (bytes <= (await freeBytes(folder))) return;
  await makeRoom(bytes);
  const free = await freeBytes(folder);
  if (bytes > free) throw new DiskFullError(bytes, free);
}

/** Writes a stream to a new file. @returns its bytes */
async function store(
  stream: Readable & { truncated?: boolean },
  target: string,
  makeRoom: Reception['makeRoom'],
  stop: AbortSignal,
): Promise<number> {
  let bytes = 0;
  const file = await open(target, 'wx');
  const giveUp = () => stream.destroy(stop.reason);
  stop.addEventListener('abort', giveUp, { once: true });
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (bytes + chunk.length > maxFileBytes) throw refusal(413, 'The file is too large.');
      await writeWhole(file, chunk, bytes).catch(async (error: unknown) => {
        // Evicts rebuildable files in favour of originals.
        if (!isDiskFull(error) || (await makeRoom(chunk.length)) === 0) throw error;
        await writeWhole(file, chunk, bytes);
      });
      bytes += chunk.length;
    }
  } finally {
    stop.removeEventListener('abort', giveUp);
    await file.close();
  }
  if (stream.truncated === true) throw refusal(413, 'The file is too large.');
  return bytes;
}
