import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { explain } from '#shared/failures.ts';
import { abortedError, ServiceError } from '../errors.ts';
import { explainNetworkError } from './answers/explain.ts';
import type { Limits } from './limits.ts';
import { watchRequest } from './transport/idle-clock.ts';
import type { Network } from './transport/network.ts';
import { isLoopback, shown } from './transport/trust.ts';

export interface Outgoing {
  readonly address: URL;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
  /** Total timeout in milliseconds, if it differs from the default. */
  readonly whole?: number;
  /** Timeout until the response headers in milliseconds, if it differs from the default. */
  readonly untilHeaders?: number;
}

export interface Incoming {
  readonly status: number;
  /** A response header; the first one if it was sent several times. */
  header(name: string): string | undefined;
  /** The body decoded as UTF-8, without a byte order mark; U+FFFD replaces invalid bytes. */
  readonly text: string;
  readonly bytes: Buffer;
  /** Whether the body is valid UTF-8. */
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
  /** See `Credentials.refused`. */
  readonly onTokenRefused?: (() => void) | undefined;
}

/** Receives the raw bytes of a successful answer as they arrive. */
export type OnPiece = (piece: Buffer) => void;

/**
 * One request and its complete answer: redirects are not followed, there are no retries, and any status is an answer.
 * @param onPiece if given, receives the body of a 200 instead of the text
 */
export async function exchange(
  outgoing: Outgoing,
  line: Line,
  signal: AbortSignal,
  onPiece?: OnPiece,
): Promise<Incoming> {
  const { address } = outgoing;
  const { network, limits } = line;
  const deadline = AbortSignal.timeout(outgoing.whole ?? limits.whole);
  // An upload takes as long as the service needs to read it; only then does waiting start.
  const clock = typeof outgoing.body === 'object' ? null : limits.quiet;
  const watched = clock === null ? null : watchRequest(clock);
  const signals = watched === null ? [signal, deadline] : [signal, deadline, watched.signal];
  let answered = false;
  try {
    const incoming = await ask(outgoing, line, AbortSignal.any(signals), onPiece, watched?.note);
    answered = incoming.status < 500 && incoming.status !== 429 && incoming.status !== 408;
    return incoming;
  } catch (error) {
    if (signal.aborted) throw abortedError();
    if (error instanceof ServiceError) throw error;
    if (watched?.signal.aborted) throw tooQuiet(address, watched.maxMs);
    if (deadline.aborted) throw tooSlow(address);
    throw explainNetworkError(error, address, await network.proxyFor(address));
  } finally {
    watched?.end(answered);
  }
}

async function ask(
  outgoing: Outgoing,
  { network, limits }: Line,
  signal: AbortSignal,
  onPiece?: OnPiece,
  onBytes?: (bytes: number) => void,
): Promise<Incoming> {
  const { address, method, headers, body, untilHeaders } = outgoing;
  const worthPacking = limits.packedOnLoopback || !isLoopback(address);
  const encodings = onPiece === undefined && worthPacking ? acceptedEncodings : 'identity';
  const dispatcher = await network.dispatcherFor(address);
  const answer = await dispatcher.request({
    origin: address.origin,
    path: `${address.pathname}${address.search}`,
    method,
    headers: { 'accept-encoding': encodings, 'user-agent': 'Almanac', ...headers },
    body: body ?? null,
    signal,
    ...(untilHeaders === undefined ? {} : { headersTimeout: untilHeaders }),
  });
  const header = (name: string) => {
    const value = answer.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const status = answer.statusCode;
  if (onPiece !== undefined && status === 200) {
    for await (const piece of answer.body) {
      onBytes?.((piece as Buffer).length);
      onPiece(piece as Buffer);
    }
    return { status, header, text: '', bytes: Buffer.alloc(0), isUtf8: true };
  }
  const bytes = await readBody(answer.body, header('content-encoding') ?? '', address, limits.body, onBytes);
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
}

function tooQuiet(address: URL, maxMs: number): ServiceError {
  return new ServiceError({
    kind: 'timeout',
    reason: explain('quiet-too-long', { host: address.host, seconds: Math.round(maxMs / 1000) }),
    where: `${address.origin}${address.pathname}`,
    retry: true,
  });
}

function tooSlow(address: URL): ServiceError {
  return new ServiceError({
    kind: 'timeout',
    reason: explain('answer-too-slow', { host: address.host }),
    where: `${address.origin}${address.pathname}`,
    retry: true,
  });
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
  return new ServiceError({
    kind: 'too-big',
    reason: explain('answer-too-big', { host: address.host, size }),
    where: shown(address),
  });
}

function unreadable(address: URL, cause: unknown): ServiceError {
  return new ServiceError({
    kind: 'malformed',
    reason: explain('answer-packed', { host: address.host }),
    where: shown(address),
    cause,
  });
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
 * @throws {ServiceError} `too-big`, or `malformed` for invalid compression; connection errors pass unchanged
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
    throw isTorn(error) ? Object.assign(new Error('torn'), { code: 'ECONNRESET' }) : unreadable(address, error);
  } finally {
    unpack.destroy();
    body.destroy();
  }
}

function isTorn(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
}
