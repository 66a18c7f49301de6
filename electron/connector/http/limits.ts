import type { QuietClock } from './transport/idle-clock.ts';

/** How long and how much a service may take; times in milliseconds, sizes in bytes. */
export interface Limits {
  /** Until the connection stands, TLS included. */
  readonly connect: number;
  /** From the request to the answer's headers; a service may sort millions of rows first. */
  readonly headers: number;
  /** Between two pieces of a body. */
  readonly stall: number;
  /** For one whole answer, so that a body that trickles for ever ends too. */
  readonly whole: number;
  /** The longest body, unpacked. */
  readonly body: number;
  /** Attempts for one request, the first included. */
  readonly attempts: number;
  /** The first pause between two attempts; each further one doubles, and each is shortened at random. */
  readonly backoff: number;
  /** The longest `Retry-After` that is waited for; a longer one is shown to the user. */
  readonly maxRetryAfterMs: number;
  /** Ends requests once nothing has come for too long over all of them; null for the limits of each alone. */
  readonly quiet: QuietClock | null;
  /** Until a service that is offline is looked for again; longer each time. */
  readonly comeback: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Whether packed answers are asked for within this computer too, where packing costs more than it saves. */
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
