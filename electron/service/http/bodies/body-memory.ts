import type { FastifyRequest } from 'fastify';
import { refusal } from '../plugins/api-error.ts';

/** Longest body that is read into memory, the files of a form apart. */
export const maxBodyBytes = 2 ** 20;
/** Longest body where anyone may send one: a name and a password take far less. */
export const maxOpenBodyBytes = 2 ** 14;
/** Largest file of a form that is read into memory (images; data files are streamed to the disk). */
export const maxUploadBytes = 10 * 2 ** 20;
/** Most of such files in one form. */
export const maxUploads = 4;

const largestFormBytes = maxBodyBytes + maxUploads * maxUploadBytes;

/** Bytes of the bodies that may be in memory at once. */
export interface BodyMemoryLimits {
  readonly ofCaller: number;
  readonly inAll: number;
}

/** One form with all its files, and what else a caller sends meanwhile; four such callers. */
const usualLimits: BodyMemoryLimits = { ofCaller: 48 * 2 ** 20, inAll: 192 * 2 ** 20 };

/** After how many seconds a refused caller may try again. */
const retryAfterSeconds = 5;

/** The most bytes of a request's body that are held in memory, by what its head says. */
export function bodyBytes({ headers }: Pick<FastifyRequest, 'headers'>): number {
  const most = /^multipart\//i.test(headers['content-type'] ?? '') ? largestFormBytes : maxBodyBytes;
  if (headers['transfer-encoding'] !== undefined) return most;
  return Math.min(most, Number(headers['content-length'] ?? 0) || 0);
}

/**
 * Counts the bodies that are in memory, from their heads until they are answered: many senders that never finish would
 * else take all of it.
 */
export class BodyMemory {
  readonly #limits: BodyMemoryLimits;
  readonly #ofCallers = new Map<string, number>();
  #inAll = 0;

  constructor(limits: BodyMemoryLimits = usualLimits) {
    this.#limits = limits;
  }

  /**
   * Counts a body. Those that are as short as a log-in's are never refused.
   * @returns what ends the counting, to be called once
   * @throws {ApiError} 429 where the caller has too many, 503 where all callers together do
   */
  admit(caller: string, bytes: number): () => void {
    if (bytes <= maxOpenBodyBytes) return () => {};
    const own = (this.#ofCallers.get(caller) ?? 0) + bytes;
    const headers = { 'Retry-After': String(retryAfterSeconds), Connection: 'close' };
    if (own > this.#limits.ofCaller) {
      throw refusal(
        429,
        'Too much is being sent by this caller at once. Send it when that has been answered.',
        headers,
      );
    }
    if (this.#inAll + bytes > this.#limits.inAll) {
      throw refusal(503, 'Too much is being sent to this service at once. Try again in a few seconds.', headers);
    }
    this.#ofCallers.set(caller, own);
    this.#inAll += bytes;
    return () => {
      this.#inAll -= bytes;
      const rest = (this.#ofCallers.get(caller) ?? 0) - bytes;
      if (rest > 0) this.#ofCallers.set(caller, rest);
      else this.#ofCallers.delete(caller);
    };
  }
}
