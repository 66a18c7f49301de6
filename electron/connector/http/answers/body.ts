import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { explain } from '#shared/failures.ts';
import { ServiceError } from '../../errors.ts';
import { shown } from '../transport/trust.ts';

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
