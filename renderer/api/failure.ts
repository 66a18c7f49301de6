import { BackendFailure } from '#shared/rpc/port-protocol.ts';
import type { Failure } from '#shared/rpc/records.ts';

/** What to show of an error, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', message, where: '', retry: true };
}
