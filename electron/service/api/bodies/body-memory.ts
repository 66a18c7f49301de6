import type { FastifyRequest } from 'fastify';
import { Tally } from '../../../lib/tally.ts';
import { refusal } from '../plugins/api-error.ts';

/** Maximum size in bytes of a body read into memory, excluding the files of a form. */
export const maxBodyBytes = 2 ** 20;
/** Maximum size in bytes of a body from anonymous clients: a name and a password need far less. */
export const maxOpenBodyBytes = 2 ** 14;
/** Maximum size in bytes of a form's file read into memory (images; data files are streamed to disk). */
export const maxUploadBytes = 10 * 2 ** 20;
/** Maximum number of files in one form. */
export const maxUploads = 4;

const largestFormBytes = maxBodyBytes + maxUploads * maxUploadBytes;

/** Maximum total bytes of the bodies in memory. */
export interface BodyMemoryLimits {
  readonly ofCaller: number;
  readonly inAll: number;
}

/** A caller may send one form with all its files and other requests, and four callers together may. */
const usualLimits: BodyMemoryLimits = { ofCaller: 48 * 2 ** 20, inAll: 192 * 2 ** 20 };

/** Seconds after which a refused caller may try again. */
const retryAfterSeconds = 5;

/** Maximum bytes of a request's body that will be held in memory, according to its headers. */
export function bodyBytes({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const most = /^multipart\//i.test(headers['content-type'] ?? '') ? largestFormBytes : maxBodyBytes;
  if (headers['transfer-encoding'] !== undefined) return most;
  return Math.min(most, Number(headers['content-length'] ?? 0) || 0);
}

/** Counts the bodies in memory, from their headers until the response: many senders could use all of it. */
export class BodyMemory {
  readonly #limits: BodyMemoryLimits;
  readonly #bytes = new Tally();

  constructor(limits: BodyMemoryLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Counts a body. Bodies no longer than a log-in are never refused.
   * @returns a function that releases it
   * @throws {ApiError} 429 if the caller has too many, 503 if all callers together have
   */
  admit(caller: string, bytes: number): () => void {
    if (bytes <= maxOpenBodyBytes) return () => {};
    const headers = { 'Retry-After': String(retryAfterSeconds), Connection: 'close' };
    if (this.#bytes.of(caller) + bytes > this.#limits.ofCaller) {
      throw refusal(
        429,
        'This caller is sending too much at once. Try again when the other requests have been answered.',
        headers,
      );
    }
    if (this.#bytes.total + bytes > this.#limits.inAll) {
      throw refusal(503, 'Too much is being sent to this service at once. Try again in a few seconds.', headers);
    }
    return this.#bytes.hold(caller, bytes);
  }
}
