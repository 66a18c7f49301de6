import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { explain } from '#shared/failures.ts';
import { systemCodeOf } from '../../lib/errors/system-error.ts';
import { ConnectionError, type HttpAnswer, type HttpRequest } from '../../lib/http/client.ts';
import { watchRequest } from '../../lib/http/quiet-clock.ts';
import { isLoopback } from '../../lib/network-names.ts';
import { abortedError, ServiceError } from '../errors.ts';
import { explainNetworkError } from './answers/explain.ts';
import type { Limits } from './limits.ts';
import type { Network } from './transport/network.ts';
import { shown } from './transport/trust.ts';

export interface Outgoing extends Omit<HttpRequest, 'signal'> {
  /** Total timeout, if it differs from the default; null for none. */
  readonly wholeMs?: number | null;
}

export interface Incoming extends Pick<HttpAnswer, 'status' | 'header'> {
  /** The body decoded as UTF-8, without a byte order mark; U+FFFD replaces invalid bytes. */
  readonly text: string;
  readonly bytes: Buffer;
  readonly isUtf8: boolean;
}

/** How requests are sent. */
export interface Line {
  readonly network: Network;
  readonly limits: Limits;
}

/** The connections to one service, with the token for the addresses that it may be sent to. */
export interface HomeLine extends Line {
  readonly home: URL;
  tokenFor(address: URL): string | null;
  readonly onTokenRefused?: (() => void) | undefined;
}

/** Receives the raw bytes of a successful answer as they arrive. */
export type OnPiece = (piece: Buffer) => void;

/**
 * One request and its complete answer: redirects are not followed, there are no retries, and any status is an answer.
 * @param onPiece if given, receives the body of a 200 instead of the text
 */
export function exchange(outgoing: Outgoing, line: Line, signal: AbortSignal, onPiece?: OnPiece): Promise<Incoming> {
  const { address } = outgoing;
  const worthPacking = line.limits.packedOnLoopback || !isLoopback(address);
  const encodings = onPiece === undefined && worthPacking ? acceptedEncodings : 'identity';
  const headers = { 'accept-encoding': encodings, ...outgoing.headers };
  return exchangeWith<Incoming>({ ...outgoing, headers }, line, signal, async ({ status, header, body }, onBytes) => {
    if (onPiece !== undefined && status === 200) {
      for await (const piece of body as AsyncIterable<Buffer>) {
        onBytes(piece.length);
        onPiece(piece);
      }
      return { status, header, text: '', bytes: Buffer.alloc(0), isUtf8: true };
    }
    const bytes = await readBody(body, header('content-encoding') ?? '', address, line.limits.bodyBytes, onBytes);
    return {
      status,
      header,
      bytes,
      // Decoded on demand: long lists of rows are read without it.
      get text() {
        return bytes.toString('utf8').replace(/^\uFEFF/, '');
      },
      get isUtf8() {
        return isUtf8(bytes);
      },
    };
  });
}

/**
 * As {@link exchange}, with the answer read by `read`, which reports what it receives.
 * @throws {ServiceError} if the request fails, or is cancelled; what `read` throws, unchanged
 */
export async function exchangeWith<Result>(
  outgoing: Outgoing,
  { network, limits }: Line,
  signal: AbortSignal,
  read: (answer: HttpAnswer, onBytes: (bytes: number) => void) => Promise<Result>,
): Promise<Result> {
  const { address, body, wholeMs = limits.wholeMs } = outgoing;
  const client = network.clientFor(address);
  const deadline = wholeMs === null ? null : AbortSignal.timeout(wholeMs);
  // An upload takes as long as the service needs to read it; only then does waiting start.
  const isUpload = typeof body === 'object' && body !== null;
  const watched = limits.quiet === undefined || isUpload ? null : watchRequest(limits.quiet);
  const signals = [signal, deadline, watched?.signal].filter((one) => one instanceof AbortSignal);
  let answered = false;
  try {
    return await client.send({ ...outgoing, signal: AbortSignal.any(signals) }, async (answer) => {
      const result = await read(answer, (bytes) => watched?.note(bytes));
      answered = answer.status < 500 && answer.status !== 429 && answer.status !== 408;
      return result;
    });
  } catch (error) {
    if (signal.aborted) throw abortedError();
    const cause = error instanceof ConnectionError ? error.cause : error;
    if (cause instanceof ServiceError) throw cause;
    if (watched?.signal.aborted) throw tooQuiet(address, watched.maxMs);
    if (deadline?.aborted) throw tooSlow(address);
    if (cause === error) throw error;
    throw explainNetworkError(cause, address, await client.proxyFor(address));
  } finally {
    watched?.end(answered);
  }
}

function tooQuiet(address: URL, maxMs: number): ServiceError {
  return new ServiceError(
    'timeout',
    explain('quiet-too-long', { host: address.host, seconds: Math.round(maxMs / 1000) }),
    address,
    { retry: true },
  );
}

/** The whole answer did not come in time. */
export function tooSlow(address: URL): ServiceError {
  return new ServiceError('timeout', explain('answer-too-slow', { host: address.host }), address, { retry: true });
}

/** Supported compressions, as a value of `Accept-Encoding`. */
export const acceptedEncodings = 'gzip, deflate, br';

function unpacker(encoding: string) {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  return null;
}

function tooBig(address: URL, limit: number): ServiceError {
  const size = Math.round(limit / 1024 / 1024);
  return new ServiceError('too-big', explain('answer-too-big', { host: address.host, size }), shown(address));
}

function unreadable(address: URL, cause: unknown): ServiceError {
  return new ServiceError('malformed', explain('answer-packed', { host: address.host }), shown(address), { cause });
}

async function gather(
  pieces: AsyncIterable<Buffer>,
  address: URL,
  limit: number,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    onBytes?.(piece.length);
    size += piece.length;
    if (size > limit) throw tooBig(address, limit);
    chunks.push(piece);
  }
  return Buffer.concat(chunks, size);
}

/**
 * Reads and decompresses a body up to `limit` bytes, and stops there however much more there is.
 * @param onBytes called with the decompressed length of each chunk
 * @throws {ServiceError} `too-big`, or `malformed` for invalid compression
 * @throws {ConnectionError} if it ends early; other errors of the connection pass unchanged
 */
export async function readBody(
  body: Readable,
  encoding: string,
  address: URL,
  limit: number,
  onBytes?: (bytes: number) => void,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return gather(body, address, limit, onBytes);
  const unpack = unpacker(name);
  if (unpack === null) throw unreadable(address, null);
  let broken: unknown = null;
  body.once('error', (error) => {
    broken = error;
    unpack.destroy(error);
  });
  body.pipe(unpack);
  try {
    return await gather(unpack, address, limit, onBytes);
  } catch (error) {
    // A connection error explains more than the decompressor's error about the truncated stream.
    if (broken !== null || error instanceof ServiceError) throw broken ?? error;
    throw systemCodeOf(error) === 'Z_BUF_ERROR' ? new ConnectionError(error) : unreadable(address, error);
  } finally {
    unpack.destroy();
    body.destroy();
  }
}
