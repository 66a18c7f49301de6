import type { ConnectionLimits } from '../../lib/http/client.ts';
import type { RetryLimits } from '../../lib/http/retry.ts';

export interface Limits extends ConnectionLimits, RetryLimits {
  /** For one whole answer, so that a body that trickles forever is ended too. */
  readonly wholeMs: number;
  /** Maximum size of a body, decompressed. */
  readonly bodyBytes: number;
  /** Delay before checking again for an offline service; longer each time. */
  readonly comebackMs: number;
  /** Whether to request compression from this computer too, where it costs more than it saves. */
  readonly packedOnLoopback: boolean;
}

export const usualLimits: Limits = {
  connectMs: 10_000,
  // A service may sort millions of rows first.
  headersMs: 60_000,
  stallMs: 30_000,
  wholeMs: 600_000,
  bodyBytes: 128 * 1024 * 1024,
  attempts: 3,
  firstDelayMs: 300,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 5_000,
  comebackMs: 5_000,
  concurrency: 4,
  packedOnLoopback: false,
};
