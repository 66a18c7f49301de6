import { reasonOf } from '#shared/english/explained-error.ts';
import { type Failure, failure } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';

/** What to show for an error, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  return failure('unexpected', reasonOf(error), { retry: true });
}
