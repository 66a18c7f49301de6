import type { QuietClock } from './transport/idle-clock.ts';

/** Time and size limits for a service; times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Until the connection is established, including TLS. */
  readonly connect: number;
  /** From the request to the response headers; a service may sort millions of rows first. */
  readonly headers: number;
  /** Between two chunks of a body. */
  readonly stall: number;
  /** For one whole answer, so that a body that trickles forever is ended too. */
  readonly whole: number;
  /** Maximum size of a body, decompressed. */
  readonly body: number;
  /** Attempts per request, including the first. */
  readonly attempts: number;
  /** Delay before the second attempt; doubled for each further one, and shortened randomly. */
  readonly backoff: number;
  /** The longest `Retry-After` to wait for; a longer one is shown to the user. */
  readonly maxRetryAfterMs: number;
  /** Fails requests once nothing has arrived for too long over all of them; null for individual limits only. */
  readonly quiet: QuietClock | null;
  /** Delay before checking again for an offline service; longer each time. */
  readonly comeback: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Whether to request compression from this computer too, where it costs more than it saves. */
  readonly packedOnLoopback: boolean;
}

export const usualLimits: Limits = {
  connect: 10_000,
  headers: 60_000,
  stall: 30_000,
  whole: 600_000,
  body: 128 * 1024 * 1024,
  attempts: 3,
  backoff: 300,
  maxRetryAfterMs: 5_000,
  quiet: null,
  comeback: 5_000,
  concurrency: 4,
  packedOnLoopback: false,
};
