import type { Failure } from '#shared/rpc/records.ts';
import type { JobFailure } from '../jobs/queue/job-failure.ts';

/** What is known of values where it was not they that failed. */
const noValues = { badValues: [], badCount: 0 } satisfies Partial<JobFailure>;

/** With what helps where it was the waiting that ended. */
export function withAdvice(failure: Failure): Failure {
  if (failure.code !== 'timeout' && failure.code !== 'throttled') return failure;
  if (process.argv.includes('--patient')) return failure;
  return { ...failure, message: `${failure.message} (--patient waits for it.)` };
}

/** Writes why a command failed as the line of JSON that `--json` promises; the same shape whatever failed. */
export function printFailure(failure: Failure, values: Pick<JobFailure, 'badValues' | 'badCount'> = noValues): void {
  process.stdout.write(`${JSON.stringify({ ok: false, failure, ...values })}\n`);
}
