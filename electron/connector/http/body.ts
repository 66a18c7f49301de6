import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { letGo } from '#shared/let-go.ts';
import { say } from '#shared/sentences/say.ts';
import { ServiceError } from '../errors.ts';
import type { SpareBuffers } from './spare-buffers.ts';
import { shown } from './trust.ts';

/** The packings that are asked for, in the form of `Accept-Encoding`. */
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
    code: 'too-big',
    message: say('answer-too-big', { host: address.host, size }),
    where: shown(address),
  });
}

function unreadable(address: URL, cause: unknown): ServiceError {
  return new ServiceError({
    code: 'malformed',
    message: say('answer-packed', { host: address.host }),
    where: shown(address),
    cause,
  });
}

/** Notified of the length of each piece, unpacked. */
type OnBytes = (bytes: number) => void;

async function gather(
  pieces: AsyncIterable<Buffer>,
  address: URL,
  limit: number,
  onBytes: OnBytes | undefined,
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

/** As {@link gather}, into a buffer that was used before. */
async function gatherInto(
  pieces: AsyncIterable<Buffer>,
  address: URL,
  limit: number,
  { spare, expected }: BodyPlace,
  onBytes: OnBytes | undefined,
): Promise<Buffer> {
  let whole = spare.take(Math.min(limit, expected));
  let size = 0;
  for await (const piece of pieces) {
    onBytes?.(piece.length);
    if (size + piece.length > limit) throw tooBig(address, limit);
    if (size + piece.length > whole.length) {
      const larger = spare.take((size + piece.length) * 2);
      whole.copy(larger, 0, 0, size);
      spare.give(whole);
      whole = larger;
    }
    size += piece.copy(whole, size);
    letGo(piece);
  }
  return whole.subarray(0, size);
}

/** Where a body goes, and how long it is likely to be. */
interface BodyPlace {
  readonly spare: SpareBuffers;
  readonly expected: number;
}

interface BodyOptions {
  readonly place?: BodyPlace | undefined;
  readonly onBytes?: OnBytes | undefined;
}

/**
 * Takes a body in, unpacked, up to `limit` bytes; reading stops there, however much more would come out of it.
 * @param options.place a buffer of its own where it is left out.
 * @throws {ServiceError} `too-big`, or `malformed` for a broken packing; an error of the connection as it is.
 */
export async function readBody(
  body: Readable,
  encoding: string,
  address: URL,
  limit: number,
  { place, onBytes }: BodyOptions = {},
): Promise<Buffer> {
  const into = (pieces: AsyncIterable<Buffer>) =>
    place === undefined ? gather(pieces, address, limit, onBytes) : gatherInto(pieces, address, limit, place, onBytes);
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return into(body);
  const unpack = unpacker(name);
  if (unpack === null) throw unreadable(address, null);
  let broken: unknown = null;
  body.once('error', (error) => {
    broken = error;
    unpack.destroy(error);
  });
  body.pipe(unpack);
  try {
    return await into(unpack);
  } catch (error) {
    // An error of the connection counts for more than what the unpacker makes of the torn stream.
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
